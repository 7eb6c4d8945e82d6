import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { ContactApi: 'Contact form' },
    groupText: { ContactApi: 'Who gets notified, and how long messages can be.' },
    ContactApi: {
      AdminEmail: 'Notification recipient',
      AdminEmailHelp: 'Leave blank to use the site’s sender address.',
      MaxMessageLength: 'Maximum message length',
      MaxMessageLengthHelp: 'In characters, from 10 to 100,000.',
      DeliveryMode: 'Delivery',
      DeliveryModeHelp: 'Whether visitors wait up to three seconds for the first delivery attempt.',
      AlertsEnabled: 'Email alerts for new messages',
      AlertsEnabledHelp: 'When off, messages are stored in the inbox but nobody gets notified.',
      TokenHours: 'Form token lifetime',
      TokenHoursHelp: 'In hours, from 1 to 24. Open pages renew their token automatically.',
    },
    recipientFallback: 'Leave blank to use the sender address, {address}.',
    choices: { queued: 'Respond immediately', confirm: 'Wait for the first attempt' },
  },
  de: {
    groups: { ContactApi: 'Kontaktformular' },
    groupText: { ContactApi: 'Wer benachrichtigt wird und wie lang Nachrichten sein dürfen.' },
    ContactApi: {
      AdminEmail: 'Empfänger der Benachrichtigungen',
      AdminEmailHelp: 'Leer lassen, um die Absenderadresse der Website zu verwenden.',
      MaxMessageLength: 'Maximale Nachrichtenlänge',
      MaxMessageLengthHelp: 'In Zeichen, von 10 bis 100.000.',
      DeliveryMode: 'Zustellung',
      DeliveryModeHelp: 'Ob Besucher bis zu drei Sekunden auf den ersten Zustellversuch warten.',
      AlertsEnabled: 'E-Mail-Benachrichtigungen bei neuen Nachrichten',
      AlertsEnabledHelp:
        'Wenn deaktiviert, werden Nachrichten im Posteingang gespeichert, aber niemand wird benachrichtigt.',
      TokenHours: 'Gültigkeit des Formular-Tokens',
      TokenHoursHelp: 'In Stunden, von 1 bis 24. Geöffnete Seiten erneuern ihr Token automatisch.',
    },
    recipientFallback: 'Leer lassen, um die Absenderadresse {address} zu verwenden.',
    choices: { queued: 'Sofort antworten', confirm: 'Auf den ersten Versuch warten' },
  },
});
