import { Inject, Injectable } from '@nestjs/common';
import type { EMAIL_SYSTEM_TEXTS } from '@sitedesk/contract/email';
import { storedMessage } from '@sitedesk/contract/messages';
import type { OUTBOX_SYSTEM_TEXTS, OutboxAttention, OutboxStep } from '@sitedesk/contract/outbox';
import { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { AttentionService } from '../../platform/dashboard/attention.service.js';
import { ChecklistService } from '../../platform/dashboard/checklist.service.js';
import { COUNTED_ROWS } from '../../platform/dashboard/finding.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { facts, type SystemFinding } from '../../platform/system/run-checks.js';
import { SystemService } from '../../platform/system/system.service.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { describeProvider } from '../providers/connection-string.js';
import {
  asNotConfigured,
  DeliveryNotConfiguredError,
  DeliveryReadinessService,
  type EmailRoute,
} from './delivery-readiness.service.js';
import { EMAIL_TARGET } from './email-kind.js';
import { JobHold } from '../../platform/jobs/job-hold.entity.js';
import type { DeliveryAttempt } from './delivery-attempt.entity.js';

type EmailFinding = SystemFinding<keyof typeof EMAIL_SYSTEM_TEXTS>;
type OutboxFinding = SystemFinding<keyof typeof OUTBOX_SYSTEM_TEXTS>;

/** Emails that are counted at most. */
const COUNTED_EMAILS = 10_000;
/** How long the oldest email may wait. */
const AGE_LIMITS = { warningSeconds: 15 * 60, failedSeconds: 4 * 60 * 60 } as const;
const RULES = {
  notUsable: { permission: 'email.manage', level: 'critical', order: 20, to: '/settings/email' },
  old: { permission: 'email.manage', level: 'warning', order: 10, to: '/settings/email?view=outbox' },
  step: { permission: 'settings.manage', order: 20, to: '/settings/email' },
} as const;
/** Emails among which the latest attempt is searched. */
const RECENT_MAILS = 50;

/** Along `job_due`: what waits longest for its turn has as a rule waited longest. */
const OLDEST = statement('dashboard_outbox')`
SELECT count(*) FILTER (WHERE created_at < $2)::int AS count, min(created_at) AS since FROM (
  SELECT created_at FROM job WHERE tenant_id = $1 AND target = '${EMAIL_TARGET}' AND state = 'queued'
   ORDER BY next_attempt_at LIMIT ${COUNTED_ROWS}) waiting`;

const LAST_ATTEMPT = statement('system_last_attempt')`
SELECT d.at, d.outcome, d.detail, d.detail_code AS "detailCode"
FROM (SELECT id FROM job WHERE tenant_id = $1 AND target = '${EMAIL_TARGET}' ORDER BY created_at DESC, id DESC LIMIT ${RECENT_MAILS}) o
JOIN delivery_attempt d ON d.job_id = o.id AND d.tenant_id = $1
ORDER BY d.at DESC LIMIT 1`;

const OUTBOX = statement('system_outbox')`
SELECT count(*)::int AS waiting, extract(epoch FROM now() - min(created_at))::float8 AS "oldestSeconds",
       (SELECT count(*)::int FROM (SELECT 1 FROM contact_submission
         WHERE tenant_id = $1 AND undelivered = 'failed' LIMIT ${COUNTED_EMAILS}) failed) AS failed
FROM (SELECT created_at FROM job WHERE tenant_id = $1 AND target = '${EMAIL_TARGET}' AND state = 'queued'
       ORDER BY next_attempt_at LIMIT ${COUNTED_EMAILS}) waiting`;

type AttemptRow = Pick<DeliveryAttempt, 'at' | 'outcome' | 'detail' | 'detailCode'>;

interface OutboxRow {
  readonly waiting: number;
  readonly oldestSeconds: number | null;
  readonly failed: number;
}

/** What the dashboard and the system screen say about email: whether it can leave, and whether it does. */
@Injectable()
export class OutboxAttentionService {
  constructor(
    attention: AttentionService,
    checklist: ChecklistService,
    system: SystemService,
    private readonly sql: Sql,
    private readonly settings: SettingsService,
    private readonly readiness: DeliveryReadinessService,
    private readonly manager: EntityManager,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) clock: Clock,
  ) {
    attention.add<OutboxAttention>('email-not-usable', RULES.notUsable, async ({ tenantId }) => {
      const detail = await readiness.knownProblem(tenantId, clock.now());
      return detail === undefined ? undefined : { detail };
    });
    attention.add<OutboxAttention>('outbox-old', RULES.old, ({ tenantId }) => {
      const oldBefore = new Date(clock.now() - AGE_LIMITS.warningSeconds * 1_000);
      return attention.count(OLDEST, [tenantId, oldBefore]);
    });
    checklist.add<OutboxStep>('email-provider', RULES.step, ({ tenantId }) => this.hasProvider(tenantId));
    system.add('email', 40, (tenantId) => this.email(tenantId));
    system.add('outbox', 50, (tenantId) => this.outbox(tenantId));
  }

  /** The demonstration's mail catcher is nobody's provider. */
  private async hasProvider(tenantId: string): Promise<boolean> {
    const route = await this.readiness.emailRoute(tenantId).catch(asNotConfigured);
    if (route instanceof DeliveryNotConfiguredError) return false;
    const connection = (await this.settings.values(tenantId)).find('EMAIL', 'ConnectionString');
    return connection?.source !== 'demonstration';
  }

  private async email(tenantId: string): Promise<EmailFinding> {
    const route = await this.readiness.route(tenantId).catch(asNotConfigured);
    const [last] = await this.sql.run<AttemptRow>(LAST_ATTEMPT, [tenantId]);
    const history = {
      lastAttemptAt: last?.at.toISOString(),
      lastOutcome: last?.outcome,
      lastDetail: last && storedMessage(last.detail, last.detailCode),
    };
    if (route instanceof DeliveryNotConfiguredError) {
      const found = facts({ problem: route.problem, ...history });
      return { status: 'failed', code: 'email-not-usable', facts: found };
    }
    const state = await this.manager.findOneBy(JobHold, { tenantId, target: EMAIL_TARGET });
    const provider = describeProvider(route.provider);
    if (state && state.fingerprint === route.fingerprint) {
      const found = facts({
        provider,
        lastDetail: storedMessage(state.detail, state.detailCode),
        lastOutcome: state.kind,
        lastAttemptAt: state.lastAttemptAt.toISOString(),
        heldUntil: state.heldUntil.toISOString(),
      });
      return { status: 'failed', code: 'email-failing', facts: found };
    }
    return { ...usableEmail(route, last), facts: facts({ provider, ...history }) };
  }

  private async outbox(tenantId: string): Promise<OutboxFinding> {
    const [row] = await this.sql.run<OutboxRow>(OUTBOX, [tenantId]);
    const oldestSeconds = Math.round(row?.oldestSeconds ?? 0);
    const found = facts({ waiting: row?.waiting ?? 0, oldestSeconds, failed: row?.failed ?? 0 });
    const { warningSeconds, failedSeconds } = AGE_LIMITS;
    if (oldestSeconds > failedSeconds) return { status: 'failed', code: 'outbox-stuck', facts: found };
    if (oldestSeconds > warningSeconds) return { status: 'warning', code: 'outbox-late', facts: found };
    if (!this.runtime.env.jobs.worker) return { status: 'warning', code: 'outbox-off', facts: found };
    return { status: 'ok', code: 'outbox-ok', facts: found };
  }
}

function usableEmail({ provider }: EmailRoute, last: AttemptRow | undefined): EmailFinding {
  if (provider.kind === 'none') return { status: 'warning', code: 'email-none' };
  if (!last) return { status: 'warning', code: 'email-untried' };
  return last.outcome === 'sent'
    ? { status: 'ok', code: 'email-ok' }
    : { status: 'warning', code: 'email-failing' };
}
