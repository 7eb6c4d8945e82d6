import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DASHBOARD } from '@sitedesk/contract';
import { Repository } from 'typeorm';
import { CLOCK, type Clock } from '../common/clock.js';
import { readContactSettings } from '../contact/contact-settings.js';
import { type PreparedStatement, Sql, unavailableAware } from '../database/sql.js';
import { MailingList } from '../mailing-list/mailing-list.entity.js';
import { DeliveryReadiness } from '../outbox/delivery-readiness.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { ProxyWatch } from '../tenancy/proxy-watch.js';
import { counted, type Finding } from './finding.js';

const CAP = DASHBOARD.countCap + 1;

const FAILED: PreparedStatement = {
  name: 'dashboard_failed',
  text: `
SELECT count(*)::int AS count, min(received_at) AS since FROM (
  SELECT received_at FROM contact_submission WHERE tenant_id = $1 AND undelivered = 'failed'
   ORDER BY received_at DESC LIMIT ${CAP}) failed`,
};
/** Along `outbox_message_due`: what waits longest for its turn has as a rule waited longest. */
const OLDEST: PreparedStatement = {
  name: 'dashboard_outbox',
  text: `
SELECT count(*) FILTER (WHERE created_at < $2)::int AS count, min(created_at) AS since FROM (
  SELECT created_at FROM outbox_message WHERE tenant_id = $1 AND state = 'queued'
   ORDER BY next_attempt_at LIMIT ${CAP}) waiting`,
};
const REFUSED: PreparedStatement = {
  name: 'dashboard_list_refused',
  text: `
SELECT count(*)::int AS count, min(failed_at) AS since FROM (
  SELECT failed_at FROM mailing_list_job WHERE tenant_id = $1 AND state = 'dead' LIMIT ${CAP}) refused`,
};

interface CountRow {
  readonly count: number;
  readonly since: Date | null;
}

/** What of a site needs somebody. Each look is bounded: by an index, and by {@link DASHBOARD.countCap}. */
@Injectable()
export class SiteAttention {
  constructor(
    private readonly sql: Sql,
    private readonly readiness: DeliveryReadiness,
    private readonly settings: SettingsService,
    private readonly proxies: ProxyWatch,
    @InjectRepository(MailingList) private readonly lists: Repository<MailingList>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  failedDeliveries(tenantId: string): Promise<Finding | undefined> {
    return this.count(FAILED, [tenantId]);
  }

  async unusableMail(tenantId: string): Promise<Finding | undefined> {
    const detail = await this.readiness.knownProblem(tenantId, this.clock.now());
    return detail === undefined ? undefined : { detail };
  }

  oldOutbox(tenantId: string): Promise<Finding | undefined> {
    const oldBefore = new Date(this.clock.now() - DASHBOARD.oldMailSeconds * 1_000);
    return this.count(OLDEST, [tenantId, oldBefore]);
  }

  async alertsOff(tenantId: string): Promise<Finding | undefined> {
    const { alertsEnabled } = await this.settings.read(tenantId, readContactSettings);
    return alertsEnabled ? undefined : {};
  }

  async failingList(tenantId: string): Promise<Finding | undefined> {
    const row = await unavailableAware(() => this.lists.findOneBy({ tenantId }));
    if (!row || row.failures === 0 || row.paused) return undefined;
    return { detail: row.failureDetail, at: row.failingSince?.toISOString() ?? null };
  }

  refusedByList(tenantId: string): Promise<Finding | undefined> {
    return this.count(REFUSED, [tenantId]);
  }

  untrustedProxy(): Finding | undefined {
    const seen = this.proxies.untrusted;
    return seen && { detail: seen.peer, at: seen.seenAt.toISOString() };
  }

  private async count(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<Finding | undefined> {
    const [row] = await this.sql.run<CountRow>(statement, values);
    return counted(row?.count ?? 0, { at: row?.since?.toISOString() ?? null });
  }
}
