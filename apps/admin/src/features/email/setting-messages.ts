import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { EMAIL: 'Email' },
    groupText: { EMAIL: 'Provider and sender.' },
    EMAIL: {
      ConnectionString: 'Connection',
      ConnectionStringHelp: 'The provider that sends email.',
      SenderEmail: 'Sender address',
      SenderEmailHelp: 'Your provider must allow this address, or it rejects every email.',
      SenderName: 'Sender name',
      SenderNameHelp: 'Leave blank to use the site name.',
    },
  },
  de: {
    groups: { EMAIL: 'E-Mail' },
    groupText: { EMAIL: 'Anbieter und Absender.' },
    EMAIL: {
      ConnectionString: 'Verbindung',
      ConnectionStringHelp: 'Der Anbieter, der E-Mails sendet.',
      SenderEmail: 'Absenderadresse',
      SenderEmailHelp: 'Ihr Anbieter muss diese Adresse zulassen, sonst lehnt er jede E-Mail ab.',
      SenderName: 'Absendername',
      SenderNameHelp: 'Leer lassen, um den Namen der Website zu verwenden.',
    },
  },
});
