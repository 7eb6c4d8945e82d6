import type { PROVIDER_CHECK_TEXTS } from '@sitedesk/contract/external-sign-in';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof PROVIDER_CHECK_TEXTS> = {
  'provider-check.failed': 'Das Discovery-Dokument konnte nicht geladen werden: {words}',
  'provider-check.status': 'Der Anmeldedienst hat mit Status {status} geantwortet.',
  'provider-check.notJson': 'Die Antwort ist kein JSON.',
  'provider-check.notDiscovery': 'Die Antwort nennt keinen Aussteller.',
  'provider-check.otherIssuer': 'Die Antwort gehört zu einem anderen Aussteller.',
  'provider-check.late': 'Der Anmeldedienst hat nicht rechtzeitig geantwortet.',
  'provider-check.algorithms':
    'Der Anmeldedienst signiert seine ID-Token mit keinem unterstützten Algorithmus.',
};
