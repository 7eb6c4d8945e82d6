import type { SiteExportAttention } from '@sitedesk/contract/site-export';
import type { AttentionTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<SiteExportAttention>>('dashboard', {
  en: {
    attention: {
      'export-held': {
        title: 'The public site isn’t being exported',
        when: 'Since {date}. The bucket has old pages until it works again.',
        action: 'Review',
      },
      'folder-export-held': {
        title: 'The public site isn’t being exported into its folder',
        when: 'Since {date}. The folder has old pages until it works again.',
        action: 'Review',
      },
    },
  },
  de: {
    attention: {
      'export-held': {
        title: 'Die öffentliche Website wird nicht exportiert',
        when: 'Seit {date}. Im Bucket stehen alte Seiten, bis es wieder funktioniert.',
        action: 'Ansehen',
      },
      'folder-export-held': {
        title: 'Die öffentliche Website wird nicht in ihren Ordner exportiert',
        when: 'Seit {date}. Im Ordner stehen alte Seiten, bis es wieder funktioniert.',
        action: 'Ansehen',
      },
    },
  },
});
