import { defineMessages } from '../app/i18n';

defineMessages('recoveryCodes', {
  en: {
    list: 'Recovery codes',
    text: 'Keep them where you find them without your phone. Each of them signs you in once, after your password.',
    file: 'Recovery codes. Each works once.',
    download: 'Download',
    saved: 'I have saved them',
  },
  de: {
    list: 'Wiederherstellungscodes',
    text: 'Bewahren Sie sie dort auf, wo Sie sie ohne Telefon finden. Jeder meldet Sie nach dem Passwort einmal an.',
    file: 'Wiederherstellungscodes. Jeder gilt einmal.',
    download: 'Herunterladen',
    saved: 'Ich habe sie gesichert',
  },
});
