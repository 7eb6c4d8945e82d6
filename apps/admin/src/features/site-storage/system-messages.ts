import { SITE_STORAGE_SYSTEM_TEXTS } from '@sitedesk/contract/site-storage';
import { defineMessages } from '../../app/i18n';

defineMessages('system', {
  en: {
    checks: { 'site-storage': 'File storage of the site' },
    codes: SITE_STORAGE_SYSTEM_TEXTS,
    jobKinds: { 'storage-move': { name: 'Moves of files', open: 'Open File storage' } },
  },
  de: {
    checks: { 'site-storage': 'Dateispeicher der Website' },
    codes: {
      'site-storage-server': {
        finding: 'Die Dateien dieser Website liegen im Dateispeicher dieses Servers.',
      },
      'site-storage-ok': { finding: 'Der eigene Bucket dieser Website funktioniert.' },
      'site-storage-moving': {
        finding: 'Die Dateien dieser Website werden gerade an einen anderen Ort verschoben.',
      },
      'site-storage-failed': {
        finding:
          'Der eigene Bucket dieser Website funktioniert nicht. Ihre Dateien können weder gespeichert noch gelesen werden.',
        fix: 'Öffnen Sie den Dateispeicher, korrigieren Sie die Einstellungen, prüfen Sie sie und verschieben Sie die Dateien. Der Grund steht unten.',
      },
      'site-storage-silent': {
        finding: 'Der eigene Bucket dieser Website hat nicht rechtzeitig geantwortet.',
        fix: 'Prüfen Sie den Dienst und das Netzwerk zwischen ihm und diesem Server.',
      },
    },
    jobKinds: { 'storage-move': { name: 'Verschieben von Dateien', open: 'Dateispeicher öffnen' } },
  },
});
