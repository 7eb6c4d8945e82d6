import { Inject, Injectable } from '@nestjs/common';
import type { AttentionItem, AttentionTile } from '@sitedesk/contract/dashboard';
import { worded } from '@sitedesk/contract/messages';
import type { Permission } from '@sitedesk/contract/permissions';
import { LOG, type Log } from '../core/log.js';
import { type PreparedStatement, Sql } from '../database/sql.js';
import type { CallerContext } from '../http/request-context.js';
import { counted, type Finding } from './finding.js';

/** Who sees it, how urgent it is, and the page where something can be done. */
interface AttentionRule {
  /** Null: every user, about themselves. */
  readonly permission: Permission | null;
  readonly level: AttentionItem['level'];
  /** Its place among those of the same level. */
  readonly order: number;
  /** Path below the admin URL. */
  readonly to: string;
}

type Check = (context: CallerContext) => Promise<Finding | undefined>;

interface CountRow {
  readonly count: number;
  readonly since: Date | null;
}

/** Runs every check that may need attention; one that fails is named, and hides nothing else. */
@Injectable()
export class AttentionService {
  private checks: readonly (AttentionRule & { readonly code: string; readonly check: Check })[] = [];

  constructor(
    private readonly sql: Sql,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * For features, in the constructor of a service.
   * @param check bounded: by an index, and by {@link COUNTED_ROWS}
   */
  add<Code extends string>(code: Code, rule: AttentionRule, check: Check): void {
    this.checks = [...this.checks, { code, ...rule, check }].toSorted(
      (a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || a.order - b.order,
    );
  }

  /** @param statement answers a `count`, of {@link COUNTED_ROWS} at most, and the moment `since` when */
  async count(statement: PreparedStatement, values: readonly unknown[]): Promise<Finding | undefined> {
    const [row] = await this.sql.run<CountRow>(statement, values);
    return counted(row?.count ?? 0, { at: row?.since?.toISOString() ?? null });
  }

  /** What concerns this person: of the site what the permissions allow to see, and of the own account. */
  async read(context: CallerContext): Promise<AttentionTile> {
    const { permissions } = context.caller;
    const unknown: string[] = [];
    const concerning = this.checks.filter(
      ({ permission }) => permission === null || permissions.has(permission),
    );
    const found = await Promise.all(
      concerning.map(async ({ code, level, to, check }) => {
        try {
          const finding = await check(context);
          if (!finding) return undefined;
          const { detail, ...rest } = finding;
          return { code, level, to, count: 1, capped: false, at: null, ...rest, ...worded('detail', detail) };
        } catch (error) {
          this.log.warn({ event: 'dashboard.look_failed', tenantId: context.tenantId, code, err: error });
          unknown.push(code);
          return undefined;
        }
      }),
    );
    return { items: found.filter((item) => item !== undefined), unknown };
  }
}

const LEVELS: readonly AttentionItem['level'][] = ['critical', 'warning', 'notice'];
