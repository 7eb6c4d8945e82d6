import type { SITE_STORAGE_TEXTS } from '@sitedesk/contract/site-storage';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof SITE_STORAGE_TEXTS> = {
  'site-storage.incomplete':
    'Geben Sie den Bucket und beide Schlüssel ein, oder leeren Sie alle Felder, um den Dateispeicher dieses Servers zu verwenden.',
  'site-storage.nothing': 'Die Dateien sind bereits dort.',
  'site-storage.wait': 'Es werden gerade Dateien verschoben. Warten Sie, bis das abgeschlossen ist.',
  'site-storage.checkFailed': 'Der Bucket kann nicht verwendet werden: {reason}',
  'site-storage.currentAway': 'Die Dateien können an ihrem jetzigen Ort nicht gelesen werden: {reason}',
  'site-storage.siteId': 'Wählen Sie ein Präfix, das die ID der Website nicht enthält.',
  'site-storage.otherContent': 'Der Dienst hat etwas anderes gesendet, als gespeichert wurde.',
  'site-storage.problems':
    'Einige Dateien konnten nicht verschoben werden, weil sie fehlen oder beschädigt sind. Löschen oder ersetzen Sie sie, und fahren Sie dann fort.',
  'site-storage.serverAway': 'Der Dateispeicher dieses Servers kann gerade nicht verwendet werden.',
  'site-storage.internal': 'Das Verschieben wurde wegen eines Fehlers des Servers angehalten.',
};
