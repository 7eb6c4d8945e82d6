import { Inject, Injectable } from '@nestjs/common';
import { codeOf, type Message, type MessageCode, verbatim } from '@sitedesk/contract/messages';
import { OUTBOX_TEXTS } from '@sitedesk/contract/outbox';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import type { Attempt, HoldReason, Job, Settled } from '../../platform/jobs/job-kind.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { MetricsService } from '../../platform/metrics/metrics.service.js';
import type { Envelope } from './delivery-attempt.entity.js';
import { describeProvider } from '../providers/connection-string.js';
import { DeliveryError } from '../providers/delivery-error.js';
import { EmailService } from '../providers/email.service.js';
import {
  asNotConfigured,
  DeliveryNotConfiguredError,
  DeliveryReadinessService,
} from './delivery-readiness.service.js';
import { EMAIL_TARGET, type EmailKind, GIVE_UP_AFTER_HOURS } from './email-kind.js';
import { OUTBOX_STATE } from './outbox-state.js';

/** What became of one attempt; `unknown` when the process stopped first. */
export type DeliveryOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly detail: Message }
  | { readonly kind: 'later'; readonly detail: Message }
  | { readonly kind: 'unknown' };

/** A row of `delivery_attempt`, as the effect below stores it. */
interface AttemptRecord {
  readonly attemptId: string;
  readonly outcome: 'sent' | 'temporary' | 'permanent' | 'configuration';
  /** `none`: the email was withdrawn, can't be composed, or went to the no-operation provider. */
  readonly provider: string;
  readonly detail: string;
  readonly detailCode: MessageCode | null;
  readonly durationMs: number;
  readonly envelope: Envelope | null;
}

interface EmailAttempt extends Attempt {
  readonly detail: Message;
  readonly record: AttemptRecord;
}

const RECORD_ATTEMPT = `
  INSERT INTO delivery_attempt (id, tenant_id, job_id, at, outcome, provider, detail, detail_code, duration_ms,
                                envelope)
  SELECT (record->>'attemptId')::uuid, tenant_id, id, now(), record->>'outcome', record->>'provider', record->>'detail',
         nullif(record->'detailCode', 'null'::jsonb),
         (record->>'durationMs')::int, nullif(record->'envelope', 'null'::jsonb)
  FROM settled WHERE record IS NOT NULL`;

/** Each part has its partial index; the rows of what was sent are many. */
const UNSENT = statement('outbox_unsent')`
SELECT ${OUTBOX_STATE} AS state, count(*)::int AS count, extract(epoch FROM now() - min(o.created_at))::float8 AS oldest
  FROM (SELECT state, target, created_at FROM job WHERE state = 'queued'
        UNION ALL SELECT state, target, created_at FROM job WHERE state = 'running'
        UNION ALL SELECT state, target, created_at FROM job WHERE state IN ('dead', 'cancelled')) o
 WHERE o.target = '${EMAIL_TARGET}' GROUP BY o.state`;

interface UnsentRow {
  readonly state: string;
  readonly count: number;
  readonly oldest: number;
}

const NOT_CONFIGURED = 'not-configured';
const NO_PROVIDER = 'none';
/** Keys may be on their way to this instance, so an unreadable email is tried again. */
const UNSENDABLE = {
  expired: { outcome: 'permanent', detail: OUTBOX_TEXTS.linkExpired },
  unreadable: { outcome: 'temporary', detail: OUTBOX_TEXTS.unreadable },
} as const;
/** An outage may be over soon, a refusal is not: its queue is paused for a tenth of the time at first. */
const OUTAGE_FRACTION = 10;

/** Emails in the outbox: composed by the feature that sends them, handed to the tenant's provider, retried until it accepts them. */
@Injectable()
export class OutboxService {
  readonly kinds = new Map<string, EmailKind>();
  private readonly count: (outcome: 'sent' | 'failed' | 'dead') => void;

  constructor(
    private readonly jobs: JobsService,
    private readonly readiness: DeliveryReadinessService,
    private readonly email: EmailService,
    sql: Sql,
    metrics: MetricsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.count = metrics.counter({
      name: 'sitedesk_emails_total',
      help: 'Attempts to send an email: sent, failed (retried later) or dead (given up)',
      label: 'outcome',
      values: ['sent', 'failed', 'dead'],
    });
    metrics.register({
      gauges: {
        sitedesk_outbox_messages: 'Unsent emails by state',
        sitedesk_outbox_oldest_seconds: 'Age of the oldest unsent email by state',
      },
      labelNames: ['state'],
      collect: async () =>
        (await sql.run<UnsentRow>(UNSENT, [])).map(({ state, count, oldest }) => ({
          labels: { state },
          values: { sitedesk_outbox_messages: count, sitedesk_outbox_oldest_seconds: oldest },
        })),
    });
  }

  /** Before the application has started. */
  register(kind: EmailKind): void {
    this.kinds.set(kind.job, kind);
    this.jobs.register({
      kind: kind.job,
      target: { name: EMAIL_TARGET, fingerprint: (tenantId) => this.fingerprint(tenantId) },
      giveUpAfterHours: GIVE_UP_AFTER_HOURS,
      keepsDone: true,
      effects: [...kind.effects, RECORD_ATTEMPT],
      run: (job) => this.send(kind, job),
      settled: (job, attempt, result) => this.settled(kind, job, attempt as Partial<EmailAttempt>, result),
    });
  }

  /** Sends an email whose job was leased to this process when it was stored. */
  async sendNow(kind: string, tenantId: string, id: string): Promise<DeliveryOutcome> {
    const job = { id, kind, tenantId, subjectId: null, data: null, attempts: 1 };
    const attempt = (await this.jobs.runNow(job)) as Partial<EmailAttempt> | undefined;
    const { detail, record } = attempt ?? {};
    if (!detail || !record) return { kind: 'unknown' };
    if (record.outcome === 'sent') return { kind: 'sent' };
    return { kind: record.outcome === 'temporary' ? 'later' : 'refused', detail };
  }

  private async send(kind: EmailKind, { id, tenantId }: Job): Promise<EmailAttempt> {
    const startedAt = performance.now();
    let envelope: Envelope | null = null;
    const recorded = (
      outcome: AttemptRecord['outcome'],
      provider: string,
      detail: Message,
      hold?: HoldReason,
    ): EmailAttempt => ({
      detail,
      outcome: outcome === 'sent' ? 'done' : outcome === 'permanent' ? 'dead' : 'retry',
      ...(outcome === 'sent' ? {} : { error: detail }),
      ...(hold ? { hold } : {}),
      record: {
        attemptId: newId(),
        outcome,
        provider,
        detail: detail.text,
        detailCode: detail.code === '' ? null : codeOf(detail),
        durationMs: Math.round(performance.now() - startedAt),
        envelope,
      },
    });
    const { retryBaseSeconds } = this.runtime.env.jobs;
    const composed = await kind.compose(tenantId, id).catch(asNotConfigured);
    if (composed instanceof DeliveryNotConfiguredError) {
      const { problem: detail } = composed;
      const hold = { fingerprint: NOT_CONFIGURED, kind: 'configuration', detail, first: retryBaseSeconds };
      return recorded('configuration', NOT_CONFIGURED, detail, hold);
    }
    if ('problem' in composed) {
      const { outcome, detail } = UNSENDABLE[composed.problem];
      return recorded(outcome, NO_PROVIDER, detail);
    }
    const { route, email, isFormerRoute } = composed;
    const provider = describeProvider(route.provider);
    if (!email) return recorded('sent', provider, OUTBOX_TEXTS.withdrawn);
    // What a kind doesn't keep the text of goes to a person's own address, which isn't kept in the clear either.
    if (kind.keepsContent) envelope = { from: email.from, to: email.to };
    try {
      const { response } = await this.email.send(tenantId, route.provider, email);
      return recorded('sent', provider, verbatim(response));
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      const { kind: outcome, detail, outage } = error.failure;
      if (isFormerRoute) return recorded('temporary', provider, detail);
      if (outcome !== 'configuration' && !outage) return recorded(outcome, provider, detail);
      const first = outage ? retryBaseSeconds / OUTAGE_FRACTION : retryBaseSeconds;
      const hold = { fingerprint: route.fingerprint, kind: outcome, detail, first };
      return recorded(outcome, provider, detail, hold);
    }
  }

  private settled(
    kind: EmailKind,
    job: Job,
    { record }: Partial<EmailAttempt>,
    { state, beganHold }: Settled,
  ): void {
    const { id, tenantId, attempts: attempt } = job;
    kind.changed?.(tenantId, id);
    if (!record) return; // ended from outside, which is in the log
    const { outcome, provider, detail, durationMs } = record;
    const fields = { tenantId, [kind.logField]: id, attempt, provider };
    if (outcome === 'sent') {
      this.count('sent');
      this.log.info({ event: 'email.sent', ...fields, durationMs });
      return;
    }
    if (beganHold) this.log.error({ event: 'email.provider_failing', tenantId, kind: outcome, detail });
    const dead = state === 'dead';
    this.count(dead ? 'dead' : 'failed');
    this.log[dead ? 'error' : 'warn']({
      event: dead ? 'email.dead' : 'email.failed',
      ...fields,
      kind: outcome,
      detail,
    });
  }

  private async fingerprint(tenantId: string): Promise<string | undefined> {
    const route = await this.readiness.route(tenantId).catch(asNotConfigured);
    return route instanceof DeliveryNotConfiguredError ? undefined : route.fingerprint;
  }
}
