import { Injectable } from '@nestjs/common';
import { CDN_LIMITS, type PurgeReason, type PurgeScope } from '@sitedesk/contract/cdn';
import type { EntityManager } from 'typeorm';
import { type SiteChange, SiteChangesService } from '../../content/site-changes/site-changes.service.js';
import { feedPaths } from '../../content/site/feed-formats.js';
import { SITE_GROUP } from '../../content/site/site-settings.js';
import { newId } from '../../platform/core/id.js';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { SettingEditorService } from '../../platform/settings/setting-editor.service.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { isUnusable } from '../../platform/settings/setting-values.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { CDN_GROUP, type CdnSettings, readCdnSettings } from './cdn-settings.js';
import { lookAgain, sendNow, sendSoon } from './purge-rows.js';

/** Something that has to go from the cache. */
export interface NewPurge {
  readonly reason: PurgeReason;
  readonly scope: PurgeScope;
  /** Paths of the site with their query, encoded as visitors send them. */
  readonly addresses: readonly string[];
  readonly tags?: readonly string[];
  /** Paths among them, decoded, that are fetched afterwards to see whether they are as they should be. */
  readonly pages?: readonly string[];
  /** `X-Content-Version` by decoded path, for what isn't an article; of an article it's what is live when someone looks. */
  readonly marks?: Readonly<Record<string, string>>;
  readonly article?: number;
  /** Name of who asked for it. */
  readonly actor?: string;
}

const INSERT = `
INSERT INTO cdn_purge (id, tenant_id, reason, scope, state, actor, article, addresses, tags, pages, marks, created_at)
SELECT id, $1, reason, scope, 'waiting', actor, article, addresses, coalesce(tags, '{}'), coalesce(pages, '{}'), coalesce(marks, '{}'), date_trunc('milliseconds', clock_timestamp())
FROM json_to_recordset($2) AS x (id uuid, reason text, scope text, actor text, article integer, addresses text[], tags text[],
  pages text[], marks jsonb)`;

/** The site's own lists of everything. */
const OVERALL = ['/', ...feedPaths('/'), '/sitemap.xml'];
/** What changes on every page with these settings. */
const SITE_WIDE = new Set([SITE_GROUP, 'Identity']);

/**
 * Notes what has to go from the cache, in the transaction that changes it: no change without its purge, and no purge of what was
 * rolled back. A site without a CDN pays for a look into memory.
 */
@Injectable()
export class PurgeQueueService {
  constructor(
    private readonly settings: SettingsService,
    siteChanges: SiteChangesService,
    editor: SettingEditorService,
    tenants: TenantsService,
  ) {
    // Every page has the name of the site.
    tenants.onChange(async (manager, tenantId) => {
      await this.enqueue(manager, tenantId, [{ reason: 'settings', scope: 'site', addresses: [] }]);
    });
    siteChanges.onChange(async (manager, tenantId, changes) => {
      const ids = await this.enqueue(manager, tenantId, changes.map(purgeOf));
      return ids.length > 0;
    });
    editor.addRule({
      write: async (manager, { context, drafts }) => {
        if (drafts.some(({ definition }) => definition.group === CDN_GROUP))
          await lookAgain(manager, context.tenantId);
        if (!drafts.some(({ definition }) => SITE_WIDE.has(definition.group))) return;
        await this.enqueue(manager, context.tenantId, [{ reason: 'settings', scope: 'site', addresses: [] }]);
      },
    });
  }

  /** @returns ids; none where the site has no CDN */
  async enqueue(
    manager: EntityManager,
    tenantId: string,
    purges: readonly NewPurge[],
  ): Promise<readonly string[]> {
    const settings = await this.settingsOf(tenantId);
    if (settings === null || purges.length === 0) return [];
    const rows = purges.map((purge) => ({ id: newId(), ...purge }));
    await manager.query(INSERT, [tenantId, JSON.stringify(rows)]);
    // A person who asks for a purge isn't kept waiting.
    if (purges.some(({ reason }) => reason === 'manual')) await sendNow(manager, tenantId);
    else await sendSoon(manager, tenantId, settings?.collectSeconds ?? 0);
    await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.jobs, '']);
    return rows.map(({ id }) => id);
  }

  /** Null without a CDN; undefined where the settings can't be read: purges wait until they can. */
  private async settingsOf(tenantId: string): Promise<CdnSettings | null | undefined> {
    try {
      const settings = await this.settings.read(tenantId, readCdnSettings);
      return settings.provider === undefined ? null : settings;
    } catch (error) {
      if (isUnusable(error)) return undefined;
      throw error;
    }
  }
}

function purgeOf({ reason, article, pages, lists, more = [], isWholeSite }: SiteChange): NewPurge {
  const paths = [...pages, ...more, ...OVERALL, ...lists.flatMap((list) => [list, ...feedPaths(list)])];
  return {
    reason,
    scope: isWholeSite ? 'site' : 'addresses',
    addresses: [...new Set(paths)].map(encodeURI),
    // Where redirects are, no version can be seen.
    pages: reason === 'redirect' ? [] : pages.slice(0, CDN_LIMITS.looksPerPurge),
    ...(article === undefined ? {} : { article }),
  };
}
