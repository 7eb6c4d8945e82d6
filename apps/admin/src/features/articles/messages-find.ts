import { defineMessages } from '../../app/i18n';

/** Texts of finding and replacing. */
defineMessages('articleFind', {
  en: {
    label: 'Find and replace',
    find: 'Find',
    findIn: 'Find in the text',
    replace: 'Replace',
    replaceWith: 'Replace with',
    replaceAll: 'Replace all',
    case: 'Match case',
    word: 'Whole words',
    previous: 'Previous match',
    next: 'Next match',
    place: '{place} of {count}',
    none: 'No matches',
    replaced: '{count} match replaced | {count} matches replaced',
  },
  de: {
    label: 'Suchen und ersetzen',
    find: 'Suchen',
    findIn: 'Im Text suchen',
    replace: 'Ersetzen',
    replaceWith: 'Ersetzen durch',
    replaceAll: 'Alle ersetzen',
    case: 'Groß-/Kleinschreibung beachten',
    word: 'Nur ganze Wörter',
    previous: 'Voriger Treffer',
    next: 'Nächster Treffer',
    place: '{place} von {count}',
    none: 'Keine Treffer',
    replaced: '{count} Treffer ersetzt | {count} Treffer ersetzt',
  },
});
