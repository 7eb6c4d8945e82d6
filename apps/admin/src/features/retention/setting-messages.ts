import { defineMessages } from '../../app/i18n';

defineMessages('setting', {
  en: {
    groups: { Retention: 'Retention' },
    groupText: { Retention: 'How long data is kept. What is older is deleted once a day.' },
    Retention: {
      MessageDays: 'Messages',
      MessageDaysHelp:
        'Counted from receipt. 0 keeps them permanently. Messages that nobody could be notified of stay.',
      TrashDays: 'Trash',
      TrashDaysHelp:
        'Messages and articles, counted from when they were moved there. 0 keeps them permanently.',
      AttemptDays: 'Attempts to submit',
      AttemptDaysHelp: 'Accepted and refused ones, with IP address. 0 keeps them permanently.',
      EmailDays: 'Sent emails',
      EmailDaysHelp:
        'In the outbox, with the provider’s responses. 0 keeps them permanently. Unsent emails stay.',
      AuditDays: 'Audit log',
      AuditDaysHelp: '0 keeps it permanently. The remaining entries can still be verified.',
    },
    words: {
      Retention: {
        MessageDays: 'delete erase gdpr data protection privacy storage period submissions',
        TrashDays: 'delete erase empty bin gdpr data protection privacy storage period',
        AttemptDays: 'delete erase gdpr data protection privacy storage period ip addresses',
        EmailDays: 'delete erase gdpr data protection privacy storage period outbox mail',
        AuditDays: 'delete erase gdpr data protection privacy storage period history',
      },
    },
  },
  de: {
    groups: { Retention: 'Aufbewahrung' },
    groupText: { Retention: 'Wie lange Daten aufbewahrt werden. Ältere werden einmal täglich gelöscht.' },
    Retention: {
      MessageDays: 'Nachrichten',
      MessageDaysHelp:
        'Ab Eingang gezählt. 0 bewahrt sie dauerhaft auf. Nachrichten, über die niemand benachrichtigt werden konnte, bleiben erhalten.',
      TrashDays: 'Papierkorb',
      TrashDaysHelp: 'Nachrichten und Artikel, ab dem Verschieben gezählt. 0 bewahrt sie dauerhaft auf.',
      AttemptDays: 'Absendeversuche',
      AttemptDaysHelp: 'Angenommene und abgelehnte, mit IP-Adresse. 0 bewahrt sie dauerhaft auf.',
      EmailDays: 'Gesendete E-Mails',
      EmailDaysHelp:
        'Im Postausgang, mit den Antworten des Anbieters. 0 bewahrt sie dauerhaft auf. Nicht gesendete E-Mails bleiben erhalten.',
      AuditDays: 'Audit-Protokoll',
      AuditDaysHelp: '0 bewahrt es dauerhaft auf. Die übrigen Einträge lassen sich weiterhin prüfen.',
    },
    words: {
      Retention: {
        MessageDays: 'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist anfragen',
        TrashDays: 'löschen leeren löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist',
        AttemptDays: 'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist ip-adressen',
        EmailDays: 'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist postausgang mail',
        AuditDays: 'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist verlauf',
      },
    },
  },
});
