import type { RetentionKind } from '../../platform/retention/retention-kind.js';

const REMOVE = {
  text: `DELETE FROM job WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND state = 'done' RETURNING id`,
};

/** What a provider has accepted, with its responses; the messages stay. What wasn't sent waits for a person. */
export const EMAIL_RETENTION: RetentionKind = {
  name: 'emails',
  setting: 'EmailDays',
  fallbackDays: 90,
  minDays: 7,
  steers: 'deletion',
  label: {
    en: 'Days that sent emails stay in the outbox',
    de: 'Tage, die gesendete E-Mails im Postausgang bleiben',
  },
  due: `
SELECT id FROM job WHERE tenant_id = $1 AND created_at < $2 AND state = 'done' ORDER BY created_at, id LIMIT $3`,
  remove: async (run, tenantId, ids) => (await run(REMOVE, [tenantId, ids])).length,
};
