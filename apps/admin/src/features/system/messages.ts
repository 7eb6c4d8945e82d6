import { SYSTEM_CODES, SYSTEM_TEXTS, type SystemCode } from '@sitedesk/contract';
import { defineMessages } from '../../app/i18n';

interface Words {
  readonly [word: string]: string;
  readonly finding: string;
  readonly fix: string;
}

/** The contract's own English; the German below has to name every code, or it does not compile. */
const english = Object.fromEntries(
  SYSTEM_CODES.map((code) => [
    code,
    { finding: SYSTEM_TEXTS[code].finding, fix: SYSTEM_TEXTS[code].fix ?? '' },
  ]),
) as Record<SystemCode, Words>; // one entry for each code, as just made

const german: Record<SystemCode, Words> = {
  'database-ok': { finding: 'Die Datenbank antwortet.', fix: '' },
  'database-slow': {
    finding: 'Die Datenbank antwortet langsam.',
    fix: 'Sehen Sie nach der Last des Datenbankservers und nach dem Netz zwischen ihm und diesem Prozess.',
  },
  'database-unreachable': {
    finding: 'Die Datenbank antwortet nicht.',
    fix: 'Prüfen Sie, ob PostgreSQL läuft und DATABASE_URL dorthin führt. Neue Nachrichten werden abgewiesen, bis sie wieder da ist.',
  },
  'migrations-ok': { finding: 'Die Tabellen sind die dieser Version.', fix: '' },
  'migrations-pending': {
    finding: 'Die Tabellen sind älter als diese Version.',
    fix: 'Halten Sie alle Instanzen bis auf eine an, machen Sie eine Sicherung und führen Sie `npm run migrate` aus.',
  },
  'migrations-unknown': {
    finding: 'Die Tabellen sind neuer als diese Version.',
    fix: 'Eine neuere Version hat diese Datenbank verändert. Starten Sie wieder jene Version, oder spielen Sie die Sicherung von davor ein.',
  },
  'keys-ok': { finding: 'Alles ist mit aktuellen Schlüsseln verschlüsselt.', fix: '' },
  'keys-old': {
    finding: 'Die Schlüssel dieser Website sind älter als ein Jahr.',
    fix: 'Erzeugen Sie neue mit `npm run keys -- rotate`; der Betrieb läuft dabei weiter.',
  },
  'keys-retired-in-use': {
    finding: 'Einige Schlüssel sind noch mit einem Hauptschlüssel verpackt, der nicht der aktuelle ist.',
    fix: 'Führen Sie `npm run keys -- rotate` aus, bevor der alte Schlüssel aus MASTER_KEYS genommen wird.',
  },
  'keys-unreadable': {
    finding:
      'Ein gespeichertes Geheimnis dieser Website lässt sich mit den vorhandenen Hauptschlüsseln nicht öffnen.',
    fix: 'Nehmen Sie den fehlenden Schlüssel auf jeder Instanz wieder in MASTER_KEYS auf, oder geben Sie das Geheimnis in den Einstellungen neu ein.',
  },
  'mail-ok': { finding: 'Die letzte E-Mail dieser Website hat der Dienst angenommen.', fix: '' },
  'mail-untried': {
    finding: 'Die E-Mail-Einstellungen sind vollständig; gesendet wurde noch nichts.',
    fix: 'Senden Sie aus den E-Mail-Einstellungen eine Testnachricht.',
  },
  'mail-none': {
    finding: 'Der E-Mail-Dienst dieser Website behält jede E-Mail hier und sendet keine.',
    fix: 'Wählen Sie in den E-Mail-Einstellungen einen Dienst, wenn die Website live geht.',
  },
  'mail-not-usable': {
    finding:
      'Diese Website hat keinen benutzbaren E-Mail-Dienst. Nachrichten werden gespeichert, aber niemand erfährt von ihnen.',
    fix: 'Vervollständigen Sie die E-Mail-Einstellungen und senden Sie eine Testnachricht.',
  },
  'mail-failing': {
    finding: 'Der E-Mail-Dienst hat beim letzten Versuch abgelehnt oder war nicht zu erreichen.',
    fix: 'Lesen Sie, was er gesagt hat, berichtigen Sie die E-Mail-Einstellungen und senden Sie eine Testnachricht. Wartende E-Mails gehen dann von selbst hinaus.',
  },
  'outbox-ok': { finding: 'E-Mails gehen pünktlich hinaus.', fix: '' },
  'outbox-late': {
    finding: 'Eine E-Mail wartet seit mehr als 15 Minuten.',
    fix: 'Sehen Sie oben nach dem E-Mail-Dienst; der Postausgang versucht es von selbst wieder.',
  },
  'outbox-stuck': {
    finding: 'Eine E-Mail wartet seit mehr als 4 Stunden.',
    fix: 'Sehen Sie oben nach dem E-Mail-Dienst. Nach 72 Stunden wird eine E-Mail aufgegeben und als gescheitert gezeigt.',
  },
  'outbox-off': {
    finding: 'Diese Instanz sendet keine E-Mails (OUTBOX_WORKER=off).',
    fix: 'Sorgen Sie dafür, dass mindestens eine andere Instanz mit OUTBOX_WORKER=on läuft.',
  },
  'proxy-ok': {
    finding: 'Den Weiterleitungskopfzeilen der von Ihnen genannten Proxys wird geglaubt.',
    fix: '',
  },
  'proxy-none': { finding: 'Keinem Proxy wird vertraut, und keiner wurde gesehen.', fix: '' },
  'proxy-untrusted': {
    finding:
      'Anfragen kommen über einen Proxy, dem nicht vertraut wird. Jeder Besucher scheint dann dessen Adresse zu haben, und alle teilen sich ein Limit.',
    fix: 'Wenn die Adresse unten Ihr Proxy ist, nennen Sie sie in TRUSTED_PROXIES und starten Sie neu.',
  },
  'clock-ok': { finding: 'Diese Maschine und die Datenbank sind sich über die Uhrzeit einig.', fix: '' },
  'clock-apart': {
    finding: 'Die Uhren dieser Maschine und der Datenbank gehen auseinander.',
    fix: 'Schalten Sie auf beiden die Zeitsynchronisation (NTP) ein. Codes von Authenticator-Apps und der Ablauf von Links hängen davon ab.',
  },
  'disk-ok': { finding: 'Im Datenordner ist Platz.', fix: '' },
  'disk-low': {
    finding: 'Die Platte des Datenordners füllt sich.',
    fix: 'Schaffen Sie Platz, oder legen Sie DATA_DIR auf eine größere Platte.',
  },
  'disk-full': {
    finding: 'Die Platte des Datenordners ist fast voll.',
    fix: 'Schaffen Sie jetzt Platz: Ist sie voll, hält die eingebaute Datenbank an, und Nachrichten werden abgewiesen.',
  },
  'check-timed-out': {
    finding: 'Diese Prüfung wurde nicht rechtzeitig fertig.',
    fix: 'Sehen Sie in einer Minute wieder nach. Bleibt es so, sehen Sie ins Log und nach der Last der Maschine.',
  },
  'check-failed': {
    finding: 'Diese Prüfung ließ sich nicht machen.',
    fix: 'Suchen Sie im Log nach dem Ereignis system.check_failed.',
  },
};

defineMessages('system', {
  en: {
    description: 'What works, what does not, and what to do about it.',
    doctor: 'Checks',
    again: 'Check again',
    copy: 'Copy report',
    stale: 'The checks could not be made just now; this is what was last known.',
    allWell: 'Everything is in order',
    someWrong: 'One check needs a look | {count} checks need a look',
    fix: 'What to do:',
    yes: 'yes',
    no: 'no',
    status: { ok: 'OK', warning: 'Warning', failed: 'Failed' },
    checks: {
      database: 'Database',
      migrations: 'Tables',
      keys: 'Keys',
      mail: 'Mail',
      outbox: 'Outbox',
      proxy: 'Proxy',
      clock: 'Clock',
      disk: 'Disk',
    },
    facts: {
      version: 'Version',
      latencyMs: 'Answers in',
      sizeBytes: 'Size',
      connections: 'Connections',
      applied: 'Migrations',
      pending: 'Pending',
      latest: 'Latest',
      masterKeyId: 'Master key',
      masterKeys: 'Master keys known',
      keyCreatedAt: 'Site’s key made',
      keyAgeDays: 'Age in days',
      sitesBehind: 'Sites not on the current master key',
      provider: 'Provider',
      lastAttemptAt: 'Last attempt',
      lastOutcome: 'Outcome',
      lastDetail: 'It said',
      heldUntil: 'Rests until',
      problem: 'Missing',
      waiting: 'Waiting',
      oldestSeconds: 'Oldest',
      failed: 'Failed',
      trusted: 'Proxies trusted',
      peer: 'Address',
      seenAt: 'First seen',
      offsetMs: 'Difference',
      freeBytes: 'Free',
      totalBytes: 'of',
      path: 'Folder',
    },
    codes: english,
    product: 'Product',
    startedAt: 'Running since',
    environment: 'Environment',
    environmentText: 'What this process was started with. Of secrets only whether they are set.',
    variable: 'Variable',
    value: 'Value',
    isSet: 'set',
    notSet: 'not set',
    nothingSet: 'Nothing is set; the defaults hold.',
    showAll: 'Show all {count} variables',
    onlySet: 'Show only those that are set',
  },
  de: {
    description: 'Was funktioniert, was nicht, und was dagegen zu tun ist.',
    doctor: 'Prüfungen',
    again: 'Erneut prüfen',
    copy: 'Bericht kopieren',
    stale: 'Die Prüfungen ließen sich gerade nicht machen; zu sehen ist der letzte bekannte Stand.',
    allWell: 'Alles ist in Ordnung',
    someWrong: 'Eine Prüfung braucht einen Blick | {count} Prüfungen brauchen einen Blick',
    fix: 'Was zu tun ist:',
    yes: 'ja',
    no: 'nein',
    status: { ok: 'OK', warning: 'Warnung', failed: 'Gescheitert' },
    checks: {
      database: 'Datenbank',
      migrations: 'Tabellen',
      keys: 'Schlüssel',
      mail: 'E-Mail',
      outbox: 'Postausgang',
      proxy: 'Proxy',
      clock: 'Uhr',
      disk: 'Platte',
    },
    facts: {
      version: 'Version',
      latencyMs: 'Antwortet in',
      sizeBytes: 'Größe',
      connections: 'Verbindungen',
      applied: 'Migrationen',
      pending: 'Ausstehend',
      latest: 'Neueste',
      masterKeyId: 'Hauptschlüssel',
      masterKeys: 'Bekannte Hauptschlüssel',
      keyCreatedAt: 'Schlüssel der Website erzeugt',
      keyAgeDays: 'Alter in Tagen',
      sitesBehind: 'Websites nicht auf dem aktuellen Hauptschlüssel',
      provider: 'Dienst',
      lastAttemptAt: 'Letzter Versuch',
      lastOutcome: 'Ausgang',
      lastDetail: 'Er sagte',
      heldUntil: 'Ruht bis',
      problem: 'Es fehlt',
      waiting: 'Wartend',
      oldestSeconds: 'Älteste',
      failed: 'Gescheitert',
      trusted: 'Proxys vertraut',
      peer: 'Adresse',
      seenAt: 'Zuerst gesehen',
      offsetMs: 'Unterschied',
      freeBytes: 'Frei',
      totalBytes: 'von',
      path: 'Ordner',
    },
    codes: german,
    product: 'Produkt',
    startedAt: 'Läuft seit',
    environment: 'Umgebung',
    environmentText: 'Womit dieser Prozess gestartet wurde. Von Geheimnissen nur, ob sie gesetzt sind.',
    variable: 'Variable',
    value: 'Wert',
    isSet: 'gesetzt',
    notSet: 'nicht gesetzt',
    nothingSet: 'Nichts ist gesetzt; es gelten die Vorgaben.',
    showAll: 'Alle {count} Variablen zeigen',
    onlySet: 'Nur die gesetzten zeigen',
  },
});
