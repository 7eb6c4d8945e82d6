import { Injectable } from '@nestjs/common';
import type { SecondFactorAttention, SecondFactorStep } from '@sitedesk/contract/two-factor';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { ChecklistService } from '../../platform/dashboard/checklist.service.js';
import { COUNTED_ROWS, counted } from '../../platform/dashboard/finding.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { HAS_SECOND_FACTOR } from '../sessions/has-second-factor.js';

/** So few that someone is to be told. */
const FEW = 2;
const FEW_CODES = `
  (SELECT count(*) FROM recovery_code rc WHERE rc.account_id = a.id AND rc.tenant_id = a.tenant_id) <= ${FEW}`;

const OWN_CODES = statement('dashboard_own_codes')`
SELECT (SELECT count(*)::int FROM recovery_code rc WHERE rc.account_id = a.id AND rc.tenant_id = a.tenant_id) AS left
FROM account a WHERE a.tenant_id = $1 AND a.id = $2 AND ${HAS_SECOND_FACTOR} AND ${FEW_CODES}`;

/** From those who have a second factor, who are few, to their accounts. */
const OTHERS_CODES = statement('dashboard_others_codes')`
SELECT count(*)::int AS count FROM (
  SELECT 1 FROM account a
  WHERE a.tenant_id = $1 AND a.id <> $2 AND a.status = 'active' AND ${HAS_SECOND_FACTOR} AND ${FEW_CODES} LIMIT ${COUNTED_ROWS}) few`;

const HAS_FACTOR = statement('checklist_factor')`
SELECT ${HAS_SECOND_FACTOR} AS done FROM account a WHERE a.tenant_id = $1 AND a.id = $2`;

/** What the dashboard says about second factors. */
@Injectable()
export class SecondFactorAttentionService {
  constructor(attention: AttentionService, checklist: ChecklistService, sql: Sql) {
    const own = { permission: null, level: 'warning', order: 40, to: '/me' } as const;
    // The count is that of the codes left, which may be none.
    attention.add<SecondFactorAttention>('recovery-codes-own', own, async ({ tenantId, caller }) => {
      const [row] = await sql.run<{ readonly left: number }>(OWN_CODES, [tenantId, caller.accountId]);
      return row && { count: row.left };
    });
    const others = { permission: 'users.manage', level: 'notice', order: 30, to: '/users' } as const;
    attention.add<SecondFactorAttention>('recovery-codes-others', others, async ({ tenantId, caller }) => {
      const [row] = await sql.run<{ readonly count: number }>(OTHERS_CODES, [tenantId, caller.accountId]);
      return counted(row?.count ?? 0);
    });
    const step = { permission: null, order: 60, to: '/me' };
    checklist.add<SecondFactorStep>('second-factor', step, async ({ tenantId, caller }) => {
      const [row] = await sql.run<{ readonly done: boolean }>(HAS_FACTOR, [tenantId, caller.accountId]);
      return row?.done ?? false;
    });
  }
}
