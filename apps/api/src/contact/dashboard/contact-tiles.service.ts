import { Inject, Injectable } from '@nestjs/common';
import {
  CHART_DAYS,
  type DeliveryTile,
  type SubmissionDay,
  type SubmissionsTile,
} from '@sitedesk/contract/contact-dashboard';
import type { SubmissionsTileDto } from '@sitedesk/contract/contact-dashboard.dto';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { dayStarts } from './day-starts.js';

/** One walk along `contact_attempt_tenant_at`, from the first of the days that are asked for. */
const COUNT = statement('dashboard_submissions')`
SELECT width_bucket(at, $2::timestamptz[]) - 1 AS index,
       coalesce(sum(occurrences) FILTER (WHERE status IN ('accepted', 'failed')), 0)::int AS accepted,
       coalesce(sum(occurrences) FILTER (WHERE status = 'refused'), 0)::int AS refused
FROM contact_attempt
WHERE tenant_id = $1 AND at >= $3::timestamptz AND at < $4::timestamptz
GROUP BY 1`;

const DELIVERY = statement('dashboard_delivery')`
SELECT count(*) FILTER (WHERE status = 'sent')::int AS sent,
       count(*) FILTER (WHERE status = 'queued')::int AS waiting,
       count(*) FILTER (WHERE status IN ('failed', 'refused'))::int AS failed
FROM contact_submission WHERE tenant_id = $1 AND received_at >= $2`;

interface CountRow {
  readonly index: number;
  readonly accepted: number;
  readonly refused: number;
}

type Counts = Pick<SubmissionDay, 'accepted' | 'refused'>;

/** Refused attempts are written a moment after they were answered; a day that is over for so long does not change. */
const SETTLED_AFTER_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
const DELIVERY_DAYS = 7;
/** Days kept in memory, over all tenants and time zones. */
const MAX_KEPT_DAYS = 20_000;

/** What the dashboard counts of messages. Days that are over are counted once; only today is counted each time. */
@Injectable()
export class ContactTilesService {
  private readonly settled = new Map<string, Counts>();

  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** What became of the emails of the last week's messages. */
  async delivery(tenantId: string): Promise<DeliveryTile> {
    const since = new Date(this.clock.now() - DELIVERY_DAYS * DAY_MS);
    const [row] = await this.sql.run<Omit<DeliveryTile, 'days'>>(DELIVERY, [tenantId, since]);
    const { sent = 0, waiting = 0, failed = 0 } = row ?? {};
    return { days: DELIVERY_DAYS, sent, waiting, failed };
  }

  /** Each day's messages. */
  async submissions(tenantId: string, query: SubmissionsTileDto): Promise<SubmissionsTile> {
    const zone = query.zone ?? 'UTC';
    const now = new Date(this.clock.now());
    const starts = dayStarts(now, Number(query.days ?? CHART_DAYS.default), zone);
    const keys = starts.map(({ from }) => `${tenantId}/${from.getTime()}`);
    const first = keys.findIndex((key) => !this.settled.has(key));
    const counted = await this.count(
      tenantId,
      starts.slice(first).map(({ from }) => from),
      new Date(now.getTime() + SETTLED_AFTER_MS),
    );
    const days = starts.map(({ day }, index) => ({
      day,
      ...(this.settled.get(keys[index] ?? '') ?? counted[index - first] ?? NOTHING),
    }));
    this.keep(keys, starts, days, now);
    const total = (name: keyof Counts): number => days.reduce((sum, day) => sum + day[name], 0);
    return { zone, days, accepted: total('accepted'), refused: total('refused') };
  }

  private async count(tenantId: string, starts: readonly Date[], until: Date): Promise<readonly Counts[]> {
    const rows = await this.sql.run<CountRow>(COUNT, [tenantId, starts, starts[0], until]);
    const byIndex = new Map(rows.map(({ index, accepted, refused }) => [index, { accepted, refused }]));
    return starts.map((_, index) => byIndex.get(index) ?? NOTHING);
  }

  private keep(
    keys: readonly string[],
    starts: readonly { readonly from: Date }[],
    days: readonly Counts[],
    now: Date,
  ): void {
    if (this.settled.size > MAX_KEPT_DAYS) this.settled.clear();
    for (const [index, { accepted, refused }] of days.entries()) {
      const end = starts[index + 1]?.from;
      const key = keys[index];
      if (key === undefined || !end || now.getTime() - end.getTime() < SETTLED_AFTER_MS) continue;
      this.settled.set(key, { accepted, refused });
    }
  }
}

const NOTHING: Counts = { accepted: 0, refused: 0 };
