import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { JOB_TEXTS } from '@sitedesk/contract/system';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EntityManager } from 'typeorm';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { LOG, type Log } from '../core/log.js';
import { CHANNELS, DatabaseChanges, WORKER_LOCK_CLASS } from '../database/database-changes.js';
import { isUnavailable } from '../database/sql.js';
import { MetricsService } from '../metrics/metrics.service.js';
import type { Attempt, Job, JobKind, JobTarget } from './job-kind.js';
import { JobPlaces, STALLED_MS } from './job-places.js';
import { JobStore } from './job-store.js';
import { retryDelaySeconds } from './retry-schedule.js';

/** How long the worker sleeps when nothing wakes it. */
const POLL_MS = 1_000;
/** Between two queues: each look is over by then, and the next one takes its connection instead of opening another. */
const BETWEEN_QUEUES_MS = 20;
const RECLAIM_MS = 10_000;
const RENEW_MS = 20_000;
/** Jobs under way may finish for so long when the process stops. */
const DRAIN_MS = 15_000;
const ATTEMPT_SECONDS = 5 * 60;

/** When to look again: at once or when anything says so, or in so many milliseconds. */
export type NextLook = boolean | number;

/** See {@link JobsService.addQueue}. */
interface OwnQueue {
  readonly name: string;
  readonly work: () => Promise<NextLook>;
  again: boolean;
  running: boolean;
  soon?: NodeJS.Timeout;
}

/**
 * Runs jobs. Several workers may run: each leases rows that nobody else holds, and holds an advisory lock while it lives,
 * so that the leases of a killed worker are free at once.
 */
@Injectable()
export class JobsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly workerId = randomInt(1, 2 ** 31 - 1);
  private readonly kinds = new Map<string, JobKind>();
  private readonly targets = new Map<string, JobTarget>();
  private readonly places = new JobPlaces();
  private readonly queues = new Set<OwnQueue>();
  private readonly underway = new Set<Promise<unknown>>();
  /** Ids of the jobs under way. */
  private readonly held = new Set<string>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private pumping = false;
  private again = false;
  private stopping = false;

  constructor(
    private readonly store: JobStore,
    private readonly changes: DatabaseChanges,
    private readonly manager: EntityManager,
    metrics: MetricsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {
    metrics.register({
      gauges: {
        sitedesk_jobs: 'Background jobs that are not done, by kind and state',
      },
      labelNames: ['kind', 'state'],
      collect: async () =>
        (await store.counts()).flatMap(({ kind, queued, held, running, dead }) =>
          Object.entries({ queued, held, running, dead }).map(([state, count]) => ({
            labels: { kind, state },
            values: { sitedesk_jobs: count },
          })),
        ),
    });
    metrics.register({
      gauges: {
        sitedesk_jobs_held_sites:
          'Sites whose jobs for a service are on hold, because it fails or someone paused it',
      },
      labelNames: ['target'],
      collect: async () => {
        const held = await store.heldSites();
        return [...this.targets.keys()].map((target) => ({
          labels: { target },
          values: { sitedesk_jobs_held_sites: held.get(target) ?? 0 },
        }));
      },
    });
    metrics.register({
      gauges: {
        sitedesk_jobs_oldest_seconds: 'Age of the oldest background job that waits or runs, by kind',
      },
      labelNames: ['kind'],
      collect: async () =>
        (await store.counts()).map(({ kind, oldestSeconds }) => ({
          labels: { kind },
          values: { sitedesk_jobs_oldest_seconds: oldestSeconds },
        })),
    });
  }

  /** Before the application has started. */
  register(kind: JobKind): void {
    this.kinds.set(kind.kind, kind);
    this.targets.set(kind.target.name, kind.target);
    this.store.register(kind);
  }

  /**
   * Work whose effects have to be in the transaction that settles it, and which therefore has rows of its own. It is looked for
   * whenever jobs are: at the start, on notifications, and every second.
   * @param work resolves to whether to look again at once, or when
   */
  addQueue(name: string, work: () => Promise<NextLook>): void {
    this.queues.add({ name, work, again: false, running: false });
  }

  /** Whether this process runs jobs. */
  get enabled(): boolean {
    return this.runtime.env.jobs.worker && !this.stopping;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.runtime.env.jobs.worker) return;
    await this.changes.onConnected(async (client) => {
      await client.query('SELECT pg_advisory_lock_shared($1, $2)', [WORKER_LOCK_CLASS, this.workerId]);
      this.attempt('reclaim', () => this.reclaim());
    });
    this.changes.on(CHANNELS.jobs, () => this.wake());
    this.changes.on(CHANNELS.tenant, () => this.attempt('free', () => this.freeRepaired()));
    this.every(POLL_MS, () => this.attempt('poll', () => this.poll()));
    this.every(RECLAIM_MS, () => this.attempt('reclaim', () => this.reclaim()));
    this.every(
      RENEW_MS,
      () =>
        this.underway.size > 0 &&
        this.attempt('renew', () => this.store.renew(this.workerId, [...this.held])),
    );
    this.attempt('free', () => this.freeRepaired());
    this.attempt('poll', () => this.poll());
  }

  /** Looks for work now. */
  wake(): void {
    this.wakeJobs();
    for (const queue of this.queues) this.wakeQueue(queue);
  }

  /** The same on every instance. */
  async wakeAll(): Promise<void> {
    await this.changes.announce(CHANNELS.jobs, '');
  }

  /**
   * Runs a job that was leased to this worker when it was stored.
   * @returns undefined when the process stops first. Never rejects.
   */
  runNow(job: Job): Promise<Attempt | undefined> {
    const attempt = this.run(job);
    this.track(job, attempt);
    return attempt;
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.runtime.env.jobs.worker) return;
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.race([Promise.allSettled(this.underway), sleep(DRAIN_MS, undefined, { ref: false })]);
    await this.store
      .releaseOwn(this.workerId)
      .catch((error: unknown) => this.log.warn({ event: 'jobs.release_failed', err: error }));
  }

  /** Looks for work that nobody said anything about: an instance with nothing to do needs one connection for it. */
  private async poll(): Promise<void> {
    this.wakeJobs();
    for (const queue of this.queues) {
      await sleep(BETWEEN_QUEUES_MS, undefined, { ref: false });
      this.wakeQueue(queue);
    }
  }

  private wakeJobs(): void {
    if (!this.enabled) return;
    this.again = true;
    if (!this.pumping) this.attempt('pump', () => this.pump());
  }

  private wakeQueue(queue: OwnQueue): void {
    if (!this.enabled) return;
    queue.again = true;
    if (!queue.running) this.attempt(queue.name, () => this.drain(queue));
  }

  private async pump(): Promise<void> {
    this.pumping = true;
    try {
      while (this.again && !this.stopping) {
        this.again = false;
        const free = this.places.free(this.targets.keys());
        for (const { proven, ...job } of await this.store.claim(this.workerId, this.places.busy(), free))
          this.track(job, this.run(job), proven);
      }
    } finally {
      this.pumping = false;
    }
  }

  private async drain(queue: OwnQueue): Promise<void> {
    queue.running = true;
    const looking = this.look(queue).finally(() => {
      this.underway.delete(looking);
      queue.running = false;
    });
    this.underway.add(looking);
    await looking;
  }

  private async look(queue: OwnQueue): Promise<void> {
    while (queue.again && !this.stopping) {
      queue.again = false;
      const next = await queue.work();
      if (next === true) queue.again = true;
      else if (next !== false) this.lookIn(queue, next);
    }
  }

  private lookIn(queue: OwnQueue, ms: number): void {
    clearTimeout(queue.soon);
    queue.soon = setTimeout(() => this.wakeQueue(queue), Math.ceil(ms)).unref();
  }

  private track(job: Job, work: Promise<Attempt | undefined>, proven = true): void {
    const end = this.places.take(job, this.kindOf(job.kind).target.name, proven);
    const stalled = setTimeout(() => this.wake(), STALLED_MS).unref();
    this.held.add(job.id);
    const tracked = work.then((attempt) => {
      clearTimeout(stalled);
      this.underway.delete(tracked);
      this.held.delete(job.id);
      end(attempt?.outcome === 'done' || attempt?.heals === true);
      this.wake();
    });
    this.underway.add(tracked);
  }

  /** Never rejects: what cannot be recorded now is recorded when the database is back, or reclaimed by a later worker. */
  private async run(job: Job): Promise<Attempt | undefined> {
    const kind = this.kindOf(job.kind);
    const attempt = await this.retryWhileUnavailable(job, () => this.attemptOf(kind, job));
    if (attempt) await this.retryWhileUnavailable(job, () => this.record(kind, job, attempt));
    return attempt;
  }

  /** What it waits for may never come, and would keep a place that other jobs need. */
  private attemptOf(kind: JobKind, job: Job): Promise<Attempt> {
    const seconds = kind.attemptSeconds ?? ATTEMPT_SECONDS;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const { id: jobId, tenantId } = job;
        this.log.error({ event: 'jobs.attempt_timed_out', kind: kind.kind, jobId, tenantId, seconds });
        resolve({ outcome: 'retry', error: JOB_TEXTS.timedOut({ seconds }) });
      }, seconds * 1_000);
      kind
        .run(job)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  private async record(kind: JobKind, job: Job, attempt: Attempt): Promise<void> {
    const { tenantId, attempts } = job;
    const { hold, retryInSeconds } = attempt;
    const beganHold = hold ? await this.store.hold(tenantId, kind.target.name, hold) : false;
    const delay = retryInSeconds ?? retryDelaySeconds(attempts, this.runtime.env.jobs.retryBaseSeconds);
    const state = await this.store.settle(job, attempt, delay);
    kind.settled?.(job, attempt, { state: state ?? 'queued', beganHold });
  }

  private async retryWhileUnavailable<T>(job: Job, work: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error)) {
          this.log.error({ event: 'jobs.error', kind: job.kind, jobId: job.id, err: error });
          return undefined;
        }
        if (this.stopping) return undefined;
        await sleep(250);
      }
    }
  }

  private kindOf(name: string): JobKind {
    const kind = this.kinds.get(name);
    if (!kind) throw new Error(`The job kind ${name} is not registered.`);
    return kind;
  }

  private async reclaim(): Promise<void> {
    if (this.pumping) return; // what is being claimed is not held yet
    const count = await this.store.reclaim(this.workerId, [...this.held]);
    if (count === 0) return;
    this.log.info({ event: 'jobs.reclaimed', count });
    this.wake();
  }

  /** What is on hold because of settings that have changed since starts again at once. */
  private async freeRepaired(): Promise<void> {
    for (const { tenantId, target, fingerprint } of await this.store.held()) {
      const current = await this.targets.get(target)?.fingerprint(tenantId);
      if (current === undefined || current === fingerprint) continue;
      await this.store.free(this.manager, tenantId, target);
      await this.changes.announce(CHANNELS.tenant, tenantId);
      this.log.info({ event: 'jobs.freed', tenantId, target });
      this.wake();
    }
  }

  private every(ms: number, work: () => unknown): void {
    this.timers.add(setInterval(work, ms).unref());
  }

  private attempt(step: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (this.stopping) return;
      this.log.warn({ event: 'jobs.step_failed', step, err: error });
    });
  }
}
