import { defineMessages } from '../../app/i18n';

defineMessages('dashboard', {
  en: { greeting: 'Hello, {name}' },
  de: { greeting: 'Hallo, {name}' },
});
