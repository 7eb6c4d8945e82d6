import { defineMessages } from '../../app/i18n';

defineMessages('system', {
  en: {
    jobKinds: {
      'site-export': { name: 'Exports into buckets', open: 'Open Settings' },
      'folder-export': { name: 'Exports into folders', open: 'Open Settings' },
    },
  },
  de: {
    jobKinds: {
      'site-export': { name: 'Exporte in Buckets', open: 'Einstellungen öffnen' },
      'folder-export': { name: 'Exporte in Ordner', open: 'Einstellungen öffnen' },
    },
  },
});
