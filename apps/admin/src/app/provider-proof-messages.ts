import { defineMessages } from './i18n';

defineMessages('providerProof', {
  en: {
    opened: 'Continue in the {name} window. This page waits for you.',
    blocked: 'Your browser blocked the window. Allow pop-ups for this page, then try again.',
  },
  de: {
    opened: 'Machen Sie im Fenster von {name} weiter. Diese Seite wartet.',
    blocked:
      'Ihr Browser hat das Fenster blockiert. Erlauben Sie Pop-ups für diese Seite und versuchen Sie es erneut.',
  },
});
