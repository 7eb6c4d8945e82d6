import { EMAIL_SYSTEM_TEXTS } from '@sitedesk/contract/email';
import { OUTBOX_SYSTEM_TEXTS } from '@sitedesk/contract/outbox';
import { defineMessages } from '../../app/i18n';

defineMessages('system', {
  en: {
    checks: { email: 'Email', outbox: 'Outbox' },
    facts: {
      provider: 'Provider',
      lastAttemptAt: 'Last attempt',
      lastOutcome: 'Result',
      lastDetail: 'Response',
      heldUntil: 'Paused until',
      problem: 'Missing',
      waiting: 'Waiting',
      oldestSeconds: 'Oldest',
      failed: 'Failed',
    },
    codes: { ...EMAIL_SYSTEM_TEXTS, ...OUTBOX_SYSTEM_TEXTS },
    jobKinds: {
      'account-email': { name: 'Account emails', open: 'Open outbox' },
      'article-email': { name: 'Article emails', open: 'Open outbox' },
      'contact-notification': { name: 'Notifications of messages', open: 'Open outbox' },
    },
  },
  de: {
    checks: { email: 'E-Mail', outbox: 'Postausgang' },
    facts: {
      provider: 'Anbieter',
      lastAttemptAt: 'Letzter Versuch',
      lastOutcome: 'Ergebnis',
      lastDetail: 'Antwort',
      heldUntil: 'Angehalten bis',
      problem: 'Fehlt',
      waiting: 'Wartend',
      oldestSeconds: 'Älteste',
      failed: 'Fehlgeschlagen',
    },
    codes: {
      'email-ok': { finding: 'Der Anbieter hat die letzte E-Mail dieser Website angenommen.' },
      'email-untried': {
        finding: 'E-Mail ist eingerichtet, es wurde aber noch nichts gesendet.',
        fix: 'Senden Sie in den E-Mail-Einstellungen eine Test-E-Mail.',
      },
      'email-none': {
        finding: 'Der E-Mail-Anbieter dieser Website behält alle E-Mails hier und sendet keine.',
        fix: 'Wählen Sie in den E-Mail-Einstellungen einen Anbieter, bevor die Website live geht.',
      },
      'email-not-usable': {
        finding:
          'E-Mail ist für diese Website nicht vollständig eingerichtet. Nachrichten werden gespeichert, aber niemand wird benachrichtigt.',
        fix: 'Vervollständigen Sie die E-Mail-Einstellungen und senden Sie eine Test-E-Mail.',
      },
      'email-failing': {
        finding: 'Der E-Mail-Anbieter hat die letzte E-Mail abgelehnt oder war nicht erreichbar.',
        fix: 'Lesen Sie seine Antwort, korrigieren Sie die E-Mail-Einstellungen und senden Sie eine Test-E-Mail. Wartende E-Mails werden danach automatisch gesendet.',
      },
      'outbox-ok': { finding: 'E-Mails werden pünktlich gesendet.' },
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
    },
    jobKinds: {
      'account-email': { name: 'E-Mails an Konten', open: 'Postausgang öffnen' },
      'article-email': { name: 'E-Mails zu Artikeln', open: 'Postausgang öffnen' },
      'contact-notification': { name: 'Benachrichtigungen über Nachrichten', open: 'Postausgang öffnen' },
    },
  },
});
