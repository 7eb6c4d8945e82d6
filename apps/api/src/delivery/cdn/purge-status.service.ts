import { Injectable, NotFoundException } from '@nestjs/common';
import type { LatestPurge, PurgeLook, PurgeStatus } from '@sitedesk/contract/cdn';
import { EntityManager } from 'typeorm';
import { findArticle } from '../../content/articles/article-rows.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { isUnusable } from '../../platform/settings/setting-values.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { readCdnSettings } from './cdn-settings.js';
import { entryOf, type PurgeRow } from './purge-rows.js';

/** How far the newest purges are, for people who write. */
@Injectable()
export class PurgeStatusService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
  ) {}

  /** Of an article. @throws NotFoundException where the caller doesn't see it */
  async ofArticle(context: CallerContext, number: number): Promise<LatestPurge> {
    if (!(await findArticle(this.manager, context, number))) throw new NotFoundException();
    return this.latest(context.tenantId, 'AND article = $2', [number]);
  }

  /** Of the site. */
  ofSite(tenantId: string): Promise<LatestPurge> {
    return this.latest(tenantId, `AND reason <> 'sample'`, []);
  }

  private async latest(
    tenantId: string,
    condition: string,
    values: readonly unknown[],
  ): Promise<LatestPurge> {
    if (!(await this.hasCdn(tenantId))) return { purge: null };
    const [row]: PurgeRow[] = await this.manager.query(
      `SELECT * FROM cdn_purge WHERE tenant_id = $1 ${condition} ORDER BY created_at DESC, id DESC LIMIT 1`,
      [tenantId, ...values],
    );
    return { purge: row ? statusOf(row) : null };
  }

  private async hasCdn(tenantId: string): Promise<boolean> {
    try {
      return (await this.settings.read(tenantId, readCdnSettings)).provider !== undefined;
    } catch (error) {
      if (isUnusable(error)) return true; // there is one, which doesn't work at the moment
      throw error;
    }
  }
}

function statusOf(row: PurgeRow): PurgeStatus {
  const { id, reason, scope, state, article, provider, count, createdAt, acceptedAt, liveAt } = entryOf(row);
  return {
    id,
    reason,
    scope,
    state,
    article,
    provider,
    count,
    createdAt,
    acceptedAt,
    liveAt,
    looks: lastOf(row.looks),
  };
}

const lastOf = (looks: readonly PurgeLook[]): readonly PurgeLook[] => [
  ...new Map(looks.map((look) => [look.url, look])).values(),
];
