import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { CONTACT_ERRORS, CONTACT_MESSAGES, type ContactResult } from '@sitedesk/contract/contact';
import type { ContactSubmissionInput } from '@sitedesk/contract/submit-contact.dto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CaptchaService } from '../captcha/captcha.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId, newReceiptCode } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { Refusal } from '../../platform/http/refusal.js';
import { SubscriptionsService } from '../mailing-list/subscriptions.service.js';
import { LiveEventsService } from '../../platform/events/live-events.service.js';
import { DeliveryReadinessService } from '../../email/outbox/delivery-readiness.service.js';
import { type DeliveryOutcome, OutboxService } from '../../email/outbox/outbox.service.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { readContactSettings } from '../settings/contact-settings.js';
import { ContactInvalidException } from './contact-body.pipe.js';
import { CONTACT_NOTIFICATION } from './notification-statements.js';
import { SubmissionCounter } from './submission-counter.js';
import { type NewSubmission, type RepeatedSubmission, SubmissionStore } from './submission-store.js';

/** The visitor did not pass the CAPTCHA; `detail` is for the administrator. */
export class CaptchaRefusedException extends Refusal {
  constructor(readonly detail: string) {
    super(CONTACT_ERRORS.captchaFailed, HttpStatus.BAD_REQUEST);
  }
}

/** The message is stored, but its notification is known not to have left. */
export class DeliveryFailedException extends Refusal {
  constructor() {
    super(CONTACT_ERRORS.deliveryFailed, HttpStatus.BAD_REQUEST);
  }
}

/** What the request reveals about the visitor. */
export interface ContactClient {
  readonly tenantId: string;
  readonly clientAddress: string;
  readonly hostname: string;
  readonly requestId: string;
  readonly userAgent: string | null;
  readonly page: string | null;
  readonly idempotencyKey: string | null;
}

/** How long the visitor waits for the first attempt in delivery mode `confirm`. */
const CONFIRM_MS = 3_000;

const ACCEPTED: ContactResult = { success: true, message: CONTACT_MESSAGES.accepted, error: null };
const VALIDATED: ContactResult = { success: true, message: CONTACT_MESSAGES.captchaAccepted, error: null };

/** Takes the visitor's message (specification 4.2): when this answers with success, the message is on disk. */
@Injectable()
export class ContactService {
  constructor(
    private readonly settings: SettingsService,
    private readonly captcha: CaptchaService,
    private readonly readiness: DeliveryReadinessService,
    private readonly store: SubmissionStore,
    private readonly enrolments: SubscriptionsService,
    private readonly outbox: OutboxService,
    private readonly jobs: JobsService,
    private readonly events: LiveEventsService,
    private readonly counter: SubmissionCounter,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * @throws CaptchaRefusedException, DeliveryFailedException, ContactInvalidException for a key used before, and
   * QueueFullError or the database's error when the message is not stored
   */
  async submit(
    tenantId: string,
    input: ContactSubmissionInput,
    client: ContactClient,
  ): Promise<ContactResult> {
    const verdict = await this.captcha.check(tenantId, input.captchaToken, client);
    const submission = await this.prepare(tenantId, input, client);
    if (!verdict.accepted) {
      // A repeated request carries the token that the first one used up; it has passed already.
      const earlier = await this.store.findRepeated(submission);
      if (earlier) return this.answerRepeated(earlier);
      throw new CaptchaRefusedException([verdict.reason, ...verdict.codes].join(' '));
    }

    const stored = await this.store.store(submission);
    if (stored.kind === 'repeated') return this.answerRepeated(stored);
    this.noteStored(submission);
    this.events.publish(tenantId, { kind: 'contact.received' }, [submission.id]);
    if (submission.status === 'failed') throw new DeliveryFailedException();
    if (submission.notification === 'queued') this.jobs.wake();
    if (submission.notification === 'running') await this.awaitFirstAttempt(submission);
    this.counter.count('accepted');
    return ACCEPTED;
  }

  /** What the first request with the key was answered; a key used for another message would swallow it. */
  private answerRepeated({ sameMessage, accepted }: RepeatedSubmission): ContactResult {
    if (!sameMessage) throw new ContactInvalidException(CONTACT_ERRORS.keyReused);
    if (!accepted) throw new DeliveryFailedException();
    this.counter.count('repeated');
    return ACCEPTED;
  }

  /**
   * Stores a message of which nothing proves that a person wrote it. Someone who runs the site looks at it before anyone is
   * notified; the visitor need not know.
   * @throws QueueFullError or the database's error when it is not stored
   */
  async hold(tenantId: string, input: ContactSubmissionInput, client: ContactClient): Promise<void> {
    const submission = await this.prepare(tenantId, input, client, true);
    const stored = await this.store.store(submission);
    if (stored.kind === 'repeated') return this.counter.count('repeated');
    this.counter.count('held');
    this.noteStored(submission);
    // Not as received: nothing new is in the inbox.
    this.events.publish(tenantId, { kind: 'contact.changed', action: null }, [submission.id]);
  }

  /** Validates a CAPTCHA ahead of the submit (specification 4.3). @throws CaptchaRefusedException */
  async validateCaptcha(
    tenantId: string,
    token: string | undefined,
    client: ContactClient,
  ): Promise<ContactResult> {
    const verdict = await this.captcha.validate(tenantId, token, client);
    if (!verdict.accepted) throw new CaptchaRefusedException([verdict.reason, ...verdict.codes].join(' '));
    return VALIDATED;
  }

  /**
   * Stores a message that someone who runs the site sends to try the form out. No visitor is there to solve a CAPTCHA.
   * @throws QueueFullError or the database's error when it is not stored
   */
  async submitTest(
    tenantId: string,
    input: ContactSubmissionInput,
    client: ContactClient,
  ): Promise<Pick<NewSubmission, 'id' | 'receiptCode' | 'error'>> {
    const submission = await this.prepare(tenantId, input, { ...client, idempotencyKey: null });
    await this.store.storeTest(submission);
    if (submission.notification === 'queued') this.jobs.wake();
    if (submission.notification === 'running') void this.sendNow(submission); // never rejects
    return submission;
  }

  /** The row to be stored, with what is known at this instant of its delivery. */
  private async prepare(
    tenantId: string,
    input: ContactSubmissionInput,
    client: ContactClient,
    held = false,
  ): Promise<NewSubmission> {
    const now = this.clock.now();
    const { deliveryMode, alertsEnabled } = await this.settings.read(tenantId, readContactSettings);
    const notifies = alertsEnabled && !held;
    const problem = notifies ? await this.readiness.knownProblem(tenantId, now) : undefined;
    const fate = held ? 'held' : problem !== undefined ? 'failed' : notifies ? 'queued' : 'stored';
    const confirm = fate === 'queued' && deliveryMode === 'confirm' && this.jobs.enabled;
    // Member by member: a spread with as many members after it takes 15 us.
    const { clientAddress, hostname, requestId, userAgent, page, idempotencyKey } = client;
    return {
      id: newId(now),
      tenantId,
      clientAddress,
      hostname,
      requestId,
      userAgent,
      page,
      idempotencyKey,
      name: input.name,
      email: input.email,
      message: input.message,
      receivedAt: new Date(now),
      receiptCode: newReceiptCode(),
      status: fate,
      error: problem ?? null,
      attemptId: newId(now),
      notification: fate !== 'queued' ? null : confirm ? 'running' : 'queued',
      leaseOwner: confirm ? this.jobs.workerId : null,
      enrolment: problem === undefined && !held ? await this.enrolments.of(tenantId, client, now) : null,
    };
  }

  private noteStored({ id, tenantId, requestId, error }: NewSubmission): void {
    const problem = error?.text;
    this.log.info({ event: 'contact.stored', tenantId, submissionId: id, requestId, problem });
  }

  /** A refusal in time is shown to the visitor; a time-out is not, and the queue goes on. */
  private async awaitFirstAttempt(submission: NewSubmission): Promise<void> {
    const { tenantId, attemptId } = submission;
    const attempt = this.sendNow(submission);
    const outcome = await Promise.race([attempt, sleep(CONFIRM_MS, undefined, { ref: false })]);
    if (outcome?.kind !== 'refused') return;
    await this.store.markAnsweredWithFailure(tenantId, attemptId, outcome.detail.text);
    throw new DeliveryFailedException();
  }

  private sendNow({ tenantId, id }: NewSubmission): Promise<DeliveryOutcome> {
    return this.outbox.sendNow(CONTACT_NOTIFICATION, tenantId, id);
  }
}
