import { Inject, Injectable } from '@nestjs/common';
import { LOG, type Log } from '../common/log.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { contactEmail } from '../email/contact-email.js';
import { describeProvider } from '../email/connection-string.js';
import { DeliveryError } from '../email/delivery-error.js';
import { EmailService } from '../email/email.service.js';
import {
  DeliveryNotConfiguredError,
  DeliveryReadiness,
  type DeliveryRoute,
} from './delivery-readiness.service.js';
import { type AttemptRecord, type LeasedMessage, OutboxStore } from './outbox-store.js';
import { MAX_HOLD_SECONDS, retryDelaySeconds } from './retry-schedule.js';

/** What became of one attempt; `unknown` when the process stopped first. */
export type DeliveryOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'later'; readonly detail: string }
  | { readonly kind: 'unknown' };

/** An attempt that was made and is not recorded yet. */
export interface MadeAttempt {
  readonly outcome: DeliveryOutcome;
  readonly record: AttemptRecord;
  readonly failureKind: 'temporary' | 'permanent' | 'configuration' | undefined;
  /** The provider could not be reached at all, as opposed to saying no. */
  readonly outage: boolean;
  readonly fingerprint: string;
}

const NOT_CONFIGURED = 'not-configured';
/** An outage may be over soon, a refusal is not: its queue rests for a tenth of the time at first. */
const OUTAGE_FRACTION = 10;

/** Makes the notification of a submission, hands it to the tenant's provider and records the answer. */
@Injectable()
export class NotificationSender {
  constructor(
    private readonly store: OutboxStore,
    private readonly readiness: DeliveryReadiness,
    private readonly email: EmailService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** One attempt. Refusals are outcomes; only a database that is away throws. */
  async send(message: LeasedMessage): Promise<MadeAttempt> {
    const startedAt = performance.now();
    const since = (): number => performance.now() - startedAt;
    const route = await this.readiness.route(message.tenantId).catch(asNotConfigured);
    if (route instanceof DeliveryNotConfiguredError) {
      return failed('configuration', NOT_CONFIGURED, route.message, since(), {
        outage: false,
        fingerprint: NOT_CONFIGURED,
      });
    }
    const provider = describeProvider(route.provider);
    try {
      const receipt = await this.deliver(message, route);
      const record = { provider, detail: receipt, durationMs: since() };
      const { fingerprint } = route;
      return { outcome: { kind: 'sent' }, record, failureKind: undefined, outage: false, fingerprint };
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      const { kind, detail, outage } = error.failure;
      return failed(kind, provider, detail, since(), { outage, fingerprint: route.fingerprint });
    }
  }

  async record(message: LeasedMessage, attempt: MadeAttempt): Promise<void> {
    const { id, tenantId, attempts } = message;
    const fields = { tenantId, submissionId: id, attempt: attempts, provider: attempt.record.provider };
    if (!attempt.failureKind) {
      await this.store.markSent(message, attempt.record);
      this.log.info({ event: 'email.sent', ...fields, durationMs: Math.round(attempt.record.durationMs) });
      return;
    }
    const base = this.runtime.env.outbox.retryBaseSeconds;
    await this.holdQueue(message, attempt, base);
    const dead = await this.store.markFailed(message, attempt.record, {
      kind: attempt.failureKind,
      final: attempt.failureKind === 'permanent',
      retryInSeconds: retryDelaySeconds(attempts, base),
    });
    const level = dead ? 'error' : 'warn';
    this.log[level]({
      event: dead ? 'email.dead' : 'email.failed',
      ...fields,
      kind: attempt.failureKind,
      detail: attempt.record.detail,
    });
  }

  private async holdQueue({ tenantId }: LeasedMessage, attempt: MadeAttempt, base: number): Promise<void> {
    const { failureKind: kind, fingerprint } = attempt;
    if (kind !== 'configuration' && !attempt.outage) return;
    const news = { fingerprint, kind: kind ?? 'temporary', detail: attempt.record.detail };
    const failures = await this.store.hold(tenantId, news, {
      first: attempt.outage ? base / OUTAGE_FRACTION : base,
      most: MAX_HOLD_SECONDS,
    });
    if (failures === 1)
      this.log.error({ event: 'email.provider_failing', tenantId, kind, detail: news.detail });
  }

  private async deliver(message: LeasedMessage, route: DeliveryRoute): Promise<string> {
    const content = await this.store.content(message);
    if (!content) return 'The submission was deleted.';
    const mail = contactEmail({
      ...content,
      page: content.page ?? undefined,
      submissionId: message.id,
      senderEmail: route.senderEmail,
      senderName: route.senderName,
      recipient: route.recipient,
    });
    const receipt = await this.email.send(message.tenantId, route.provider, mail);
    return receipt.response;
  }
}

function failed(
  failureKind: 'temporary' | 'permanent' | 'configuration',
  provider: string,
  detail: string,
  durationMs: number,
  rest: { readonly outage: boolean; readonly fingerprint: string },
): MadeAttempt {
  const outcome: DeliveryOutcome = { kind: failureKind === 'temporary' ? 'later' : 'refused', detail };
  return { outcome, record: { provider, detail, durationMs }, failureKind, ...rest };
}

function asNotConfigured(error: unknown): DeliveryNotConfiguredError {
  if (error instanceof DeliveryNotConfiguredError) return error;
  throw error;
}
