import { Injectable } from '@nestjs/common';
import { DASHBOARD } from '@sitedesk/contract/dashboard';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { ChecklistService } from '../../platform/dashboard/checklist.service.js';
import { counted } from '../../platform/dashboard/finding.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { HAS_SECOND_FACTOR } from '../sessions/has-second-factor.js';

const CAP = DASHBOARD.countCap + 1;

const FEW_CODES = `
  (SELECT count(*) FROM recovery_code rc WHERE rc.account_id = a.id AND rc.tenant_id = a.tenant_id) <= ${DASHBOARD.fewRecoveryCodes}`;

const OWN_CODES = statement('dashboard_own_codes')`
SELECT (SELECT count(*)::int FROM recovery_code rc WHERE rc.account_id = a.id AND rc.tenant_id = a.tenant_id) AS left
FROM account a WHERE a.tenant_id = $1 AND a.id = $2 AND ${HAS_SECOND_FACTOR} AND ${FEW_CODES}`;

/** From those who have a second factor, who are few, to their accounts. */
const OTHERS_CODES = statement('dashboard_others_codes')`
SELECT count(*)::int AS count FROM (
  SELECT 1 FROM account a
  WHERE a.tenant_id = $1 AND a.id <> $2 AND a.status = 'active' AND ${HAS_SECOND_FACTOR} AND ${FEW_CODES} LIMIT ${CAP}) few`;

const HAS_FACTOR = statement(
  'checklist_factor',
)`SELECT ${HAS_SECOND_FACTOR} AS done FROM account a WHERE a.tenant_id = $1 AND a.id = $2`;

/** What the dashboard says about second factors. */
@Injectable()
export class SecondFactorAttentionService {
  constructor(attention: AttentionService, checklist: ChecklistService, sql: Sql) {
    // The count is that of the codes left, which may be none.
    attention.add('recovery-codes-own', async ({ tenantId, caller: { accountId } }) => {
      const [row] = await sql.run<{ readonly left: number }>(OWN_CODES, [tenantId, accountId]);
      return row && { count: row.left };
    });
    attention.add('recovery-codes-others', async ({ tenantId, caller: { accountId } }) => {
      const [row] = await sql.run<{ readonly count: number }>(OTHERS_CODES, [tenantId, accountId]);
      return counted(row?.count ?? 0);
    });
    checklist.add('second-factor', async ({ tenantId, caller: { accountId } }) => {
      const [row] = await sql.run<{ readonly done: boolean }>(HAS_FACTOR, [tenantId, accountId]);
      return row?.done ?? false;
    });
  }
}
