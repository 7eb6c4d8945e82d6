import { Inject, Injectable } from '@nestjs/common';
import { DASHBOARD, type DeliveryTile } from '@sitedesk/contract';
import { CLOCK, type Clock } from '../common/clock.js';
import { type PreparedStatement, Sql } from '../database/sql.js';

const COUNT: PreparedStatement = {
  name: 'dashboard_delivery',
  text: `
SELECT count(*) FILTER (WHERE status = 'sent')::int AS sent,
       count(*) FILTER (WHERE status = 'queued')::int AS waiting,
       count(*) FILTER (WHERE status IN ('failed', 'refused'))::int AS failed
FROM contact_submission WHERE tenant_id = $1 AND received_at >= $2`,
};

const DAY_MS = 86_400_000;

/** What became of the mails of the last week's messages. */
@Injectable()
export class DeliveryTiles {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async read(tenantId: string): Promise<DeliveryTile> {
    const { deliveryDays: days } = DASHBOARD;
    const since = new Date(this.clock.now() - days * DAY_MS);
    const [row] = await this.sql.run<Omit<DeliveryTile, 'days'>>(COUNT, [tenantId, since]);
    return { days, sent: row?.sent ?? 0, waiting: row?.waiting ?? 0, failed: row?.failed ?? 0 };
  }
}
