import { defineMessages } from '../../app/i18n';

defineMessages('articlePaste', {
  en: {
    title: 'Paste a large text',
    text: 'With its formatting, this is {size} MB.',
    how: 'Paste',
    plain: 'As plain text',
    formatted: 'With formatting',
    texts: {
      plain: 'Inserted at once, without headings, lists and links.',
      formatted: 'The page may not respond for a few seconds.',
    },
    paste: 'Paste',
  },
  de: {
    title: 'Großen Text einfügen',
    text: 'Mit Formatierung sind das {size} MB.',
    how: 'Einfügen',
    plain: 'Als reinen Text',
    formatted: 'Mit Formatierung',
    texts: {
      plain: 'Sofort eingefügt, ohne Überschriften, Listen und Links.',
      formatted: 'Die Seite reagiert möglicherweise einige Sekunden lang nicht.',
    },
    paste: 'Einfügen',
  },
});
