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
        'Messages, articles and files, counted from when they were moved there. 0 keeps them permanently.',
      VersionDays: 'Automatically saved versions of articles',
      VersionDaysHelp:
        'All are kept for 24 hours, then the newest of each hour for 7 days, then the newest of each day. Older ones are deleted. Named, submitted, published and restored versions stay, as do versions that are live, scheduled, or have open comments. 0 keeps all permanently.',
      FileVersionDays: 'Replaced versions of files',
      FileVersionDaysHelp:
        'Counted from when they were replaced. Their URLs stop working 30 days after that. 0 keeps them permanently.',
      AttemptDays: 'Attempts to submit',
      AttemptDaysHelp: 'Accepted and refused ones, with IP address. 0 keeps them permanently.',
      EmailDays: 'Sent emails',
      EmailDaysHelp:
        'In the outbox, with the provider’s responses. 0 keeps them permanently. Unsent emails stay.',
      WebhookDays: 'Log of webhooks',
      WebhookDaysHelp:
        'Events, what was sent, and what the servers responded. 0 keeps it permanently. What is still being retried stays.',
      ImportDays: 'Imports',
      ImportDaysHelp:
        'Reports, and what it takes to undo an import. 0 keeps them permanently. The imported articles stay, and a later import still recognizes them.',
      AuditDays: 'Audit log',
      AuditDaysHelp: '0 keeps it permanently. The remaining entries can still be verified.',
    },
    words: {
      Retention: {
        MessageDays: 'delete erase gdpr data protection privacy storage period submissions',
        TrashDays: 'delete erase empty bin gdpr data protection privacy storage period',
        VersionDays: 'delete erase thin history drafts checkpoints autosave storage',
        FileVersionDays: 'delete erase history replaced uploads media storage',
        AttemptDays: 'delete erase gdpr data protection privacy storage period ip addresses',
        EmailDays: 'delete erase gdpr data protection privacy storage period outbox mail',
        WebhookDays: 'delete erase gdpr data protection privacy storage period deliveries slack teams',
        ImportDays: 'delete erase gdpr data protection privacy storage period reports undo',
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
      TrashDaysHelp:
        'Nachrichten, Artikel und Dateien, ab dem Verschieben gezählt. 0 bewahrt sie dauerhaft auf.',
      VersionDays: 'Automatisch gespeicherte Versionen von Artikeln',
      VersionDaysHelp:
        '24 Stunden lang bleiben alle erhalten, danach 7 Tage lang die neueste jeder Stunde, danach die neueste jedes Tages. Ältere werden gelöscht. Benannte, eingereichte, veröffentlichte und wiederhergestellte Versionen bleiben, ebenso solche, die live oder geplant sind oder offene Kommentare haben. 0 bewahrt alle dauerhaft auf.',
      FileVersionDays: 'Ersetzte Versionen von Dateien',
      FileVersionDaysHelp:
        'Ab dem Ersetzen gezählt. Ihre URLs funktionieren danach noch 30 Tage lang. 0 bewahrt sie dauerhaft auf.',
      AttemptDays: 'Absendeversuche',
      AttemptDaysHelp: 'Angenommene und abgelehnte, mit IP-Adresse. 0 bewahrt sie dauerhaft auf.',
      EmailDays: 'Gesendete E-Mails',
      EmailDaysHelp:
        'Im Postausgang, mit den Antworten des Anbieters. 0 bewahrt sie dauerhaft auf. Nicht gesendete E-Mails bleiben erhalten.',
      WebhookDays: 'Protokoll der Webhooks',
      WebhookDaysHelp:
        'Ereignisse, was gesendet wurde und was die Server geantwortet haben. 0 bewahrt es dauerhaft auf. Was noch wiederholt wird, bleibt erhalten.',
      ImportDays: 'Importe',
      ImportDaysHelp:
        'Berichte und was nötig ist, um einen Import rückgängig zu machen. 0 bewahrt sie dauerhaft auf. Die importierten Artikel bleiben, und ein späterer Import erkennt sie weiterhin.',
      AuditDays: 'Audit-Protokoll',
      AuditDaysHelp: '0 bewahrt es dauerhaft auf. Die übrigen Einträge lassen sich weiterhin prüfen.',
    },
    words: {
      Retention: {
        MessageDays: 'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist anfragen',
        TrashDays: 'löschen leeren löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist',
        VersionDays: 'löschen ausdünnen verlauf entwürfe zwischenstände speicherplatz',
        FileVersionDays: 'löschen verlauf ersetzt uploads medien speicherplatz',
        AttemptDays: 'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist ip-adressen',
        EmailDays: 'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist postausgang mail',
        WebhookDays:
          'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist zustellungen slack teams',
        ImportDays:
          'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist berichte rückgängig',
        AuditDays: 'löschen löschfrist dsgvo datenschutz speicherdauer aufbewahrungsfrist verlauf',
      },
    },
  },
});
