import { Injectable } from '@nestjs/common';
import type { CdnAttention } from '@sitedesk/contract/cdn';
import { storedMessage } from '@sitedesk/contract/messages';
import { EntityManager } from 'typeorm';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { COUNTED_ROWS } from '../../platform/dashboard/finding.js';
import { statement } from '../../platform/database/sql.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import { CDN_PURGE } from './purge-rows.js';

const STOPPED = statement('dashboard_cdn_stopped')`
SELECT count(*)::int AS count, min(created_at) AS since FROM (
  SELECT created_at FROM cdn_purge WHERE tenant_id = $1 AND state IN ('failed', 'old') LIMIT ${COUNTED_ROWS}) stopped`;

/** What the dashboard says about the CDN. */
@Injectable()
export class CdnAttentionService {
  constructor(attention: AttentionService, manager: EntityManager) {
    const rule = { permission: 'cdn.manage', order: 30, to: '/settings/cdn', level: 'warning' } as const;
    attention.add<CdnAttention>('cdn-held', rule, async ({ tenantId }) => {
      const hold = await manager.findOneBy(JobHold, { tenantId, target: CDN_PURGE });
      return hold
        ? { detail: storedMessage(hold.detail, hold.detailCode), at: hold.since.toISOString() }
        : undefined;
    });
    attention.add<CdnAttention>('cdn-failed', rule, ({ tenantId }) => attention.count(STOPPED, [tenantId]));
  }
}
