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

interface PendingRow extends Request, Reason {
  readonly id: string;
  readonly at: Date;
  occurrences: number;
}

const INSERT: PreparedStatement = {
  name: 'insert_refused_attempts',
  text: `
INSERT INTO contact_attempt (id, tenant_id, email, client_address, at, status, error, detail, request_id, occurrences)
SELECT id, "tenantId", email, "clientAddress", at, 'refused', error, detail, "requestId", occurrences
FROM json_to_recordset($1) AS t(
  id uuid, "tenantId" uuid, email text, "clientAddress" text, at timestamptz, error text, detail text, "requestId" text,
  occurrences int)
ON CONFLICT (id) DO UPDATE SET occurrences = contact_attempt.occurrences + EXCLUDED.occurrences`,
};

const OVER_LIMIT: Reason = { email: null, error: CONTACT_ERRORS.rateLimit };

const FLUSH_MS = 200;
const MAX_PENDING = 20_000;
const MAX_PER_STATEMENT = 500;
const MAX_WINDOWS = 50_000;

/**
 * Writes the audit rows of refused attempts a moment later and many at a time, so that refusing costs the visitor
 * no wait and a flood no database trip each. Accepted attempts are written with their submission, in its transaction.
 *
 * Requests over the rate limit get one row per address and window, which counts them.
 */
@Injectable()
export class ContactAuditService implements BeforeApplicationShutdown {
  /** By their ids: what could not be written waits with what has come since, and no statement may meet a row twice. */
  private pending = new Map<string, PendingRow>();
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
    this.add(request, reason, newId());
  }

  /** Counts a request over the limit in the row of its address and window. */
  overLimit(request: Request, secondsLeft: number): void {
    const key = `${request.tenantId}/${request.clientAddress}`;
    const end = Math.floor(this.clock.now() / 1000) + secondsLeft;
    let window = this.windows.get(key);
    // Our clock and the counter's are both rounded, so one window may seem to end in two neighbouring seconds.
    if (!window || Math.abs(window.end - end) > 1) {
      if (this.windows.size >= MAX_WINDOWS) this.windows.clear();
      window = { id: newId(), end };
      this.windows.set(key, window);
    }
    const waiting = this.pending.get(window.id);
    if (waiting) waiting.occurrences += 1;
    else this.add(request, OVER_LIMIT, window.id);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.flush();
  }

  private add({ tenantId, clientAddress, requestId }: Request, reason: Reason, id: string): void {
    const { email, error, detail } = reason;
    const at = new Date(this.clock.now());
    this.keep({ id, tenantId, clientAddress, requestId, at, email, error, detail, occurrences: 1 });
    this.flushSoon();
  }

  private keep(row: PendingRow): void {
    const waiting = this.pending.get(row.id);
    if (waiting) waiting.occurrences += row.occurrences;
    else if (this.pending.size < MAX_PENDING) this.pending.set(row.id, row);
    else this.dropped += row.occurrences;
  }

  private flushSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.flushing = this.flushing.then(() => this.flush());
    }, FLUSH_MS);
  }

  private async flush(): Promise<void> {
    const rows = [...this.pending.values()];
    this.pending.clear();
    for (let start = 0; start < rows.length; start += MAX_PER_STATEMENT) {
      await this.write(rows.slice(start, start + MAX_PER_STATEMENT));
    }
    if (this.dropped === 0) return;
    this.log.error({ event: 'audit.overflow', dropped: this.dropped });
    this.dropped = 0;
  }

  private async write(rows: readonly PendingRow[]): Promise<void> {
    try {
      await this.sql.run(INSERT, [JSON.stringify(rows)]);
    } catch (error) {
      this.log.error({ event: 'audit.write_failed', rows: rows.length, err: error });
      for (const row of rows) this.keep(row); // for the next try
      this.flushSoon();
    }
  }
}
