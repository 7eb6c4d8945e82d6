import { storedMessage } from '@sitedesk/contract/messages';
import { Injectable } from '@nestjs/common';
import type { MailingListAttention } from '@sitedesk/contract/mailing-list';
import { EntityManager } from 'typeorm';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { COUNTED_ROWS } from '../../platform/dashboard/finding.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import { isReady, MAILING_LIST, MailingList } from './mailing-list.entity.js';
import { statement } from '../../platform/database/sql.js';

const REFUSED = statement('dashboard_list_refused')`
SELECT count(*)::int AS count, min(finished_at) AS since FROM (
  SELECT finished_at FROM job WHERE tenant_id = $1 AND kind = '${MAILING_LIST}' AND state = 'dead' LIMIT ${COUNTED_ROWS}) refused`;

/** What the dashboard says about the mailing list. */
@Injectable()
export class MailingListAttentionService {
  constructor(attention: AttentionService, manager: EntityManager) {
    const rule = { permission: 'contacts.manage', order: 20, to: '/settings/mailing-list' } as const;
    const failing = { ...rule, level: 'warning' } as const;
    attention.add<MailingListAttention>('mailing-list-failing', failing, async ({ tenantId }) => {
      const row = await manager.findOneBy(MailingList, { tenantId });
      if (!row || !isReady(row)) return undefined;
      const hold = await manager.findOneBy(JobHold, { tenantId, target: MAILING_LIST });
      return hold
        ? { detail: storedMessage(hold.detail, hold.detailCode), at: hold.since.toISOString() }
        : undefined;
    });
    const refused = { ...rule, level: 'notice' } as const;
    attention.add<MailingListAttention>('mailing-list-refused', refused, ({ tenantId }) =>
      attention.count(REFUSED, [tenantId]),
    );
  }
}
