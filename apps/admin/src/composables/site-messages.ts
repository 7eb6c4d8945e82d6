import { defineMessages } from '../app/i18n';

/** Texts about the site itself, for every screen that shows its name. */
defineMessages('site', {
  en: {
    name: 'Site name',
    nameHelp: 'Shown here and as the sender of emails.',
    domain: 'Public domain',
    domainHelp: 'Where your site is, without https://. Separate several with commas. Optional.',
  },
  de: {
    name: 'Name der Website',
    nameHelp: 'Wird hier und als Absender von E-Mails angezeigt.',
    domain: 'Öffentliche Domain',
    domainHelp: 'Wo Ihre Website erreichbar ist, ohne https://. Mehrere durch Kommas trennen. Optional.',
  },
});
