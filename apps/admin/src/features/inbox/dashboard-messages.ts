import type { ContactAttention, ContactStep } from '@sitedesk/contract/contact-dashboard';
import type { AttentionTexts, StepTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<ContactAttention> & StepTexts<ContactStep>>('dashboard', {
  en: {
    attention: {
      'delivery-failed': {
        title: 'One notification failed | {count} notifications failed',
        when: 'The oldest is from {date}. The messages are safe in your inbox.',
        action: 'Review',
      },
      'alerts-off': { title: 'Nobody gets notified about new messages', action: 'Turn on alerts' },
    },
    steps: {
      'admin-address': {
        title: 'Choose who gets notified',
        why: 'Otherwise, notifications go to the sender address.',
      },
      'first-submission': {
        title: 'Receive your first message',
        why: 'Add the form to a page and send yourself a test.',
      },
    },
  },
  de: {
    attention: {
      'delivery-failed': {
        title: 'Eine Benachrichtigung ist fehlgeschlagen | {count} Benachrichtigungen sind fehlgeschlagen',
        when: 'Die älteste ist vom {date}. Die Nachrichten selbst sind im Posteingang.',
        action: 'Ansehen',
      },
      'alerts-off': {
        title: 'Niemand wird über neue Nachrichten benachrichtigt',
        action: 'Benachrichtigungen aktivieren',
      },
    },
    steps: {
      'admin-address': {
        title: 'Festlegen, wer benachrichtigt wird',
        why: 'Sonst gehen Benachrichtigungen an die Absenderadresse.',
      },
      'first-submission': {
        title: 'Erste Nachricht empfangen',
        why: 'Bauen Sie das Formular in eine Seite ein und senden Sie einen Test.',
      },
    },
  },
});
