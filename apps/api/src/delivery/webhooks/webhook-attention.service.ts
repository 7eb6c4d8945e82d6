import { Injectable } from '@nestjs/common';
import type { WebhookAttention } from '@sitedesk/contract/webhooks';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { statement } from '../../platform/database/sql.js';

const FAILING = statement('dashboard_webhooks_failing')`
SELECT count(*)::int AS count, min(failing_since) AS since FROM webhook_target
WHERE tenant_id = $1 AND off_reason IS NULL AND failing_since IS NOT NULL`;
const OFF = statement('dashboard_webhooks_off')`
SELECT count(*)::int AS count, min(off_at) AS since FROM webhook_target
WHERE tenant_id = $1 AND off_reason IN ('gone', 'failing')`;

/** What the dashboard says about webhooks. */
@Injectable()
export class WebhookAttentionService {
  constructor(attention: AttentionService) {
    const rule = {
      permission: 'webhooks.manage',
      order: 32,
      to: '/settings/webhooks',
      level: 'warning',
    } as const;
    attention.add<WebhookAttention>('webhook-failing', rule, ({ tenantId }) =>
      attention.count(FAILING, [tenantId]),
    );
    attention.add<WebhookAttention>('webhook-off', rule, ({ tenantId }) => attention.count(OFF, [tenantId]));
  }
}
