import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CONTACT_ERRORS } from '@sitedesk/contract';
import { CLOCK, type Clock } from '../common/clock.js';
import { newId } from '../common/id.js';
import { LOG, type Log } from '../common/log.js';
import { type PreparedStatement, Sql } from '../database/sql.js';

/** A request that was refused, as far as it was looked at. */
export interface RefusedAttempt {
  readonly tenantId: string;
  readonly clientAddress: string;
  readonly requestId: string;
  /** Null when it was refused before its body was read. */
  readonly email: string | null;
  readonly error: string;
  readonly detail?: string;
}

interface PendingRow extends RefusedAttempt {
  readonly id: string;
  readonly at: Date;
  occurrences: number;
}

const INSERT: PreparedStatement = {
  name: 'insert_refused_attempts',
  text: `
INSERT INTO contact_attempt (id, tenant_id, email, client_address, at, status, error, detail, request_id, occurrences)
SELECT id, tenant_id, email, client_address, at, 'refused', error, detail, request_id, occurrences FROM unnest(
  $1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::int[]
) AS t(id, tenant_id, email, client_address, at, error, detail, request_id, occurrences)
ON CONFLICT (id) DO UPDATE SET occurrences = contact_attempt.occurrences + EXCLUDED.occurrences`,
};

const FLUSH_MS = 200;
const MAX_PENDING = 10_000;
const MAX_PER_STATEMENT = 500;
const MAX_REFUSED_KEYS = 50_000;

/**
 * Writes the audit rows of refused attempts (G-01) a moment later and many at a time, so that refusing costs the visitor
 * no wait and a flood no database trip each. Accepted attempts are written with their submission, in its transaction.
 *
 * Requests over the rate limit get one row per address and window, which counts them.
 */
@Injectable()
export class ContactAuditService implements BeforeApplicationShutdown {
  private pending: PendingRow[] = [];
  private readonly limitedRows = new Map<string, string>();
  private readonly limitedPending = new Map<string, PendingRow>();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private dropped = 0;

  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  refused(attempt: RefusedAttempt): void {
    if (this.pending.length >= MAX_PENDING) {
      this.dropped += 1;
      return;
    }
    this.pending.push({ ...attempt, id: newId(), at: new Date(this.clock.now()), occurrences: 1 });
    this.flushSoon();
  }

  /** Counts a request over the limit in the row of its address and window. */
  overLimit(attempt: Omit<RefusedAttempt, 'email' | 'error'>, secondsLeft: number): void {
    const windowEnd = Math.floor(this.clock.now() / 1000) + secondsLeft;
    const key = `${attempt.tenantId}/${attempt.clientAddress}/${windowEnd}`;
    const waiting = this.limitedPending.get(key);
    if (waiting) {
      waiting.occurrences += 1;
      return;
    }
    if (this.limitedRows.size >= MAX_REFUSED_KEYS) this.limitedRows.clear();
    const id = this.limitedRows.get(key) ?? newId();
    this.limitedRows.set(key, id);
    const row = {
      ...attempt,
      email: null,
      error: CONTACT_ERRORS.rateLimit,
      id,
      at: new Date(this.clock.now()),
      occurrences: 1,
    };
    this.limitedPending.set(key, row);
    this.flushSoon();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.flush();
  }

  private flushSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.flushing = this.flushing.then(() => this.flush());
    }, FLUSH_MS);
  }

  private async flush(): Promise<void> {
    const rows = [...this.pending, ...this.limitedPending.values()];
    this.pending = [];
    this.limitedPending.clear();
    for (let start = 0; start < rows.length; start += MAX_PER_STATEMENT) {
      await this.write(rows.slice(start, start + MAX_PER_STATEMENT));
    }
    if (this.dropped === 0) return;
    this.log.error({ event: 'audit.overflow', dropped: this.dropped });
    this.dropped = 0;
  }

  private async write(rows: readonly PendingRow[]): Promise<void> {
    const column = <Key extends keyof PendingRow>(key: Key): readonly (PendingRow[Key] | null)[] =>
      rows.map((row) => row[key] ?? null);
    try {
      await this.sql.run(INSERT, [
        ...[column('id'), column('tenantId'), column('email'), column('clientAddress'), column('at')],
        ...[column('error'), column('detail'), column('requestId'), column('occurrences')],
      ]);
    } catch (error) {
      this.log.error({ event: 'audit.write_failed', rows: rows.length, err: error });
      // Kept for the next try, as far as there is room.
      this.pending = [...rows, ...this.pending].slice(0, MAX_PENDING);
      this.flushSoon();
    }
  }
}
