import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import {
  ADDRESS_TAKEN,
  ARTICLE_LIMITS,
  ARTICLE_MESSAGES,
  ARTICLE_TYPES,
  slugOf,
} from '@sitedesk/contract/articles';
import type { ReleaseAddressDto } from '@sitedesk/contract/articles.dto';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { OldAddress } from '@sitedesk/contract/redirects';
import type { PageDto } from '@sitedesk/contract/rules';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { VersionConflict } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ProblemException, ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { type ArticlePlace, pathOf } from './article-fields.js';
import { type Viewer, visibleTo } from './article-permissions.js';
import { type ArticleRow, findArticle } from './article-rows.js';

/** Ends a transaction whose address another article has. Made once: an error notes where it comes from, and most saves need none. */
const TAKEN = new Error('taken');

/**
 * Addresses of articles. One belongs to one article: to the one whose draft has it, and for good to one that was ever live
 * there.
 */
@Injectable()
export class ArticleAddressesService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
  ) {}

  /** The address of a new article behind its place: the given one, or one made from the title. */
  async firstSlug(
    tenantId: string,
    place: ArticlePlace,
    title: string,
    given: string | null | undefined,
  ): Promise<string> {
    if (place.isHome) return '';
    if (place.type === ARTICLE_TYPES.stream) return place.blogKey ?? '';
    if (given) return given.normalize('NFC');
    const slug = slugOf(title) || 'untitled';
    const [free = slug] = await this.freeSlugs(tenantId, place, slug, 1);
    return free;
  }

  /** Addresses like this one that nobody has, this one first if it's free. */
  private async freeSlugs(
    tenantId: string,
    place: ArticlePlace,
    slug: string,
    count: number,
  ): Promise<readonly string[]> {
    const stem = slug.replace(/-\d{1,4}$/, '').slice(0, ARTICLE_LIMITS.slug.max - 5);
    const candidates = [slug, ...Array.from({ length: 50 }, (_, index) => `${stem}-${index + 2}`)];
    const taken: { readonly path: string }[] = await this.manager.query(
      `SELECT path FROM article WHERE tenant_id = $1 AND path = ANY($2) AND trashed_at IS NULL
       UNION SELECT path FROM path_history WHERE tenant_id = $1 AND path = ANY($2)`,
      [tenantId, candidates.map((each) => pathOf(place, each))],
    );
    const paths = new Set(taken.map(({ path }) => path));
    return candidates.filter((each) => !paths.has(pathOf(place, each))).slice(0, count);
  }

  /**
   * A transaction that gives an article an address, which the work takes before it writes it.
   * @param own number of the article, if it exists
   * @throws ProblemException 409 naming the article that has it, and free addresses
   */
  async hold<T>(
    viewer: Viewer,
    own: number | undefined,
    work: (manager: EntityManager, take: (path: string) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const { tenantId } = viewer;
    let taken = '';
    try {
      return await this.manager
        .transaction((manager) =>
          work(manager, async (path) => {
            taken = path;
            const kept: unknown[] = await manager.query(
              `SELECT 1 FROM path_history WHERE tenant_id = $1 AND path = $2 AND number <> $3`,
              [tenantId, path, own ?? 0],
            );
            if (kept.length > 0) throw TAKEN;
          }),
        )
        .catch(duplicateAs(() => TAKEN));
    } catch (error) {
      if (error !== TAKEN) throw error;
      throw await this.addressTaken(viewer, taken);
    }
  }

  /**
   * Addresses that an article was live at and keeps, except the one that is live; the newest first.
   * @throws NotFoundException
   */
  async former(viewer: Viewer, number: number, { limit, cursor }: PageDto): Promise<Page<OldAddress>> {
    const { tenantId } = viewer;
    if (!(await findArticle(this.manager, viewer, number))) throw new NotFoundException();
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [at, path] = cursor === undefined ? [] : decodeCursor(cursor, ['instant', 'string']);
    const rows: { readonly path: string; readonly since: Date; readonly kind: 'redirect' | 'gone' | null }[] =
      await this.manager.query(
        `SELECT h.path, h.since, l.kind FROM path_history h
         LEFT JOIN live_page l ON l.tenant_id = h.tenant_id AND l.path = h.path AND l.number = h.number
         WHERE h.tenant_id = $1 AND h.number = $2 AND l.kind IS DISTINCT FROM 'page'
           AND ($3::timestamptz IS NULL OR (date_trunc('milliseconds', h.since), h.path) < ($3, $4))
         ORDER BY date_trunc('milliseconds', h.since) DESC, h.path DESC LIMIT $5`,
        [tenantId, number, at === undefined ? null : new Date(Number(at)), path ?? '', size + 1],
      );
    return pageOf(
      rows,
      size,
      (row): OldAddress => ({
        path: row.path,
        since: row.since.toISOString(),
        status: row.kind === 'redirect' ? 301 : row.kind === 'gone' ? 410 : 404,
      }),
      (row) => [row.since.getTime(), row.path],
    );
  }

  /**
   * Gives up an address that an article was live at: it leads nowhere from now on, and any article can have it.
   * @throws ValidationProblem when no article keeps it, WrongState when one has it now
   */
  async release(context: RequestContext, { path: given, reason: words }: ReleaseAddressDto): Promise<void> {
    const { tenantId } = context;
    const reason = String(normaliseLine(words));
    if (reason === '') throw ValidationProblem.at('reason', ARTICLE_MESSAGES.needsReason);
    const path = given.normalize('NFC');
    await this.manager.transaction(async (manager) => {
      const [kept]: { readonly number: number }[] = await manager.query(
        `SELECT number FROM path_history WHERE tenant_id = $1 AND path = $2`,
        [tenantId, path],
      );
      if (!kept) throw ValidationProblem.at('path', ARTICLE_MESSAGES.addressFree);
      const { number } = kept;
      const article = await findArticle(manager, { tenantId, caller: undefined }, number, { lock: true }); // none once it was deleted
      if (article && !(await findArticle(manager, context, number)))
        throw new WrongState(ARTICLE_MESSAGES.takenUnseen);
      const live: unknown[] = await manager.query(
        `SELECT 1 FROM live_page WHERE tenant_id = $1 AND path = $2 AND kind = 'page'`,
        [tenantId, path],
      );
      if (article && (live.length > 0 || (article.path === path && !article.trashed_at)))
        throw new WrongState(ARTICLE_MESSAGES.addressUsed({ title: article.title }));
      for (const table of ['live_page', 'path_history'])
        await manager.query(`DELETE FROM ${table} WHERE tenant_id = $1 AND path = $2 AND number = $3`, [
          tenantId,
          path,
          number,
        ]);
      await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
      const target = { kind: 'article', id: String(number) };
      const before = { title: article?.title ?? null, path };
      await this.auditLog.record(
        context,
        { action: 'article.release-address', target, before, after: { reason } },
        manager,
      );
    });
    this.changes.emit(CHANNELS.pages, tenantId);
  }

  private async addressTaken({ tenantId, caller }: Viewer, path: string): Promise<ProblemException> {
    const values: unknown[] = [tenantId, path];
    const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
    const [other]: (Pick<ArticleRow, 'number' | 'title' | 'path'> & { readonly visible: boolean })[] =
      await this.manager.query(
        `SELECT number, title, path, ${visible} AS visible FROM article a WHERE tenant_id = $1
         AND (path = $2 AND trashed_at IS NULL OR number = (SELECT number FROM path_history WHERE tenant_id = $1 AND path = $2))
         ORDER BY path <> $2 LIMIT 1`,
        values,
      );
    if (!other && !(await this.isKept(tenantId, path))) return new VersionConflict(); // it has gone since: saving again works
    const [first = '', ...rest] = path.slice(1).split('/');
    const inStream = rest.length === 1;
    const place = inStream
      ? { type: ARTICLE_TYPES.post, blogKey: first, isHome: false }
      : { type: ARTICLE_TYPES.page, blogKey: null, isHome: false };
    const slug = inStream ? (rest[0] ?? '') : path.slice(1);
    const proposals = slug === '' ? [] : await this.freeSlugs(tenantId, place, slug, 3);
    if (!other?.visible)
      return new ProblemException(
        HttpStatus.CONFLICT,
        ADDRESS_TAKEN,
        other ? ARTICLE_MESSAGES.takenUnseen : ARTICLE_MESSAGES.deleted,
        { article: null, proposals },
      );
    const { number, title } = other;
    const text = other.path === path ? ARTICLE_MESSAGES.taken({ title }) : ARTICLE_MESSAGES.kept({ title });
    return new ProblemException(HttpStatus.CONFLICT, ADDRESS_TAKEN, text, {
      article: { number, title },
      proposals,
    });
  }

  /** Whether an article was live there, which may be deleted by now. */
  private async isKept(tenantId: string, path: string): Promise<boolean> {
    const kept: unknown[] = await this.manager.query(
      `SELECT 1 FROM path_history WHERE tenant_id = $1 AND path = $2`,
      [tenantId, path],
    );
    return kept.length > 0;
  }
}
