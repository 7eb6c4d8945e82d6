import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { CONTACT_ERRORS, CONTACT_MESSAGES, type ContactResult } from '@sitedesk/contract';
import type { ContactSubmissionInput } from '@sitedesk/contract/dto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CaptchaService } from '../captcha/captcha.service.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { newId, newReceiptCode } from '../common/id.js';
import { LOG, type Log } from '../common/log.js';
import { Refusal } from '../common/refusal.js';
import { Enrolments } from '../mailing-list/enrolments.service.js';
import { LiveNews } from '../events/live-news.service.js';
import { DeliveryReadiness } from '../outbox/delivery-readiness.service.js';
import type { LeasedMessage } from '../outbox/outbox-store.js';
import { OutboxWorker } from '../outbox/outbox-worker.js';
import { SettingsService } from '../settings/settings.service.js';
import { readContactSettings } from './contact-settings.js';
import { ContactInvalidException } from './contact-body.pipe.js';
import { type NewSubmission, type RepeatedSubmission, SubmissionStore } from './submission-store.js';

/** The visitor did not pass the CAPTCHA; `detail` is for the administrator. */
export class CaptchaRefusedException extends Refusal {
  constructor(readonly detail: string) {
    super(CONTACT_ERRORS.captchaFailed, HttpStatus.BAD_REQUEST);
  }
}

/** The message is stored, but its notification is known not to have left (D1). */
export class DeliveryFailedException extends Refusal {
  constructor() {
    super(CONTACT_ERRORS.deliveryFailed, HttpStatus.BAD_REQUEST);
  }
}

/** What the request tells of the visitor. */
export interface ContactClient {
  readonly tenantId: string;
  readonly clientAddress: string;
  readonly hostname: string;
  readonly requestId: string;
  readonly userAgent: string | null;
  readonly page: string | null;
  readonly idempotencyKey: string | null;
}

/** How long the visitor waits for the first attempt in delivery mode `confirm` (D1). */
const CONFIRM_MS = 3_000;

const ACCEPTED: ContactResult = { success: true, message: CONTACT_MESSAGES.accepted, error: null };

/** Takes the visitor's message (specification 4.2): when this answers with success, the message is on disk. */
@Injectable()
export class ContactService {
  constructor(
    private readonly settings: SettingsService,
    private readonly captcha: CaptchaService,
    private readonly readiness: DeliveryReadiness,
    private readonly store: SubmissionStore,
    private readonly enrolments: Enrolments,
    private readonly outbox: OutboxWorker,
    private readonly news: LiveNews,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * @throws CaptchaRefusedException, DeliveryFailedException, ContactInvalidException for a key used before, and
   * DatabaseUnavailableException or QueueFullError when the message is not stored
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
      if (earlier) return answerRepeated(earlier);
      throw new CaptchaRefusedException([verdict.reason, ...verdict.codes].join(' '));
    }

    const stored = await this.store.store(submission);
    if (stored.kind === 'repeated') return answerRepeated(stored);
    this.log.info({
      event: 'contact.stored',
      tenantId,
      submissionId: submission.id,
      requestId: client.requestId,
      problem: submission.error ?? undefined,
    });
    this.news.received(tenantId, submission.id);
    if (submission.status === 'failed') throw new DeliveryFailedException();
    if (submission.outboxState === 'queued') this.outbox.wake();
    if (submission.outboxState === 'sending') await this.awaitFirstAttempt(submission);
    return ACCEPTED;
  }

  /**
   * Stores a message that somebody who runs the site sends to try the form out. No visitor is there to solve a CAPTCHA.
   * @throws DatabaseUnavailableException or QueueFullError when it is not stored
   */
  async submitTest(
    tenantId: string,
    input: ContactSubmissionInput,
    client: ContactClient,
  ): Promise<Pick<NewSubmission, 'id' | 'receiptCode' | 'error'>> {
    const submission = await this.prepare(tenantId, input, { ...client, idempotencyKey: null });
    await this.store.storeTest(submission);
    if (submission.outboxState === 'queued') this.outbox.wake();
    if (submission.outboxState === 'sending') void this.outbox.deliverNow(asMessage(submission)); // never rejects
    return submission;
  }

  /** The row to be stored, with what is known at this instant of its delivery (D1). */
  private async prepare(
    tenantId: string,
    input: ContactSubmissionInput,
    client: ContactClient,
  ): Promise<NewSubmission> {
    const now = this.clock.now();
    const { deliveryMode, alertsEnabled } = await this.settings.read(tenantId, readContactSettings);
    const problem = alertsEnabled ? await this.readiness.knownProblem(tenantId, now) : undefined;
    const fate = problem === undefined ? (alertsEnabled ? 'queued' : 'stored') : 'failed';
    const confirm = fate === 'queued' && deliveryMode === 'confirm' && this.outbox.enabled;
    return {
      ...client,
      id: newId(now),
      tenantId,
      name: input.name,
      email: input.email,
      message: input.message,
      receivedAt: new Date(now),
      receiptCode: newReceiptCode(),
      status: fate,
      error: problem ?? null,
      attemptId: newId(now),
      outboxState: fate !== 'queued' ? null : confirm ? 'sending' : 'queued',
      leaseOwner: confirm ? this.outbox.id : null,
      enrolment: problem === undefined ? await this.enrolments.of(tenantId, client, now) : null,
    };
  }

  /** A refusal in time is told to the visitor; silence is not, and the queue goes on (D1). */
  private async awaitFirstAttempt(submission: NewSubmission): Promise<void> {
    const { tenantId, attemptId } = submission;
    const attempt = this.outbox.deliverNow(asMessage(submission));
    const outcome = await Promise.race([attempt, sleep(CONFIRM_MS, undefined, { ref: false })]);
    if (outcome?.kind !== 'refused') return;
    await this.store.markAnsweredWithFailure(tenantId, attemptId, outcome.detail);
    throw new DeliveryFailedException();
  }
}

const asMessage = ({ id, tenantId }: NewSubmission): LeasedMessage => ({
  id,
  kind: 'submission',
  tenantId,
  attempts: 1,
});

/** What the first request with the key was answered; a key used for another message would swallow it. */
function answerRepeated({ sameMessage, accepted }: RepeatedSubmission): ContactResult {
  if (!sameMessage) throw new ContactInvalidException(CONTACT_ERRORS.keyReused);
  if (!accepted) throw new DeliveryFailedException();
  return ACCEPTED;
}
