import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { instantsOf, LOCAL_TIME } from '@sitedesk/contract/local-time';
import {
  PLAN_LIMITS,
  PLAN_MESSAGES,
  type PlanState,
  type PublicationPlan,
  type PublicationPlanPage,
} from '@sitedesk/contract/publication-plans';
import type { ChangePlanDto, CreatePlanDto, PlanListDto } from '@sitedesk/contract/publication-plans.dto';
import { RELEASE_LIMITS, RELEASE_MESSAGES } from '@sitedesk/contract/releases';
import type { PageDto } from '@sitedesk/contract/rules';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { decodeCursor, encodeCursor, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { pathOf, requireFields } from './article-fields.js';
import { isPostOf } from './article-filter.js';
import { type Viewer, visibleTo } from './article-permissions.js';
import { type ArticleRow, type DraftRow, findArticle, placeOfRow } from './article-rows.js';
import { findVersion, keepDraft } from './article-versions.js';
import { dropPreparedPages, preparePage, type RenderedPage } from './planned-pages.js';
import {
  type ListedPlanRow,
  listedPlans,
  PLAN_COLUMNS,
  planOf,
  type PlanRow,
  plansChanged,
  requireForward,
} from './publication-plan-rows.js';
import { requirePublishable } from './publishing-rules.js';
import { readPublishingSettings } from './publishing-settings.js';
import { PublishingService } from './publishing.service.js';
import { lockRelease } from './release-rows.js';
import { readSiteZone } from './site-zone.js';

/** What a plan does, as it is stored. */
type Planned = Pick<
  PlanRow,
  'action' | 'version' | 'answer' | 'forward_number' | 'forward_url' | 'due_at'
> & {
  /** What it publishes. */
  readonly page?: RenderedPage;
};

/** Which plans a page is of. */
interface PlanQuery {
  /** Those to choose from; all of the site unless told otherwise. */
  readonly of?: string;
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
  readonly order: 'ASC' | 'DESC';
}

/** So many plans are looked through for a page, however few of them belong to it. */
const WALKED = 5_000;

/** What is true of the plans after a cursor. */
function after(
  { cursor }: PageDto,
  order: PlanQuery['order'],
  value: (each: unknown) => string,
): readonly string[] {
  if (cursor === undefined) return [];
  const [instant, id] = decodeCursor(cursor, ['instant', 'id']);
  const at = `to_timestamp(${value(Number(instant) / 1_000)})`;
  return [`(j.due_at, j.id) ${order === 'ASC' ? '>' : '<'} (${at}, ${value(id)})`];
}

/** The version of a plan. */
interface Pinned {
  readonly version: number;
  readonly page: RenderedPage;
}

/**
 * Plans: an article is published or withdrawn at a time. A plan is pinned to a version, so that nothing written later goes live
 * unseen. Anyone who changes one has the article locked: it is the queue of its plans.
 */
@Injectable()
export class PublicationPlansService {
  constructor(
    private readonly manager: EntityManager,
    private readonly publishing: PublishingService,
    private readonly settings: SettingsService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** All plans of a site, the earliest first. A page has fewer than asked for when few of those looked through belong to it. */
  async list(viewer: Viewer, query: PlanListDto): Promise<PublicationPlanPage> {
    const { tenantId, caller } = viewer;
    const values: unknown[] = [tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const conditions = [
      'j.tenant_id = $1',
      ...(query.from === undefined ? [] : [`j.due_at >= ${value(query.from)}`]),
      ...(query.until === undefined ? [] : [`j.due_at < ${value(query.until)}`]),
      ...(query.state === undefined ? [] : [`j.state = ${value(query.state)}`]),
      ...after(query, 'ASC', value),
    ];
    const walk = `FROM publication_job j WHERE ${conditions.join(' AND ')} ORDER BY j.due_at, j.id`;
    const ofWalk = [...values];
    const shown = [
      visibleTo(caller, value),
      ...(query.blog === undefined ? [] : [isPostOf(value(query.blog))]),
      ...(query.planner === undefined ? [] : [`j.planned_by = ${value(query.planner)}`]),
    ];
    const page = await this.page(tenantId, query, {
      of: `(SELECT j.* ${walk} LIMIT ${WALKED})`,
      conditions: shown,
      values,
      order: 'ASC',
    });
    if (page.nextCursor !== null) return page;
    // Too few in what was looked through, which may not be the end.
    const [last]: Pick<PlanRow, 'due_at' | 'id'>[] = await this.manager.query(
      `SELECT j.due_at, j.id ${walk} OFFSET ${WALKED - 1} LIMIT 1`,
      ofWalk,
    );
    return { ...page, nextCursor: last ? encodeCursor([last.due_at.getTime(), last.id]) : null };
  }

  /**
   * The plans of an article, the latest first.
   * @throws NotFoundException
   */
  async listOf(viewer: Viewer, number: number, query: PageDto): Promise<PublicationPlanPage> {
    const { tenantId } = viewer;
    if (!(await findArticle(this.manager, viewer, number))) throw new NotFoundException();
    const values: unknown[] = [tenantId, number];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const conditions = ['j.number = $2', ...after(query, 'DESC', value)];
    return this.page(tenantId, query, { conditions, values, order: 'DESC' });
  }

  /** The plans of a release whose articles the viewer sees. */
  async listOfRelease(viewer: Viewer, release: string, query: PageDto): Promise<PublicationPlanPage> {
    const { tenantId, caller } = viewer;
    const values: unknown[] = [tenantId, release];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const conditions = ['j.release_id = $2', visibleTo(caller, value), ...after(query, 'ASC', value)];
    return this.page(tenantId, query, { conditions, values, order: 'ASC' });
  }

  /** @throws NotFoundException, VersionConflict, WrongState, ValidationProblem */
  async create(context: CallerContext, number: number, input: CreatePlanDto): Promise<PublicationPlan> {
    const { tenantId } = context;
    if (!(await findArticle(this.manager, context, number))) throw new NotFoundException();
    const given = input.at === undefined ? undefined : await this.instantOf(tenantId, input.at);
    const id = newId();
    await this.manager.transaction(async (manager) => {
      const { dueAt, state } = await this.timeOf(manager, tenantId, input, given);
      const { article, draft } = await this.publishing.locked(manager, context, number);
      if (input.release !== undefined) await requireRoom(manager, tenantId, input.release, number);
      const planned: Planned =
        input.action === 'publish'
          ? {
              ...NOTHING,
              ...input,
              ...(await this.pin(manager, context, article, draft, input)),
              due_at: dueAt,
            }
          : await this.withdrawal(manager, context, article, { ...input, due_at: dueAt });
      await manager.query(
        `INSERT INTO publication_job (tenant_id, id, number, action, version, answer, forward_number, forward_url, due_at, next_at,
           planned_by, planned_at, state, release_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, $13)`,
        [
          ...this.valuesOf(context, id, number, planned),
          new Date(this.clock.now()),
          state,
          input.release ?? null,
        ],
      );
      if (planned.page) await preparePage(manager, tenantId, id, planned.page);
      await plansChanged(manager, tenantId, number);
      const target = { kind: 'article', id: String(number) };
      const release = input.release === undefined ? {} : { release: input.release };
      const after = { title: article.title, ...shown(planned), ...release };
      await this.auditLog.record(context, { action: 'article.schedule', target, after }, manager);
    });
    return this.read(tenantId, number, id);
  }

  /**
   * Changes a plan, which is the caller's from now on and waits for its time again.
   * @throws NotFoundException, VersionConflict, WrongState when it has ended, ValidationProblem
   */
  async change(
    context: CallerContext,
    number: number,
    id: string,
    input: ChangePlanDto,
  ): Promise<PublicationPlan> {
    const { tenantId } = context;
    const given = input.at === undefined ? undefined : await this.instantOf(tenantId, input.at);
    await this.manager.transaction(async (manager) => {
      const { article, draft } = await this.publishing.locked(manager, context, number);
      const plan = await this.open(manager, tenantId, number, id);
      const dueAt = given ?? plan.due_at;
      const isReleased = plan.release_id !== null;
      if (isReleased && given !== undefined) throw ValidationProblem.at('at', RELEASE_MESSAGES.timeOfRelease);
      if (!isReleased && plan.state !== 'waiting' && given === undefined)
        throw ValidationProblem.at('at', PLAN_MESSAGES.past);
      const planned: Planned =
        plan.action === 'publish'
          ? {
              ...plan,
              ...(await this.repin(manager, context, article, draft, plan, input)),
              due_at: dueAt,
            }
          : await this.withdrawal(manager, context, article, {
              answer: plan.answer ?? undefined,
              ...(input.answer === undefined && {
                forwardArticle: plan.forward_number,
                forwardUrl: plan.forward_url,
              }),
              ...input,
              due_at: dueAt,
            });
      await manager.query(
        `UPDATE publication_job SET action = $4, version = $5, answer = $6, forward_number = $7, forward_url = $8, state = $12,
           due_at = $9, next_at = $9, planned_by = $10, planned_at = $11, attempts = 0, error = NULL, error_code = NULL, ended_at = NULL
         WHERE tenant_id = $1 AND id = $2 AND number = $3`,
        // One of a release waits again when that does.
        [
          ...this.valuesOf(context, id, number, planned),
          new Date(this.clock.now()),
          isReleased ? plan.state : 'waiting',
        ],
      );
      if (planned.page) await preparePage(manager, tenantId, id, planned.page);
      await plansChanged(manager, tenantId, number);
      const target = { kind: 'article', id: String(number) };
      const change = { before: shown(plan), after: shown(planned) };
      await this.auditLog.record(context, { action: 'article.change-plan', target, ...change }, manager);
    });
    return this.read(tenantId, number, id);
  }

  /** @throws NotFoundException, WrongState when it has ended */
  async cancel(context: CallerContext, number: number, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const article = await findArticle(manager, context, number, { lock: true });
      if (!article) throw new NotFoundException();
      const plan = await this.open(manager, tenantId, number, id);
      await manager.query(
        `UPDATE publication_job SET state = 'cancelled', ended_at = now() WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id],
      );
      await dropPreparedPages(manager, tenantId, [id]);
      await plansChanged(manager, tenantId, number);
      const target = { kind: 'article', id: String(number) };
      const before = { title: article.title, ...shown(plan) };
      await this.auditLog.record(context, { action: 'article.cancel-plan', target, before }, manager);
    });
  }

  /**
   * Cancels the plan made last of those that publish an article at a time; one of a release is that release's.
   * @throws NotFoundException, WrongState when there is none that waits
   */
  async cancelAt(context: CallerContext, number: number, at: Date | null): Promise<void> {
    const [plan]: { readonly id: string }[] = await this.manager.query(
      `SELECT id FROM publication_job WHERE tenant_id = $1 AND number = $2 AND action = 'publish' AND state = 'waiting'
         AND release_id IS NULL AND due_at = $3 ORDER BY planned_at DESC, id DESC LIMIT 1`,
      [context.tenantId, number, at],
    );
    if (!plan) throw new WrongState(PLAN_MESSAGES.ended);
    await this.cancel(context, number, plan.id);
  }

  private async page(
    tenantId: string,
    { limit }: PageDto,
    { of, conditions, values, order }: PlanQuery,
  ): Promise<PublicationPlanPage> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const where = conditions.map((condition) => ` AND ${condition}`).join('');
    const rows: ListedPlanRow[] = await this.manager.query(
      `${listedPlans(of)}${where} ORDER BY j.due_at ${order}, j.id ${order} LIMIT ${size + 1}`,
      values,
    );
    const zone = await this.settings.read(tenantId, readSiteZone);
    return { ...pageOf(rows, size, planOf, (row) => [row.due_at.getTime(), row.id]), zone };
  }

  private async read(tenantId: string, number: number, id: string): Promise<PublicationPlan> {
    const [row]: ListedPlanRow[] = await this.manager.query(
      `${listedPlans()} AND j.number = $2 AND j.id = $3`,
      [tenantId, number, id],
    );
    if (!row) throw new NotFoundException();
    return planOf(row);
  }

  private async open(manager: EntityManager, tenantId: string, number: number, id: string): Promise<PlanRow> {
    const [plan]: PlanRow[] = await manager.query(
      `SELECT ${PLAN_COLUMNS} FROM publication_job j WHERE j.tenant_id = $1 AND j.number = $2 AND j.id = $3 FOR UPDATE`,
      [tenantId, number, id],
    );
    if (!plan) throw new NotFoundException();
    if (plan.state === 'done' || plan.state === 'cancelled') throw new WrongState(PLAN_MESSAGES.ended);
    return plan;
  }

  private valuesOf(
    { tenantId, caller }: CallerContext,
    id: string,
    number: number,
    plan: Planned,
  ): unknown[] {
    const { action, version, answer, forward_number, forward_url, due_at } = plan;
    return [
      tenantId,
      id,
      number,
      action,
      version,
      answer,
      forward_number,
      forward_url,
      due_at,
      caller.accountId,
    ];
  }

  /** When a new plan is carried out. A release is locked before its articles, everywhere. */
  private async timeOf(
    manager: EntityManager,
    tenantId: string,
    { release }: CreatePlanDto,
    given: Date | undefined,
  ): Promise<{ readonly dueAt: Date; readonly state: PlanState }> {
    if ((release === undefined) === (given === undefined))
      throw ValidationProblem.at('at', RELEASE_MESSAGES.timeOrRelease);
    if (given) return { dueAt: given, state: 'waiting' };
    const found = await lockRelease(manager, tenantId, release ?? '').catch((error: unknown) => {
      throw error instanceof NotFoundException
        ? ValidationProblem.at('release', RELEASE_MESSAGES.unknown)
        : error;
    });
    return { dueAt: found.due_at, state: found.state };
  }

  /** @throws ValidationProblem when clocks skip that time or show it twice, or it isn't ahead */
  async instantOf(tenantId: string, at: string): Promise<Date> {
    const instant = LOCAL_TIME.test(at) ? await this.zonedInstant(tenantId, at) : new Date(at);
    const now = this.clock.now();
    if (Number.isNaN(instant.getTime()) || instant.getTime() <= now)
      throw ValidationProblem.at('at', PLAN_MESSAGES.past);
    const last = new Date(now);
    last.setUTCFullYear(last.getUTCFullYear() + PLAN_LIMITS.years);
    if (instant > last) throw ValidationProblem.at('at', PLAN_MESSAGES.far({ years: PLAN_LIMITS.years }));
    return instant;
  }

  private async zonedInstant(tenantId: string, local: string): Promise<Date> {
    const zone = await this.settings.read(tenantId, readSiteZone);
    const [first, second] = instantsOf(local, zone);
    const time = local.slice(11);
    if (!first) throw ValidationProblem.at('at', PLAN_MESSAGES.skipped({ zone, time }));
    if (!second) return first;
    const offsets = { first: offsetOf(local, first), second: offsetOf(local, second) };
    throw ValidationProblem.at('at', PLAN_MESSAGES.twice({ zone, time, ...offsets }));
  }

  /** The version that is to be published, checked as if it were published now. */
  private async pin(
    manager: EntityManager,
    context: CallerContext,
    article: ArticleRow,
    draft: DraftRow,
    input: CreatePlanDto | ChangePlanDto,
  ): Promise<Pinned> {
    const { tenantId } = context;
    const { number } = article;
    if (input.answer !== undefined || input.forwardArticle || input.forwardUrl)
      throw ValidationProblem.at('answer', PLAN_MESSAGES.onlyWithdraw);
    if ((input.revision === undefined) === (input.version === undefined))
      throw ValidationProblem.at('revision', PLAN_MESSAGES.noChoice);
    if (input.revision !== undefined && input.revision !== draft.revision) throw new VersionConflict();
    const version = input.version ?? (await keepDraft(manager, tenantId, article, draft));
    if (version > article.last_version)
      await manager.query('UPDATE article SET last_version = $3 WHERE tenant_id = $1 AND number = $2', [
        tenantId,
        number,
        version,
      ]);
    const content = await findVersion(manager, tenantId, number, version);
    if (!content) throw ValidationProblem.at('version', PLAN_MESSAGES.noVersion);
    const place = placeOfRow(article);
    const slug = article.type === ARTICLE_TYPES.stream ? (place.blogKey ?? '') : content.fields.slug;
    requireFields(place, { ...content.fields, slug }); // a blog has the key of today
    const settings = await this.settings.read(tenantId, readPublishingSettings);
    const { fields, document } = content;
    const publisher = context.caller.accountId;
    await requirePublishable(manager, settings, { tenantId, number, fields, document, publisher });
    await this.publishing.requireAddress(
      manager,
      tenantId,
      number,
      pathOf(placeOfRow(article), content.fields.slug),
    );
    return { version, page: this.publishing.render(tenantId, number, { ...content, version }) };
  }

  private async repin(
    manager: EntityManager,
    context: CallerContext,
    article: ArticleRow,
    draft: DraftRow,
    plan: PlanRow,
    input: ChangePlanDto,
  ): Promise<Pinned> {
    const isKept = input.revision === undefined && input.version === undefined;
    const given = isKept ? { ...input, version: plan.version ?? undefined } : input;
    return this.pin(manager, context, article, draft, given);
  }

  /** @throws ValidationProblem, WrongState when nothing will be live then */
  private async withdrawal(
    manager: EntityManager,
    viewer: Viewer,
    article: ArticleRow,
    input: ChangePlanDto & { readonly due_at: Date },
  ): Promise<Planned> {
    if (input.revision !== undefined || input.version !== undefined)
      throw ValidationProblem.at('version', PLAN_MESSAGES.onlyPublish);
    const { answer, forwardArticle, forwardUrl, due_at } = input;
    if (answer === undefined) throw ValidationProblem.at('answer', PLAN_MESSAGES.needsAnswer);
    await requireForward(manager, viewer, article, { answer, forwardArticle, forwardUrl });
    const isLiveThen =
      article.publication_id !== null || (article.scheduled_at !== null && article.scheduled_at < due_at);
    if (!isLiveThen) throw new WrongState(PLAN_MESSAGES.nothingToWithdraw);
    return {
      ...NOTHING,
      action: 'withdraw',
      answer,
      forward_number: forwardArticle ?? null,
      forward_url: forwardUrl ?? null,
      due_at,
    };
  }
}

/** @throws ValidationProblem when the release, which is locked, has that article already, or enough of them */
async function requireRoom(
  manager: EntityManager,
  tenantId: string,
  release: string,
  number: number,
): Promise<void> {
  const [found]: { readonly count: number; readonly has: boolean | null }[] = await manager.query(
    `SELECT count(*)::int AS count, bool_or(number = $3) AS has FROM publication_job
     WHERE tenant_id = $1 AND release_id = $2 AND state <> 'cancelled'`,
    [tenantId, release, number],
  );
  if (found?.has) throw ValidationProblem.at('release', RELEASE_MESSAGES.twice);
  const limit = RELEASE_LIMITS.plans;
  if (Number(found?.count) >= limit) throw ValidationProblem.at('release', RELEASE_MESSAGES.full({ limit }));
}

const NOTHING = { version: null, answer: null, forward_number: null, forward_url: null } as const;

const shown = ({
  action,
  version,
  answer,
  forward_number,
  forward_url,
  due_at,
}: Planned): Readonly<Record<string, unknown>> =>
  action === 'publish'
    ? { action, version, dueAt: due_at.toISOString() }
    : {
        action,
        answer,
        dueAt: due_at.toISOString(),
        ...(answer === 301 && { forward: forward_url ?? forward_number }),
      };

/** As `+02:00`. */
function offsetOf(local: string, instant: Date): string {
  const minutes = (Date.parse(`${local}:00Z`) - instant.getTime()) / 60_000;
  const two = (count: number): string => String(Math.trunc(Math.abs(count))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
