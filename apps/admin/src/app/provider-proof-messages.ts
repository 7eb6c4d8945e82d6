import { defineMessages } from './i18n';

defineMessages('providerProof', {
  en: {
    button: 'Continue with {name}',
    opened: 'Go on in the window of {name}. This page waits.',
    blocked: 'The browser opened no window. Allow pop-ups for this page, then try again.',
  },
  de: {
    button: 'Weiter mit {name}',
    opened: 'Machen Sie im Fenster von {name} weiter. Diese Seite wartet.',
    blocked:
      'Der Browser hat kein Fenster geöffnet. Erlauben Sie Pop-ups für diese Seite und versuchen Sie es noch einmal.',
  },
});
