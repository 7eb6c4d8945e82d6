import { STORAGE_SYSTEM_TEXTS } from '@sitedesk/contract/files';
import { defineMessages } from '../../app/i18n';

defineMessages('system', {
  en: {
    checks: { storage: 'File storage' },
    facts: { place: 'Place', previousPlace: 'Previous place', response: 'Response' },
    codes: STORAGE_SYSTEM_TEXTS,
  },
  de: {
    checks: { storage: 'Dateispeicher' },
    facts: { place: 'Ort', previousPlace: 'Bisheriger Ort', response: 'Antwort' },
    codes: {
      'storage-ok': { finding: 'Dateien können gespeichert und gelesen werden.' },
      'storage-moving': {
        finding:
          'Dateien können gespeichert und gelesen werden. Was noch nicht umgezogen ist, wird von FILES_URL_PREVIOUS gelesen.',
        fix: 'Führen Sie `npm run files -- move` aus. Wenn alles umgezogen ist, entfernen Sie FILES_URL_PREVIOUS und starten Sie neu.',
      },
      'storage-away': {
        finding:
          'Dateien können weder gespeichert noch gelesen werden: Der Dateispeicher ist nicht erreichbar oder antwortet mit einem Fehler.',
        fix: 'Prüfen Sie FILES_URL und ob der Dienst läuft. Uploads werden fortgesetzt, sobald er wieder da ist.',
      },
      'storage-silent': {
        finding: 'Der Dateispeicher hat nicht rechtzeitig geantwortet.',
        fix: 'Prüfen Sie den Dienst aus FILES_URL und das Netzwerk zwischen ihm und diesem Prozess.',
      },
      'storage-folder': {
        finding: 'Der Ordner für Dateien kann nicht beschrieben oder gelesen werden.',
        fix: 'Prüfen Sie, ob der Ordner aus FILES_URL dem Benutzer gehört, unter dem dieser Prozess läuft, und ob auf dem Datenträger Platz ist.',
      },
      'storage-key': {
        finding: 'Der Dateispeicher kennt den Zugriffsschlüssel nicht.',
        fix: 'Korrigieren Sie FILES_ACCESS_KEY_ID und starten Sie neu.',
      },
      'storage-secret': {
        finding: 'Der Dateispeicher lehnt den geheimen Zugriffsschlüssel ab.',
        fix: 'Korrigieren Sie FILES_SECRET_ACCESS_KEY und starten Sie neu.',
      },
      'storage-denied': {
        finding: 'Der Zugriffsschlüssel darf den Bucket nicht verwenden.',
        fix: 'Erlauben Sie ihm, den Bucket aufzulisten und darin Objekte zu lesen, zu schreiben und zu löschen.',
      },
      'storage-bucket': {
        finding: 'Den Bucket gibt es nicht.',
        fix: 'Legen Sie ihn an, oder korrigieren Sie den Bucket in FILES_URL und starten Sie neu.',
      },
      'storage-region': {
        finding: 'Der Bucket ist in einer anderen Region.',
        fix: 'Korrigieren Sie die Region in FILES_URL und starten Sie neu.',
      },
      'storage-clock': {
        finding: 'Der Dateispeicher lehnt Anfragen ab, weil die Uhr dieses Rechners falsch geht.',
        fix: 'Schalten Sie auf diesem Rechner die Zeitsynchronisierung (NTP) ein.',
      },
    },
  },
});
