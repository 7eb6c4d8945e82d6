import type { SITE_EXPORT_TEXTS } from '@sitedesk/contract/site-export';
import type { ServerTexts } from '../../app/server-texts';

/** What the server says of this feature, in German; its English comes along with every answer. */
export const serverTexts: ServerTexts<typeof SITE_EXPORT_TEXTS> = {
  'site-export.endpoint': 'muss eine URL ohne Pfad sein, zum Beispiel https://s3.example.com',
  'site-export.bucket': 'muss aus 3 bis 63 Kleinbuchstaben, Ziffern, Bindestrichen und Punkten bestehen',
  'site-export.prefix':
    'darf nur Buchstaben, Ziffern, Bindestriche, Punkte, Unterstriche und einzelne Schrägstriche enthalten',
  'site-export.region': 'darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten',
  'site-export.off': 'Geben Sie zuerst den Bucket und beide Schlüssel ein.',
  'site-export.unknownKey': 'Der Dienst kennt den Zugriffsschlüssel nicht.',
  'site-export.wrongSecret': 'Der geheime Zugriffsschlüssel gehört nicht zum Zugriffsschlüssel.',
  'site-export.denied': 'Der Zugriffsschlüssel darf das in diesem Bucket nicht.',
  'site-export.noBucket': 'Es gibt keinen Bucket mit diesem Namen.',
  'site-export.wrongRegion': 'Der Bucket ist in einer anderen Region.',
  'site-export.clock': 'Die Uhr des Servers geht falsch. Deshalb lehnt der Dienst seine Signaturen ab.',
  'site-export.unreachable': 'Der Dienst ist nicht erreichbar: {reason}',
  'site-export.failed': 'Der Dienst hat die Anfrage nicht ausgeführt: {reason}',
  'site-export.notEmpty':
    'An diesem Ort im Bucket sind bereits andere Dateien. Geben Sie ein Präfix ein, unter dem nichts ist, oder löschen Sie die Dateien.',
  'site-export.otherSite':
    'An diesem Ort im Bucket ist der Export einer anderen Website. Geben Sie ein anderes Präfix ein.',
  'site-export.filesAway': 'Die Dateien der Website können gerade nicht gelesen werden.',
  'site-export.noDirectory': 'Der Betreiber hat keinen Ordner für Exporte eingerichtet.',
  'site-export.folderTaken':
    'Im Ordner sind Dateien, die nicht aus dem Export dieser Website stammen. Der Betreiber findet ihre Namen im Protokoll des Servers.',
  'site-export.diskFull': 'Der Datenträger mit dem Ordner ist voll.',
  'site-export.folderDenied': 'Der Server darf nicht in den Ordner schreiben.',
  'site-export.folderFailed': 'In den Ordner kann nicht geschrieben werden: {reason}',
  'site-export.internal': 'Der Export wurde wegen eines Fehlers des Servers angehalten.',
  'site-export.okEmpty':
    'Der Bucket kann gelesen werden, und der Ort ist frei. Ob er beschrieben werden kann, zeigt der erste Export.',
  'site-export.okOurs': 'Der Bucket kann gelesen werden und hat einen Export dieser Website.',
};
