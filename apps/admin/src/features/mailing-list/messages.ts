import { defineMessages } from '../../app/i18n';

defineMessages('mailingList', {
  en: {
    description:
      'Whoever writes through the contact form can be added to your newsletter, if your rule allows it.',
    connectTitle: 'Connect Mailchimp',
    connectText:
      'Names and addresses of senders then go to the list you choose, never their messages. Nothing is sent before you have chosen a list and a rule.',
    connect: 'Connect',
    connected: 'Connected. Now choose a list.',
    apiKey: 'API key',
    apiKeyHelp: 'In Mailchimp under Account, Extras, API keys. It is stored encrypted and never shown again.',
    otherAddress: 'Another address',
    otherAddressHelp: 'For services that speak the same API.',
    apiUrl: 'Address of the API',
    connection: 'Connection',
    connectionText: 'The key can be exchanged at any time; list and rule stay.',
    replaceKey: 'Replace key',
    keyReplaced: 'The key was replaced.',
    remove: 'Remove connection',
    removeTitle: 'Remove the connection to {account}?',
    removeText: 'The key and the settings are deleted here. No more contacts are sent.',
    removed: 'The connection was removed.',
    stays:
      'Nobody was added to the list “{list}”. | One contact that was added stays on the list “{list}”. Take it off there if you want to. | {count} contacts that were added stay on the list “{list}”. Take them off there if you want to.',
    dropped:
      'No contact waits here. | One contact that waits here is not sent any more. | {count} contacts that wait here are not sent any more.',
    states: {
      'not-connected': 'Not connected',
      incomplete: 'Not finished',
      active: 'Active',
      failing: 'In trouble',
      paused: 'Paused',
    },
    numbers: { synchronised: 'Sent to the list', waiting: 'Waiting', failed: 'Refused', last: 'Last sent' },
    check: 'Test connection',
    checkDone: '{account} answers and takes the key.',
    checkFailed: 'The service does not answer as it should.',
    pause: 'Pause',
    pauseDone: 'Paused. Contacts wait here.',
    pausedText: 'Contacts wait here and go when you resume.',
    resume: 'Resume',
    resumeDone: 'Contacts go again.',
    needsPerson:
      'Since {since}. This does not end by itself: replace the key, or choose a list that exists. Contacts wait here, none is lost.',
    triesAgain: 'Since {since}. It is tried again by itself. Contacts wait here, none is lost.',
    failures: 'One refused contact | {count} refused contacts',
    failuresText:
      'The service did not take them, for the reason it gave. They stay here until you try again.',
    retry: 'Try again',
    retryOne: 'Try again: {email}',
    retryAll: 'Try all again',
    retried: 'Nothing to try again. | One contact is tried again. | {count} contacts are tried again.',
    list: 'List',
    listText: 'Where contacts go. Mailchimp calls it an audience.',
    listOf: '{name} (no members) | {name} (1 member) | {name} ({members} members)',
    chooseList: 'Choose a list',
    noLists: 'This account has no list yet. Make one at the service, then reload this page.',
    noChange: 'List, fields and rule can be changed when it answers again. What is saved stays.',
    fields: 'Fields',
    fieldsText: 'What the list is told besides the address. The message itself never goes.',
    address: 'Email address',
    always: 'always sent',
    demanded: 'demanded by the list',
    fillWith: 'Fill {field} with',
    notUsable: 'These take no text and stay as they are: {fields}.',
    sources: {
      none: 'Leave as it is',
      'full-name': 'Full name',
      'first-name': 'First name',
      'last-name': 'Last name',
      page: 'Page of the form',
      site: 'Site’s address',
      'received-at': 'Day of the message',
    },
    consent: 'Consent',
    consentText:
      'In most countries people must agree before they get a newsletter. Whoever has left the list is never added again.',
    who: 'Who is added?',
    rules: {
      confirmed: {
        label: 'Only those who confirm (recommended)',
        description: 'The service mails every sender and asks. Only those who agree are on the list.',
      },
      pages: {
        label: 'Everybody who writes from certain pages',
        description:
          'For forms that say so, such as the one on your newsletter page. They are on the list at once.',
      },
      statement: {
        label: 'Everybody who writes',
        description: 'They are on the list at once. You say what makes that right.',
      },
    },
    pages: 'Pages',
    pagesHelp: 'One path a line. A * at the end stands for anything: /campaigns/*',
    statement: 'Why this is right',
    statementHelp:
      'For example: “The form says above its button that senders get the newsletter.” It is kept in the audit log.',
    preview: 'Try it on past messages',
    previewTitle:
      'Of the last {messages} messages nobody would have been added. | Of the last {messages} messages one person would have been added. | Of the last {messages} messages {contacts} people would have been added.',
    previewNone: 'There is no message yet to try it on.',
    previewText: 'Nothing was sent. People who wrote before you save are not added.',
    becomes: { subscribed: 'on the list at once', pending: 'is asked to confirm' },
    begun: 'Saved. New contacts go to the list from now on.',
  },
  de: {
    description:
      'Wer über das Kontaktformular schreibt, kann in Ihren Newsletter aufgenommen werden, wenn Ihre Regel es erlaubt.',
    connectTitle: 'Mailchimp verbinden',
    connectText:
      'Namen und Adressen von Absendern gehen dann auf die gewählte Liste, ihre Nachrichten nie. Nichts wird gesendet, bevor Liste und Regel gewählt sind.',
    connect: 'Verbinden',
    connected: 'Verbunden. Wählen Sie jetzt eine Liste.',
    apiKey: 'API-Schlüssel',
    apiKeyHelp:
      'In Mailchimp unter Konto, Extras, API-Schlüssel. Er wird verschlüsselt gespeichert und nie wieder gezeigt.',
    otherAddress: 'Andere Adresse',
    otherAddressHelp: 'Für Dienste mit derselben Schnittstelle.',
    apiUrl: 'Adresse der Schnittstelle',
    connection: 'Verbindung',
    connectionText: 'Der Schlüssel lässt sich jederzeit austauschen; Liste und Regel bleiben.',
    replaceKey: 'Schlüssel ersetzen',
    keyReplaced: 'Der Schlüssel ist ersetzt.',
    remove: 'Verbindung entfernen',
    removeTitle: 'Die Verbindung zu {account} entfernen?',
    removeText: 'Schlüssel und Einstellungen werden hier gelöscht. Es gehen keine Kontakte mehr hinaus.',
    removed: 'Die Verbindung ist entfernt.',
    stays:
      'Auf die Liste „{list}“ kam niemand. | Ein aufgenommener Kontakt bleibt auf der Liste „{list}“. Nehmen Sie ihn dort herunter, wenn Sie möchten. | {count} aufgenommene Kontakte bleiben auf der Liste „{list}“. Nehmen Sie sie dort herunter, wenn Sie möchten.',
    dropped:
      'Hier wartet kein Kontakt. | Ein hier wartender Kontakt wird nicht mehr gesendet. | {count} hier wartende Kontakte werden nicht mehr gesendet.',
    states: {
      'not-connected': 'Nicht verbunden',
      incomplete: 'Nicht fertig',
      active: 'Aktiv',
      failing: 'Gestört',
      paused: 'Angehalten',
    },
    numbers: {
      synchronised: 'An die Liste gesendet',
      waiting: 'Wartend',
      failed: 'Abgelehnt',
      last: 'Zuletzt gesendet',
    },
    check: 'Verbindung testen',
    checkDone: '{account} antwortet und nimmt den Schlüssel an.',
    checkFailed: 'Der Dienst antwortet nicht, wie er sollte.',
    pause: 'Anhalten',
    pauseDone: 'Angehalten. Kontakte warten hier.',
    pausedText: 'Kontakte warten hier und gehen hinaus, wenn Sie fortsetzen.',
    resume: 'Fortsetzen',
    resumeDone: 'Kontakte gehen wieder hinaus.',
    needsPerson:
      'Seit {since}. Das endet nicht von selbst: Ersetzen Sie den Schlüssel, oder wählen Sie eine vorhandene Liste. Kontakte warten hier, keiner geht verloren.',
    triesAgain:
      'Seit {since}. Es wird von selbst wieder versucht. Kontakte warten hier, keiner geht verloren.',
    failures: 'Ein abgelehnter Kontakt | {count} abgelehnte Kontakte',
    failuresText:
      'Der Dienst hat sie aus dem genannten Grund nicht angenommen. Sie bleiben hier, bis Sie es wieder versuchen.',
    retry: 'Noch einmal',
    retryOne: 'Noch einmal versuchen: {email}',
    retryAll: 'Alle noch einmal',
    retried:
      'Nichts zu wiederholen. | Ein Kontakt wird noch einmal versucht. | {count} Kontakte werden noch einmal versucht.',
    list: 'Liste',
    listText: 'Wohin die Kontakte gehen. Mailchimp nennt sie Zielgruppe.',
    listOf: '{name} (keine Mitglieder) | {name} (1 Mitglied) | {name} ({members} Mitglieder)',
    chooseList: 'Liste wählen',
    noLists:
      'Dieses Konto hat noch keine Liste. Legen Sie beim Dienst eine an und laden Sie diese Seite neu.',
    noChange:
      'Liste, Felder und Regel lassen sich ändern, wenn er wieder antwortet. Das Gespeicherte bleibt.',
    fields: 'Felder',
    fieldsText: 'Was die Liste außer der Adresse erfährt. Die Nachricht selbst geht nie hinaus.',
    address: 'E-Mail-Adresse',
    always: 'immer gesendet',
    demanded: 'von der Liste verlangt',
    fillWith: '{field} füllen mit',
    notUsable: 'Diese nehmen keinen Text und bleiben, wie sie sind: {fields}.',
    sources: {
      none: 'Nicht füllen',
      'full-name': 'Ganzer Name',
      'first-name': 'Vorname',
      'last-name': 'Nachname',
      page: 'Seite des Formulars',
      site: 'Adresse der Website',
      'received-at': 'Tag der Nachricht',
    },
    consent: 'Einwilligung',
    consentText:
      'In den meisten Ländern muss man zustimmen, bevor man einen Newsletter bekommt. Wer die Liste verlassen hat, wird nie wieder aufgenommen.',
    who: 'Wer wird aufgenommen?',
    rules: {
      confirmed: {
        label: 'Nur wer bestätigt (empfohlen)',
        description: 'Der Dienst schreibt jedem Absender und fragt. Nur wer zustimmt, kommt auf die Liste.',
      },
      pages: {
        label: 'Alle, die von bestimmten Seiten schreiben',
        description:
          'Für Formulare, die das sagen, etwa auf der Newsletter-Seite. Sie sind sofort auf der Liste.',
      },
      statement: {
        label: 'Alle, die schreiben',
        description: 'Sie sind sofort auf der Liste. Sie sagen, was das rechtfertigt.',
      },
    },
    pages: 'Seiten',
    pagesHelp: 'Ein Pfad pro Zeile. Ein * am Ende steht für alles: /campaigns/*',
    statement: 'Warum das richtig ist',
    statementHelp:
      'Zum Beispiel: „Über dem Knopf des Formulars steht, dass Absender den Newsletter bekommen.“ Es bleibt im Protokoll.',
    preview: 'An früheren Nachrichten erproben',
    previewTitle:
      'Von den letzten {messages} Nachrichten wäre niemand aufgenommen worden. | Von den letzten {messages} Nachrichten wäre eine Person aufgenommen worden. | Von den letzten {messages} Nachrichten wären {contacts} Personen aufgenommen worden.',
    previewNone: 'Noch gibt es keine Nachricht, an der sich das erproben ließe.',
    previewText: 'Nichts wurde gesendet. Wer vor dem Speichern geschrieben hat, wird nicht aufgenommen.',
    becomes: { subscribed: 'sofort auf der Liste', pending: 'wird um Bestätigung gebeten' },
    begun: 'Gespeichert. Neue Kontakte gehen ab jetzt auf die Liste.',
  },
});
