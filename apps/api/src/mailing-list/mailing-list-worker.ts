import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { MAILING_LIST_LIMITS } from '@sitedesk/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOG, type Log } from '../common/log.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { isUnavailable } from '../database/sql.js';
import { SecretUnreadableError } from '../keys/key-ring.js';
import { PersonalData } from '../keys/personal-data.service.js';
import { retryDelaySeconds } from '../outbox/retry-schedule.js';
import { MailingListError } from './mailing-list-provider.js';
import { MailingListProviders } from './mailing-list-providers.js';
import { toMember } from './mailing-list-rules.js';
import { type ClaimedJob, type JobContent, MailingListStore } from './mailing-list-store.js';
import { apiKeyPlace } from './mailing-list.entity.js';

/** Contacts on their way at once, over all tenants. */
const SLOTS = 32;
const POLL_MS = 1_000;
/** Contacts under way may finish for so long when the process stops; the others are taken over a minute later. */
const DRAIN_MS = 10_000;
/** A service that asks for a longer pause is asked again after this one. */
const MAX_RETRY_AFTER_SECONDS = 3_600;

/**
 * Brings contacts to the mailing lists, beside the mails and independent of them. A service that is out holds up the
 * contacts of its own tenant only: they rest, one is tried, and they all go when it is back.
 */
@Injectable()
export class MailingListWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly running = new Map<string, number>();
  private readonly underway = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private claiming = false;
  private stopping = false;

  constructor(
    private readonly store: MailingListStore,
    private readonly providers: MailingListProviders,
    private readonly personalData: PersonalData,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.runtime.env.outbox.worker) return;
    this.timer = setInterval(() => this.wake(), POLL_MS).unref();
  }

  /** Looks for work now. */
  wake(): void {
    if (this.claiming || this.stopping || this.timer === undefined) return;
    this.claim().catch((error: unknown) => this.log.warn({ event: 'mailing_list.claim_failed', err: error }));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await Promise.race([Promise.allSettled(this.underway), sleep(DRAIN_MS, undefined, { ref: false })]);
  }

  private async claim(): Promise<void> {
    this.claiming = true;
    try {
      const slots = SLOTS - this.underway.size;
      if (slots <= 0) return;
      for (const job of await this.store.claim(this.running, slots)) this.start(job);
    } finally {
      this.claiming = false;
    }
  }

  private start(job: ClaimedJob): void {
    const { tenantId } = job;
    this.running.set(tenantId, (this.running.get(tenantId) ?? 0) + 1);
    const work = this.bring(job)
      .catch((error: unknown) => this.giveBack(job, error))
      .finally(() => {
        this.underway.delete(work);
        const left = (this.running.get(tenantId) ?? 1) - 1;
        if (left > 0) this.running.set(tenantId, left);
        if (left <= 0) this.running.delete(tenantId);
        this.wake();
      });
    this.underway.add(work);
  }

  private async bring(job: ClaimedJob): Promise<void> {
    const content = await this.store.content(job);
    // Its message is gone, which takes it along; or it waits for the end of a pause, and is due again soon.
    if (!content) return this.store.later(job, { inSeconds: 0, counts: false, reason: '' });
    const startedAt = performance.now();
    const error = await this.upsert(job, content).catch(asMailingListError);
    if (error) return this.failed(job, content, error);
    await this.store.done(job);
    const durationMs = Math.round(performance.now() - startedAt);
    this.log.info({ event: 'mailing_list.synchronised', tenantId: job.tenantId, jobId: job.id, durationMs });
  }

  private async upsert({ tenantId }: ClaimedJob, content: JobContent): Promise<undefined> {
    const apiKey = await this.personalData.decrypt(tenantId, apiKeyPlace(tenantId), content.apiKey);
    const access = { apiUrl: content.apiUrl, apiKey };
    const member = toMember(content, content.mapping, content);
    await this.providers.get(content.provider).upsert(access, content.listId, member);
    return undefined;
  }

  private async failed(job: ClaimedJob, { version }: JobContent, error: MailingListError): Promise<void> {
    const { tenantId, id: jobId, attempts } = job;
    const { kind, message: reason, options } = error;
    const fields = { tenantId, jobId, kind, attempt: attempts, detail: reason };
    const stumbles = options.answered === true;
    if (kind === 'refused' || (stumbles && attempts >= MAILING_LIST_LIMITS.attempts)) {
      await this.store.refused(job, reason);
      this.log.warn({ event: 'mailing_list.refused', ...fields });
      return;
    }
    const { retryBaseSeconds: first } = this.runtime.env.outbox;
    const atLeast = Math.min(options.retryAfter ?? 0, MAX_RETRY_AFTER_SECONDS);
    const failures = await this.store.hold(tenantId, version, { kind, detail: reason }, { first, atLeast });
    const inSeconds = stumbles ? retryDelaySeconds(attempts, first) : 0;
    await this.store.later(job, { inSeconds, counts: stumbles, reason });
    if (failures === 1) this.log.error({ event: 'mailing_list.failing', ...fields });
  }

  /** Nothing could be recorded: a minute later somebody takes it again. */
  private giveBack({ tenantId, id: jobId }: ClaimedJob, error: unknown): void {
    const level = isUnavailable(error) ? 'warn' : 'error';
    this.log[level]({ event: 'mailing_list.not_recorded', tenantId, jobId, err: error });
  }
}

function asMailingListError(error: unknown): MailingListError {
  if (error instanceof MailingListError) return error;
  // Keys may be on their way to this instance.
  if (error instanceof SecretUnreadableError) return new MailingListError('configuration', error.message);
  throw error;
}
