import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    pages: { 'mailing-list': 'Add people who write to you to a newsletter, if they agree.' },
    words: {
      mailingList: {
        apiKey: 'mailchimp newsletter subscribe connect credentials',
        list: 'mailchimp newsletter audience subscribers',
        mapping: 'merge fields names',
        consent: 'gdpr opt-in double confirm permission newsletter',
      },
    },
  },
  de: {
    pages: { 'mailing-list': 'Wer Ihnen schreibt und zustimmt, kommt auf einen Newsletter.' },
    words: {
      mailingList: {
        apiKey: 'mailchimp newsletter abonnieren verbinden zugangsdaten',
        list: 'mailchimp newsletter audience abonnenten',
        mapping: 'felder namen zuordnung',
        consent: 'dsgvo opt-in einwilligung bestätigen newsletter',
      },
    },
  },
});
