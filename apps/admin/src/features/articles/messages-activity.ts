import { defineMessages } from '../../app/i18n';

/** Texts about what happened to articles. */
defineMessages('articleActivity', {
  en: {
    label: 'Activity',
    allArticles: 'All articles',
    text: 'Who did what to the articles you can see, as far back as the audit log goes.',
    none: 'No activity yet',
    noneText: 'Edits, reviews, comments and publications appear here.',
  },
  de: {
    label: 'Aktivität',
    allArticles: 'Alle Artikel',
    text: 'Wer was an den Artikeln getan hat, die Sie sehen, soweit das Audit-Protokoll zurückreicht.',
    none: 'Noch keine Aktivität',
    noneText: 'Bearbeitungen, Prüfungen, Kommentare und Veröffentlichungen erscheinen hier.',
  },
});
