import { RETENTION_SYSTEM_TEXTS } from '@sitedesk/contract/retention';
import { defineMessages } from '../../app/i18n';

defineMessages('system', {
  en: {
    checks: { retention: 'Retention' },
    facts: {
      lastRunAt: 'Last run',
      removedMessages: 'Messages deleted',
      removedTrash: 'Messages deleted from the trash',
      removedArticles: 'Articles deleted from the trash',
      removedAttempts: 'Attempts deleted',
      removedEmails: 'Sent emails removed',
      removedAudit: 'Audit entries deleted',
      dueMessages: 'Messages due',
      dueTrash: 'Messages due in the trash',
      dueArticles: 'Articles due in the trash',
      dueAttempts: 'Attempts due',
      dueEmails: 'Sent emails due',
      dueAudit: 'Audit entries due',
    },
    codes: RETENTION_SYSTEM_TEXTS,
  },
  de: {
    checks: { retention: 'Aufbewahrung' },
    facts: {
      lastRunAt: 'Letzter Lauf',
      removedMessages: 'Nachrichten gelöscht',
      removedTrash: 'Nachrichten aus dem Papierkorb gelöscht',
      removedArticles: 'Artikel aus dem Papierkorb gelöscht',
      removedAttempts: 'Versuche gelöscht',
      removedEmails: 'Gesendete E-Mails entfernt',
      removedAudit: 'Protokolleinträge gelöscht',
      dueMessages: 'Nachrichten fällig',
      dueTrash: 'Nachrichten im Papierkorb fällig',
      dueArticles: 'Artikel im Papierkorb fällig',
      dueAttempts: 'Versuche fällig',
      dueEmails: 'Gesendete E-Mails fällig',
      dueAudit: 'Protokolleinträge fällig',
    },
    codes: {
      'retention-ok': { finding: 'Alte Daten werden wie eingestellt täglich gelöscht.' },
      'retention-first': { finding: 'Der erste tägliche Lauf beginnt in wenigen Minuten.' },
      'retention-running': { finding: 'Alte Daten werden gerade gelöscht.' },
      'retention-late': {
        finding: 'Seit zwei Tagen wurden keine alten Daten gelöscht.',
        fix: 'Sorgen Sie dafür, dass mindestens eine Instanz mit OUTBOX_WORKER=on läuft.',
      },
      'retention-failed': {
        finding: 'Der letzte tägliche Lauf ist fehlgeschlagen. Er wird alle zehn Minuten wiederholt.',
        fix: 'Suchen Sie im Log nach dem Ereignis retention.failed.',
      },
    },
  },
});
