import { Inject, Injectable } from '@nestjs/common';
import {
  ATTENTION_CODES,
  ATTENTION_RULES,
  type AttentionCode,
  type AttentionItem,
  type AttentionRule,
  type AttentionTile,
} from '@sitedesk/contract/dashboard';
import { verbatim, worded } from '@sitedesk/contract/messages';
import { LOG, type Log } from '../core/log.js';
import { type PreparedStatement, Sql } from '../database/sql.js';
import type { Principal } from '../http/principal.js';
import type { CallerContext } from '../http/request-context.js';
import { ProxyWatch } from '../tenancy/proxy-watch.js';
import { counted, type Finding } from './finding.js';

type Check = (context: CallerContext) => Promise<Finding | undefined>;

interface CountRow {
  readonly count: number;
  readonly since: Date | null;
}

/** Runs every check that may need attention; one that fails is named, and hides nothing else. */
@Injectable()
export class AttentionService {
  private readonly checks = new Map<AttentionCode, Check>();

  constructor(
    private readonly sql: Sql,
    proxies: ProxyWatch,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.add('proxy-untrusted', async () => {
      const seen = proxies.untrusted;
      return seen && { detail: verbatim(seen.peer), at: seen.seenAt.toISOString() };
    });
  }

  /** For features, in the constructor of a service. Each check is bounded: by an index, and by {@link DASHBOARD.countCap}. */
  add(code: AttentionCode, check: Check): void {
    this.checks.set(code, check);
  }

  /** @param statement answers a `count`, of one row more than the cap at most, and the moment `since` when */
  async count(statement: PreparedStatement, values: readonly unknown[]): Promise<Finding | undefined> {
    const [row] = await this.sql.run<CountRow>(statement, values);
    return counted(row?.count ?? 0, { at: row?.since?.toISOString() ?? null });
  }

  /** What concerns this person: of the site what the permissions allow to see, and of the own account. */
  async read(context: CallerContext): Promise<AttentionTile> {
    const unknown: AttentionCode[] = [];
    const concerning = ATTENTION_CODES.filter((code) => concerns(ATTENTION_RULES[code], context.caller));
    const found = await Promise.all(
      concerning.map(async (code) => {
        try {
          return toItem(code, await this.checks.get(code)?.(context));
        } catch (error) {
          this.log.warn({ event: 'dashboard.look_failed', tenantId: context.tenantId, code, err: error });
          unknown.push(code);
          return undefined;
        }
      }),
    );
    const items = found.filter((item) => item !== undefined);
    return { items: items.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)), unknown };
  }
}

const LEVELS: readonly AttentionItem['level'][] = ['critical', 'warning', 'notice'];

const concerns = ({ permission }: AttentionRule, { permissions }: Principal): boolean =>
  permission === null || permissions.has(permission);

function toItem(code: AttentionCode, finding: Finding | undefined): AttentionItem | undefined {
  if (!finding) return undefined;
  const { level, to } = ATTENTION_RULES[code];
  const { detail, ...rest } = finding;
  return { code, level, to, count: 1, capped: false, at: null, ...rest, ...worded('detail', detail) };
}
