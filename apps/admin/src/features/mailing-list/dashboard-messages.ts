import type { MailingListAttention } from '@sitedesk/contract/mailing-list';
import type { AttentionTexts } from '../../app/feature';
import { defineMessages } from '../../app/i18n';

defineMessages<AttentionTexts<MailingListAttention>>('dashboard', {
  en: {
    attention: {
      'mailing-list-failing': {
        title: 'Mailing list sync isn’t working',
        when: 'Since {date}. Contacts are kept here until it works again.',
        action: 'Review',
      },
      'mailing-list-refused': {
        title:
          'The mailing list service rejected one contact | The mailing list service rejected {count} contacts',
        action: 'Review',
      },
    },
  },
  de: {
    attention: {
      'mailing-list-failing': {
        title: 'Die Synchronisierung mit der Mailingliste funktioniert nicht',
        when: 'Seit {date}. Kontakte bleiben hier, bis sie wieder funktioniert.',
        action: 'Ansehen',
      },
      'mailing-list-refused': {
        title:
          'Der Mailinglistendienst hat einen Kontakt abgelehnt | Der Mailinglistendienst hat {count} Kontakte abgelehnt',
        action: 'Ansehen',
      },
    },
  },
});
