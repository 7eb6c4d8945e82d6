import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONTACT_FORM_LIMITS } from '@sitedesk/contract/contact-form';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { Tally } from '../../platform/core/tally.js';
import { Sql } from '../../platform/database/sql.js';
import { type ResolvedTenant, TenantsService } from '../../platform/tenancy/tenants.service.js';

const MAX_REFERER = 2_048;

const RECORD = {
  name: 'record_form_pages',
  text: `
INSERT INTO contact_form_page (tenant_id, page, own_host, first_seen_at, last_seen_at, loads)
SELECT $1::uuid, page, own_host, $4::timestamptz, $4::timestamptz, loads
FROM unnest($2::text[], $3::boolean[], $5::bigint[]) AS t(page, own_host, loads)
ON CONFLICT (tenant_id, page) DO UPDATE
SET last_seen_at = greatest(contact_form_page.last_seen_at, excluded.last_seen_at), own_host = excluded.own_host,
    loads = contact_form_page.loads + excluded.loads`,
} as const;

/** Anyone can name any page, so strangers' pages go first, then those that were not seen for longest. */
const PRUNE = {
  name: 'prune_form_pages',
  text: `
DELETE FROM contact_form_page p USING (
  SELECT page, row_number() OVER (ORDER BY own_host DESC, last_seen_at DESC, page) AS place
  FROM contact_form_page WHERE tenant_id = $1) ranked
WHERE p.tenant_id = $1 AND p.page = ranked.page AND ranked.place > ${CONTACT_FORM_LIMITS.pages}`,
} as const;

/** Which pages load the visitor's script, by the address that the browser says. What it says is looked at when it is written. */
@Injectable()
export class FormUsageService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly loads: Tally;

  constructor(
    private readonly sql: Sql,
    private readonly tenants: TenantsService,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) log: Log,
  ) {
    this.loads = new Tally({
      maxKeys: CONTACT_FORM_LIMITS.pages,
      write: (tenantId, loads) => this.write(tenantId, loads),
      log,
      lost: 'form.sightings_lost',
    });
  }

  onModuleInit(): void {
    this.loads.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loads.stop();
  }

  /** Notes a load. Never waits and never throws. */
  see(tenantId: string, referer: string | undefined): void {
    if (referer === undefined || referer.length > MAX_REFERER) return;
    this.loads.count(tenantId, referer);
  }

  private async write(tenantId: string, loads: ReadonlyMap<string, number>): Promise<void> {
    const tenant = await this.tenants.find(tenantId);
    const pages = tenant ? pagesOf(loads, tenant) : new Map<string, SeenPage>();
    if (pages.size === 0) return;
    const seen = [...pages.values()];
    await this.sql.run(RECORD, [
      tenantId,
      [...pages.keys()],
      seen.map(({ ownHost }) => ownHost),
      new Date(this.clock.now()),
      seen.map(({ count }) => count),
    ]);
    await this.sql.run(PRUNE, [tenantId]);
  }
}

interface SeenPage {
  readonly ownHost: boolean;
  readonly count: number;
}

/** Addresses without what may be private in them: query, fragment, credentials. */
function pagesOf(loads: ReadonlyMap<string, number>, tenant: ResolvedTenant): ReadonlyMap<string, SeenPage> {
  const pages = new Map<string, SeenPage>();
  for (const [referer, count] of loads) {
    const url = URL.canParse(referer) ? new URL(referer) : undefined;
    if (!url || !['https:', 'http:'].includes(url.protocol)) continue;
    const page = `${url.origin}${url.pathname}`.slice(0, CONTACT_FORM_LIMITS.pageCharacters);
    const before = pages.get(page)?.count ?? 0;
    pages.set(page, { ownHost: isOwn(url.hostname, tenant), count: before + count });
  }
  return pages;
}

const isOwn = (hostname: string, { hostnames }: ResolvedTenant): boolean =>
  hostnames.length === 0 || hostnames.some((own) => hostname === own || hostname.endsWith(`.${own}`));
