import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CDN_LIMITS } from '@sitedesk/contract/cdn';
import { EntityManager } from 'typeorm';
import { RUNTIME, type Runtime } from '../../platform/config/runtime.js';
import { newId } from '../../platform/core/id.js';
import { LOG, type Log } from '../../platform/core/log.js';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { isUnusable } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { type CdnSettings, readCdnSettings } from './cdn-settings.js';
import { addJob, CDN_VERIFY } from './purge-rows.js';

/** How often someone looks whether a night has begun. */
const EVERY_MS = 600_000;

/** Sites whose last sample, if any, is of another night. These begin at two o'clock UTC. */
const DUE = `SELECT t.id FROM tenant t WHERE NOT EXISTS (SELECT FROM cdn_purge p
    WHERE p.tenant_id = t.id AND p.reason = 'sample'
      AND p.created_at >= date_trunc('day', now() - interval '2 hours', 'UTC') + interval '2 hours')
    AND ($1::uuid IS NULL OR t.id = $1) ORDER BY t.id`;

/** Live pages from a random one on, and round: all of them where there are few. */
const DRAW = `
WITH start AS MATERIALIZED (SELECT low + floor(random() * (high - low + 1))::integer AS number FROM (
  SELECT min(number) AS low, max(number) AS high FROM live_page WHERE tenant_id = $1 AND kind = 'page') ends)
(SELECT path FROM live_page WHERE tenant_id = $1 AND kind = 'page' AND NOT hidden AND number >= (SELECT number FROM start)
  ORDER BY number LIMIT ${CDN_LIMITS.pagesPerSample})
UNION ALL
(SELECT path FROM live_page WHERE tenant_id = $1 AND kind = 'page' AND NOT hidden AND number < (SELECT number FROM start)
  ORDER BY number LIMIT ${CDN_LIMITS.pagesPerSample})
LIMIT ${CDN_LIMITS.pagesPerSample}`;

const ADD = `
INSERT INTO cdn_purge (id, tenant_id, reason, scope, state, addresses, tags, pages, provider, batch, created_at)
VALUES ($1, $2, 'sample', 'addresses', 'accepted', $3, '{}', $4, $5, $6, date_trunc('milliseconds', clock_timestamp()))`;

/**
 * Looks at some live pages every night as visitors get them: a purge that nobody asked for, such as after a restored backup or a rule
 * that was changed at the service, shows as a page that stays old. Such a page is purged like any other.
 */
@Injectable()
export class NightlySampleService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private sampling: Promise<void> | undefined;
  private stopping = false;

  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.runtime.env.jobs.worker) return;
    this.timer = setInterval(() => this.start(), EVERY_MS).unref();
    this.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.sampling;
  }

  private start(): void {
    this.sampling ??= this.sampleAll()
      .catch((error: unknown) => this.log.warn({ event: 'cdn.sample_failed', err: error }))
      .finally(() => (this.sampling = undefined));
  }

  private async sampleAll(): Promise<void> {
    const tenants: readonly { readonly id: string }[] = await this.manager.query(DUE, [null]);
    for (const { id } of tenants) {
      if (this.stopping) return;
      const settings = await this.settingsOf(id);
      if (settings?.provider !== undefined) await this.sample(id, settings);
    }
  }

  private sample(tenantId: string, { provider, checkSeconds }: CdnSettings): Promise<void> {
    return this.manager.transaction(async (manager) => {
      // Another instance that is about to do the same is waited for, and then it's done.
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `cdn-sample:${tenantId}`,
      ]);
      const due: unknown[] = await manager.query(DUE, [tenantId]);
      if (due.length === 0) return;
      const pages: readonly { readonly path: string }[] = await manager.query(DRAW, [tenantId]);
      if (pages.length === 0) return;
      const batch = newId();
      const paths = pages.map(({ path }) => path);
      await manager.query(ADD, [newId(), tenantId, paths.map(encodeURI), paths, provider, batch]);
      const seconds = checkSeconds[0] ?? 1;
      await addJob(manager, tenantId, { id: newId(), kind: CDN_VERIFY, subject: batch, seconds });
      await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.jobs, '']);
    });
  }

  private async settingsOf(tenantId: string): Promise<CdnSettings | undefined> {
    try {
      return await this.settings.read(tenantId, readCdnSettings);
    } catch (error) {
      if (isUnusable(error)) return undefined;
      throw error;
    }
  }
}
