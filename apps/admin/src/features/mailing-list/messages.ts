import { defineMessages } from '../../app/i18n';

defineMessages('mailingList', {
  en: {
    description: 'Add people who contact you to your newsletter, if your consent rule allows it.',
    connectTitle: 'Connect Mailchimp',
    connectText:
      'Names and email addresses are sent to the list you choose. Messages never are. Nothing is sent until you’ve chosen a list and a consent rule.',
    connected: 'Connected. Now choose a list.',
    apiKey: 'API key',
    apiKeyHelp: 'In Mailchimp, under Account, Extras, API keys. Stored encrypted and never shown again.',
    otherAddress: 'Custom API URL',
    otherAddressHelp: 'For services that are API-compatible with Mailchimp.',
    apiUrl: 'API URL',
    connection: 'Connection',
    connectionText: 'You can replace the key at any time. The list and consent rule stay the same.',
    replaceKey: 'Replace key',
    keyReplaced: 'Key replaced',
    remove: 'Remove connection',
    removeTitle: 'Disconnect {account}?',
    removeText: 'The key and settings are deleted here, and no more contacts are sent.',
    removed: 'Connection removed',
    stays:
      'Nobody was added to the list “{list}”. | One contact stays on the list “{list}”. Remove it there if you need to. | {count} contacts stay on the list “{list}”. Remove them there if you need to.',
    dropped:
      'No contacts are waiting. | One waiting contact won’t be sent. | {count} waiting contacts won’t be sent.',
    states: {
      'not-connected': 'Not connected',
      incomplete: 'Setup incomplete',
      active: 'Active',
      failing: 'Error',
      paused: 'Paused',
    },
    numbers: { synchronised: 'Sent to the list', waiting: 'Waiting', failed: 'Rejected', last: 'Last sent' },
    check: 'Test connection',
    checkDone: 'Connected to {account}. The key is valid.',
    checkFailed: 'The connection isn’t working.',
    pause: 'Pause',
    pauseDone: 'Sync paused. New contacts wait here.',
    pausedText: 'New contacts wait here until you resume.',
    resume: 'Resume',
    resumeDone: 'Sync resumed',
    needsPerson:
      'Since {since}. This needs your attention: replace the key, or choose a list that exists. Contacts wait here and aren’t lost.',
    triesAgain: 'Since {since}. Retrying automatically. Contacts wait here and aren’t lost.',
    failures: 'One rejected contact | {count} rejected contacts',
    failuresText: 'The service rejected these contacts for the reason shown. They stay here until you retry.',
    retry: 'Retry',
    retryOne: 'Retry {email}',
    retryAll: 'Retry all',
    retried: 'Nothing to retry. | Retrying one contact. | Retrying {count} contacts.',
    list: 'List',
    listText: 'Where contacts are added. Mailchimp calls this an audience.',
    listOf: '{name} (no members) | {name} (1 member) | {name} ({members} members)',
    chooseList: 'Choose a list',
    noLists: 'This account has no lists yet. Create one at the service, then reload this page.',
    noChange:
      'You can change the list, fields and consent rule when the service responds again. Your saved settings stay in place.',
    fields: 'Fields',
    fieldsText: 'What’s sent to the list besides the email address. Message text is never sent.',
    always: 'always sent',
    demanded: 'required by the list',
    fillWith: 'Fill {field} with',
    notUsable: 'These fields don’t accept text and aren’t filled: {fields}.',
    sources: {
      none: 'Don’t fill',
      'full-name': 'Full name',
      'first-name': 'First name',
      'last-name': 'Last name',
      page: 'Page with the form',
      site: 'Site domain',
      'received-at': 'Date of the message',
    },
    consent: 'Consent',
    consentText:
      'In most countries, people must agree before they get a newsletter. Anyone who has unsubscribed is never added again.',
    who: 'Who gets added?',
    rules: {
      confirmed: {
        label: 'Only people who confirm (recommended)',
        description:
          'The service emails each sender and asks for confirmation. Only those who agree join the list.',
      },
      pages: {
        label: 'Everyone who writes from certain pages',
        description:
          'For forms that mention the newsletter, such as the one on your newsletter page. They join the list immediately.',
      },
      statement: {
        label: 'Everyone who writes',
        description: 'They join the list immediately. You state your legal basis.',
      },
    },
    pages: 'Pages',
    pagesHelp: 'One path per line. Use * at the end as a wildcard: /campaigns/*',
    statement: 'Legal basis',
    statementHelp:
      'For example: “A note above the form’s button says that senders get the newsletter.” Recorded in the audit log.',
    preview: 'Test with past messages',
    previewTitle:
      'Of the last {messages} messages, nobody would have been added. | Of the last {messages} messages, one person would have been added. | Of the last {messages} messages, {contacts} people would have been added.',
    previewNone: 'There are no messages to test with yet.',
    previewText: 'Nothing was sent. People who wrote before you save won’t be added.',
    becomes: { subscribed: 'joins immediately', pending: 'asked to confirm' },
    begun: 'Saved. New contacts are now added to the list.',
  },
  de: {
    description:
      'Nehmen Sie Personen, die Ihnen schreiben, in Ihren Newsletter auf, sofern Ihre Einwilligungsregel es erlaubt.',
    connectTitle: 'Mailchimp verbinden',
    connectText:
      'Namen und E-Mail-Adressen werden an die gewählte Liste gesendet, Nachrichten nie. Es wird nichts gesendet, bevor Sie Liste und Einwilligungsregel gewählt haben.',
    connected: 'Verbunden. Wählen Sie jetzt eine Liste.',
    apiKey: 'API-Schlüssel',
    apiKeyHelp:
      'In Mailchimp unter Account, Extras, API keys. Wird verschlüsselt gespeichert und nicht mehr angezeigt.',
    otherAddress: 'Eigene API-URL',
    otherAddressHelp: 'Für Dienste, deren API mit Mailchimp kompatibel ist.',
    apiUrl: 'API-URL',
    connection: 'Verbindung',
    connectionText:
      'Sie können den Schlüssel jederzeit ersetzen. Liste und Einwilligungsregel bleiben gleich.',
    replaceKey: 'Schlüssel ersetzen',
    keyReplaced: 'Schlüssel ersetzt',
    remove: 'Verbindung entfernen',
    removeTitle: 'Verbindung zu {account} trennen?',
    removeText: 'Schlüssel und Einstellungen werden hier gelöscht. Es werden keine Kontakte mehr gesendet.',
    removed: 'Verbindung entfernt',
    stays:
      'Niemand wurde in die Liste „{list}“ aufgenommen. | Ein Kontakt bleibt auf der Liste „{list}“. Entfernen Sie ihn dort bei Bedarf. | {count} Kontakte bleiben auf der Liste „{list}“. Entfernen Sie sie dort bei Bedarf.',
    dropped:
      'Keine wartenden Kontakte. | Ein wartender Kontakt wird nicht gesendet. | {count} wartende Kontakte werden nicht gesendet.',
    states: {
      'not-connected': 'Nicht verbunden',
      incomplete: 'Einrichtung unvollständig',
      active: 'Aktiv',
      failing: 'Fehler',
      paused: 'Angehalten',
    },
    numbers: {
      synchronised: 'An die Liste gesendet',
      waiting: 'Wartend',
      failed: 'Abgelehnt',
      last: 'Zuletzt gesendet',
    },
    check: 'Verbindung testen',
    checkDone: 'Mit {account} verbunden. Der Schlüssel ist gültig.',
    checkFailed: 'Die Verbindung funktioniert nicht.',
    pause: 'Anhalten',
    pauseDone: 'Synchronisierung angehalten. Neue Kontakte warten hier.',
    pausedText: 'Neue Kontakte warten hier, bis Sie die Synchronisierung fortsetzen.',
    resume: 'Fortsetzen',
    resumeDone: 'Synchronisierung fortgesetzt',
    needsPerson:
      'Seit {since}. Bitte greifen Sie ein: Ersetzen Sie den Schlüssel oder wählen Sie eine vorhandene Liste. Kontakte warten hier und gehen nicht verloren.',
    triesAgain: 'Seit {since}. Wird automatisch wiederholt. Kontakte warten hier und gehen nicht verloren.',
    failures: 'Ein abgelehnter Kontakt | {count} abgelehnte Kontakte',
    failuresText:
      'Der Dienst hat diese Kontakte aus dem angegebenen Grund abgelehnt. Sie bleiben hier, bis Sie es erneut versuchen.',
    retry: 'Erneut versuchen',
    retryOne: '{email} erneut versuchen',
    retryAll: 'Alle erneut versuchen',
    retried:
      'Nichts zu wiederholen. | Ein Kontakt wird erneut versucht. | {count} Kontakte werden erneut versucht.',
    list: 'Liste',
    listText: 'In diese Liste werden Kontakte aufgenommen. Mailchimp nennt sie „Audience“.',
    listOf: '{name} (keine Mitglieder) | {name} (1 Mitglied) | {name} ({members} Mitglieder)',
    chooseList: 'Liste wählen',
    noLists:
      'Dieses Konto hat noch keine Listen. Legen Sie beim Dienst eine an und laden Sie diese Seite neu.',
    noChange:
      'Sie können Liste, Felder und Einwilligungsregel ändern, sobald der Dienst wieder antwortet. Die gespeicherten Einstellungen bleiben bestehen.',
    fields: 'Felder',
    fieldsText:
      'Was außer der E-Mail-Adresse an die Liste gesendet wird. Der Nachrichtentext wird nie gesendet.',
    always: 'immer gesendet',
    demanded: 'für die Liste erforderlich',
    fillWith: '{field} füllen mit',
    notUsable: 'Diese Felder nehmen keinen Text an und werden nicht gefüllt: {fields}.',
    sources: {
      none: 'Nicht füllen',
      'full-name': 'Vollständiger Name',
      'first-name': 'Vorname',
      'last-name': 'Nachname',
      page: 'Seite mit dem Formular',
      site: 'Domain der Website',
      'received-at': 'Datum der Nachricht',
    },
    consent: 'Einwilligung',
    consentText:
      'In den meisten Ländern müssen Personen zustimmen, bevor sie einen Newsletter erhalten. Wer sich abgemeldet hat, wird nie wieder aufgenommen.',
    who: 'Wer wird aufgenommen?',
    rules: {
      confirmed: {
        label: 'Nur wer bestätigt (empfohlen)',
        description:
          'Der Dienst bittet jeden Absender per E-Mail um Bestätigung. Nur wer zustimmt, kommt auf die Liste.',
      },
      pages: {
        label: 'Alle, die von bestimmten Seiten schreiben',
        description:
          'Für Formulare, die auf den Newsletter hinweisen, etwa auf Ihrer Newsletter-Seite. Die Aufnahme erfolgt sofort.',
      },
      statement: {
        label: 'Alle, die schreiben',
        description: 'Die Aufnahme erfolgt sofort. Sie geben die Rechtsgrundlage an.',
      },
    },
    pages: 'Seiten',
    pagesHelp: 'Ein Pfad pro Zeile. Ein * am Ende dient als Platzhalter: /campaigns/*',
    statement: 'Rechtsgrundlage',
    statementHelp:
      'Zum Beispiel: „Über der Schaltfläche des Formulars steht, dass Absender den Newsletter erhalten.“ Wird im Audit-Protokoll aufgezeichnet.',
    preview: 'Mit bisherigen Nachrichten testen',
    previewTitle:
      'Von den letzten {messages} Nachrichten wäre niemand aufgenommen worden. | Von den letzten {messages} Nachrichten wäre eine Person aufgenommen worden. | Von den letzten {messages} Nachrichten wären {contacts} Personen aufgenommen worden.',
    previewNone: 'Es gibt noch keine Nachrichten zum Testen.',
    previewText: 'Es wurde nichts gesendet. Wer vor dem Speichern geschrieben hat, wird nicht aufgenommen.',
    becomes: { subscribed: 'sofort aufgenommen', pending: 'wird um Bestätigung gebeten' },
    begun: 'Gespeichert. Neue Kontakte werden ab jetzt in die Liste aufgenommen.',
  },
});
