import { storedMessage } from '@sitedesk/contract/messages';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DASHBOARD } from '@sitedesk/contract/dashboard';
import { Repository } from 'typeorm';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import { isReady, MAILING_LIST, MailingList } from './mailing-list.entity.js';
import { statement } from '../../platform/database/sql.js';

const CAP = DASHBOARD.countCap + 1;

const REFUSED = statement('dashboard_list_refused')`
SELECT count(*)::int AS count, min(finished_at) AS since FROM (
  SELECT finished_at FROM job WHERE tenant_id = $1 AND kind = '${MAILING_LIST}' AND state = 'dead' LIMIT ${CAP}) refused`;

/** What the dashboard says about the mailing list. */
@Injectable()
export class MailingListAttentionService {
  constructor(
    attention: AttentionService,
    @InjectRepository(MailingList) lists: Repository<MailingList>,
    @InjectRepository(JobHold) holds: Repository<JobHold>,
  ) {
    attention.add('mailing-list-failing', async ({ tenantId }) => {
      const row = await lists.findOneBy({ tenantId });
      if (!row || !isReady(row)) return undefined;
      const hold = await holds.findOneBy({ tenantId, target: MAILING_LIST });
      return hold
        ? { detail: storedMessage(hold.detail, hold.detailCode), at: hold.since.toISOString() }
        : undefined;
    });
    attention.add('mailing-list-refused', ({ tenantId }) => attention.count(REFUSED, [tenantId]));
  }
}
