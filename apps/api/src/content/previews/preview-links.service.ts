import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_MESSAGES } from '@sitedesk/contract/articles';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import {
  type NewPreviewLink,
  PREVIEW_LIMITS,
  PREVIEW_MESSAGES,
  PREVIEW_PATH,
  type PreviewLink,
} from '@sitedesk/contract/preview-links';
import type { CreatePreviewLinkDto } from '@sitedesk/contract/preview-links.dto';
import { PLAN_MESSAGES } from '@sitedesk/contract/publication-plans';
import type { PageDto } from '@sitedesk/contract/rules';
import { randomBytes } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { mayEdit } from '../articles/article-permissions.js';
import { type ArticleRow, findArticle } from '../articles/article-rows.js';
import { previewHash } from '../articles/preview-token.js';
import { PublicSiteService } from '../site/public-site.service.js';

const DAY_MS = 86_400_000;

interface LinkRow {
  readonly id: string;
  readonly version: number | null;
  readonly note: string | null;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly creator_name: string | null;
  readonly expires_at: Date;
  readonly views: number;
  readonly viewed_at: Date | null;
}

const LINKS = `SELECT l.id, l.version, l.note, l.created_at, l.created_by, c.display_name AS creator_name, l.expires_at, l.views, l.viewed_at
  FROM preview_link l LEFT JOIN account c ON c.tenant_id = l.tenant_id AND c.id = l.created_by
  WHERE l.tenant_id = $1 AND l.number = $2 AND l.expires_at > $3`;

/** Links that show an article to people without an account, made by those who may edit or review it. */
@Injectable()
export class PreviewLinksService {
  constructor(
    private readonly manager: EntityManager,
    private readonly site: PublicSiteService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Those that work, the newest first.
   * @throws NotFoundException, PermissionMissing
   */
  async list(context: CallerContext, number: number, { limit, cursor }: PageDto): Promise<Page<PreviewLink>> {
    await this.article(this.manager, context, number);
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [context.tenantId, number, this.now(), size + 1];
    let after = '';
    if (cursor !== undefined) {
      const [at, id] = decodeCursor(cursor, ['instant', 'id']);
      after = ` AND (l.created_at, l.id) < (to_timestamp($${values.push(Number(at) / 1_000)}), $${values.push(id)})`;
    }
    const rows: LinkRow[] = await this.manager.query(
      `${LINKS}${after} ORDER BY l.created_at DESC, l.id DESC LIMIT $4`,
      values,
    );
    return pageOf(rows, size, linkOf, (row) => [row.created_at.getTime(), row.id]);
  }

  /** @throws NotFoundException, PermissionMissing, WrongState, ValidationProblem */
  async create(
    context: CallerContext,
    number: number,
    { version = null, days = PREVIEW_LIMITS.days.default, note = null }: CreatePreviewLinkDto,
  ): Promise<NewPreviewLink> {
    const { tenantId, caller } = context;
    const id = newId();
    const token = randomBytes(32).toString('base64url');
    const now = this.now();
    const expiresAt = new Date(now.getTime() + days * DAY_MS);
    await this.manager.transaction(async (manager) => {
      const article = await this.article(manager, context, number, { lock: true });
      if (article.trashed_at) throw new WrongState(ARTICLE_MESSAGES.trashed);
      await this.requireVersion(manager, tenantId, number, version);
      await manager.query(
        'DELETE FROM preview_link WHERE tenant_id = $1 AND number = $2 AND expires_at <= $3',
        [tenantId, number, now],
      );
      const [{ count } = { count: 0 }]: { readonly count: number }[] = await manager.query(
        'SELECT count(*)::int AS count FROM preview_link WHERE tenant_id = $1 AND number = $2',
        [tenantId, number],
      );
      if (count >= PREVIEW_LIMITS.links)
        throw new WrongState(PREVIEW_MESSAGES.full({ max: PREVIEW_LIMITS.links }));
      await manager.query(
        `INSERT INTO preview_link (tenant_id, id, number, version, token_hash, created_by, created_at, expires_at, note)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [tenantId, id, number, version, previewHash(token), caller.accountId, now, expiresAt, note],
      );
      const target = { kind: 'article', id: String(number) };
      const after = { title: article.title, version, expiresAt: expiresAt.toISOString() };
      await this.auditLog.record(context, { action: 'article.share-preview', target, after }, manager);
    });
    const [row]: LinkRow[] = await this.manager.query(`${LINKS} AND l.id = $4`, [tenantId, number, now, id]);
    if (!row) throw new NotFoundException(); // the article was deleted at the same moment
    return { ...linkOf(row), url: `${(await this.site.origin(tenantId)) ?? ''}${PREVIEW_PATH}/${token}` };
  }

  /** @throws NotFoundException, PermissionMissing */
  async revoke(context: CallerContext, number: number, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const article = await findArticle(manager, context, number);
      if (!article) throw new NotFoundException();
      const [, count]: [unknown, number] = await manager.query(
        'DELETE FROM preview_link WHERE tenant_id = $1 AND number = $2 AND id = $3',
        [tenantId, number, id],
      );
      if (count === 0) throw new NotFoundException(); // also for those who may not share the article
      requireSharing(context, article);
      const target = { kind: 'article', id: String(number) };
      const before = { title: article.title };
      await this.auditLog.record(context, { action: 'article.revoke-preview', target, before }, manager);
    });
  }

  private async article(
    manager: EntityManager,
    context: CallerContext,
    number: number,
    options: { readonly lock?: boolean } = {},
  ): Promise<ArticleRow> {
    const article = await findArticle(manager, context, number, options);
    if (!article) throw new NotFoundException();
    requireSharing(context, article);
    return article;
  }

  private async requireVersion(
    manager: EntityManager,
    tenantId: string,
    number: number,
    version: number | null,
  ): Promise<void> {
    if (version === null) return;
    const found: unknown[] = await manager.query(
      'SELECT 1 FROM article_version WHERE tenant_id = $1 AND number = $2 AND version = $3',
      [tenantId, number, version],
    );
    if (found.length === 0) throw ValidationProblem.at('version', PLAN_MESSAGES.noVersion);
  }

  /** In whole milliseconds, as cursors have it. */
  private now(): Date {
    return new Date(Math.trunc(this.clock.now()));
  }
}

/** @throws PermissionMissing */
function requireSharing({ caller }: CallerContext, article: ArticleRow): void {
  if (!caller.permissions.has('pages.review') && !mayEdit(caller, article))
    throw new PermissionMissing('pages.edit-all');
}

const linkOf = (row: LinkRow): PreviewLink => ({
  id: row.id,
  version: row.version,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  creator: row.created_by === null ? null : { id: row.created_by, displayName: row.creator_name ?? '' },
  expiresAt: row.expires_at.toISOString(),
  views: row.views,
  lastViewedAt: row.viewed_at?.toISOString() ?? null,
});
