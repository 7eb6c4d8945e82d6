import type { WebhookAttention } from '@sitedesk/contract/webhooks';
import type { AttentionTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<WebhookAttention>>('dashboard', {
  en: {
    attention: {
      'webhook-failing': {
        title: 'A webhook isn’t reached | {count} webhooks aren’t reached',
        when: 'Since {date}. Events are retried for about three days.',
        action: 'Review',
      },
      'webhook-off': {
        title: 'A webhook was turned off | {count} webhooks were turned off',
        when: 'Since {date}. Nothing is sent to it.',
        action: 'Review',
      },
    },
  },
  de: {
    attention: {
      'webhook-failing': {
        title: 'Ein Webhook wird nicht erreicht | {count} Webhooks werden nicht erreicht',
        when: 'Seit {date}. Ereignisse werden etwa drei Tage lang wiederholt.',
        action: 'Ansehen',
      },
      'webhook-off': {
        title: 'Ein Webhook wurde ausgeschaltet | {count} Webhooks wurden ausgeschaltet',
        when: 'Seit {date}. Es wird nichts mehr gesendet.',
        action: 'Ansehen',
      },
    },
  },
});
