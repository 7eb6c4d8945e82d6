import { defineMessages } from '../../app/i18n';

defineMessages('dashboard', {
  en: {
    greeting: 'Hello, {name}',
    stale: 'Couldn’t refresh. Showing the last known data.',
    messages: 'Messages in the last {days} days',
    series: { accepted: 'Accepted', refused: 'Refused' },
    perDay: 'Per day. Each row has its own scale.',
    reading: '{day}: {accepted} accepted, {refused} refused',
    summary:
      'Messages per day over {days} days: {accepted} accepted and {refused} refused in total. The table lists the numbers.',
    today: 'Today',
    table: 'Messages per day',
    asTable: 'Show as table',
    asChart: 'Show as chart',
    day: 'Day',
    noMessages: 'No messages in this period.',
    delivery: 'Emails in the last {days} days',
    delivered: 'delivered',
    noMails: 'no emails to send',
    mails: { sent: 'Sent', waiting: 'Waiting', failed: 'Failed' },
    needsAttention: 'Needs attention',
    bell: 'Nothing needs attention',
    bellCount: '1 item needs attention | {n} items need attention',
    allWell: 'You’re all caught up.',
    orMore: '{count} or more',
    someUnknown: 'One item couldn’t be checked. | {count} items couldn’t be checked.',
    levels: { critical: 'Urgent', warning: 'Warning', notice: 'Notice' },
    attention: {
      'delivery-failed': {
        title: 'One notification failed | {count} notifications failed',
        when: 'The oldest is from {date}. The messages are safe in your inbox.',
        action: 'Review',
      },
      'mail-not-usable': { title: 'Can’t send email', when: '', action: 'Set up email' },
      'outbox-old': {
        title:
          'One email has been waiting for more than 15 minutes | {count} emails have been waiting for more than 15 minutes',
        when: 'The oldest has been waiting since {date}.',
        action: 'Open outbox',
      },
      'alerts-off': {
        title: 'Nobody gets notified about new messages',
        when: '',
        action: 'Turn on alerts',
      },
      'mailing-list-failing': {
        title: 'Mailing list sync isn’t working',
        when: 'Since {date}. Contacts are kept here until it works again.',
        action: 'Review',
      },
      'mailing-list-refused': {
        title:
          'The mailing list service rejected one contact | The mailing list service rejected {count} contacts',
        when: '',
        action: 'Review',
      },
      'proxy-untrusted': {
        title: 'Requests arrive through an untrusted proxy',
        when: 'All visitors share one rate limit. First seen {time}.',
        action: 'See how to fix it',
      },
      'recovery-codes-own': {
        title:
          'You have no recovery codes left | You have one recovery code left | You have {count} recovery codes left',
        when: '',
        action: 'Generate new codes',
      },
      'recovery-codes-others': {
        title:
          'One user has two or fewer recovery codes left | {count} users have two or fewer recovery codes left',
        when: '',
        action: 'View users',
      },
      'token-expired': {
        title: 'One API token has expired | {count} API tokens have expired',
        when: 'The first one expired on {date}.',
        action: 'Replace or delete',
      },
      'token-expiring': {
        title: 'One API token expires soon | {count} API tokens expire soon',
        when: 'The first one expires {time}.',
        action: 'Renew',
      },
    },
    setUp: 'Set up your site',
    stepsDone: '{done} of {all} done',
    isDone: 'done',
    isOpen: 'open',
    doIt: 'Set up',
    steps: {
      hostname: { title: 'Set your site’s domain', why: 'Links in emails and the form snippet need it.' },
      'mail-provider': {
        title: 'Connect an email provider',
        why: 'Until then, messages are stored but nobody gets notified.',
      },
      'admin-address': {
        title: 'Choose who gets notified',
        why: 'Otherwise, notifications go to the sender address.',
      },
      captcha: { title: 'Turn on a CAPTCHA', why: 'It keeps most spam out of your inbox.' },
      'first-submission': {
        title: 'Receive your first message',
        why: 'Add the form to a page and send yourself a test.',
      },
      'second-factor': {
        title: 'Secure your account',
        why: 'With a second factor, a stolen password isn’t enough to sign in.',
      },
    },
  },
  de: {
    greeting: 'Hallo, {name}',
    stale: 'Aktualisierung fehlgeschlagen. Sie sehen den letzten bekannten Stand.',
    messages: 'Nachrichten der letzten {days} Tage',
    series: { accepted: 'Angenommen', refused: 'Abgelehnt' },
    perDay: 'Pro Tag. Jede Zeile hat einen eigenen Maßstab.',
    reading: '{day}: {accepted} angenommen, {refused} abgelehnt',
    summary:
      'Nachrichten pro Tag über {days} Tage: insgesamt {accepted} angenommen, {refused} abgelehnt. Die Tabelle zeigt die Zahlen.',
    today: 'Heute',
    table: 'Nachrichten pro Tag',
    asTable: 'Als Tabelle anzeigen',
    asChart: 'Als Diagramm anzeigen',
    day: 'Tag',
    noMessages: 'Keine Nachrichten in diesem Zeitraum.',
    delivery: 'E-Mails der letzten {days} Tage',
    delivered: 'zugestellt',
    noMails: 'keine E-Mails zu senden',
    mails: { sent: 'Gesendet', waiting: 'Wartend', failed: 'Fehlgeschlagen' },
    needsAttention: 'Handlungsbedarf',
    bell: 'Kein Handlungsbedarf',
    bellCount: '1 Punkt mit Handlungsbedarf | {n} Punkte mit Handlungsbedarf',
    allWell: 'Alles erledigt.',
    orMore: '{count} oder mehr',
    someUnknown: 'Ein Punkt konnte nicht geprüft werden. | {count} Punkte konnten nicht geprüft werden.',
    levels: { critical: 'Dringend', warning: 'Warnung', notice: 'Hinweis' },
    attention: {
      'delivery-failed': {
        title: 'Eine Benachrichtigung ist fehlgeschlagen | {count} Benachrichtigungen sind fehlgeschlagen',
        when: 'Die älteste ist vom {date}. Die Nachrichten selbst sind im Posteingang.',
        action: 'Ansehen',
      },
      'mail-not-usable': { title: 'E-Mail-Versand nicht möglich', when: '', action: 'E-Mail einrichten' },
      'outbox-old': {
        title:
          'Eine E-Mail wartet seit mehr als 15 Minuten | {count} E-Mails warten seit mehr als 15 Minuten',
        when: 'Die älteste wartet seit {date}.',
        action: 'Postausgang öffnen',
      },
      'alerts-off': {
        title: 'Niemand wird über neue Nachrichten benachrichtigt',
        when: '',
        action: 'Benachrichtigungen aktivieren',
      },
      'mailing-list-failing': {
        title: 'Die Synchronisierung mit der Mailingliste funktioniert nicht',
        when: 'Seit {date}. Kontakte bleiben hier, bis sie wieder funktioniert.',
        action: 'Ansehen',
      },
      'mailing-list-refused': {
        title:
          'Der Mailinglistendienst hat einen Kontakt abgelehnt | Der Mailinglistendienst hat {count} Kontakte abgelehnt',
        when: '',
        action: 'Ansehen',
      },
      'proxy-untrusted': {
        title: 'Anfragen kommen über einen nicht vertrauenswürdigen Proxy',
        when: 'Alle Besucher teilen sich ein Limit. Zuerst gesehen {time}.',
        action: 'Lösung anzeigen',
      },
      'recovery-codes-own': {
        title:
          'Sie haben keinen Wiederherstellungscode mehr | Sie haben noch einen Wiederherstellungscode | Sie haben noch {count} Wiederherstellungscodes',
        when: '',
        action: 'Neue erzeugen',
      },
      'recovery-codes-others': {
        title:
          'Ein Benutzer hat höchstens zwei Wiederherstellungscodes | {count} Benutzer haben höchstens zwei Wiederherstellungscodes',
        when: '',
        action: 'Benutzer anzeigen',
      },
      'token-expired': {
        title: 'Ein API-Token ist abgelaufen | {count} API-Tokens sind abgelaufen',
        when: 'Das erste ist am {date} abgelaufen.',
        action: 'Ersetzen oder löschen',
      },
      'token-expiring': {
        title: 'Ein API-Token läuft bald ab | {count} API-Tokens laufen bald ab',
        when: 'Das erste läuft {time} ab.',
        action: 'Erneuern',
      },
    },
    setUp: 'Website einrichten',
    stepsDone: '{done} von {all} erledigt',
    isDone: 'erledigt',
    isOpen: 'offen',
    doIt: 'Einrichten',
    steps: {
      hostname: {
        title: 'Domain der Website festlegen',
        why: 'Links in E-Mails und der Formularcode benötigen sie.',
      },
      'mail-provider': {
        title: 'E-Mail-Anbieter verbinden',
        why: 'Bis dahin werden Nachrichten gespeichert, aber niemand wird benachrichtigt.',
      },
      'admin-address': {
        title: 'Festlegen, wer benachrichtigt wird',
        why: 'Sonst gehen Benachrichtigungen an die Absenderadresse.',
      },
      captcha: { title: 'CAPTCHA aktivieren', why: 'Es hält den meisten Spam vom Posteingang fern.' },
      'first-submission': {
        title: 'Erste Nachricht empfangen',
        why: 'Bauen Sie das Formular in eine Seite ein und senden Sie einen Test.',
      },
      'second-factor': {
        title: 'Eigenes Konto schützen',
        why: 'Mit einem zweiten Faktor reicht ein gestohlenes Passwort nicht zur Anmeldung.',
      },
    },
  },
});
