import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CONTACT_ERRORS } from '@sitedesk/contract/contact';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { type PreparedStatement, Sql } from '../../platform/database/sql.js';
import type { RequestContext } from '../../platform/http/request-context.js';

/** The request that was refused. */
type Request = Pick<RequestContext, 'tenantId' | 'clientAddress' | 'requestId'>;

/** Why, as far as it was looked at. */
interface Reason {
  /** Null when it was refused before its body was read. */
  readonly email: string | null;
  readonly error: string;
  readonly detail?: string;
}

interface Row extends Request, Reason {
  readonly id: string;
  /** Milliseconds since the epoch: cheaper to write and to read than a date. */
  readonly at: number;
  occurrences: number;
}

const INSERT: PreparedStatement = {
  name: 'insert_refused_attempts',
  text: `
INSERT INTO contact_attempt (id, tenant_id, email, client_address, at, status, error, detail, request_id, occurrences)
SELECT id, "tenantId", email, "clientAddress", to_timestamp(at / 1000), 'refused', error, detail, "requestId", occurrences
FROM json_to_recordset($1) AS t(
  id uuid, "tenantId" uuid, email text, "clientAddress" text, at float8, error text, detail text, "requestId" text,
  occurrences int)
ON CONFLICT (id) DO UPDATE SET occurrences = contact_attempt.occurrences + EXCLUDED.occurrences`,
};

const OVER_LIMIT: Reason = { email: null, error: CONTACT_ERRORS.rateLimit };

/** What is fewer than a statement's worth waits so long. */
const FLUSH_MS = 200;
const MAX_PENDING = 20_000;
const MAX_PER_STATEMENT = 1_000;
const MAX_WINDOWS = 50_000;

/**
 * Writes the audit rows of refused attempts a moment later and many at a time, so that refusing costs the visitor
 * no wait and a flood no database trip each. Accepted attempts are written with their submission, in its transaction.
 *
 * Requests over the rate limit get one row per address and window, which counts them.
 */
@Injectable()
export class ContactAuditService implements BeforeApplicationShutdown {
  /** Rows as JSON: under a flood, one text is less for the garbage collector to move than an object with its values. */
  private refusals: string[] = [];
  /** Counts over the limit by their ids: what could not be written waits with what has come since, and no statement may meet a row twice. */
  private counts = new Map<string, Row>();
  /** The row of an address over its limit, and the second in which its window ends. */
  private readonly windows = new Map<string, { readonly id: string; readonly end: number }>();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private dropped = 0;

  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  refused(request: Request, reason: Reason): void {
    this.keepRefusal(JSON.stringify(rowOf(newId(), request, reason, this.clock.now())));
    if (this.refusals.length === MAX_PER_STATEMENT) this.flushNow();
    else this.flushSoon();
  }

  /** Counts a request over the limit in the row of its address and window. */
  overLimit(request: Request, secondsLeft: number): void {
    const key = `${request.tenantId}/${request.clientAddress}`;
    const now = this.clock.now();
    const end = Math.floor(now / 1000) + secondsLeft;
    let window = this.windows.get(key);
    // Our clock and the counter's are both rounded, so one window may seem to end in two neighbouring seconds.
    if (!window || Math.abs(window.end - end) > 1) {
      if (this.windows.size >= MAX_WINDOWS) this.windows.clear();
      window = { id: newId(), end };
      this.windows.set(key, window);
    }
    const waiting = this.counts.get(window.id);
    if (waiting) waiting.occurrences += 1;
    else this.keepCount(rowOf(window.id, request, OVER_LIMIT, now));
    this.flushSoon();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.flushNow();
    await this.flushing;
  }

  private keepRefusal(row: string): void {
    if (this.refusals.length < MAX_PENDING) this.refusals.push(row);
    else this.dropped += 1;
  }

  private keepCount(row: Row): void {
    const waiting = this.counts.get(row.id);
    if (waiting) waiting.occurrences += row.occurrences;
    else if (this.counts.size < MAX_PENDING) this.counts.set(row.id, row);
    else this.dropped += row.occurrences;
  }

  private flushSoon(): void {
    this.timer ??= setTimeout(() => this.flushNow(), FLUSH_MS);
  }

  private flushNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing = this.flushing.then(() => this.flush());
  }

  /** What could not be written is kept for the next try. */
  private async flush(): Promise<void> {
    const { refusals, counts } = this;
    this.refusals = [];
    this.counts = new Map();
    for (const rows of chunks(refusals)) {
      if (await this.write(rows)) continue;
      for (const row of rows) this.keepRefusal(row);
    }
    for (const rows of chunks([...counts.values()])) {
      if (await this.write(rows.map((row) => JSON.stringify(row)))) continue;
      for (const row of rows) this.keepCount(row);
    }
    if (this.dropped === 0) return;
    this.log.error({ event: 'audit.overflow', dropped: this.dropped });
    this.dropped = 0;
  }

  /** Writes rows in one statement; false when the database did not take them. */
  private async write(rows: readonly string[]): Promise<boolean> {
    try {
      await this.sql.run(INSERT, [`[${rows.join(',')}]`]);
      return true;
    } catch (error) {
      this.log.error({ event: 'audit.write_failed', rows: rows.length, err: error });
      this.flushSoon();
      return false;
    }
  }
}

function* chunks<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += MAX_PER_STATEMENT)
    yield items.slice(start, start + MAX_PER_STATEMENT);
}

const rowOf = (
  id: string,
  { tenantId, clientAddress, requestId }: Request,
  { email, error, detail }: Reason,
  at: number,
): Row => ({ id, tenantId, clientAddress, requestId, at, email, error, detail, occurrences: 1 });
