import { Inject, Injectable } from '@nestjs/common';
import { ATTENTION_RULES, DASHBOARD } from '@sitedesk/contract';
import { CLOCK, type Clock } from '../common/clock.js';
import { type PreparedStatement, Sql } from '../database/sql.js';
import type { Principal } from '../identity/principal.js';
import { HAS_SECOND_FACTOR } from '../identity/two-factor/has-second-factor.js';
import { counted, type Finding } from './finding.js';

const CAP = DASHBOARD.countCap + 1;
const DAY_MS = 86_400_000;

const FEW_CODES = `
  (SELECT count(*) FROM recovery_code rc WHERE rc.account_id = a.id AND rc.tenant_id = a.tenant_id) <= ${DASHBOARD.fewRecoveryCodes}`;

const OWN_CODES: PreparedStatement = {
  name: 'dashboard_own_codes',
  text: `
SELECT (SELECT count(*)::int FROM recovery_code rc WHERE rc.account_id = a.id AND rc.tenant_id = a.tenant_id) AS left
FROM account a WHERE a.tenant_id = $1 AND a.id = $2 AND ${HAS_SECOND_FACTOR} AND ${FEW_CODES}`,
};

/** From those who have a second factor, who are few, to their accounts. */
const OTHERS_CODES: PreparedStatement = {
  name: 'dashboard_others_codes',
  text: `
SELECT count(*)::int AS count FROM (
  SELECT 1 FROM account a
  WHERE a.tenant_id = $1 AND a.id <> $2 AND a.status = 'active' AND ${HAS_SECOND_FACTOR} AND ${FEW_CODES} LIMIT ${CAP}) few`,
};

/** $3: null for the tokens of everybody. */
const TOKENS: PreparedStatement = {
  name: 'dashboard_tokens',
  text: `
SELECT count(*)::int AS count, count(*) FILTER (WHERE account_id = $2)::int AS own, min(expires_at) AS first FROM (
  SELECT account_id, expires_at FROM api_token
   WHERE tenant_id = $1 AND ($3::boolean OR account_id = $2) AND expires_at > $4 AND expires_at <= $5 LIMIT ${CAP}) ending`,
};

interface TokenRow {
  readonly count: number;
  readonly own: number;
  readonly first: Date | null;
}

/** What of people's accounts needs somebody. */
@Injectable()
export class AccountAttention {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The count is that of the codes left, which may be none. */
  async ownRecoveryCodes(tenantId: string, accountId: string): Promise<Finding | undefined> {
    const [row] = await this.sql.run<{ readonly left: number }>(OWN_CODES, [tenantId, accountId]);
    return row && { count: row.left };
  }

  async othersRecoveryCodes(tenantId: string, accountId: string): Promise<Finding | undefined> {
    const [row] = await this.sql.run<{ readonly count: number }>(OTHERS_CODES, [tenantId, accountId]);
    return counted(row?.count ?? 0);
  }

  expiredTokens(tenantId: string, principal: Principal): Promise<Finding | undefined> {
    return this.tokens(tenantId, principal, new Date(0), this.in(0));
  }

  expiringTokens(tenantId: string, principal: Principal): Promise<Finding | undefined> {
    return this.tokens(tenantId, principal, this.in(0), this.in(DASHBOARD.tokenExpiresSoonDays));
  }

  /** Own tokens; of everybody for those who may look at everybody's. */
  private async tokens(
    tenantId: string,
    { accountId, permissions }: Principal,
    after: Date,
    until: Date,
  ): Promise<Finding | undefined> {
    const everybody = permissions.has('users.manage');
    const [row] = await this.sql.run<TokenRow>(TOKENS, [tenantId, accountId, everybody, after, until]);
    const to = row && row.own < row.count ? '/users' : ATTENTION_RULES['token-expired'].to;
    return counted(row?.count ?? 0, { at: row?.first?.toISOString() ?? null, to });
  }

  private in(days: number): Date {
    return new Date(this.clock.now() + days * DAY_MS);
  }
}
