import { defineMessages } from '../../app/i18n';

defineMessages('oldUrls', {
  en: {
    title: 'Old URLs',
    text: 'The article was live at these. They stay its own until someone releases them.',
    since: 'since {time}',
    statuses: { 301: 'forwards', 404: 'not found', 410: 'gone' },
    release: 'Release {path}',
  },
  de: {
    title: 'Alte URLs',
    text: 'Unter diesen URLs war der Artikel online. Sie bleiben ihm vorbehalten, bis jemand sie freigibt.',
    since: 'seit {time}',
    statuses: { 301: 'leitet weiter', 404: 'nicht gefunden', 410: 'nicht mehr da' },
    release: '{path} freigeben',
  },
});
