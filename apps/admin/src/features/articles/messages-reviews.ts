import { defineMessages } from '../../app/i18n';

/** Texts of the queue of reviews. */
defineMessages('reviewQueue', {
  en: {
    allArticles: 'All articles',
    label: 'Views of the reviews',
    text: 'Articles that wait for a verdict, the longest first, and what was decided.',
    views: { mine: 'Waiting for me', others: 'Waiting for others', decided: 'Decided' },
    verdict: 'Verdict',
    submittedBy: 'Submitted by',
    decidedBy: 'Decided by',
    words: 'Words changed',
    changed: '+{inserted} −{removed}',
    waiting: 'Submitted',
    decided: 'Decided',
    deleted: 'Deleted account',
    empty: {
      mine: 'Nothing waits for you',
      others: 'Nothing waits for others',
      decided: 'No decisions yet',
    },
    emptyTexts: {
      mine: 'Articles that you’re asked to review show up here.',
      others: 'Articles that others are asked to review show up here.',
      decided: 'Approvals and requests for changes show up here.',
    },
  },
  de: {
    allArticles: 'Alle Artikel',
    label: 'Ansichten der Prüfungen',
    text: 'Artikel, die auf eine Entscheidung warten, die ältesten zuerst, und was entschieden ist.',
    views: { mine: 'Wartet auf mich', others: 'Wartet auf andere', decided: 'Entschieden' },
    verdict: 'Entscheidung',
    submittedBy: 'Eingereicht von',
    decidedBy: 'Entschieden von',
    words: 'Geänderte Wörter',
    changed: '+{inserted} −{removed}',
    waiting: 'Eingereicht',
    decided: 'Entschieden',
    deleted: 'Gelöschtes Konto',
    empty: {
      mine: 'Nichts wartet auf Sie',
      others: 'Nichts wartet auf andere',
      decided: 'Noch keine Entscheidungen',
    },
    emptyTexts: {
      mine: 'Hier stehen Artikel, die Sie prüfen sollen.',
      others: 'Hier stehen Artikel, die andere prüfen sollen.',
      decided: 'Hier stehen Freigaben und erbetene Änderungen.',
    },
  },
});
