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
      'messages-held': {
        title: 'One message is held for review | {count} messages are held for review',
        when: 'The oldest is from {date}. Nobody gets notified until you release them.',
        action: 'Review',
      },
      'alerts-off': { title: 'Nobody gets notified about new messages', action: 'Turn on alerts' },
    },
    steps: {
      'admin-address': {
        title: 'Choose who gets notified',
        why: 'Otherwise, notifications go to the sender address.',
      },
      'own-page': {
        title: 'Add the form to your website',
        why: 'Done as soon as a page on one of your hostnames loads the form.',
      },
      'first-submission': {
        title: 'Receive your first message',
        why: 'Send yourself a test.',
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
      'messages-held': {
        title: 'Eine Nachricht wartet auf Freigabe | {count} Nachrichten warten auf Freigabe',
        when: 'Die älteste ist vom {date}. Bis zur Freigabe wird niemand benachrichtigt.',
        action: 'Prüfen',
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
      'own-page': {
        title: 'Formular in Ihre Website einbauen',
        why: 'Erledigt, sobald eine Seite auf einem Ihrer Hostnamen das Formular lädt.',
      },
      'first-submission': {
        title: 'Erste Nachricht empfangen',
        why: 'Senden Sie sich einen Test.',
      },
    },
  },
});
