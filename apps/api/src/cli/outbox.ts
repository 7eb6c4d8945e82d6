import { Sql, statement } from '../platform/database/sql.js';
import { ContactNotificationsService } from '../contact/contact/contact-notifications.service.js';
import { chooseTenant, command } from './cli.js';

const USAGE = `npm run outbox -- list [--tenant TENANT]       list undelivered notifications, newest first
       npm run outbox -- resend SUBMISSION|all [--tenant TENANT]`;

/** For people; not on standard output, where programs read rows. */
const NOTHING = 'No notifications are waiting, and none have failed.';

const UNDELIVERED = statement(
  'cli_undelivered',
)`SELECT s.id, s.received_at AS "receivedAt", s.email, s.status,
                coalesce(CASE j.state WHEN 'running' THEN 'sending' ELSE j.state END, 'not queued') AS state,
                coalesce(j.attempts, 0) AS attempts, s.error
         FROM contact_submission s LEFT JOIN job j ON j.id = s.id
         WHERE s.tenant_id = $1 AND s.status IN ('failed', 'queued') ORDER BY s.received_at DESC, s.id DESC LIMIT 200`;

interface UndeliveredRow {
  readonly id: string;
  readonly receivedAt: Date;
  readonly email: string;
  readonly status: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
}

const VERBS = { list: 0, resend: 1 } as const;

export const { run } = command(
  { usage: USAGE, verbs: VERBS, takesTenant: true },
  async (app, { verb, values, tenant }) => {
    const [submission = ''] = values;
    const { id } = await chooseTenant(app, tenant);
    if (verb === 'list') {
      const rows = await app.get(Sql).run<UndeliveredRow>(UNDELIVERED, [id]);
      if (rows.length === 0) process.stderr.write(`${NOTHING}\n`);
      for (const row of rows) {
        const { receivedAt, email, status, state, attempts, error } = row;
        console.log(
          [row.id, receivedAt.toISOString(), email, status, state, `${attempts} attempts`, error ?? ''].join(
            '\t',
          ),
        );
      }
      return;
    }
    const ids = await app
      .get(ContactNotificationsService)
      .resend(id, submission === 'all' ? null : submission);
    console.log(`${ids.length} queued again.`);
  },
);
