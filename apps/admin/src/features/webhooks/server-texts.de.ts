import type { WEBHOOK_TEXTS } from '@sitedesk/contract/webhooks';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof WEBHOOK_TEXTS> = {
  'webhooks.tooMany': 'Eine Website hat höchstens {max} Webhooks. Löschen Sie zuerst einen.',
  'webhooks.address': 'Geben Sie eine URL ein, die mit https:// beginnt und kein Fragment (#) enthält.',
  'webhooks.noSecret': 'Nur Webhooks der Art „Standard“ haben ein Geheimnis.',
  'webhooks.underWay': 'Das wird gerade gesendet.',
  'webhooks.status': 'Der Server hat mit Status {status} geantwortet.',
  'webhooks.redirected':
    'Der Server hat mit einer Weiterleitung geantwortet ({status}). Weiterleitungen werden nicht verfolgt.',
  'webhooks.gone':
    'Der Server hat geantwortet, dass es diese Adresse nicht mehr gibt (410). Der Webhook wurde ausgeschaltet.',
  'webhooks.slackPayload': 'Slack akzeptiert nicht, was gesendet wurde (invalid_payload).',
  'webhooks.slackNoService':
    'Slack kennt diesen Webhook nicht mehr (no_service). Erstellen Sie in Slack einen neuen.',
  'webhooks.slackArchived':
    'Der Kanal wurde in Slack archiviert (channel_is_archived). Der Webhook wurde ausgeschaltet.',
  'webhooks.slackWords': 'Slack hat geantwortet: {words}',
  'webhooks.targetOff': 'Der Webhook wurde ausgeschaltet, bevor das zugestellt war.',
  'webhooks.unreadable': 'Die Adresse kann nicht entschlüsselt werden. Geben Sie sie erneut ein.',
};
