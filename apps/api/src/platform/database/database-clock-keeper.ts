import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { CLOCK, type Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { DatabaseChanges } from './database-changes.js';
import { DatabaseClock } from '../core/database-clock.js';

const EVERY_MS = 10_000;
/** Nobody notices less. */
const WORTH_TELLING_MS = 1_000;

/** Measures the database's clock at the start and from then on, on the connection for notifications: it waits for no other query. */
@Injectable()
export class DatabaseClockKeeper implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private toldMs = 0;

  constructor(
    private readonly changes: DatabaseChanges,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async onModuleInit(): Promise<void> {
    const { clock } = this;
    if (!(clock instanceof DatabaseClock)) return;
    await this.changes.onConnected(async (client) => {
      clearInterval(this.timer);
      await this.measure(clock, client);
      // A connection that is gone is replaced, and this runs again.
      this.timer = setInterval(
        () => void this.measure(clock, client).catch(() => undefined),
        EVERY_MS,
      ).unref();
    });
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async measure(clock: DatabaseClock, client: pg.Client): Promise<void> {
    const offsetMs = await clock.measure(async () => {
      const { rows } = await client.query<{ readonly now: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
      );
      return rows[0]?.now ?? Date.now();
    });
    if (Math.abs(offsetMs - this.toldMs) < WORTH_TELLING_MS) return;
    this.toldMs = offsetMs;
    this.log.warn({ event: 'database.clock_differs', offsetMs: Math.round(offsetMs) });
  }
}
