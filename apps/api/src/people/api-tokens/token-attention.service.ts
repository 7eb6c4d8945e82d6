import { Inject, Injectable } from '@nestjs/common';
import type { TokenAttention } from '@sitedesk/contract/api-tokens';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { COUNTED_ROWS, counted, type Finding } from '../../platform/dashboard/finding.js';
import { Sql, statement } from '../../platform/database/sql.js';
import type { CallerContext } from '../../platform/http/request-context.js';

const DAY_MS = 86_400_000;
const EXPIRES_SOON_DAYS = 14;
const EXPIRED = { permission: null, level: 'notice', order: 40, to: '/me' } as const;
const EXPIRING = { permission: null, level: 'warning', order: 50, to: '/me' } as const;

/** $3: null for the tokens of everyone. */
const TOKENS = statement('dashboard_tokens')`
SELECT count(*)::int AS count, count(*) FILTER (WHERE account_id = $2)::int AS own, min(expires_at) AS first FROM (
  SELECT account_id, expires_at FROM api_token
   WHERE tenant_id = $1 AND ($3::boolean OR account_id = $2) AND expires_at > $4 AND expires_at <= $5 LIMIT ${COUNTED_ROWS}) ending`;

interface TokenRow {
  readonly count: number;
  readonly own: number;
  readonly first: Date | null;
}

/** What the dashboard says about API tokens: people's own; of everyone for those who may look at everyone's. */
@Injectable()
export class TokenAttentionService {
  constructor(
    attention: AttentionService,
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    attention.add<TokenAttention>('token-expired', EXPIRED, (context) =>
      this.ending(context, new Date(0), this.in(0)),
    );
    attention.add<TokenAttention>('token-expiring', EXPIRING, (context) =>
      this.ending(context, this.in(0), this.in(EXPIRES_SOON_DAYS)),
    );
  }

  private async ending(
    { tenantId, caller: { accountId, permissions } }: CallerContext,
    after: Date,
    until: Date,
  ): Promise<Finding | undefined> {
    const everybody = permissions.has('users.manage');
    const [row] = await this.sql.run<TokenRow>(TOKENS, [tenantId, accountId, everybody, after, until]);
    const to = row && row.own < row.count ? '/users' : EXPIRED.to;
    return counted(row?.count ?? 0, { at: row?.first?.toISOString() ?? null, to });
  }

  private in(days: number): Date {
    return new Date(this.clock.now() + days * DAY_MS);
  }
}
