import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { type MessageCode, storedMessage, worded } from '@sitedesk/contract/messages';
import {
  PLAN_MESSAGES,
  type PlanState,
  type PublicationPlanPage,
} from '@sitedesk/contract/publication-plans';
import { type Release, RELEASE_MESSAGES } from '@sitedesk/contract/releases';
import type { ChangeReleaseDto, CreateReleaseDto, ReleaseListDto } from '@sitedesk/contract/releases.dto';
import type { PageDto } from '@sitedesk/contract/rules';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { type Viewer, visibleTo } from './article-permissions.js';
import { dropPreparedPages } from './planned-pages.js';
import { plansChanged } from './publication-plan-rows.js';
import { PublicationPlansService } from './publication-plans.service.js';
import { lockRelease } from './release-rows.js';

/** A row of `publication_release`, as lists show it. */
interface ReleaseRow {
  readonly id: string;
  readonly title: string;
  readonly state: PlanState;
  readonly due_at: Date;
  readonly plans: number;
  readonly attempts: number;
  readonly error: string | null;
  readonly error_code: MessageCode | null;
  readonly planned_by: string | null;
  readonly planner_name: string | null;
  readonly ended_at: Date | null;
}

const RELEASES = `SELECT r.id, r.title, r.state, r.due_at, r.attempts, r.error, r.error_code, r.planned_by, p.display_name AS planner_name,
    r.ended_at, (SELECT count(*)::int FROM publication_job j WHERE j.tenant_id = r.tenant_id AND j.release_id = r.id
      AND j.state <> 'cancelled') AS plans
  FROM publication_release r
  LEFT JOIN account p ON p.tenant_id = r.tenant_id AND p.id = r.planned_by
  WHERE r.tenant_id = $1`;

/**
 * Releases: plans with one time, carried out in one transaction. Anyone who changes one has it locked, and then its articles in the
 * order of their numbers.
 */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly publicationPlans: PublicationPlansService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** All of a site, the earliest first. */
  async list(tenantId: string, { state, limit, cursor }: ReleaseListDto): Promise<Page<Release>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    let where = state === undefined ? '' : ` AND r.state = ${value(state)}`;
    if (cursor !== undefined) {
      const [instant, id] = decodeCursor(cursor, ['instant', 'id']);
      where += ` AND (r.due_at, r.id) > (to_timestamp(${value(Number(instant) / 1_000)}), ${value(id)})`;
    }
    const rows: ReleaseRow[] = await this.manager.query(
      `${RELEASES}${where} ORDER BY r.due_at, r.id LIMIT ${value(size + 1)}`,
      values,
    );
    return pageOf(rows, size, releaseOf, (row) => [row.due_at.getTime(), row.id]);
  }

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<Release> {
    const [row]: ReleaseRow[] = await this.manager.query(`${RELEASES} AND r.id = $2`, [tenantId, id]);
    if (!row) throw new NotFoundException();
    return releaseOf(row);
  }

  /**
   * The plans of a release.
   * @throws NotFoundException
   */
  async plans(viewer: Viewer, id: string, query: PageDto): Promise<PublicationPlanPage> {
    await this.get(viewer.tenantId, id);
    return this.publicationPlans.listOfRelease(viewer, id, query);
  }

  /** @throws ValidationProblem */
  async create(context: CallerContext, { title, at }: CreateReleaseDto): Promise<Release> {
    const { tenantId, caller } = context;
    const dueAt = await this.publicationPlans.instantOf(tenantId, at);
    const id = newId();
    await this.manager.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO publication_release (tenant_id, id, title, state, due_at, next_at, planned_by, planned_at)
         VALUES ($1, $2, $3, 'waiting', $4, $4, $5, $6)`,
        [tenantId, id, title, dueAt, caller.accountId, new Date(this.clock.now())],
      );
      const target = { kind: 'release', id };
      const after = { title, dueAt: dueAt.toISOString() };
      await this.auditLog.record(context, { action: 'release.create', target, after }, manager);
    });
    return this.get(tenantId, id);
  }

  /**
   * Changes a release. A new time is for all its plans, which are the caller's from then on.
   * @throws NotFoundException, WrongState when it has ended or has articles that they don't see, ValidationProblem
   */
  async change(context: CallerContext, id: string, input: ChangeReleaseDto): Promise<Release> {
    const { tenantId, caller } = context;
    const given =
      input.at === undefined ? undefined : await this.publicationPlans.instantOf(tenantId, input.at);
    await this.manager.transaction(async (manager) => {
      const before = await lockRelease(manager, tenantId, id);
      if (before.state !== 'waiting' && given === undefined)
        throw ValidationProblem.at('at', PLAN_MESSAGES.past);
      const articles = await this.lockArticles(manager, context, id);
      const title = input.title ?? before.title;
      const dueAt = given ?? before.due_at;
      await manager.query(
        `UPDATE publication_release SET title = $3, state = 'waiting', due_at = $4, next_at = $4, planned_by = $5, planned_at = $6,
           attempts = 0, error = NULL, error_code = NULL, ended_at = NULL WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id, title, dueAt, caller.accountId, new Date(this.clock.now())],
      );
      if (given !== undefined) {
        await manager.query(
          `UPDATE publication_job SET state = 'waiting', due_at = $3, next_at = $3, planned_by = $4, error = NULL, error_code = NULL,
             ended_at = NULL WHERE tenant_id = $1 AND release_id = $2 AND state NOT IN ('done', 'cancelled')`,
          [tenantId, id, dueAt, caller.accountId],
        );
        for (const number of articles) await plansChanged(manager, tenantId, number);
      }
      const target = { kind: 'release', id };
      const change = {
        before: { title: before.title, dueAt: before.due_at.toISOString() },
        after: { title, dueAt: dueAt.toISOString() },
      };
      await this.auditLog.record(context, { action: 'release.change', target, ...change }, manager);
    });
    return this.get(tenantId, id);
  }

  /** @throws NotFoundException, WrongState when it has ended or has articles that they don't see */
  async cancel(context: CallerContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const { title, due_at: dueAt } = await lockRelease(manager, tenantId, id);
      const articles = await this.lockArticles(manager, context, id);
      await manager.query(
        `UPDATE publication_release SET state = 'cancelled', ended_at = now() WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id],
      );
      const [cancelled]: [{ readonly id: string }[], number] = await manager.query(
        `UPDATE publication_job SET state = 'cancelled', ended_at = now()
         WHERE tenant_id = $1 AND release_id = $2 AND state NOT IN ('done', 'cancelled') RETURNING id`,
        [tenantId, id],
      );
      await dropPreparedPages(
        manager,
        tenantId,
        cancelled.map((plan) => plan.id),
      );
      for (const number of articles) await plansChanged(manager, tenantId, number);
      const target = { kind: 'release', id };
      const before = { title, dueAt: dueAt.toISOString() };
      await this.auditLog.record(context, { action: 'release.cancel', target, before }, manager);
    });
  }

  /**
   * Locks the articles whose plans change with the release.
   * @throws WrongState when one is hidden from the caller: its publication isn't theirs to move or cancel
   */
  private async lockArticles(
    manager: EntityManager,
    { tenantId, caller }: Viewer,
    id: string,
  ): Promise<readonly number[]> {
    const values: unknown[] = [tenantId, id];
    const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
    const articles: readonly { readonly number: number; readonly visible: boolean }[] = await manager.query(
      `SELECT a.number, ${visible} AS visible FROM article a WHERE a.tenant_id = $1 AND a.number IN
         (SELECT number FROM publication_job WHERE tenant_id = $1 AND release_id = $2 AND state NOT IN ('done', 'cancelled'))
       ORDER BY a.number FOR UPDATE OF a`,
      values,
    );
    if (!articles.every((article) => article.visible)) throw new WrongState(RELEASE_MESSAGES.unseen);
    return articles.map(({ number }) => number);
  }
}

const releaseOf = (row: ReleaseRow): Release => ({
  id: row.id,
  title: row.title,
  state: row.state,
  at: row.due_at.toISOString(),
  plans: row.plans,
  planner:
    row.planned_by !== null && row.planner_name !== null
      ? { id: row.planned_by, displayName: row.planner_name }
      : null,
  attempts: row.attempts,
  ...worded('error', row.error === null ? null : storedMessage(row.error, row.error_code)),
  endedAt: row.ended_at?.toISOString() ?? null,
});
