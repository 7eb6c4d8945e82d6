import { defineMessages } from '../app/i18n';

defineMessages('releaseAddress', {
  en: {
    title: 'Release {path}?',
    text: 'The URL then leads nowhere: old links and bookmarks break, and another article can take it.',
    reason: 'Reason',
    reasonHelp: 'For the audit log',
    release: 'Release URL',
    released: 'URL released: {path}',
  },
  de: {
    title: '{path} freigeben?',
    text: 'Die URL führt dann nirgendwohin: alte Links und Lesezeichen laufen ins Leere, und ein anderer Artikel kann sie übernehmen.',
    reason: 'Grund',
    reasonHelp: 'Für das Audit-Protokoll',
    release: 'URL freigeben',
    released: 'URL freigegeben: {path}',
  },
});
