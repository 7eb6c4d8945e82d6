import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    words: {
      site: { name: 'title brand company', hostnames: 'hostname url address website dns' },
    },
  },
  de: {
    words: {
      site: { name: 'titel marke firma', hostnames: 'hostname url adresse webseite dns' },
    },
  },
});
