import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import {
  type BlockingUses,
  FILE_IN_USE,
  FILE_LIMITS,
  type FileUse,
  type FileUseCounts,
  type FileUses,
  type LayoutUse,
  MEDIA_PATH,
  type TemplateUse,
} from '@sitedesk/contract/files';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { Message } from '@sitedesk/contract/messages';
import type { Permission } from '@sitedesk/contract/permissions';
import type { PageDto } from '@sitedesk/contract/rules';
import { EntityManager } from 'typeorm';
import { CHANNELS } from '../../platform/database/database-changes.js';
import { decodeCursor, pageOf } from '../../platform/http/keyset.js';
import { ProblemException } from '../../platform/http/problem.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { type Viewer, visibleTo } from '../articles/article-permissions.js';

/** A layout, with whether visitors see it and one file that it names. */
interface NamedFile extends LayoutUse {
  readonly file: string;
}

/** With more, the whole site goes from caches. */
const PAGES_PURGED = 200;
const ID = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
const IN_LAYOUTS = (text: string): string => `regexp_matches(${text}, '${MEDIA_PATH}/${ID}/', 'g') m`;
/** In the newest versions of templates: in blocks, and in links. */
const IN_TEMPLATES = `FROM page_template t
  JOIN page_template_version v ON v.tenant_id = t.tenant_id AND v.template_id = t.id AND v.version = t.version,
  LATERAL (SELECT m[1] AS file FROM regexp_matches(v.document::text, '"file": "${ID}"', 'g') m
    UNION SELECT m[1] FROM ${IN_LAYOUTS('v.document::text')}) f
  WHERE t.tenant_id = $1 AND t.deleted_at IS NULL`;

/** Where files are used: by articles, which the database follows, and by layouts and templates, which are few and are read. */
@Injectable()
export class FileUsesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly siteChanges: SiteChangesService,
  ) {}

  /** @throws NotFoundException */
  async list(viewer: Viewer, id: string, { limit, cursor }: PageDto): Promise<FileUses> {
    const { tenantId } = viewer;
    const files: unknown[] = await this.manager.query('SELECT 1 FROM file WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      id,
    ]);
    if (files.length === 0) throw new NotFoundException();
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [after] = cursor === undefined ? [] : decodeCursor(cursor, ['number']);
    const rows = await this.articles(this.manager, viewer, [id], { size: size + 1, after });
    const page = pageOf(
      rows,
      size,
      (row) => row,
      ({ number }) => [number],
    );
    const others = await this.others(this.manager, viewer, [id]);
    const hidden = await this.hiddenArticles(this.manager, viewer, [id]);
    return {
      ...page,
      layouts: after === undefined ? others.layouts : [],
      templates: after === undefined ? others.templates : [],
      hidden: hidden + others.hidden,
    };
  }

  async counts(tenantId: string, id: string): Promise<FileUseCounts> {
    const [row]: { articles: number; live: number }[] = await this.manager.query(
      `SELECT count(*)::int AS articles, (count(*) FILTER (WHERE live))::int AS live FROM file_usage
       WHERE tenant_id = $1 AND file_id = $2`,
      [tenantId, id],
    );
    const layouts = await this.layouts(this.manager, tenantId, [id]);
    const templates = await this.templates(this.manager, tenantId, [id]);
    return {
      articles: row?.articles ?? 0,
      live: row?.live ?? 0,
      layouts: layouts.length,
      templates: templates.length,
    };
  }

  /**
   * Refuses to go on when files are in use, and says where.
   * @param only what visitors see
   * @throws ProblemException 409
   */
  async requireUnused(
    manager: EntityManager,
    viewer: Viewer,
    files: readonly string[],
    why: Message,
    only: 'live' | 'all',
  ): Promise<void> {
    const isLive = only === 'live';
    const others = await this.others(manager, viewer, files, isLive);
    const hidden = await this.hiddenArticles(manager, viewer, files, isLive);
    const range = { size: FILE_LIMITS.namedUses + 1, isLive };
    const items = await this.articles(manager, viewer, files, range);
    const { layouts, templates } = others;
    if (items.length + layouts.length + templates.length + others.hidden + hidden === 0) return;
    const uses: BlockingUses = {
      items: items.slice(0, FILE_LIMITS.namedUses),
      hasMore: items.length > FILE_LIMITS.namedUses,
      layouts,
      templates,
      hidden: hidden + others.hidden,
    };
    throw new ProblemException(HttpStatus.CONFLICT, FILE_IN_USE, why, { uses });
  }

  /** Says that pages show another content or part of a file from now on. */
  async changed(manager: EntityManager, tenantId: string, id: string): Promise<void> {
    await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
    const rows: { path: string; stream_number: number | null }[] = await manager.query(
      `SELECT l.path, l.stream_number FROM file_usage u JOIN live_page l ON l.tenant_id = u.tenant_id AND l.number = u.number
       WHERE u.tenant_id = $1 AND u.file_id = $2 AND u.live AND l.kind = 'page' LIMIT ${PAGES_PURGED + 1}`,
      [tenantId, id],
    );
    if (rows.length === 0) return;
    const whole = rows.length > PAGES_PURGED ? ({ isWholeSite: true } as const) : {};
    // Also in lists, as the banner of a post.
    const lists = rows.flatMap(({ path, stream_number: stream }) =>
      stream === null ? [] : [path.slice(0, path.lastIndexOf('/'))],
    );
    const more = rows.map(({ path }) => path);
    await this.siteChanges.changed(manager, tenantId, [
      { reason: 'file', pages: [], lists: [...new Set(lists)], more, ...whole },
    ]);
  }

  /** Ids of all files that layouts and templates of the site name. */
  async namedOutsideArticles(tenantId: string): Promise<readonly string[]> {
    const rows: { id: string }[] = await this.manager.query(
      `SELECT DISTINCT m[1] AS id FROM layout l, ${IN_LAYOUTS('l.source::text')} WHERE l.tenant_id = $1 AND l.deleted_at IS NULL
       UNION SELECT m[1] FROM live_layout l, ${IN_LAYOUTS('l.compiled::text')} WHERE l.tenant_id = $1
       UNION SELECT f.file ${IN_TEMPLATES}`,
      [tenantId],
    );
    return rows.map(({ id }) => id);
  }

  /** Those that the caller sees, the newest first. */
  private async articles(
    manager: EntityManager,
    viewer: Viewer,
    files: readonly string[],
    {
      size,
      after,
      isLive = false,
    }: { readonly size: number; readonly after?: number | string | undefined; readonly isLive?: boolean },
  ): Promise<readonly FileUse[]> {
    if (!mayNameArticles(viewer)) return [];
    const values: unknown[] = [viewer.tenantId, files];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const conditions = [
      'u.tenant_id = $1 AND u.file_id = wanted.id',
      visibleTo(viewer.caller, value),
      ...(isLive ? ['u.live'] : []),
      ...(after === undefined ? [] : [`u.number < ${value(after)}`]),
    ];
    const limit = value(size);
    // The newest of each file along its index, and of these the newest: one file may have a hundred thousand uses.
    return manager.query(
      `SELECT number, title, path, bool_or(draft) AS draft, bool_or(live) AS live, trashed
       FROM unnest($2::uuid[]) AS wanted (id), LATERAL (
         SELECT u.number, a.title, a.path, u.draft, u.live, a.trashed_at IS NOT NULL AS trashed
         FROM file_usage u JOIN article a ON a.tenant_id = u.tenant_id AND a.number = u.number
         WHERE ${conditions.join(' AND ')} ORDER BY u.number DESC LIMIT ${limit}) found
       GROUP BY number, title, path, trashed ORDER BY number DESC LIMIT ${limit}`,
      values,
    );
  }

  private async hiddenArticles(
    manager: EntityManager,
    viewer: Viewer,
    files: readonly string[],
    isLive = false,
  ): Promise<number> {
    const values: unknown[] = [viewer.tenantId, files];
    const restricted = mayNameArticles(viewer)
      ? `AND a.restricted AND NOT ${visibleTo(viewer.caller, (each) => `$${values.push(each)}`)}`
      : '';
    const [row]: { count: number }[] = await manager.query(
      `SELECT count(DISTINCT u.number)::int AS count FROM file_usage u JOIN article a ON a.tenant_id = u.tenant_id AND a.number = u.number
       WHERE u.tenant_id = $1 AND u.file_id = ANY($2::uuid[]) ${isLive ? 'AND u.live' : ''} ${restricted}`,
      values,
    );
    return row?.count ?? 0;
  }

  /** Layouts and templates, as far as the caller may name them. @param isLive only what visitors see */
  private async others(
    manager: EntityManager,
    viewer: Viewer,
    files: readonly string[],
    isLive = false,
  ): Promise<Pick<FileUses, 'layouts' | 'templates' | 'hidden'>> {
    const found = await this.layouts(manager, viewer.tenantId, files);
    const layouts = found.filter(({ live }) => live || !isLive);
    // Nobody but those who write sees a template.
    const templates = isLive ? [] : await this.templates(manager, viewer.tenantId, files);
    const seen = {
      layouts: mayName(viewer, 'layouts.manage') ? layouts : [],
      templates: mayName(viewer, 'templates.manage') ? templates : [],
    };
    const hidden = layouts.length + templates.length - seen.layouts.length - seen.templates.length;
    return { layouts: seen.layouts, templates: seen.templates, hidden };
  }

  private async templates(
    manager: EntityManager,
    tenantId: string,
    files: readonly string[],
  ): Promise<readonly TemplateUse[]> {
    return manager.query(
      `SELECT DISTINCT t.id, t.name ${IN_TEMPLATES} AND f.file = ANY($2::text[]) ORDER BY t.name, t.id`,
      [tenantId, files],
    );
  }

  /** Layouts that name one of these files: those in use, and drafts. */
  private async layouts(
    manager: EntityManager,
    tenantId: string,
    files: readonly string[],
  ): Promise<readonly LayoutUse[]> {
    const rows: NamedFile[] = await manager.query(
      `SELECT l.id, l.name, false AS live, m[1] AS file FROM layout l, ${IN_LAYOUTS('l.source::text')}
       WHERE l.tenant_id = $1 AND l.deleted_at IS NULL
       UNION ALL SELECT l.id, l.name, true, m[1] FROM live_layout v JOIN layout l ON l.tenant_id = v.tenant_id AND l.id = v.layout_id,
         ${IN_LAYOUTS('v.compiled::text')} WHERE v.tenant_id = $1`,
      [tenantId],
    );
    const wanted = new Set(files);
    const uses = new Map<string, LayoutUse>();
    for (const { id, name, live, file } of rows)
      if (wanted.has(file)) uses.set(id, { id, name, live: live || (uses.get(id)?.live ?? false) });
    return [...uses.values()];
  }
}

const mayName = ({ caller }: Viewer, permission: Permission): boolean =>
  caller?.permissions.has(permission) ?? true;
const mayNameArticles = (viewer: Viewer): boolean => mayName(viewer, 'pages.view');
