import { SYSTEM_TEXTS, type SystemCode } from '@sitedesk/contract/system';
import { defineMessages } from '../../app/i18n';

interface Words {
  readonly [word: string]: string;
  readonly finding: string;
  readonly fix: string;
}

/** The contract's own English; the German below has to name every code, or it does not compile. */
const english = Object.fromEntries(
  Object.entries(SYSTEM_TEXTS).map(([code, { finding, fix }]) => [code, { finding, fix: fix ?? '' }]),
) as Record<SystemCode, Words>; // one entry for each code, as just made

const german: Record<SystemCode, Words> = {
  'database-ok': { finding: 'Die Datenbank antwortet.', fix: '' },
  'database-slow': {
    finding: 'Die Datenbank antwortet langsam.',
    fix: 'Prüfen Sie die Last des Datenbankservers und das Netz zwischen ihm und diesem Prozess.',
  },
  'database-unreachable': {
    finding: 'Die Datenbank antwortet nicht.',
    fix: 'Prüfen Sie, ob PostgreSQL läuft und DATABASE_URL darauf verweist. Neue Nachrichten werden abgelehnt, bis die Datenbank wieder erreichbar ist.',
  },
  'migrations-ok': { finding: 'Das Datenbankschema entspricht dieser Version.', fix: '' },
  'migrations-pending': {
    finding: 'Das Datenbankschema ist älter als diese Version.',
    fix: 'Beenden Sie alle Instanzen bis auf eine, erstellen Sie eine Sicherung und führen Sie `npm run migrate` aus.',
  },
  'migrations-unknown': {
    finding: 'Das Datenbankschema ist neuer als diese Version.',
    fix: 'Eine neuere Version hat diese Datenbank migriert. Starten Sie wieder diese Version oder spielen Sie eine frühere Sicherung ein.',
  },
  'keys-ok': { finding: 'Alles ist mit aktuellen Schlüsseln verschlüsselt.', fix: '' },
  'keys-old': {
    finding: 'Die Schlüssel dieser Website sind über ein Jahr alt.',
    fix: 'Rotieren Sie sie mit `npm run keys -- rotate`. Der Betrieb wird nicht unterbrochen.',
  },
  'keys-retired-in-use': {
    finding: 'Einige Schlüssel sind noch mit einem alten Hauptschlüssel verschlüsselt.',
    fix: 'Führen Sie `npm run keys -- rotate` aus, bevor Sie den alten Schlüssel aus MASTER_KEYS entfernen.',
  },
  'keys-unreadable': {
    finding:
      'Ein gespeichertes Geheimnis dieser Website lässt sich mit den verfügbaren Hauptschlüsseln nicht entschlüsseln.',
    fix: 'Fügen Sie MASTER_KEYS auf jeder Instanz den fehlenden Schlüssel wieder hinzu oder geben Sie das Geheimnis in den Einstellungen neu ein.',
  },
  'mail-ok': { finding: 'Der Anbieter hat die letzte E-Mail dieser Website angenommen.', fix: '' },
  'mail-untried': {
    finding: 'E-Mail ist eingerichtet, es wurde aber noch nichts gesendet.',
    fix: 'Senden Sie in den E-Mail-Einstellungen eine Test-E-Mail.',
  },
  'mail-none': {
    finding: 'Der E-Mail-Anbieter dieser Website behält alle E-Mails hier und sendet keine.',
    fix: 'Wählen Sie in den E-Mail-Einstellungen einen Anbieter, bevor die Website live geht.',
  },
  'mail-not-usable': {
    finding:
      'E-Mail ist für diese Website nicht vollständig eingerichtet. Nachrichten werden gespeichert, aber niemand wird benachrichtigt.',
    fix: 'Vervollständigen Sie die E-Mail-Einstellungen und senden Sie eine Test-E-Mail.',
  },
  'mail-failing': {
    finding: 'Der E-Mail-Anbieter hat die letzte E-Mail abgelehnt oder war nicht erreichbar.',
    fix: 'Lesen Sie seine Antwort, korrigieren Sie die E-Mail-Einstellungen und senden Sie eine Test-E-Mail. Wartende E-Mails werden danach automatisch gesendet.',
  },
  'outbox-ok': { finding: 'E-Mails werden pünktlich gesendet.', fix: '' },
  'outbox-late': {
    finding: 'Eine E-Mail wartet seit mehr als 15 Minuten.',
    fix: 'Prüfen Sie oben den E-Mail-Anbieter. Der Postausgang versucht es automatisch erneut.',
  },
  'outbox-stuck': {
    finding: 'Eine E-Mail wartet seit mehr als 4 Stunden.',
    fix: 'Prüfen Sie oben den E-Mail-Anbieter. Nach 72 Stunden wird die E-Mail als fehlgeschlagen markiert.',
  },
  'outbox-off': {
    finding: 'Diese Instanz sendet keine E-Mails (OUTBOX_WORKER=off).',
    fix: 'Sorgen Sie dafür, dass mindestens eine andere Instanz mit OUTBOX_WORKER=on läuft.',
  },
  'proxy-ok': {
    finding: 'Weiterleitungs-Header Ihrer vertrauenswürdigen Proxys werden akzeptiert.',
    fix: '',
  },
  'proxy-none': {
    finding: 'Kein Proxy ist als vertrauenswürdig eingetragen, und keiner wurde erkannt.',
    fix: '',
  },
  'proxy-untrusted': {
    finding:
      'Anfragen kommen über einen nicht vertrauenswürdigen Proxy. Alle Besucher scheinen dessen Adresse zu haben und teilen sich ein Limit.',
    fix: 'Wenn die Adresse unten Ihr Proxy ist, tragen Sie sie in TRUSTED_PROXIES ein und starten Sie neu.',
  },
  'clock-ok': { finding: 'Die Uhren dieser Maschine und der Datenbank stimmen überein.', fix: '' },
  'clock-apart': {
    finding: 'Die Uhren dieser Maschine und der Datenbank weichen voneinander ab.',
    fix: 'Aktivieren Sie auf beiden die Zeitsynchronisierung (NTP). Authenticator-Codes und die Gültigkeit von Links hängen davon ab.',
  },
  'disk-ok': { finding: 'Für den Datenordner ist genug Speicherplatz vorhanden.', fix: '' },
  'disk-low': {
    finding: 'Der Datenträger mit dem Datenordner füllt sich.',
    fix: 'Geben Sie Speicherplatz frei oder verschieben Sie DATA_DIR auf einen größeren Datenträger.',
  },
  'disk-full': {
    finding: 'Der Datenträger mit dem Datenordner ist fast voll.',
    fix: 'Geben Sie jetzt Speicherplatz frei. Ist der Datenträger voll, stoppt die eingebettete Datenbank und Nachrichten werden abgelehnt.',
  },
  'check-timed-out': {
    finding: 'Diese Prüfung wurde nicht rechtzeitig fertig.',
    fix: 'Prüfen Sie in einer Minute erneut. Wenn es so bleibt, prüfen Sie das Log und die Last der Maschine.',
  },
  'check-failed': {
    finding: 'Diese Prüfung konnte nicht ausgeführt werden.',
    fix: 'Suchen Sie im Log nach dem Ereignis system.check_failed.',
  },
};

defineMessages('system', {
  en: {
    description: 'What’s working, what isn’t, and how to fix it.',
    doctor: 'Checks',
    again: 'Check again',
    copy: 'Copy report',
    stale: 'The checks couldn’t run. Showing the last known results.',
    allWell: 'All checks passed',
    someWrong: 'One check needs attention | {count} checks need attention',
    fix: 'How to fix it:',
    yes: 'yes',
    no: 'no',
    status: { ok: 'OK', warning: 'Warning', failed: 'Failed' },
    checks: {
      database: 'Database',
      migrations: 'Database schema',
      keys: 'Encryption keys',
      mail: 'Email',
      outbox: 'Outbox',
      proxy: 'Proxy',
      clock: 'Clock',
      disk: 'Disk',
    },
    facts: {
      version: 'Version',
      latencyMs: 'Response time',
      sizeBytes: 'Size',
      connections: 'Connections',
      applied: 'Migrations',
      pending: 'Pending',
      latest: 'Latest',
      masterKeyId: 'Master key',
      masterKeys: 'Available master keys',
      keyCreatedAt: 'Site key created',
      keyAgeDays: 'Age in days',
      sitesBehind: 'Sites on an older master key',
      provider: 'Provider',
      lastAttemptAt: 'Last attempt',
      lastOutcome: 'Result',
      lastDetail: 'Response',
      heldUntil: 'Paused until',
      problem: 'Missing',
      waiting: 'Waiting',
      oldestSeconds: 'Oldest',
      failed: 'Failed',
      trusted: 'Trusted proxies',
      peer: 'IP address',
      seenAt: 'First seen',
      offsetMs: 'Difference',
      freeBytes: 'Free',
      totalBytes: 'of',
      path: 'Folder',
    },
    codes: english,
    jobs: 'Background jobs',
    jobsText: 'What this site still has to do. Failed jobs wait until someone retries them.',
    jobKinds: {
      'contact-notification': 'Notifications of messages',
      'account-email': 'Account emails',
      'mailing-list': 'Mailing list',
    },
    jobStates: { queued: 'Queued', held: 'On hold', running: 'Running', dead: 'Failed', oldest: 'Oldest' },
    openOutbox: 'Open outbox',
    openMailingList: 'Open mailing list',
    product: 'Version',
    startedAt: 'Running since',
    environment: 'Environment',
    environmentText:
      'The environment variables this process started with. Secrets show only whether they’re set.',
    variable: 'Variable',
    value: 'Value',
    isSet: 'set',
    notSet: 'not set',
    nothingSet: 'No variables are set. All defaults apply.',
    showAll: 'Show all {count} variables',
    onlySet: 'Show only variables that are set',
  },
  de: {
    description: 'Was funktioniert, was nicht und wie Sie es beheben.',
    doctor: 'Prüfungen',
    again: 'Erneut prüfen',
    copy: 'Bericht kopieren',
    stale: 'Die Prüfungen konnten nicht ausgeführt werden. Sie sehen die letzten bekannten Ergebnisse.',
    allWell: 'Alle Prüfungen bestanden',
    someWrong: 'Eine Prüfung mit Handlungsbedarf | {count} Prüfungen mit Handlungsbedarf',
    fix: 'So beheben Sie es:',
    yes: 'ja',
    no: 'nein',
    status: { ok: 'OK', warning: 'Warnung', failed: 'Fehlgeschlagen' },
    checks: {
      database: 'Datenbank',
      migrations: 'Datenbankschema',
      keys: 'Verschlüsselung',
      mail: 'E-Mail',
      outbox: 'Postausgang',
      proxy: 'Proxy',
      clock: 'Uhr',
      disk: 'Speicherplatz',
    },
    facts: {
      version: 'Version',
      latencyMs: 'Antwortzeit',
      sizeBytes: 'Größe',
      connections: 'Verbindungen',
      applied: 'Migrationen',
      pending: 'Ausstehend',
      latest: 'Neueste',
      masterKeyId: 'Hauptschlüssel',
      masterKeys: 'Verfügbare Hauptschlüssel',
      keyCreatedAt: 'Schlüssel der Website erstellt',
      keyAgeDays: 'Alter in Tagen',
      sitesBehind: 'Websites mit älterem Hauptschlüssel',
      provider: 'Anbieter',
      lastAttemptAt: 'Letzter Versuch',
      lastOutcome: 'Ergebnis',
      lastDetail: 'Antwort',
      heldUntil: 'Angehalten bis',
      problem: 'Fehlt',
      waiting: 'Wartend',
      oldestSeconds: 'Älteste',
      failed: 'Fehlgeschlagen',
      trusted: 'Vertrauenswürdige Proxys',
      peer: 'IP-Adresse',
      seenAt: 'Zuerst gesehen',
      offsetMs: 'Abweichung',
      freeBytes: 'Frei',
      totalBytes: 'von',
      path: 'Ordner',
    },
    codes: german,
    jobs: 'Hintergrundaufgaben',
    jobsText:
      'Was diese Website noch zu erledigen hat. Fehlgeschlagenes wartet, bis jemand es erneut versucht.',
    jobKinds: {
      'contact-notification': 'Benachrichtigungen über Nachrichten',
      'account-email': 'E-Mails an Konten',
      'mailing-list': 'Mailingliste',
    },
    jobStates: {
      queued: 'Wartend',
      held: 'Angehalten',
      running: 'Läuft',
      dead: 'Fehlgeschlagen',
      oldest: 'Älteste',
    },
    openOutbox: 'Postausgang öffnen',
    openMailingList: 'Mailingliste öffnen',
    product: 'Version',
    startedAt: 'Läuft seit',
    environment: 'Umgebung',
    environmentText:
      'Die Umgebungsvariablen, mit denen dieser Prozess gestartet wurde. Bei Geheimnissen nur, ob sie gesetzt sind.',
    variable: 'Variable',
    value: 'Wert',
    isSet: 'gesetzt',
    notSet: 'nicht gesetzt',
    nothingSet: 'Keine Variablen gesetzt. Es gelten die Standardwerte.',
    showAll: 'Alle {count} Variablen anzeigen',
    onlySet: 'Nur gesetzte Variablen anzeigen',
  },
});
