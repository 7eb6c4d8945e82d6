import { Injectable } from '@nestjs/common';
import { AI_LIMITS, type AiHelp, type AiUsage, type AiUsageNumbers } from '@sitedesk/contract/ai';
import { Sql, statement } from '../../platform/database/sql.js';
import type { AiSettings } from '../settings/ai-settings.js';

/** Whose call it is, and on which day of the site. */
export interface Spender {
  readonly tenantId: string;
  readonly accountId: string;
  readonly help: AiHelp;
  /** Such as `2026-11-25`. */
  readonly day: string;
}

/** What became of a call. */
export interface Spent {
  readonly reserved: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly failed: boolean;
}

const RESERVE_SITE = statement('ai_reserve_site')`INSERT INTO ai_day AS d (tenant_id, day, tokens)
  SELECT $1, $2::date, $3::bigint WHERE $3::bigint <= $4::bigint
  ON CONFLICT (tenant_id, day) DO UPDATE SET tokens = d.tokens + $3::bigint WHERE d.tokens + $3::bigint <= $4::bigint
  RETURNING tokens`;
/** The site's row, which is locked by now, lets one call of the site after the other come here. */
const RESERVE_USER = statement(
  'ai_reserve_user',
)`INSERT INTO ai_usage AS u (tenant_id, day, account_id, help, calls, reserved)
  SELECT $1, $2::date, $3, $4, 1, $5::bigint
  WHERE $5::bigint + (SELECT coalesce(sum(o.tokens_in + o.tokens_out + o.reserved), 0) FROM ai_usage o
    WHERE o.tenant_id = $1 AND o.day = $2::date AND o.account_id = $3) <= $6::bigint
  ON CONFLICT (tenant_id, day, account_id, help) DO UPDATE SET calls = u.calls + 1, reserved = u.reserved + $5::bigint
  RETURNING calls`;
const REFUSE = statement('ai_refuse')`INSERT INTO ai_usage AS u (tenant_id, day, account_id, help, refusals)
  VALUES ($1, $2::date, $3, $4, 1)
  ON CONFLICT (tenant_id, day, account_id, help) DO UPDATE SET refusals = u.refusals + 1`;
const SETTLE_SITE = statement('ai_settle_site')`UPDATE ai_day SET tokens = greatest(tokens + $3::bigint, 0)
  WHERE tenant_id = $1 AND day = $2::date`;
const SETTLE_USER = statement(
  'ai_settle_user',
)`UPDATE ai_usage SET reserved = greatest(reserved - $5::bigint, 0),
    tokens_in = tokens_in + $6::bigint, tokens_out = tokens_out + $7::bigint, failures = failures + $8::integer
  WHERE tenant_id = $1 AND day = $2::date AND account_id = $3 AND help = $4`;
/** With the first call of a day. */
const FORGET = statement(
  'ai_forget',
)`WITH days AS (DELETE FROM ai_day WHERE tenant_id = $1 AND day < $2::date - 400)
  DELETE FROM ai_usage WHERE tenant_id = $1 AND day < $2::date - 400`;
const USED = statement('ai_used')`SELECT
  (SELECT tokens FROM ai_day WHERE tenant_id = $1 AND day = $2::date) AS site,
  (SELECT sum(tokens_in + tokens_out + reserved) FROM ai_usage
    WHERE tenant_id = $1 AND day = $2::date AND account_id = $3) AS person`;

const NUMBERS = `sum(u.calls)::integer AS calls, sum(u.failures)::integer AS failures,
  sum(u.refusals)::integer AS refusals, sum(u.tokens_in) AS tokens_in, sum(u.tokens_out) AS tokens_out`;
const DAYS = statement('ai_usage_days')`SELECT to_char(u.day, 'YYYY-MM-DD') AS day, ${NUMBERS} FROM ai_usage u
  WHERE u.tenant_id = $1 AND u.day > $2::date - $3::integer GROUP BY u.day ORDER BY u.day DESC`;
const PEOPLE = statement('ai_usage_people')`SELECT u.account_id AS id, a.display_name, ${NUMBERS}
  FROM ai_usage u JOIN account a ON a.id = u.account_id AND a.tenant_id = u.tenant_id
  WHERE u.tenant_id = $1 AND u.day > $2::date - $3::integer GROUP BY u.account_id, a.display_name
  ORDER BY sum(u.tokens_in + u.tokens_out) DESC, u.account_id LIMIT $4::integer`;

interface NumbersRow {
  readonly calls: number;
  readonly failures: number;
  readonly refusals: number;
  readonly tokens_in: string;
  readonly tokens_out: string;
}

/** Tokens that sites and people use in a day: reserved before a call, settled after it. */
@Injectable()
export class AiBudgetService {
  constructor(private readonly sql: Sql) {}

  /** @returns the budget that refuses it; undefined when the tokens are reserved */
  async reserve(
    spender: Spender,
    tokens: number,
    { siteTokens, userTokens }: Pick<AiSettings, 'siteTokens' | 'userTokens'>,
  ): Promise<'site-budget' | 'user-budget' | undefined> {
    const { tenantId, day, accountId, help } = spender;
    try {
      await this.sql.transaction(async (run) => {
        const site = await run<{ readonly tokens: string }>(RESERVE_SITE, [
          tenantId,
          day,
          tokens,
          siteTokens,
        ]);
        if (!site[0]) throw new OverBudget('site-budget');
        const user = await run(RESERVE_USER, [tenantId, day, accountId, help, tokens, userTokens]);
        if (!user[0]) throw new OverBudget('user-budget');
        if (Number(site[0].tokens) === tokens) await run(FORGET, [tenantId, day]);
      });
      return undefined;
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      await this.sql.run(REFUSE, [tenantId, day, accountId, help]);
      return error.budget;
    }
  }

  /** Replaces what was reserved by what was used. */
  async settle(
    { tenantId, day, accountId, help }: Spender,
    { reserved, tokensIn, tokensOut, failed }: Spent,
  ): Promise<void> {
    await this.sql.transaction(async (run) => {
      await run(SETTLE_SITE, [tenantId, day, tokensIn + tokensOut - reserved]);
      const values = [tenantId, day, accountId, help, reserved, tokensIn, tokensOut, failed ? 1 : 0];
      await run(SETTLE_USER, values);
    });
  }

  /** Tokens of a day so far, with those of calls under way. */
  async used({
    tenantId,
    day,
    accountId,
  }: Omit<Spender, 'help'>): Promise<{ readonly site: number; readonly user: number }> {
    const [row] = await this.sql.run<{ readonly site: string | null; readonly person: string | null }>(USED, [
      tenantId,
      day,
      accountId,
    ]);
    return { site: Number(row?.site ?? 0), user: Number(row?.person ?? 0) };
  }

  /** The newest days until one, and the people of these days. */
  async usage(tenantId: string, day: string): Promise<AiUsage> {
    const { usageDays, usagePeople } = AI_LIMITS;
    const days = await this.sql.run<NumbersRow & { readonly day: string }>(DAYS, [tenantId, day, usageDays]);
    const people = await this.sql.run<NumbersRow & { readonly id: string; readonly display_name: string }>(
      PEOPLE,
      [tenantId, day, usageDays, usagePeople],
    );
    return {
      days: days.map((row) => ({ day: row.day, ...numbersOf(row) })),
      people: people.map((row) => ({ id: row.id, displayName: row.display_name, ...numbersOf(row) })),
    };
  }
}

class OverBudget extends Error {
  constructor(readonly budget: 'site-budget' | 'user-budget') {
    super(budget);
  }
}

const numbersOf = ({ calls, failures, refusals, tokens_in, tokens_out }: NumbersRow): AiUsageNumbers => ({
  calls,
  failures,
  refusals,
  tokensIn: Number(tokens_in),
  tokensOut: Number(tokens_out),
});
