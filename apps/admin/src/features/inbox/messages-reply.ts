import { defineMessages } from '../../app/i18n';

/** Texts of drafts of replies. */
defineMessages('replyDraft', {
  en: {
    title: 'Draft of a reply',
    ask: 'Draft a reply',
    again: 'Draft again',
    use: 'Reply with this text',
    copy: 'Copy draft',
    check: 'Written by AI. Check it before you send it.',
    nothing: 'The model has no suggestion.',
    sent: 'The message is sent to the site’s AI provider, without names, email addresses and long numbers.',
  },
  de: {
    title: 'Antwortentwurf',
    ask: 'Antwort entwerfen',
    again: 'Neu entwerfen',
    use: 'Mit diesem Text antworten',
    copy: 'Entwurf kopieren',
    check: 'Von KI geschrieben. Prüfen Sie den Text vor dem Senden.',
    nothing: 'Das Modell hat keinen Vorschlag.',
    sent: 'Die Nachricht wird ohne Namen, E-Mail-Adressen und lange Nummern an den KI-Anbieter der Website gesendet.',
  },
});
