import { defineMessages } from '../app/i18n';

defineMessages('recoveryCodes', {
  en: {
    title: 'Save your recovery codes',
    list: 'Recovery codes',
    text: 'Keep them somewhere you can reach without your phone. Each one signs you in once, after your password.',
    file: 'Recovery codes. Each works once.',
    saved: 'I’ve saved them',
  },
  de: {
    title: 'Wiederherstellungscodes speichern',
    list: 'Wiederherstellungscodes',
    text: 'Bewahren Sie sie so auf, dass Sie auch ohne Smartphone darauf zugreifen können. Mit jedem können Sie sich nach dem Passwort einmal anmelden.',
    file: 'Wiederherstellungscodes. Jeder gilt einmal.',
    saved: 'Ich habe sie gesichert',
  },
});
