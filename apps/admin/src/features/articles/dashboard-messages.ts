import type { ArticleAttention } from '@sitedesk/contract/articles';
import type { PlanAttention } from '@sitedesk/contract/publication-plans';
import type { AttentionTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<ArticleAttention | PlanAttention>>('dashboard', {
  en: {
    attention: {
      'articles-need-me': {
        title: 'An article is waiting for you | {count} articles are waiting for you',
        action: 'Show',
      },
      'plans-failed': {
        title: 'A scheduled publication failed | {count} scheduled publications failed',
        when: 'Since {date}. The article says why.',
        action: 'Review',
      },
      'plans-held': {
        title: 'A scheduled publication is on hold | {count} scheduled publications are on hold',
        when: 'Since {date}. The person who scheduled it may no longer publish.',
        action: 'Review',
      },
      'plans-late': {
        title: 'An article went live late | {count} articles went live late',
        when: 'Planned for {date}. The server wasn’t running then.',
        action: 'Review',
      },
    },
  },
  de: {
    attention: {
      'articles-need-me': {
        title: 'Ein Artikel wartet auf Sie | {count} Artikel warten auf Sie',
        action: 'Ansehen',
      },
      'plans-failed': {
        title:
          'Eine geplante Veröffentlichung ist fehlgeschlagen | {count} geplante Veröffentlichungen sind fehlgeschlagen',
        when: 'Seit {date}. Der Grund steht beim Artikel.',
        action: 'Ansehen',
      },
      'plans-held': {
        title:
          'Eine geplante Veröffentlichung ist angehalten | {count} geplante Veröffentlichungen sind angehalten',
        when: 'Seit {date}. Wer sie geplant hat, darf nicht mehr veröffentlichen.',
        action: 'Ansehen',
      },
      'plans-late': {
        title: 'Ein Artikel ging verspätet online | {count} Artikel gingen verspätet online',
        when: 'Geplant für {date}. Der Server lief zu diesem Zeitpunkt nicht.',
        action: 'Ansehen',
      },
    },
  },
});
