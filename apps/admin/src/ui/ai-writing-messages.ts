import { defineMessages } from '../app/i18n';

/** Texts of what the AI is writing. */
defineMessages('aiWriting', {
  en: {
    writing: 'The AI is writing…',
    incomplete: 'Incomplete',
    done: 'The text is ready.',
    choices: '{count} suggestion | {count} suggestions',
  },
  de: {
    writing: 'Die KI schreibt…',
    incomplete: 'Unvollständig',
    done: 'Der Text ist fertig.',
    choices: '{count} Vorschlag | {count} Vorschläge',
  },
});
