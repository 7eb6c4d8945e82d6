import type { Sql } from '../../platform/database/sql.js';
import { type RetentionKind, TRASH_SETTING } from '../../platform/retention/retention-kind.js';

/** Its notification, or its way to a mailing list, has still to be done. */
const WAITS = `EXISTS (SELECT FROM job j WHERE j.id = s.id AND j.state IN ('queued', 'running'))
  OR EXISTS (SELECT FROM job j WHERE j.subject_id = s.id AND j.state IN ('queued', 'running'))`;
/** A message that nobody was notified of stays until someone moves it to the trash. */
const DELIVERED = `s.status NOT IN ('queued', 'failed', 'held') AND NOT (${WAITS})`;
const TRASHED = `s.folder = 'trash' AND NOT (${WAITS})`;

/** As a worker does that records what became of one: the job first, then the message. */
const LOCK_JOBS = {
  text: `
SELECT j.id FROM job j WHERE j.tenant_id = $1 AND (j.id = ANY($2::uuid[]) OR j.subject_id = ANY($2::uuid[]))
ORDER BY j.id FOR UPDATE`,
};
const LOCK_MESSAGES = {
  text: `SELECT id FROM contact_submission WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE`,
};

/** Anyone who has sent one again, or restored it, in the meantime keeps it. */
const removeMessages =
  (condition: string) =>
  async (run: Sql['run'], tenantId: string, ids: readonly string[]): Promise<number> => {
    await run(LOCK_JOBS, [tenantId, ids]);
    await run(LOCK_MESSAGES, [tenantId, ids]);
    const text = `DELETE FROM contact_submission s WHERE s.tenant_id = $1 AND s.id = ANY($2::uuid[]) AND ${condition} RETURNING s.id`;
    return (await run({ text }, [tenantId, ids])).length;
  };

const REMOVE_ATTEMPTS = {
  text: `DELETE FROM contact_attempt WHERE tenant_id = $1 AND id = ANY($2::uuid[]) RETURNING id`,
};

/** What a site keeps of its visitors. */
export const CONTACT_RETENTIONS: readonly RetentionKind[] = [
  {
    name: 'messages',
    setting: 'MessageDays',
    fallbackDays: 0,
    minDays: 7,
    steers: 'deletion',
    label: {
      en: 'Days that messages are kept',
      de: 'Tage, die Nachrichten aufbewahrt werden',
    },
    due: `
SELECT s.id FROM contact_submission s WHERE s.tenant_id = $1 AND s.received_at < $2 AND ${DELIVERED}
ORDER BY s.received_at, s.id LIMIT $3`,
    remove: removeMessages(DELIVERED),
  },
  {
    ...TRASH_SETTING,
    name: 'trash',
    due: `
SELECT s.id FROM contact_submission s WHERE s.tenant_id = $1 AND s.trashed_at < $2 AND ${TRASHED}
ORDER BY s.trashed_at, s.id LIMIT $3`,
    remove: removeMessages(TRASHED),
  },
  {
    name: 'attempts',
    setting: 'AttemptDays',
    fallbackDays: 90,
    // The home page shows a month of them.
    minDays: 31,
    steers: 'deletion',
    label: {
      en: 'Days that attempts to submit are kept',
      de: 'Tage, die Sendeversuche aufbewahrt werden',
    },
    due: `
SELECT id FROM contact_attempt WHERE tenant_id = $1 AND at < $2 ORDER BY at, id LIMIT $3`,
    remove: async (run, tenantId, ids) => (await run(REMOVE_ATTEMPTS, [tenantId, ids])).length,
  },
];
