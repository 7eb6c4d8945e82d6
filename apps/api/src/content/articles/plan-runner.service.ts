import { Inject, Injectable } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import { type Message, storedCode } from '@sitedesk/contract/messages';
import { PLAN_MESSAGES } from '@sitedesk/contract/publication-plans';
import { EntityManager } from 'typeorm';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { DatabaseChanges } from '../../platform/database/database-changes.js';
import { isDeadlock, isUnavailable, runWith, statement } from '../../platform/database/sql.js';
import { ProblemException } from '../../platform/http/problem.js';
import { systemContext } from '../../platform/http/request-context.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { assignedRoles, permissionsOfRoles } from '../../people/roles/assigned-roles.js';
import { RENDERER } from '../documents/render-document.js';
import { ARTICLE_COLUMNS, type ArticleRow } from './article-rows.js';
import { findVersion, type VersionContent } from './article-versions.js';
import { carryOutDue, DUE_SITE, IS_DUE_SOON } from './due-sites.js';
import { dropPreparedPages, type PreparedPage } from './planned-pages.js';
import {
  NEXT_PLAN,
  noteSchedule,
  PLAN_COLUMNS,
  type PlanRow,
  plansChanged,
} from './publication-plan-rows.js';
import { PublishingService } from './publishing.service.js';

/** Plans that one transaction carries out. */
const BATCH = 250;
/** How long after each attempt but the last the next one follows: ten minutes in all. */
export const RETRY_SECONDS = [30, 60, 150, 360] as const;
const DUE_SITES = statement(
  'plans_due_sites',
)`SELECT ${DUE_SITE} FROM publication_job WHERE state = 'waiting' AND release_id IS NULL AND ${IS_DUE_SOON}
  GROUP BY tenant_id ORDER BY min(next_at)`;

/** Waits for nobody: who has an article locked now is done with it before the next look. */
const CLAIM = statement('plans_claim')`SELECT ${PLAN_COLUMNS}, a.type, a.stream_number FROM publication_job j
  JOIN article a ON a.tenant_id = j.tenant_id AND a.number = j.number
  WHERE j.tenant_id = $1 AND j.state = 'waiting' AND j.release_id IS NULL AND j.next_at <= now()
  ORDER BY j.next_at, j.id LIMIT ${BATCH} FOR UPDATE OF j, a SKIP LOCKED`;

const LOCK_STREAMS = statement(
  'plans_lock_streams',
)`SELECT 1 FROM article WHERE tenant_id = $1 AND number = ANY($2) ORDER BY number FOR SHARE`;

const SETTLE = statement(
  'plans_settle',
)`UPDATE publication_job SET state = $3, attempts = attempts + $4, error = $5, error_code = $6, next_at = now() + make_interval(secs => $7),
  ended_at = CASE WHEN $3 = 'waiting' THEN NULL ELSE clock_timestamp() END WHERE tenant_id = $1 AND id = ANY($2)`;

/** What plans that publish need of their articles, which the transaction has locked. */
const READ = statement(
  'plans_read',
)`SELECT j.id AS plan_id, ${ARTICLE_COLUMNS}, a.access_version, NULL::smallint AS granted, d.hash AS draft_hash, v.fields, c.document,
    p.content_hash, p.body_hash, ${NEXT_PLAN} AS next_at
  FROM publication_job j
  JOIN article a ON a.tenant_id = j.tenant_id AND a.number = j.number AND a.trashed_at IS NULL
  JOIN article_draft d ON d.tenant_id = j.tenant_id AND d.number = j.number
  JOIN article_version v ON v.tenant_id = j.tenant_id AND v.number = j.number AND v.version = j.version
  LEFT JOIN planned_page p ON p.tenant_id = j.tenant_id AND p.plan_id = j.id AND p.renderer = ${RENDERER}
  LEFT JOIN article_content c ON c.tenant_id = v.tenant_id AND c.hash = v.content_hash AND p.plan_id IS NULL
  LEFT JOIN account o ON o.id = a.owner_id
  WHERE j.tenant_id = $1 AND j.id = ANY($2)`;

type Planned = Pick<PlanRow, 'planned_by'>;

interface PlannedArticle extends ArticleRow, Pick<VersionContent, 'fields'> {
  readonly plan_id: string;
  readonly draft_hash: string;
  readonly next_at: Date | null;
  /** Of the page that was rendered for the plan; null without one, where the document is read. */
  readonly content_hash: string | null;
  readonly body_hash: string | null;
  readonly document: ArticleDocument | null;
}

export interface ClaimedPlan extends PlanRow {
  readonly type: number;
  readonly stream_number: number | null;
}

/**
 * Carries plans out when they are due. What happens to the articles, the plans and the audit log is one transaction, so that a
 * process that dies leaves a plan as it was, for the next look: nothing happens twice, and no lease has to expire.
 */
@Injectable()
export class PlanRunnerService {
  constructor(
    manager: EntityManager,
    private readonly publishing: PublishingService,
    private readonly auditLog: AuditLogService,
    changes: DatabaseChanges,
    @Inject(LOG) private readonly log: Log,
    jobs: JobsService,
  ) {
    jobs.addQueue('publication-plans', () =>
      carryOutDue({ manager, changes, log }, DUE_SITES, (inner, tenantId) => this.runBatch(inner, tenantId)),
    );
  }

  private async runBatch(manager: EntityManager, tenantId: string): Promise<boolean> {
    const plans = await runWith<ClaimedPlan>(manager, CLAIM, [tenantId]);
    if (plans.length > 0) await this.carryOut(manager, tenantId, plans);
    return plans.length > 0;
  }

  private async carryOut(
    manager: EntityManager,
    tenantId: string,
    plans: readonly ClaimedPlan[],
  ): Promise<void> {
    await this.lockStreams(manager, tenantId, plans);
    const refusals = await this.refusals(manager, tenantId, plans);
    const events: AuditEvent[] = [];
    const allowed: ClaimedPlan[] = [];
    for (const plan of plans.toSorted(inOrder)) {
      const refusal = refusals(plan);
      if (refusal) events.push(await this.hold(manager, tenantId, plan, refusal));
      else allowed.push(plan);
    }
    for (const run of runsOf(allowed)) {
      const done = await this.performTogether(manager, tenantId, run, (inner) =>
        this.settle(inner, tenantId, run),
      );
      if (done) events.push(...done);
      else for (const plan of run) events.push(...(await this.attempt(manager, tenantId, plan)));
    }
    await this.auditLog.recordAll(systemContext(tenantId, 'schedule'), events, manager);
  }

  /** Blogs of the posts, in the order of their numbers, so that nobody withdraws them now. */
  async lockStreams(manager: EntityManager, tenantId: string, plans: readonly ClaimedPlan[]): Promise<void> {
    const streams = plans.flatMap(({ stream_number: stream }) => (stream === null ? [] : [stream]));
    if (streams.length > 0) await runWith(manager, LOCK_STREAMS, [tenantId, [...new Set(streams)]]);
  }

  private async attempt(
    manager: EntityManager,
    tenantId: string,
    plan: ClaimedPlan,
  ): Promise<readonly AuditEvent[]> {
    try {
      // A savepoint: one that fails takes no other with it.
      return [
        await manager.transaction(async (inner) => {
          await this.settle(inner, tenantId, [plan]);
          await noteSchedule(inner, tenantId, [plan.number]);
          return this.perform(inner, tenantId, plan);
        }),
      ];
    } catch (error) {
      if (isUnavailable(error) || isDeadlock(error)) throw error; // the whole batch is tried again
      const reason = error instanceof ProblemException ? error.reason : PLAN_MESSAGES.broken;
      if (!(error instanceof ProblemException))
        this.log.error({ event: 'plans.failed', tenantId, planId: plan.id, number: plan.number, err: error });
      const retry = RETRY_SECONDS[plan.attempts];
      const state = retry === undefined ? 'failed' : 'waiting';
      await runWith(manager, SETTLE, [
        tenantId,
        [plan.id],
        state,
        1,
        reason.text,
        storedCode(reason),
        retry ?? 0,
      ]);
      if (retry !== undefined) return [];
      await plansChanged(manager, tenantId, plan.number);
      const target = { kind: 'article', id: String(plan.number) };
      const action = plan.action === 'publish' ? 'article.publish' : 'article.withdraw';
      return [{ action, target, outcome: 'failed', reason: reason.text, after: factsOf(plan) }];
    }
  }

  /**
   * Carries out a run of plans in a few statements, for what each of them would take alone.
   * @param before first step of the same
   * @returns undefined, with nothing done, when one of them can't be carried out or it's only one
   */
  async performTogether(
    manager: EntityManager,
    tenantId: string,
    plans: readonly ClaimedPlan[],
    before?: (manager: EntityManager) => Promise<void>,
  ): Promise<readonly AuditEvent[] | undefined> {
    if (plans.length === 1) return undefined;
    try {
      return await manager.transaction(async (inner) => {
        await before?.(inner);
        return this.publishAll(inner, tenantId, plans);
      });
    } catch (error) {
      if (isUnavailable(error) || isDeadlock(error)) throw error; // the whole batch is tried again
      return undefined;
    }
  }

  private async publishAll(
    manager: EntityManager,
    tenantId: string,
    plans: readonly ClaimedPlan[],
  ): Promise<readonly AuditEvent[]> {
    const rows = await runWith<PlannedArticle>(manager, READ, [tenantId, plans.map(({ id }) => id)]);
    const articles = new Map(rows.map((article) => [article.plan_id, article]));
    const live = await this.publishing.goLiveTogether(
      manager,
      tenantId,
      plans.map(({ id, version, planned_by: by, due_at: at }) => {
        const found = articles.get(id);
        const text = found && textOf(found);
        if (!text || version === null) throw new Error('The version of a plan is not there.');
        const { draft_hash: hash, fields, next_at: scheduledAt } = found;
        const article = { ...found, scheduled_at: scheduledAt };
        return { article, draft: { hash }, content: { version, fields, ...text }, by, at };
      }),
    );
    await dropPreparedPages(
      manager,
      tenantId,
      plans.map(({ id }) => id),
    );
    return plans.flatMap((plan, index) => {
      const event = live[index]?.event;
      return event ? [{ ...event, after: { ...event.after, ...factsOf(plan) } }] : [];
    });
  }

  /** As done, before the rest: the articles' status follows from what is still planned. */
  private async settle(
    manager: EntityManager,
    tenantId: string,
    plans: readonly ClaimedPlan[],
  ): Promise<void> {
    const ids = plans.map(({ id }) => id);
    await runWith(manager, SETTLE, [tenantId, ids, 'done', 1, null, null, 0]);
  }

  /** What a plan does, without the plan itself. */
  async perform(manager: EntityManager, tenantId: string, plan: ClaimedPlan): Promise<AuditEvent> {
    const { number, version, planned_by: by, due_at: at } = plan;
    const { article, draft } = await this.publishing.locked(manager, { tenantId, caller: undefined }, number);
    const facts = factsOf(plan);
    if (version === null) {
      const { answer, forward_number: forwardArticle, forward_url: forwardUrl } = plan;
      const withdrawal = { answer: answer ?? 404, forwardArticle, forwardUrl };
      const event = await this.publishing.goOffline(manager, tenantId, { article, draft, withdrawal });
      return { ...event, after: { ...event.after, ...facts } };
    }
    const stored = await findVersion(manager, tenantId, number, version);
    if (!stored) throw new Error('The version of a plan is not there.');
    const content = { version, fields: stored.fields, document: stored.document };
    const { event } = await this.publishing.goLive(manager, tenantId, { article, draft, content, by, at });
    await dropPreparedPages(manager, tenantId, [plan.id]);
    return { ...event, after: { ...event.after, ...facts } };
  }

  /** Why a plan isn't carried out: the person who made it may no longer do it themselves. */
  async refusals(
    manager: EntityManager,
    tenantId: string,
    plans: readonly Planned[],
  ): Promise<(plan: Planned) => Message | undefined> {
    const ids = [...new Set(plans.flatMap(({ planned_by: by }) => by ?? []))];
    const accounts: readonly { readonly id: string; readonly status: string }[] = await manager.query(
      'SELECT id, status FROM account WHERE tenant_id = $1 AND id = ANY($2)',
      [tenantId, ids],
    );
    const roles = await assignedRoles(manager, tenantId, ids);
    const ofMakers = new Map<string | null, Message | undefined>();
    for (const { id, status } of accounts) {
      const may = permissionsOfRoles(roles.get(id) ?? []).includes('pages.publish');
      const refusal = may ? undefined : PLAN_MESSAGES.makerLostPermission;
      ofMakers.set(id, status === 'active' ? refusal : PLAN_MESSAGES.makerDisabled);
    }
    return ({ planned_by: by }) => (ofMakers.has(by) ? ofMakers.get(by) : PLAN_MESSAGES.makerGone);
  }

  private async hold(
    manager: EntityManager,
    tenantId: string,
    plan: ClaimedPlan,
    reason: Message,
  ): Promise<AuditEvent> {
    await runWith(manager, SETTLE, [tenantId, [plan.id], 'held', 0, reason.text, storedCode(reason), 0]);
    await plansChanged(manager, tenantId, plan.number);
    const target = { kind: 'article', id: String(plan.number) };
    return { action: 'article.hold-plan', target, reason: reason.text, after: factsOf(plan) };
  }
}

/** What is to be published: rendered as it was planned, or the text itself. */
function textOf({
  content_hash: hash,
  body_hash: bodyHash,
  document,
  plan_id: plan,
}: PlannedArticle): { readonly prepared: PreparedPage } | { readonly document: ArticleDocument } | undefined {
  if (hash !== null && bodyHash !== null) return { prepared: { hash, body: { hash: bodyHash, plan } } };
  return document === null ? undefined : { document };
}

const factsOf = ({ id, due_at, planned_by }: ClaimedPlan): Readonly<Record<string, unknown>> => ({
  plan: id,
  dueAt: due_at.toISOString(),
  plannedBy: planned_by,
});

/**
 * Plans that can be carried out together, in their order: those that publish other articles than blogs, and different ones. What a
 * post needs of its blog is known when its run begins.
 */
export function runsOf(plans: readonly ClaimedPlan[]): readonly (readonly ClaimedPlan[])[] {
  const runs: ClaimedPlan[][] = [];
  const numbers = new Set<number>(); // of the last run, as long as others fit into it
  for (const plan of plans) {
    const run = runs.at(-1);
    const isOfRun = isSimple(plan) && numbers.size > 0 && numbers.size < BATCH && !numbers.has(plan.number);
    if (run && isOfRun) run.push(plan);
    else {
      numbers.clear();
      runs.push([plan]);
    }
    if (isSimple(plan)) numbers.add(plan.number);
  }
  return runs;
}

const isSimple = ({ action, type }: ClaimedPlan): boolean =>
  action === 'publish' && type !== ARTICLE_TYPES.stream;

/** As they were promised; of one moment, blogs before their posts, and after them when they are withdrawn. */
export const inOrder = (one: ClaimedPlan, other: ClaimedPlan): number =>
  one.due_at.getTime() - other.due_at.getTime() || rankOf(one) - rankOf(other) || one.number - other.number;

const rankOf = ({ type, action }: ClaimedPlan): number => {
  if (type !== ARTICLE_TYPES.stream) return 0;
  return action === 'publish' ? -1 : 1;
};
