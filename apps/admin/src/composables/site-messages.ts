import { defineMessages } from '../app/i18n';

/** Words about the site itself, for every screen on which it is named. */
defineMessages('site', {
  en: {
    name: 'Name of the site',
    nameHelp: 'Shown here, and as the sender of its mails.',
    domain: 'Public domain',
    domainHelp:
      'Where the site is, without https://. Several with commas between. It can stay empty for now.',
  },
  de: {
    name: 'Name der Website',
    nameHelp: 'Er steht hier, und als Absender ihrer E-Mails.',
    domain: 'Öffentliche Domain',
    domainHelp:
      'Wo die Website ist, ohne https://. Mehrere mit Kommas dazwischen. Sie kann vorerst leer bleiben.',
  },
});
