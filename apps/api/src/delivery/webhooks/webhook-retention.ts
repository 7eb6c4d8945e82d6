import type { RetentionKind } from '../../platform/retention/retention-kind.js';

/** Deliveries and their logs go with it. One that still has to be delivered stays. */
const SETTLED = `NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.tenant_id = e.tenant_id AND d.event_id = e.id
  AND d.state IN ('waiting', 'sending'))`;
const REMOVE = {
  text: `DELETE FROM webhook_event e WHERE e.tenant_id = $1 AND e.id = ANY($2::uuid[]) AND ${SETTLED} RETURNING e.id`,
};

/** What was sent to webhooks, and what they responded. */
export const WEBHOOK_RETENTION: RetentionKind = {
  name: 'webhooks',
  setting: 'WebhookDays',
  fallbackDays: 30,
  minDays: 7,
  steers: 'deletion',
  label: {
    en: 'Days that deliveries of webhooks are kept',
    de: 'Tage, die Zustellungen von Webhooks aufbewahrt werden',
  },
  due: `
SELECT e.id FROM webhook_event e WHERE e.tenant_id = $1 AND e.created_at < $2 AND e.sequence IS NOT NULL AND ${SETTLED}
ORDER BY e.created_at, e.id LIMIT $3`,
  remove: async (run, tenantId, ids) => (await run(REMOVE, [tenantId, ids])).length,
};
