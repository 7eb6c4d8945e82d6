import type { ProxyAttention } from '@sitedesk/contract/system';
import type { AttentionTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<ProxyAttention>>('dashboard', {
  en: {
    attention: {
      'proxy-untrusted': {
        title: 'Requests arrive through an untrusted proxy',
        when: 'All visitors share one rate limit. First seen {time}.',
        action: 'See how to fix it',
      },
    },
  },
  de: {
    attention: {
      'proxy-untrusted': {
        title: 'Anfragen kommen über einen nicht vertrauenswürdigen Proxy',
        when: 'Alle Besucher teilen sich ein Limit. Zuerst gesehen {time}.',
        action: 'Lösung anzeigen',
      },
    },
  },
});
