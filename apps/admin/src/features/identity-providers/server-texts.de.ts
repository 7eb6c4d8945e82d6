import type { PROVIDER_CHECK_TEXTS } from '@sitedesk/contract/external-sign-in';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof PROVIDER_CHECK_TEXTS> = {
  'provider-check.failed': 'Das Discovery-Dokument konnte nicht geladen werden: {words}',
};
