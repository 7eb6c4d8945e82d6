import type { CdnAttention } from '@sitedesk/contract/cdn';
import type { AttentionTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<CdnAttention>>('dashboard', {
  en: {
    attention: {
      'cdn-held': {
        title: 'The CDN isn’t being purged',
        when: 'Since {date}. Visitors may see old pages until it works again.',
        action: 'Review',
      },
      'cdn-failed': {
        title: 'Visitors may still see an old page | Visitors may still see old pages of {count} changes',
        action: 'Review',
      },
    },
  },
  de: {
    attention: {
      'cdn-held': {
        title: 'Das CDN wird nicht geleert',
        when: 'Seit {date}. Besucher sehen möglicherweise alte Seiten, bis es wieder funktioniert.',
        action: 'Ansehen',
      },
      'cdn-failed': {
        title:
          'Besucher sehen möglicherweise noch eine alte Seite | Besucher sehen möglicherweise noch alte Seiten von {count} Änderungen',
        action: 'Ansehen',
      },
    },
  },
});
