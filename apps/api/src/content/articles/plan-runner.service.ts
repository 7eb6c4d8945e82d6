import { Inject, Injectable } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { type Message, storedCode } from '@sitedesk/contract/messages';
import { PLAN_MESSAGES } from '@sitedesk/contract/publication-plans';
import { EntityManager } from 'typeorm';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { DatabaseChanges } from '../../platform/database/database-changes.js';
import { isDeadlock, isUnavailable } from '../../platform/database/sql.js';
import { ProblemException } from '../../platform/http/problem.js';
import { systemContext } from '../../platform/http/request-context.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { assignedRoles, permissionsOfRoles } from '../../people/roles/assigned-roles.js';
import { findVersion } from './article-versions.js';
import { carryOutDue } from './due-sites.js';
import { noteSchedule, PLAN_COLUMNS, type PlanRow, plansChanged } from './publication-plan-rows.js';
import { PublishingService } from './publishing.service.js';

/** Plans that one transaction carries out. */
const BATCH = 100;
/** How long after each attempt but the last the next one follows: ten minutes in all. */
export const RETRY_SECONDS = [30, 60, 150, 360] as const;
const DUE_SITES = `SELECT tenant_id AS "tenantId" FROM publication_job WHERE state = 'waiting' AND release_id IS NULL AND next_at <= now()
  GROUP BY tenant_id ORDER BY min(next_at)`;

/** Waits for nobody: who has an article locked now is done with it before the next look. */
const CLAIM = `SELECT ${PLAN_COLUMNS}, a.type, a.stream_number FROM publication_job j
  JOIN article a ON a.tenant_id = j.tenant_id AND a.number = j.number
  WHERE j.tenant_id = $1 AND j.state = 'waiting' AND j.release_id IS NULL AND j.next_at <= now()
  ORDER BY j.next_at, j.id LIMIT ${BATCH} FOR UPDATE OF j, a SKIP LOCKED`;

const LOCK_STREAMS = `SELECT 1 FROM article WHERE tenant_id = $1 AND number = ANY($2) ORDER BY number FOR SHARE`;

const SETTLE = `UPDATE publication_job SET state = $3, attempts = attempts + $4, error = $5, error_code = $6, next_at = now() + make_interval(secs => $7),
  ended_at = CASE WHEN $3 = 'waiting' THEN NULL ELSE clock_timestamp() END WHERE tenant_id = $1 AND id = $2`;

type Planned = Pick<PlanRow, 'planned_by'>;

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
    const plans: ClaimedPlan[] = await manager.query(CLAIM, [tenantId]);
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
    for (const plan of plans.toSorted(inOrder)) {
      const refusal = refusals(plan);
      events.push(
        ...(refusal
          ? [await this.hold(manager, tenantId, plan, refusal)]
          : await this.attempt(manager, tenantId, plan)),
      );
    }
    await this.auditLog.recordAll(systemContext(tenantId, 'schedule'), events, manager);
  }

  /** Blogs of the posts, in the order of their numbers, so that nobody withdraws them now. */
  async lockStreams(manager: EntityManager, tenantId: string, plans: readonly ClaimedPlan[]): Promise<void> {
    const streams = plans.flatMap(({ stream_number: stream }) => (stream === null ? [] : [stream]));
    await manager.query(LOCK_STREAMS, [tenantId, streams]);
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
          // Before the rest, as the article's status follows from what is still planned.
          await inner.query(SETTLE, [tenantId, plan.id, 'done', 1, null, null, 0]);
          await noteSchedule(inner, tenantId, plan.number);
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
      await manager.query(SETTLE, [tenantId, plan.id, state, 1, reason.text, storedCode(reason), retry ?? 0]);
      if (retry !== undefined) return [];
      await plansChanged(manager, tenantId, plan.number);
      const target = { kind: 'article', id: String(plan.number) };
      const action = plan.action === 'publish' ? 'article.publish' : 'article.withdraw';
      return [{ action, target, outcome: 'failed', reason: reason.text, after: factsOf(plan) }];
    }
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
    return ({ planned_by: by }) => {
      const account = accounts.find(({ id }) => id === by);
      if (!account) return PLAN_MESSAGES.makerGone;
      if (account.status !== 'active') return PLAN_MESSAGES.makerDisabled;
      const may = permissionsOfRoles(roles.get(account.id) ?? []).includes('pages.publish');
      return may ? undefined : PLAN_MESSAGES.makerLostPermission;
    };
  }

  private async hold(
    manager: EntityManager,
    tenantId: string,
    plan: ClaimedPlan,
    reason: Message,
  ): Promise<AuditEvent> {
    await manager.query(SETTLE, [tenantId, plan.id, 'held', 0, reason.text, storedCode(reason), 0]);
    await plansChanged(manager, tenantId, plan.number);
    const target = { kind: 'article', id: String(plan.number) };
    return { action: 'article.hold-plan', target, reason: reason.text, after: factsOf(plan) };
  }
}

const factsOf = ({ id, due_at, planned_by }: ClaimedPlan): Readonly<Record<string, unknown>> => ({
  plan: id,
  dueAt: due_at.toISOString(),
  plannedBy: planned_by,
});

/** As they were promised; of one moment, blogs before their posts, and after them when they are withdrawn. */
export const inOrder = (one: ClaimedPlan, other: ClaimedPlan): number =>
  one.due_at.getTime() - other.due_at.getTime() || rankOf(one) - rankOf(other) || one.number - other.number;

const rankOf = ({ type, action }: ClaimedPlan): number => {
  if (type !== ARTICLE_TYPES.stream) return 0;
  return action === 'publish' ? -1 : 1;
};
