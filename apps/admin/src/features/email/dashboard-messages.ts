import type { OutboxAttention, OutboxStep } from '@sitedesk/contract/outbox';
import type { AttentionTexts, StepTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<OutboxAttention> & StepTexts<OutboxStep>>('dashboard', {
  en: {
    attention: {
      'email-not-usable': { title: 'Can’t send email', action: 'Set up email' },
      'outbox-old': {
        title:
          'One email has been waiting for more than 15 minutes | {count} emails have been waiting for more than 15 minutes',
        when: 'The oldest has been waiting since {date}.',
        action: 'Open outbox',
      },
    },
    steps: {
      'email-provider': {
        title: 'Connect an email provider',
        why: 'Until then, messages are stored but nobody gets notified.',
      },
    },
  },
  de: {
    attention: {
      'email-not-usable': { title: 'E-Mail-Versand nicht möglich', action: 'E-Mail einrichten' },
      'outbox-old': {
        title:
          'Eine E-Mail wartet seit mehr als 15 Minuten | {count} E-Mails warten seit mehr als 15 Minuten',
        when: 'Die älteste wartet seit {date}.',
        action: 'Postausgang öffnen',
      },
    },
    steps: {
      'email-provider': {
        title: 'E-Mail-Anbieter verbinden',
        why: 'Bis dahin werden Nachrichten gespeichert, aber niemand wird benachrichtigt.',
      },
    },
  },
});
