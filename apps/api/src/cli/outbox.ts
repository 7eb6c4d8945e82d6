import { Sql } from '../database/sql.js';
import { OutboxStore } from '../outbox/outbox-store.js';
import { chooseTenant, runCommand, takeOption, UsageError } from './cli.js';

const USAGE = `npm run outbox -- list [--tenant TENANT]       what is not delivered, newest first
       npm run outbox -- resend SUBMISSION|all [--tenant TENANT]`;

/** For people; not on standard output, where programs read rows. */
const NOTHING = 'No message waits to be delivered, and none failed.';

const UNDELIVERED = {
  name: 'cli_undelivered',
  text: `SELECT s.id, s.received_at AS "receivedAt", s.email, s.status, coalesce(o.state, 'not queued') AS state,
                coalesce(o.attempts, 0) AS attempts, s.error
         FROM contact_submission s LEFT JOIN outbox_message o ON o.id = s.id
         WHERE s.tenant_id = $1 AND s.status IN ('failed', 'queued') ORDER BY s.received_at DESC, s.id DESC LIMIT 200`,
} as const;

interface UndeliveredRow {
  readonly id: string;
  readonly receivedAt: Date;
  readonly email: string;
  readonly status: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
}

await runCommand(async (app, args) => {
  const { value: wanted, rest } = takeOption(args, 'tenant');
  const [verb, submission] = rest;
  const { id } = await chooseTenant(app, wanted);
  if (verb === 'list') {
    const rows = await app.get(Sql).run<UndeliveredRow>(UNDELIVERED, [id]);
    if (rows.length === 0) process.stderr.write(`${NOTHING}\n`);
    for (const row of rows) {
      const { receivedAt, email, status, state, attempts, error } = row;
      console.log(
        [row.id, receivedAt.toISOString(), email, status, state, `${attempts} tries`, error ?? ''].join('\t'),
      );
    }
    return;
  }
  if (verb === 'resend' && submission) {
    const ids = await app.get(OutboxStore).resend(id, submission === 'all' ? null : submission);
    console.log(`${ids.length} put back into the queue.`);
    return;
  }
  throw new UsageError(USAGE);
});
