import { defineMessages } from '../../app/i18n';

defineMessages('system', {
  en: {
    jobKinds: {
      'cdn-purge': { name: 'CDN purges', open: 'Open CDN' },
      'cdn-verify': { name: 'Checks after CDN purges', open: 'Open CDN' },
    },
  },
  de: {
    jobKinds: {
      'cdn-purge': { name: 'Leeren des CDN', open: 'CDN öffnen' },
      'cdn-verify': { name: 'Prüfungen nach dem Leeren des CDN', open: 'CDN öffnen' },
    },
  },
});
