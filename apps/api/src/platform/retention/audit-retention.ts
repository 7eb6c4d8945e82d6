import type { RetentionKind } from './retention-kind.js';

const ALLOW = { text: `SELECT set_config('sitedesk.audit_retention', 'on', true)` };
/** The place and hash of the last entry that goes stay: the chain is verified from there on. */
const MOVE_ANCHOR = {
  text: `
UPDATE audit_head h SET anchor_sequence = e.sequence, anchor_hash = e.hash
  FROM audit_entry e WHERE h.tenant_id = $1 AND e.tenant_id = $1 AND e.id = $2 AND e.sequence > h.anchor_sequence
RETURNING h.tenant_id`,
};
const REMOVE = {
  text: `
DELETE FROM audit_entry e USING audit_head h
 WHERE h.tenant_id = $1 AND e.tenant_id = $1 AND e.sequence <= h.anchor_sequence AND e.id = ANY($2::uuid[]) RETURNING e.id`,
};

/** From its beginning, and never past an entry that is too young, whatever the times of those behind it. */
export const AUDIT_RETENTION: RetentionKind = {
  name: 'audit',
  setting: 'AuditDays',
  fallbackDays: 730,
  minDays: 30,
  steers: 'evidence',
  label: {
    en: 'Days that entries of the audit log are kept',
    de: 'Tage, die Einträge des Audit-Protokolls aufbewahrt werden',
  },
  due: `
SELECT id FROM (
  SELECT id, sequence, bool_and(at < $2) OVER (ORDER BY sequence) AS old
    FROM (SELECT id, sequence, at FROM audit_entry WHERE tenant_id = $1 ORDER BY sequence LIMIT $3) first) seen
WHERE old ORDER BY sequence`,
  remove: async (run, tenantId, ids) => {
    await run(ALLOW, []);
    await run(MOVE_ANCHOR, [tenantId, ids.at(-1)]);
    return (await run(REMOVE, [tenantId, ids])).length;
  },
};
