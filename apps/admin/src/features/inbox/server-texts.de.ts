import type { INBOX_TEXTS } from '@sitedesk/contract/inbox';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof INBOX_TEXTS> = {
  'inbox.alertsLocked': 'Vom Betreiber festgelegt. Es kann hier nicht geändert werden.',
  'inbox.countChanged': 'Die Zahl der Nachrichten hat sich geändert. Prüfen Sie sie, bevor Sie fortfahren.',
  'inbox.oneSelection': 'Wählen Sie die Nachrichten auf eine Art aus: nach ID, Filter oder Aktion.',
  'inbox.exportsBusy': 'Es laufen bereits andere Exporte. Versuchen Sie es, wenn sie fertig sind.',
};
