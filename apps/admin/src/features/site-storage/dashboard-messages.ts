import type { SiteStorageAttention } from '@sitedesk/contract/site-storage';
import type { AttentionTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<SiteStorageAttention>>('dashboard', {
  en: {
    attention: {
      'storage-move-held': {
        title: 'Files aren’t being moved',
        when: 'Since {date}. All files can be used, in both places.',
        action: 'Review',
      },
    },
  },
  de: {
    attention: {
      'storage-move-held': {
        title: 'Dateien werden nicht verschoben',
        when: 'Seit {date}. Alle Dateien sind weiter verfügbar, an beiden Orten.',
        action: 'Ansehen',
      },
    },
  },
});
