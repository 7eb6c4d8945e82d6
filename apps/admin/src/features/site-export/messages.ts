import { defineMessages } from '../../app/i18n';

defineMessages('bucketExport', {
  en: {
    title: 'State',
    begun: 'Since {date}',
    check: 'Check',
    checkText: 'Checks the saved settings. Nothing is written.',
  },
  de: {
    title: 'Zustand',
    begun: 'Seit {date}',
    check: 'Prüfen',
    checkText: 'Prüft die gespeicherten Einstellungen. Es wird nichts geschrieben.',
  },
});
