import { Inject, Injectable } from '@nestjs/common';
import { accountEmail } from '../account-mail/account-email.js';
import { AccountMailStore } from '../account-mail/account-mail-store.service.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { LOG, type Log } from '../common/log.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { contactEmail } from '../email/contact-email.js';
import { describeProvider } from '../email/connection-string.js';
import { DeliveryError } from '../email/delivery-error.js';
import { EmailService } from '../email/email.service.js';
import type { OutgoingMail } from '../email/outgoing-mail.js';
import { LiveNews } from '../events/live-news.service.js';
import { SecretUnreadableError } from '../keys/key-ring.js';
import {
  DeliveryNotConfiguredError,
  DeliveryReadiness,
  type MailRoute,
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
/** In the place of a provider's name and answer when the mail was of no use any more, or cannot be made. */
const NO_PROVIDER = 'none';
const WITHDRAWN = 'What this mail tells of is gone: it was withdrawn.';

/** A mail and the way it takes, or why there is none. */
type PreparedMail =
  | { readonly route: MailRoute; readonly mail: OutgoingMail | undefined }
  | { readonly problem: 'expired' | 'unreadable' };
/** An outage may be over soon, a refusal is not: its queue rests for a tenth of the time at first. */
const OUTAGE_FRACTION = 10;

/** Makes the mail that a row of the outbox stands for, hands it to the tenant's provider and records the answer. */
@Injectable()
export class NotificationSender {
  constructor(
    private readonly store: OutboxStore,
    private readonly readiness: DeliveryReadiness,
    private readonly email: EmailService,
    private readonly accountMails: AccountMailStore,
    private readonly news: LiveNews,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** One attempt. Refusals are outcomes; only a database that is away throws. */
  async send(message: LeasedMessage): Promise<MadeAttempt> {
    const startedAt = performance.now();
    const since = (): number => performance.now() - startedAt;
    const prepared = await this.prepare(message).catch(asNotConfigured);
    if (prepared instanceof DeliveryNotConfiguredError) {
      return failed('configuration', NOT_CONFIGURED, prepared.message, since(), NO_NEWS);
    }
    if ('problem' in prepared) {
      const { kind, detail } = UNSENDABLE[prepared.problem];
      return failed(kind, NO_PROVIDER, detail, since(), NO_NEWS);
    }
    const { route, mail } = prepared;
    const provider = describeProvider(route.provider);
    try {
      const receipt = mail ? await this.deliver(message, route, mail) : WITHDRAWN;
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
    const subject = message.kind === 'submission' ? { submissionId: id } : { mailId: id };
    const fields = { tenantId, ...subject, attempt: attempts, provider: attempt.record.provider };
    if (!attempt.failureKind) {
      await this.store.markSent(message, attempt.record);
      this.tell(message);
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
    this.tell(message);
    const level = dead ? 'error' : 'warn';
    this.log[level]({
      event: dead ? 'email.dead' : 'email.failed',
      ...fields,
      kind: attempt.failureKind,
      detail: attempt.record.detail,
    });
  }

  /** To whoever looks at the message now. */
  private tell({ kind, tenantId, id }: LeasedMessage): void {
    if (kind === 'submission') this.news.changed(tenantId, null, [id]);
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

  private async prepare(message: LeasedMessage): Promise<PreparedMail> {
    return message.kind === 'submission' ? this.notification(message) : this.accountMail(message);
  }

  private async notification(message: LeasedMessage): Promise<PreparedMail> {
    const route = await this.readiness.route(message.tenantId);
    const content = await this.store.content(message);
    const { senderEmail, senderName, recipient } = route;
    const mail =
      content &&
      contactEmail({
        ...content,
        ...{ page: content.page ?? undefined, submissionId: message.id },
        ...{ senderEmail, senderName, recipient },
      });
    return { route, mail };
  }

  private async accountMail({ id, tenantId }: LeasedMessage): Promise<PreparedMail> {
    const route = await this.readiness.mailRoute(tenantId);
    const content = await this.accountMails.content(tenantId, id).catch(asUnreadable);
    if (content instanceof SecretUnreadableError) return { problem: 'unreadable' };
    if (!content) return { route, mail: undefined };
    const { expiresAt } = content;
    if (expiresAt !== null && Date.parse(expiresAt) <= this.clock.now()) return { problem: 'expired' };
    const { senderEmail, senderName } = route;
    return { route, mail: accountEmail({ ...content, mailId: id, senderEmail, senderName }) };
  }

  private async deliver({ tenantId }: LeasedMessage, route: MailRoute, mail: OutgoingMail): Promise<string> {
    const receipt = await this.email.send(tenantId, route.provider, mail);
    return receipt.response;
  }
}

const NO_NEWS = { outage: false, fingerprint: NOT_CONFIGURED } as const;

/** Keys may be on their way to this instance, so an unreadable mail is tried again. */
const UNSENDABLE = {
  expired: { kind: 'permanent', detail: 'The link in this mail has expired before it could be sent.' },
  unreadable: { kind: 'temporary', detail: 'The mail cannot be decrypted with the keys at hand.' },
} as const;

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

function asUnreadable(error: unknown): SecretUnreadableError {
  if (error instanceof SecretUnreadableError) return error;
  throw error;
}
