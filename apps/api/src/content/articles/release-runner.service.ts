import { Inject, Injectable } from '@nestjs/common';
import { type Message, storedCode } from '@sitedesk/contract/messages';
import { PLAN_MESSAGES, type PlanState } from '@sitedesk/contract/publication-plans';
import { RELEASE_MESSAGES } from '@sitedesk/contract/releases';
import { EntityManager } from 'typeorm';
import { type AuditEvent, AuditLogService } from '../../platform/audit/audit-log.service.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { DatabaseChanges } from '../../platform/database/database-changes.js';
import { isDeadlock, isUnavailable, statement } from '../../platform/database/sql.js';
import { ProblemException } from '../../platform/http/problem.js';
import { systemContext } from '../../platform/http/request-context.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { carryOutDue, DUE_SITE, IS_DUE_SOON } from './due-sites.js';
import {
  type ClaimedPlan,
  inOrder,
  PlanRunnerService,
  RETRY_SECONDS,
  runsOf,
} from './plan-runner.service.js';
import { noteSchedule, PLAN_COLUMNS, plansChanged } from './publication-plan-rows.js';

const DUE_SITES = statement(
  'releases_due_sites',
)`SELECT ${DUE_SITE} FROM publication_release WHERE state = 'waiting' AND ${IS_DUE_SOON}
  GROUP BY tenant_id ORDER BY min(next_at)`;

const CLAIM_RELEASE = `SELECT id, title, due_at, attempts, planned_by FROM publication_release
  WHERE tenant_id = $1 AND state = 'waiting' AND next_at <= now() ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;

const COUNT_PLANS = `SELECT count(*)::int AS count FROM publication_job WHERE tenant_id = $1 AND release_id = $2 AND state = 'waiting'`;

const CLAIM_PLANS = `SELECT ${PLAN_COLUMNS}, a.type, a.stream_number FROM publication_job j
  JOIN article a ON a.tenant_id = j.tenant_id AND a.number = j.number
  WHERE j.tenant_id = $1 AND j.release_id = $2 AND j.state = 'waiting' ORDER BY j.number FOR UPDATE OF j, a SKIP LOCKED`;

const SETTLE_RELEASE = `UPDATE publication_release SET state = $3, attempts = attempts + $4, error = $5, error_code = $6,
  next_at = now() + make_interval(secs => $7), ended_at = CASE WHEN $3 = 'waiting' THEN NULL ELSE clock_timestamp() END
  WHERE tenant_id = $1 AND id = $2`;

const SETTLE_PLANS = `UPDATE publication_job SET state = $3, attempts = attempts + $4, error = $5, error_code = $6,
  ended_at = CASE WHEN $3 = 'waiting' THEN NULL ELSE clock_timestamp() END WHERE tenant_id = $1 AND id = ANY($2)`;

interface ClaimedRelease {
  readonly id: string;
  readonly title: string;
  readonly due_at: Date;
  readonly attempts: number;
  readonly planned_by: string | null;
}

/** Rolls everything back that a release has done so far. */
class NotTogether extends Error {}

/** Carries releases out when they are due: all of a release's plans in one transaction, or none of them. */
@Injectable()
export class ReleaseRunnerService {
  constructor(
    manager: EntityManager,
    changes: DatabaseChanges,
    private readonly plans: PlanRunnerService,
    private readonly auditLog: AuditLogService,
    @Inject(LOG) private readonly log: Log,
    jobs: JobsService,
  ) {
    jobs.addQueue('releases', () =>
      carryOutDue({ manager, changes, log }, DUE_SITES, (inner, tenantId) => this.runOne(inner, tenantId)),
    );
  }

  private async runOne(manager: EntityManager, tenantId: string): Promise<boolean> {
    const [release]: ClaimedRelease[] = await manager.query(CLAIM_RELEASE, [tenantId]);
    if (!release) return false;
    const [expected]: { readonly count: number }[] = await manager.query(COUNT_PLANS, [tenantId, release.id]);
    const plans: ClaimedPlan[] = await manager.query(CLAIM_PLANS, [tenantId, release.id]);
    // Someone has one of the articles locked: they are done with it before the next look.
    if (plans.length !== expected?.count) return false;
    await this.plans.lockStreams(manager, tenantId, plans);
    const refusalOf = await this.plans.refusals(manager, tenantId, [release, ...plans]);
    const refusal = [release, ...plans].map(refusalOf).find((reason) => reason !== undefined);
    const events = refusal
      ? [await this.hold(manager, tenantId, release, plans, refusal)]
      : await this.attempt(manager, tenantId, release, plans);
    await this.auditLog.recordAll(systemContext(tenantId, 'schedule'), events, manager);
    return true;
  }

  private async attempt(
    manager: EntityManager,
    tenantId: string,
    release: ClaimedRelease,
    plans: readonly ClaimedPlan[],
  ): Promise<readonly AuditEvent[]> {
    const failures = new Map<ClaimedPlan, Message>();
    const events: AuditEvent[] = [];
    try {
      await manager.transaction(async (all) => {
        await this.settle(all, tenantId, release, plans, { state: 'done', reason: null });
        const ordered = plans.map((plan) => ({ ...plan, planned_by: release.planned_by })).toSorted(inOrder);
        for (const run of runsOf(ordered)) {
          const done = await this.plans.performTogether(all, tenantId, run);
          if (done) events.push(...done);
          else
            for (const plan of run)
              try {
                events.push(await all.transaction((one) => this.plans.perform(one, tenantId, plan)));
              } catch (error) {
                if (isUnavailable(error) || isDeadlock(error)) throw error;
                failures.set(plan, this.reasonOf(tenantId, plan, error));
              }
        }
        if (failures.size > 0) throw new NotTogether();
      });
    } catch (error) {
      if (!(error instanceof NotTogether)) throw error;
      return this.fail(manager, tenantId, release, plans, failures);
    }
    return [
      ...events,
      { action: 'release.publish', target: targetOf(release), after: factsOf(release, plans) },
    ];
  }

  private reasonOf(tenantId: string, { id, number }: ClaimedPlan, error: unknown): Message {
    if (error instanceof ProblemException) return error.reason;
    this.log.error({ event: 'plans.failed', tenantId, planId: id, number, err: error });
    return PLAN_MESSAGES.broken;
  }

  /** Nothing was done, and every plan that is in the way says why. */
  private async fail(
    manager: EntityManager,
    tenantId: string,
    release: ClaimedRelease,
    plans: readonly ClaimedPlan[],
    failures: ReadonlyMap<ClaimedPlan, Message>,
  ): Promise<readonly AuditEvent[]> {
    const reason = RELEASE_MESSAGES.notTogether({ count: failures.size });
    const retryIn = RETRY_SECONDS[release.attempts];
    const state = retryIn === undefined ? 'failed' : 'waiting';
    await this.settle(manager, tenantId, release, plans, { state, reason, retryIn });
    for (const [plan, why] of failures)
      await manager.query(
        `UPDATE publication_job SET error = $3, error_code = $4 WHERE tenant_id = $1 AND id = $2`,
        [tenantId, plan.id, why.text, storedCode(why)],
      );
    if (state === 'waiting') return [];
    const event = { action: 'release.publish', target: targetOf(release), outcome: 'failed' } as const;
    return [{ ...event, reason: reason.text, after: factsOf(release, plans) }];
  }

  private async hold(
    manager: EntityManager,
    tenantId: string,
    release: ClaimedRelease,
    plans: readonly ClaimedPlan[],
    reason: Message,
  ): Promise<AuditEvent> {
    await this.settle(manager, tenantId, release, plans, { state: 'held', reason });
    const event = { action: 'release.hold', target: targetOf(release), reason: reason.text } as const;
    return { ...event, after: factsOf(release, plans) };
  }

  private async settle(
    manager: EntityManager,
    tenantId: string,
    { id }: ClaimedRelease,
    plans: readonly ClaimedPlan[],
    {
      state,
      reason,
      retryIn = 0,
    }: { readonly state: PlanState; readonly reason: Message | null; readonly retryIn?: number | undefined },
  ): Promise<void> {
    const attempts = state === 'held' ? 0 : 1;
    const error = [reason?.text ?? null, storedCode(reason)];
    await manager.query(SETTLE_RELEASE, [tenantId, id, state, attempts, ...error, retryIn]);
    const ids = plans.map((plan) => plan.id);
    // What keeps the release from being carried out is not the fault of each plan.
    const own = state === 'held' ? error : [null, null];
    await manager.query(SETTLE_PLANS, [tenantId, ids, state, attempts, ...own]);
    const numbers = plans.map(({ number }) => number);
    if (state === 'done') await noteSchedule(manager, tenantId, numbers);
    else if (state !== 'waiting') for (const number of numbers) await plansChanged(manager, tenantId, number);
  }
}

const targetOf = ({ id }: ClaimedRelease): { readonly kind: string; readonly id: string } => ({
  kind: 'release',
  id,
});

const factsOf = (
  { title, due_at, planned_by }: ClaimedRelease,
  plans: readonly ClaimedPlan[],
): Readonly<Record<string, unknown>> => ({
  title,
  dueAt: due_at.toISOString(),
  plannedBy: planned_by,
  articles: plans.map(({ number }) => number),
});
