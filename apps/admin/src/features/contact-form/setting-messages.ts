import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { ContactApi: 'Contact form' },
    pages: { 'contact-form': 'Put the form on your site, choose who gets notified, and set its limits.' },
    ContactApi: {
      AdminEmail: 'Notification recipient',
      AdminEmailHelp: 'Leave blank to use the site’s sender address.',
      MaxMessageLength: 'Maximum message length',
      MaxMessageLengthHelp: 'Visitors can’t send longer messages.',
      DeliveryMode: 'Delivery',
      DeliveryModeHelp: 'Whether visitors wait up to three seconds for the first delivery attempt.',
      AlertsEnabled: 'Email alerts for new messages',
      AlertsEnabledHelp: 'When off, messages are stored in the inbox but nobody gets notified.',
      TokenHours: 'Form token lifetime',
      TokenHoursHelp: 'Open pages renew their token automatically.',
      FormPosts: 'Accept messages sent without JavaScript',
      FormPostsHelp:
        'They can’t be checked by a form token or CAPTCHA, so they’re held for review in the inbox. You get notified once you release them.',
    },
    words: {
      ContactApi: {
        AdminEmail: 'notify owner admin inbox email address to send messages to',
        MaxMessageLength: 'limit size characters text',
        DeliveryMode: 'wait confirm queue speed response',
        AlertsEnabled: 'notifications notify turn off enable disable mute',
        TokenHours: 'anti-forgery csrf expiry timeout session duration',
        FormPosts: 'javascript script blocked off held review spam',
      },
    },
    recipientFallback: 'Leave blank to use the sender address, {address}.',
    choices: { queued: 'Respond immediately', confirm: 'Wait for the first attempt' },
  },
  de: {
    groups: { ContactApi: 'Kontaktformular' },
    pages: {
      'contact-form': 'Das Formular einbauen, festlegen, wer benachrichtigt wird, und Grenzen setzen.',
    },
    ContactApi: {
      AdminEmail: 'Empfänger der Benachrichtigungen',
      AdminEmailHelp: 'Leer lassen, um die Absenderadresse der Website zu verwenden.',
      MaxMessageLength: 'Maximale Nachrichtenlänge',
      MaxMessageLengthHelp: 'Längere Nachrichten können Besucher nicht senden.',
      DeliveryMode: 'Zustellung',
      DeliveryModeHelp: 'Ob Besucher bis zu drei Sekunden auf den ersten Zustellversuch warten.',
      AlertsEnabled: 'E-Mail-Benachrichtigungen bei neuen Nachrichten',
      AlertsEnabledHelp:
        'Wenn deaktiviert, werden Nachrichten im Posteingang gespeichert, aber niemand wird benachrichtigt.',
      TokenHours: 'Gültigkeit des Formular-Tokens',
      TokenHoursHelp: 'Geöffnete Seiten erneuern ihr Token automatisch.',
      FormPosts: 'Ohne JavaScript gesendete Nachrichten annehmen',
      FormPostsHelp:
        'Weder Formular-Token noch CAPTCHA können sie prüfen. Deshalb warten sie im Posteingang auf Ihre Freigabe. Erst danach werden Sie benachrichtigt.',
    },
    words: {
      ContactApi: {
        AdminEmail: 'benachrichtigen inhaber admin posteingang e-mail-adresse nachrichten senden an',
        MaxMessageLength: 'grenze limit größe zeichen text',
        DeliveryMode: 'warten bestätigen warteschlange antwort',
        AlertsEnabled: 'benachrichtigen abschalten einschalten stumm',
        TokenHours: 'csrf ablauf zeitlimit sitzung dauer',
        FormPosts: 'javascript skript blockiert prüfung freigabe spam',
      },
    },
    recipientFallback: 'Leer lassen, um die Absenderadresse {address} zu verwenden.',
    choices: { queued: 'Sofort antworten', confirm: 'Auf den ersten Versuch warten' },
  },
});
