import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOG, type Log } from '../common/log.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS, DatabaseChanges, WORKER_LOCK_CLASS } from '../database/database-changes.js';
import { isUnavailable } from '../database/sql.js';
import { DeliveryReadiness } from './delivery-readiness.service.js';
import { type DeliveryOutcome, NotificationSender } from './notification-sender.js';
import { type LeasedMessage, OutboxStore } from './outbox-store.js';

/** Mails on their way at once, over all tenants. */
const SLOTS = 64;
/** How long the outbox rests when nobody wakes it. */
const POLL_MS = 1_000;
const RECLAIM_MS = 10_000;
const RENEW_MS = 20_000;
/** Mails under way may finish for so long when the process stops. */
const DRAIN_MS = 15_000;

/**
 * Sends what waits in the outbox (D1). Several workers may run: each leases rows that nobody else holds, and holds an
 * advisory lock while it lives, so that the leases of a killed worker are free at once.
 */
@Injectable()
export class OutboxWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly id = randomInt(1, 2 ** 31 - 1);
  private readonly running = new Map<string, number>();
  private readonly underway = new Set<Promise<unknown>>();
  /** Ids of the messages on their way. */
  private readonly held = new Set<string>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private pumping = false;
  private again = false;
  private stopping = false;

  constructor(
    private readonly store: OutboxStore,
    private readonly sender: NotificationSender,
    private readonly readiness: DeliveryReadiness,
    private readonly changes: DatabaseChanges,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  get enabled(): boolean {
    return this.runtime.env.outbox.worker && !this.stopping;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.runtime.env.outbox.worker) return;
    await this.changes.onConnected(async (client) => {
      await client.query('SELECT pg_advisory_lock_shared($1, $2)', [WORKER_LOCK_CLASS, this.id]);
      this.attempt('reclaim', () => this.reclaim());
    });
    this.changes.on(CHANNELS.outbox, () => this.wake());
    this.changes.on(CHANNELS.tenant, () => this.attempt('free', () => this.freeRepaired()));
    this.every(POLL_MS, () => this.wake());
    this.every(RECLAIM_MS, () => this.attempt('reclaim', () => this.reclaim()));
    this.every(
      RENEW_MS,
      () => this.underway.size > 0 && this.attempt('renew', () => this.store.renew(this.id, [...this.held])),
    );
    this.attempt('free', () => this.freeRepaired());
    this.wake();
  }

  /** Looks for work now. */
  wake(): void {
    if (!this.enabled) return;
    this.again = true;
    if (!this.pumping) this.attempt('pump', () => this.pump());
  }

  /** Sends a message that was leased to this worker when it was stored (delivery mode `confirm`). */
  deliverNow(message: LeasedMessage): Promise<DeliveryOutcome> {
    const outcome = this.deliver(message);
    this.track(message, outcome);
    return outcome;
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.runtime.env.outbox.worker) return;
    this.stopping = true;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.race([Promise.allSettled(this.underway), sleep(DRAIN_MS, undefined, { ref: false })]);
    await this.store
      .releaseOwn(this.id)
      .catch((error: unknown) => this.log.warn({ event: 'outbox.release_failed', err: error }));
  }

  private async pump(): Promise<void> {
    this.pumping = true;
    try {
      while (this.again && !this.stopping) {
        this.again = false;
        const slots = SLOTS - this.underway.size;
        if (slots <= 0) return;
        for (const message of await this.store.claim(this.id, this.running, slots)) this.start(message);
      }
    } finally {
      this.pumping = false;
    }
  }

  private start(message: LeasedMessage): void {
    this.track(message, this.deliver(message));
  }

  private track({ id, tenantId }: LeasedMessage, work: Promise<unknown>): void {
    this.held.add(id);
    this.running.set(tenantId, (this.running.get(tenantId) ?? 0) + 1);
    const tracked = work.finally(() => {
      this.underway.delete(tracked);
      this.held.delete(id);
      const left = (this.running.get(tenantId) ?? 1) - 1;
      if (left > 0) this.running.set(tenantId, left);
      if (left <= 0) this.running.delete(tenantId);
      this.wake();
    });
    this.underway.add(tracked);
  }

  /** Never rejects: what cannot be recorded now is recorded when the database is back, or reclaimed by a later worker. */
  private async deliver(message: LeasedMessage): Promise<DeliveryOutcome> {
    const send = await this.retryWhileUnavailable(() => this.sender.send(message));
    if (!send) return { kind: 'unknown' };
    await this.retryWhileUnavailable(() => this.sender.record(message, send));
    return send.outcome;
  }

  private async retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T | undefined> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error)) {
          this.log.error({ event: 'outbox.error', err: error });
          return undefined;
        }
        if (this.stopping) return undefined;
        await sleep(250);
      }
    }
  }

  private async reclaim(): Promise<void> {
    if (this.pumping) return; // what is being claimed is not held yet
    const count = await this.store.reclaim(this.id, [...this.held]);
    if (count === 0) return;
    this.log.info({ event: 'outbox.reclaimed', count });
    this.wake();
  }

  /** A queue that rests because of settings that have changed since starts again at once. */
  private async freeRepaired(): Promise<void> {
    for (const { tenantId, fingerprint } of await this.store.held()) {
      const route = await this.readiness.route(tenantId).catch(() => undefined); // not repaired, then
      if (!route || route.fingerprint === fingerprint) continue;
      await this.store.free(tenantId);
      this.log.info({ event: 'outbox.freed', tenantId });
      this.wake();
    }
  }

  private every(ms: number, work: () => unknown): void {
    this.timers.add(setInterval(work, ms).unref());
  }

  private attempt(step: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (this.stopping) return;
      this.log.warn({ event: 'outbox.step_failed', step, err: error });
    });
  }
}
