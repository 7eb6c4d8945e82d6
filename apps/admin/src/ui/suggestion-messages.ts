import { defineMessages } from '../app/i18n';

/** Texts of suggestions while someone writes. */
defineMessages('inlineSuggestions', {
  en: {
    label: 'AI suggestions',
    thinking: 'AI suggestions…',
    help: 'On. Tab accepts a suggestion, Ctrl → a word of it, Esc dismisses it.',
    off: 'Off. Nothing is sent to the AI provider.',
    spoken: 'Suggestion: {text}. Press Tab to accept.',
  },
  de: {
    label: 'KI-Vorschläge',
    thinking: 'KI-Vorschläge…',
    help: 'Ein. Tab übernimmt einen Vorschlag, Strg → ein Wort davon, Esc verwirft ihn.',
    off: 'Aus. Nichts wird an den KI-Anbieter gesendet.',
    spoken: 'Vorschlag: {text}. Mit Tab übernehmen.',
  },
});
