import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { RESERVED_SEGMENTS } from '@sitedesk/contract/articles';
import { REDIRECT_LIMITS, type RedirectKind } from '@sitedesk/contract/redirects';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { Tally } from '../../platform/core/tally.js';
import { Sql, statement } from '../../platform/database/sql.js';

/** The redirect that an answer comes from. */
export interface FollowedRedirect {
  readonly kind: RedirectKind;
  readonly path: string;
}

/** Different addresses of a site that are counted in one batch; of a flood of invented ones, the others aren't. */
const BATCH = 200;
/** Of the addresses that aren't found, the places of those that were asked for most; the others are for new ones. */
const MOST_ASKED = REDIRECT_LIMITS.notFound - BATCH;

const RECORD = statement('record_address_hits')`
INSERT INTO address_hit (tenant_id, kind, path, hits, last_on)
SELECT $1::uuid, kind, path, hits, $5::date FROM unnest($2::text[], $3::text[], $4::int[]) AS t(kind, path, hits) ORDER BY kind, path
ON CONFLICT (tenant_id, kind, path) DO UPDATE SET last_on = greatest(address_hit.last_on, excluded.last_on),
  hits = least(address_hit.hits::bigint + excluded.hits, 2147483647)::int`;
/** New ones take each other's places by chance, so that one which is asked for again and again gets through a flood. */
const PRUNE = statement('prune_address_hits')`
DELETE FROM address_hit h USING (
  SELECT path, last_on, is_new, row_number() OVER (PARTITION BY is_new ORDER BY last_on DESC, random()) AS place FROM (
    SELECT path, last_on, row_number() OVER (ORDER BY hits DESC, path) > ${MOST_ASKED} AS is_new
    FROM address_hit WHERE tenant_id = $1 AND kind = 'not-found') asked) ranked
WHERE h.tenant_id = $1 AND h.kind = 'not-found' AND h.path = ranked.path
  AND (ranked.last_on <= $2::date - ${REDIRECT_LIMITS.notFoundDays} OR ranked.is_new AND ranked.place > ${BATCH})`;

/**
 * How often visitors followed redirects, and asked for what isn't there. Only paths are kept, and only days. It's written as the
 * backend's own user: visitors' requests can write nothing.
 */
@Injectable()
export class AddressHitsService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly hits: Tally;

  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) log: Log,
  ) {
    this.hits = new Tally({
      maxKeys: BATCH,
      write: (tenantId, hits) => this.write(tenantId, hits),
      log,
      lost: 'site.hits_lost',
    });
  }

  onModuleInit(): void {
    this.hits.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.hits.stop();
  }

  /** Counts an answer to a visitor. Never waits and never throws. */
  see(
    tenantId: string,
    path: string,
    { status, redirect }: { readonly status: number; readonly redirect?: FollowedRedirect },
  ): void {
    if (redirect) this.hits.count(tenantId, `${redirect.kind} ${redirect.path}`);
    else if (status === 404 && canBeRedirected(path)) this.hits.count(tenantId, `not-found ${path}`);
  }

  private async write(tenantId: string, hits: ReadonlyMap<string, number>): Promise<void> {
    const seen = [...hits.keys()].map((key) => [
      key.slice(0, key.indexOf(' ')),
      key.slice(key.indexOf(' ') + 1),
    ]);
    const today = new Date(this.clock.now()).toISOString().slice(0, 10);
    const columns = [seen.map(([kind]) => kind), seen.map(([, path]) => path), [...hits.values()]];
    await this.sql.run(RECORD, [tenantId, ...columns, today]);
    await this.sql.run(PRUNE, [tenantId, today]);
  }
}

/** Nobody can do anything about other addresses. */
const canBeRedirected = (path: string): boolean =>
  path.length <= REDIRECT_LIMITS.path.max && !RESERVED_SEGMENTS.includes(path.split('/', 2)[1] ?? '');
