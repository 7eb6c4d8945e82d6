import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { Retention: 'Retention' },
    groupText: { Retention: 'How long data is kept. What is older is deleted once a day.' },
    Retention: {
      MessageDays: 'Messages',
      MessageDaysHelp:
        'In days from receipt, at least 7; 0 keeps them permanently. Messages that nobody could be notified of stay.',
      TrashDays: 'Trash',
      TrashDaysHelp: 'In days from when a message was moved to the trash; 0 keeps it permanently.',
      AttemptDays: 'Attempts to submit',
      AttemptDaysHelp:
        'Accepted and refused ones, with IP address. In days, at least 31; 0 keeps them permanently.',
      EmailDays: 'Sent emails',
      EmailDaysHelp:
        'In the outbox, with the provider’s responses. In days, at least 7; 0 keeps them permanently. Unsent emails stay.',
      AuditDays: 'Audit log',
      AuditDaysHelp:
        'In days, at least 30; 0 keeps it permanently. The remaining entries can still be verified.',
    },
  },
  de: {
    groups: { Retention: 'Aufbewahrung' },
    groupText: { Retention: 'Wie lange Daten aufbewahrt werden. Ältere werden einmal täglich gelöscht.' },
    Retention: {
      MessageDays: 'Nachrichten',
      MessageDaysHelp:
        'In Tagen ab Eingang, mindestens 7; 0 bewahrt sie dauerhaft auf. Nachrichten, über die niemand benachrichtigt werden konnte, bleiben erhalten.',
      TrashDays: 'Papierkorb',
      TrashDaysHelp:
        'In Tagen, seit eine Nachricht in den Papierkorb verschoben wurde; 0 bewahrt sie dauerhaft auf.',
      AttemptDays: 'Absendeversuche',
      AttemptDaysHelp:
        'Angenommene und abgelehnte, mit IP-Adresse. In Tagen, mindestens 31; 0 bewahrt sie dauerhaft auf.',
      EmailDays: 'Gesendete E-Mails',
      EmailDaysHelp:
        'Im Postausgang, mit den Antworten des Anbieters. In Tagen, mindestens 7; 0 bewahrt sie dauerhaft auf. Nicht gesendete E-Mails bleiben erhalten.',
      AuditDays: 'Audit-Protokoll',
      AuditDaysHelp:
        'In Tagen, mindestens 30; 0 bewahrt es dauerhaft auf. Die übrigen Einträge lassen sich weiterhin prüfen.',
    },
  },
});
