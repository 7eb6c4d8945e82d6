import { defineMessages } from '../../app/i18n';

defineMessages('dashboard', {
  en: {
    greeting: 'Hello, {name}',
    stale: 'This could not be renewed just now; it shows what was last known.',
    messages: 'Messages of the last {days} days',
    series: { accepted: 'Accepted', refused: 'Refused' },
    perDay: 'Per day, each row with its own scale',
    reading: '{day}: {accepted} accepted, {refused} refused',
    summary:
      'Messages per day over {days} days: {accepted} accepted, {refused} refused in all. The table has the numbers.',
    today: 'Today',
    table: 'Messages per day',
    asTable: 'Show as table',
    asChart: 'Show as chart',
    day: 'Day',
    noMessages: 'No message has come in these days.',
    delivery: 'Mails of the last {days} days',
    delivered: 'delivered',
    noMails: 'no mail was due',
    mails: { sent: 'Sent', waiting: 'Waiting', failed: 'Failed' },
    needsAttention: 'Needs attention',
    bell: 'Needs attention: nothing',
    bellCount: '1 thing needs attention | {n} things need attention',
    allWell: 'Nothing needs you now.',
    orMore: '{count} or more',
    someUnknown:
      'One thing could not be looked at just now. | {count} things could not be looked at just now.',
    levels: { critical: 'Urgent', warning: 'Warning', notice: 'Notice' },
    attention: {
      'delivery-failed': {
        title:
          'The mail of one message could not be delivered | The mails of {count} messages could not be delivered',
        when: 'The oldest is of {date}. The messages themselves are here.',
        act: 'Look at them',
      },
      'mail-not-usable': { title: 'No mail can leave now', when: '', act: 'Set up email' },
      'outbox-old': {
        title:
          'One mail has been waiting for more than 15 minutes | {count} mails have been waiting for more than 15 minutes',
        when: 'The oldest has waited since {date}.',
        act: 'Open the outbox',
      },
      'alerts-off': {
        title: 'Nobody is mailed about new messages',
        when: '',
        act: 'Turn alerts on',
      },
      'mailing-list-failing': {
        title: 'The mailing list service cannot be used',
        when: 'Since {date}. Contacts wait here, none is lost.',
        act: 'Look at it',
      },
      'mailing-list-refused': {
        title: 'The mailing list refused one contact | The mailing list refused {count} contacts',
        when: '',
        act: 'Look at them',
      },
      'proxy-untrusted': {
        title: 'Requests come through a proxy that is not trusted',
        when: 'All visitors share one rate limit. Seen {time}.',
        act: 'See what to do',
      },
      'recovery-codes-own': {
        title:
          'You have no recovery code left | You have one recovery code left | You have {count} recovery codes left',
        when: '',
        act: 'Make new ones',
      },
      'recovery-codes-others': {
        title: 'One person has two or fewer recovery codes | {count} people have two or fewer recovery codes',
        when: '',
        act: 'See users',
      },
      'token-expired': {
        title: 'One API token has expired | {count} API tokens have expired',
        when: 'The first on {date}.',
        act: 'Replace or delete',
      },
      'token-expiring': {
        title: 'One API token expires soon | {count} API tokens expire soon',
        when: 'The first {time}.',
        act: 'Renew',
      },
    },
    setUp: 'Set up your site',
    stepsDone: '{done} of {all} done',
    isDone: 'done',
    isOpen: 'open',
    doIt: 'Set up',
    steps: {
      hostname: { title: 'Name the site’s address', why: 'Links in mails and the form’s snippet need it.' },
      'mail-provider': {
        title: 'Connect a mail provider',
        why: 'Until then messages are stored, but nobody is told.',
      },
      'admin-address': {
        title: 'Say who is told of messages',
        why: 'Otherwise the sender’s address gets them.',
      },
      captcha: { title: 'Turn on a CAPTCHA', why: 'It keeps most robots out of your inbox.' },
      'first-submission': {
        title: 'Receive the first message',
        why: 'Put the form on a page and send yourself a test.',
      },
      'second-factor': {
        title: 'Protect your own account',
        why: 'A second factor stops whoever gets your password.',
      },
    },
  },
  de: {
    greeting: 'Hallo, {name}',
    stale: 'Das ließ sich gerade nicht erneuern; zu sehen ist der letzte bekannte Stand.',
    messages: 'Nachrichten der letzten {days} Tage',
    series: { accepted: 'Angenommen', refused: 'Abgewiesen' },
    perDay: 'Pro Tag, jede Reihe mit eigenem Maßstab',
    reading: '{day}: {accepted} angenommen, {refused} abgewiesen',
    summary:
      'Nachrichten pro Tag über {days} Tage: insgesamt {accepted} angenommen, {refused} abgewiesen. Die Zahlen stehen in der Tabelle.',
    today: 'Heute',
    table: 'Nachrichten pro Tag',
    asTable: 'Als Tabelle',
    asChart: 'Als Diagramm',
    day: 'Tag',
    noMessages: 'In diesen Tagen ist keine Nachricht gekommen.',
    delivery: 'E-Mails der letzten {days} Tage',
    delivered: 'zugestellt',
    noMails: 'keine E-Mail war fällig',
    mails: { sent: 'Gesendet', waiting: 'Wartend', failed: 'Gescheitert' },
    needsAttention: 'Braucht Aufmerksamkeit',
    bell: 'Braucht Aufmerksamkeit: nichts',
    bellCount: '1 Sache braucht Aufmerksamkeit | {n} Dinge brauchen Aufmerksamkeit',
    allWell: 'Gerade braucht Sie nichts.',
    orMore: '{count} oder mehr',
    someUnknown: 'Eines ließ sich gerade nicht prüfen. | {count} Dinge ließen sich gerade nicht prüfen.',
    levels: { critical: 'Dringend', warning: 'Warnung', notice: 'Hinweis' },
    attention: {
      'delivery-failed': {
        title:
          'Die E-Mail zu einer Nachricht ließ sich nicht zustellen | Die E-Mails zu {count} Nachrichten ließen sich nicht zustellen',
        when: 'Die älteste ist von {date}. Die Nachrichten selbst sind hier.',
        act: 'Ansehen',
      },
      'mail-not-usable': { title: 'Gerade kann keine E-Mail hinaus', when: '', act: 'E-Mail einrichten' },
      'outbox-old': {
        title:
          'Eine E-Mail wartet seit mehr als 15 Minuten | {count} E-Mails warten seit mehr als 15 Minuten',
        when: 'Die älteste wartet seit {date}.',
        act: 'Postausgang öffnen',
      },
      'alerts-off': {
        title: 'Niemand bekommt E-Mails über neue Nachrichten',
        when: '',
        act: 'Einschalten',
      },
      'mailing-list-failing': {
        title: 'Der Mailinglistendienst ist nicht benutzbar',
        when: 'Seit {date}. Kontakte warten hier, keiner geht verloren.',
        act: 'Ansehen',
      },
      'mailing-list-refused': {
        title:
          'Die Mailingliste hat einen Kontakt abgelehnt | Die Mailingliste hat {count} Kontakte abgelehnt',
        when: '',
        act: 'Ansehen',
      },
      'proxy-untrusted': {
        title: 'Anfragen kommen über einen Proxy, dem nicht vertraut wird',
        when: 'Alle Besucher teilen sich ein Limit. Gesehen {time}.',
        act: 'Was zu tun ist',
      },
      'recovery-codes-own': {
        title:
          'Sie haben keinen Wiederherstellungscode mehr | Sie haben noch einen Wiederherstellungscode | Sie haben noch {count} Wiederherstellungscodes',
        when: '',
        act: 'Neue erzeugen',
      },
      'recovery-codes-others': {
        title:
          'Eine Person hat höchstens zwei Wiederherstellungscodes | {count} Personen haben höchstens zwei Wiederherstellungscodes',
        when: '',
        act: 'Zu den Benutzern',
      },
      'token-expired': {
        title: 'Ein API-Token ist abgelaufen | {count} API-Tokens sind abgelaufen',
        when: 'Das erste am {date}.',
        act: 'Ersetzen oder löschen',
      },
      'token-expiring': {
        title: 'Ein API-Token läuft bald ab | {count} API-Tokens laufen bald ab',
        when: 'Das erste {time}.',
        act: 'Erneuern',
      },
    },
    setUp: 'Website einrichten',
    stepsDone: '{done} von {all} erledigt',
    isDone: 'erledigt',
    isOpen: 'offen',
    doIt: 'Einrichten',
    steps: {
      hostname: {
        title: 'Adresse der Website nennen',
        why: 'Links in E-Mails und der Code des Formulars brauchen sie.',
      },
      'mail-provider': {
        title: 'E-Mail-Dienst verbinden',
        why: 'Bis dahin wird gespeichert, aber niemand benachrichtigt.',
      },
      'admin-address': {
        title: 'Festlegen, wer benachrichtigt wird',
        why: 'Sonst bekommt sie die Absenderadresse.',
      },
      captcha: { title: 'CAPTCHA einschalten', why: 'Es hält die meisten Roboter aus dem Posteingang.' },
      'first-submission': {
        title: 'Die erste Nachricht empfangen',
        why: 'Setzen Sie das Formular auf eine Seite und testen Sie es.',
      },
      'second-factor': {
        title: 'Das eigene Konto schützen',
        why: 'Ein zweiter Faktor hält auf, wer Ihr Passwort kennt.',
      },
    },
  },
});
