import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_MESSAGES, RESERVED_SEGMENTS } from '@sitedesk/contract/articles';
import type { FieldError } from '@sitedesk/contract/field-rules';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import {
  type ImportedRedirects,
  type NotFoundAddress,
  type Redirect,
  REDIRECT_LIMITS,
  REDIRECT_MESSAGES,
  type RedirectArticle,
} from '@sitedesk/contract/redirects';
import type { NotFoundListDto, RedirectDto, RedirectListDto } from '@sitedesk/contract/redirects.dto';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { SiteChangesService } from '../site-changes/site-changes.service.js';
import { type Viewer, visibleTo } from '../articles/article-permissions.js';
import { findArticle } from '../articles/article-rows.js';
import { pathOnSite, requireOneStep } from '../articles/forwards.js';
import { publicPath } from '../articles/public-path.js';
import { holdPublishing } from '../articles/publishing-locks.js';

/** A redirect as it is read. */
interface ListedRow {
  readonly kind: Redirect['kind'];
  readonly id: string | null;
  readonly path: string;
  readonly with_below: boolean;
  readonly code: Redirect['code'];
  readonly article: RedirectArticle | null;
  readonly url: string | null;
  readonly note: string | null;
  readonly is_covered: boolean;
  readonly hits: number;
  readonly last_on: string | null;
  readonly version: number;
}

/** A row of `redirect_rule`, without what the database adds. */
interface Rule {
  readonly path: string;
  readonly withBelow: boolean;
  readonly code: Redirect['code'];
  readonly forwardNumber: number | null;
  readonly forwardUrl: string | null;
  readonly forwardPath: string | null;
  readonly note: string | null;
}

/** In the list, of one address: a redirect of an article first, because that is the one that counts. */
const KINDS = ['automatic', 'manual'] as const;

/** Looked up for the rows that are shown (`LIMIT`): joined, it would be read for all. */
const hitsOf = (kind: Redirect['kind'], path: string): string =>
  `SELECT a.hits, a.last_on FROM address_hit a WHERE a.tenant_id = $1 AND a.kind = '${kind}' AND a.path = ${path} LIMIT 1`;

/** A redirect of the site that people made `r`, and of an article that moved `l`. @param article SQL of the one it leads to */
const manualRows = (article: string): string => `SELECT 'manual' AS kind, r.id, r.path, r.with_below, r.code,
    ${article.replaceAll('$target', 'r.forward_number')} AS article, r.forward_url AS url, r.note, r.version,
    p.number IS NOT NULL AS is_covered,
    coalesce(h.hits, 0) AS hits, h.last_on::text AS last_on
  FROM redirect_rule r LEFT JOIN LATERAL (${hitsOf('manual', 'r.path')}) h ON true
  LEFT JOIN LATERAL (
    SELECT number FROM live_page WHERE tenant_id = $1 AND path = r.path COLLATE "default" AND NOT hidden AND NOT r.with_below LIMIT 1
  ) p ON true
  WHERE r.tenant_id = $1`;
const automaticRows = (
  article: string,
  visible: string,
): string => `SELECT 'automatic' AS kind, NULL::uuid AS id,
    l.path COLLATE "C" AS path, false AS with_below, 301::smallint AS code,
    ${article.replaceAll('$target', 'coalesce(l.forward_number, CASE WHEN l.forward_url IS NULL THEN l.number END)')} AS article,
    l.forward_url AS url, NULL::text AS note, 0 AS version, false AS is_covered, coalesce(h.hits, 0) AS hits, h.last_on::text AS last_on
  FROM live_page l LEFT JOIN LATERAL (${hitsOf('automatic', 'l.path')}) h ON true WHERE l.tenant_id = $1 AND l.kind = 'redirect'
    AND EXISTS (SELECT FROM article a WHERE a.tenant_id = l.tenant_id AND a.number = l.number AND ${visible})`;
const articleOf = (
  visible: string,
): string => `(SELECT json_build_object('number', a.number, 'title', a.title, 'path', t.path)
    FROM article a LEFT JOIN live_page t ON t.tenant_id = a.tenant_id AND t.number = a.number AND t.kind = 'page'
    WHERE a.tenant_id = $1 AND a.number = $target AND ${visible})`;

interface NotFoundRow {
  readonly path: string;
  readonly hits: number;
  readonly last_on: string;
  readonly article: RedirectArticle | null;
}

/**
 * Addresses `h` that weren't found, without those where something is by now: a page, a list, or a redirect of someone. Each is looked up
 * alone (`LIMIT`): there are few of them, and there may be very many redirects.
 */
const notFoundRows = (
  article: string,
): string => `SELECT h.path, h.hits, h.last_on::text AS last_on, ${article} AS article
  FROM address_hit h LEFT JOIN path_history o ON o.tenant_id = $1 AND o.path = h.path COLLATE "default"
  WHERE h.tenant_id = $1 AND h.kind = 'not-found' AND h.last_on > $2::date - ${REDIRECT_LIMITS.notFoundDays}
    AND NOT EXISTS (SELECT FROM live_page p WHERE p.tenant_id = $1 AND p.path = h.path COLLATE "default" AND NOT p.hidden
      AND (p.kind <> 'redirect' OR p.forward_url IS NOT NULL OR EXISTS (SELECT FROM live_page t
        WHERE t.tenant_id = $1 AND t.number = coalesce(p.forward_number, p.number) AND t.kind = 'page' AND NOT t.hidden)))
    AND NOT EXISTS (SELECT FROM live_list v WHERE v.tenant_id = $1 AND v.path = h.path COLLATE "default" AND v.live_count > 0)
    AND NOT EXISTS (SELECT FROM generate_series(1, cardinality(string_to_array(h.path, '/'))) n, LATERAL (
      SELECT FROM redirect_rule r WHERE r.tenant_id = $1 AND (r.with_below OR r.path = h.path)
        AND r.path = '/' || array_to_string((string_to_array(h.path, '/'))[2:n], '/') LIMIT 1) found)`;

const ADDRESS_OWNER = `SELECT number FROM path_history WHERE tenant_id = $1 AND path = $2
  UNION ALL SELECT number FROM live_page WHERE tenant_id = $1 AND path = $2 LIMIT 1`;

/** Addresses of the site that lead elsewhere. A rule of someone answers only where nothing else does. */
@Injectable()
export class RedirectsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    private readonly changes: DatabaseChanges,
    private readonly siteChanges: SiteChangesService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By address; `q` is what addresses begin with. */
  async list(viewer: Viewer, { q, kind, limit, cursor }: RedirectListDto): Promise<Page<Redirect>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [viewer.tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const visible = visibleTo(viewer.caller, value);
    const article = articleOf(visible);
    const start = q === undefined ? undefined : startOf(q);
    const [after, rank] = cursor === undefined ? [] : decodeCursor(cursor, ['string', 'number']);
    const count = value(size + 1);
    const branch = (each: Redirect['kind'], rows: string, path: string): string => {
      const inRange = [
        ...(start === undefined ? [] : [`${path} >= ${value(start)} AND ${path} < ${value(endOf(start))}`]),
        // Of the cursor's address, the second kind may still be to come.
        ...(after === undefined
          ? []
          : [`${path} ${KINDS.indexOf(each) > Number(rank) ? '>=' : '>'} ${value(after)}`]),
      ];
      return `(${[rows, ...inRange].join(' AND ')} ORDER BY ${path} LIMIT ${count})`;
    };
    const branches = [
      ...(kind === 'manual'
        ? []
        : [branch('automatic', automaticRows(article, visible), 'l.path COLLATE "C"')]),
      ...(kind === 'automatic' ? [] : [branch('manual', manualRows(article), 'r.path')]),
    ];
    const rows: ListedRow[] = await this.manager.query(
      `SELECT * FROM (${branches.join(' UNION ALL ')}) found ORDER BY path, kind LIMIT ${count}`,
      values,
    );
    return pageOf(rows, size, redirectOf, (row) => [row.path, KINDS.indexOf(row.kind)]);
  }

  /** Those that were asked for most first; `q` is what addresses begin with. */
  async listNotFound(viewer: Viewer, { q, limit, cursor }: NotFoundListDto): Promise<Page<NotFoundAddress>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [viewer.tenantId, new Date(this.clock.now()).toISOString().slice(0, 10)];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const article = articleOf(visibleTo(viewer.caller, value)).replaceAll('$target', 'o.number');
    const [hits, path] = cursor === undefined ? [] : decodeCursor(cursor, ['number', 'string']);
    const start = q === undefined ? undefined : startOf(q);
    const conditions = [
      notFoundRows(article),
      ...(start === undefined ? [] : [`h.path >= ${value(start)} AND h.path < ${value(endOf(start))}`]),
      ...(hits === undefined
        ? []
        : [`(h.hits, ${value(path)}::text COLLATE "C") < (${value(hits)}::int, h.path)`]),
    ];
    const rows: NotFoundRow[] = await this.manager.query(
      `${conditions.join(' AND ')} ORDER BY h.hits DESC, h.path LIMIT ${value(size + 1)}`,
      values,
    );
    return pageOf(
      rows,
      size,
      ({ path: at, hits: count, last_on: lastHitOn, article: owner }) => ({
        path: at,
        hits: count,
        lastHitOn,
        article: owner,
      }),
      (row) => [row.hits, row.path],
    );
  }

  /** @throws NotFoundException */
  async get(viewer: Viewer, id: string): Promise<Versioned<Redirect>> {
    const values: unknown[] = [viewer.tenantId, id];
    const visible = visibleTo(viewer.caller, (each) => `$${values.push(each)}`);
    const [row]: ListedRow[] = await this.manager.query(
      `${manualRows(articleOf(visible))} AND r.id = $2`,
      values,
    );
    if (!row) throw new NotFoundException();
    return new Versioned(redirectOf(row), row.version);
  }

  /** @throws ValidationProblem */
  async create(context: RequestContext, input: RedirectDto): Promise<Versioned<Redirect>> {
    const { tenantId } = context;
    const id = newId();
    await this.writing(context, async (manager) => {
      const rule = await this.ruleOf(manager, context, input, null);
      await this.insert(manager, tenantId, id, rule);
      await this.tellOf(manager, tenantId, [rule]);
      const target = { kind: 'redirect', id };
      await this.auditLog.record(context, { action: 'redirect.create', target, after: { ...rule } }, manager);
    });
    return this.get(context, id);
  }

  /** Each by itself, in their order: one that leads where another one before it stands is refused for that. */
  async import(
    context: RequestContext,
    rows: readonly RedirectDto[],
    { dryRun = false }: { readonly dryRun?: boolean } = {},
  ): Promise<ImportedRedirects> {
    const { tenantId } = context;
    const created: { id: string; path: string; withBelow: boolean }[] = [];
    const refused: { row: number; error: FieldError }[] = [];
    await this.writing(context, async (manager) => {
      await manager.query('SAVEPOINT before_all');
      for (const [row, input] of rows.entries()) {
        await manager.query('SAVEPOINT before_one');
        try {
          const rule = await this.ruleOf(manager, context, input, null);
          const id = newId();
          await this.insert(manager, tenantId, id, rule).catch(duplicateAs(alreadyThere));
          created.push({ id, path: rule.path, withBelow: rule.withBelow });
        } catch (error) {
          const [fault] = error instanceof ValidationProblem ? error.errors : [];
          if (!fault) throw error;
          await manager.query('ROLLBACK TO SAVEPOINT before_one');
          refused.push({ row, error: fault });
        }
        await manager.query('RELEASE SAVEPOINT before_one');
      }
      if (dryRun) await manager.query('ROLLBACK TO SAVEPOINT before_all');
      if (dryRun || created.length === 0) return false;
      await this.tellOf(manager, tenantId, created);
      const after = { count: created.length, paths: created.map(({ path }) => path) };
      const affected = created.map(({ id }) => id);
      await this.auditLog.record(context, { action: 'redirect.import', after, affected }, manager);
      return true;
    });
    return { created: created.length, refused };
  }

  /** @throws NotFoundException, VersionConflict, ValidationProblem */
  async replace(
    context: RequestContext,
    id: string,
    version: number,
    input: RedirectDto,
  ): Promise<Versioned<Redirect>> {
    const { tenantId } = context;
    await this.writing(context, async (manager) => {
      const before = await this.lock(manager, tenantId, id);
      if (before.version !== version) throw new VersionConflict();
      const rule = await this.ruleOf(manager, context, input, id);
      await manager.query(
        `UPDATE redirect_rule SET path = $3, with_below = $4, code = $5, forward_number = $6, forward_url = $7, forward_path = $8, note = $9,
           changed_at = $10, version = version + 1 WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id, ...columnsOf(rule), new Date(this.clock.now())],
      );
      if (rule.path !== before.path) await this.forgetHits(manager, tenantId, before.path);
      await this.tellOf(manager, tenantId, [before, rule]);
      const target = { kind: 'redirect', id };
      const event = { action: 'redirect.change', target, before: { ...before }, after: { ...rule } } as const;
      await this.auditLog.record(context, event, manager);
    });
    return this.get(context, id);
  }

  /** @throws NotFoundException */
  async delete(context: RequestContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.writing(context, async (manager) => {
      const before = await this.lock(manager, tenantId, id);
      await manager.query('DELETE FROM redirect_rule WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
      await this.forgetHits(manager, tenantId, before.path);
      await this.tellOf(manager, tenantId, [before]);
      const target = { kind: 'redirect', id };
      await this.auditLog.record(
        context,
        { action: 'redirect.delete', target, before: { ...before } },
        manager,
      );
    });
  }

  /**
   * Checks that look at all forwards of the site hold until the transaction ends.
   * @param work resolves to false when nothing was changed
   */
  private async writing(
    { tenantId }: RequestContext,
    work: (manager: EntityManager) => Promise<boolean | void>,
  ): Promise<void> {
    const isChanged = await this.manager
      .transaction(async (manager) => {
        await holdPublishing(manager, tenantId);
        if ((await work(manager)) === false) return false;
        await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.pages, tenantId]);
        return true;
      })
      .catch(duplicateAs(alreadyThere));
    if (isChanged) this.changes.emit(CHANNELS.pages, tenantId);
  }

  /** Nobody knows which addresses are below one. */
  private async tellOf(
    manager: EntityManager,
    tenantId: string,
    rules: readonly Pick<Rule, 'path' | 'withBelow'>[],
  ): Promise<void> {
    const pages = rules.map(({ path }) => path);
    const whole = rules.some(({ withBelow }) => withBelow) ? ({ isWholeSite: true } as const) : {};
    await this.siteChanges.changed(manager, tenantId, [{ reason: 'redirect', pages, lists: [], ...whole }]);
  }

  private async insert(manager: EntityManager, tenantId: string, id: string, rule: Rule): Promise<void> {
    await manager.query(
      `INSERT INTO redirect_rule (tenant_id, id, path, with_below, code, forward_number, forward_url, forward_path, note, changed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [tenantId, id, ...columnsOf(rule), new Date(this.clock.now())],
    );
  }

  private async forgetHits(manager: EntityManager, tenantId: string, path: string): Promise<void> {
    await manager.query(`DELETE FROM address_hit WHERE tenant_id = $1 AND kind = 'manual' AND path = $2`, [
      tenantId,
      path,
    ]);
  }

  private async lock(
    manager: EntityManager,
    tenantId: string,
    id: string,
  ): Promise<Rule & { readonly version: number }> {
    const [row]: (Rule & { readonly version: number })[] = await manager.query(
      `SELECT path, with_below AS "withBelow", code, forward_number AS "forwardNumber", forward_url AS "forwardUrl",
         forward_path AS "forwardPath", note, version FROM redirect_rule WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
      [tenantId, id],
    );
    if (!row) throw new NotFoundException();
    return row;
  }

  /** @throws ValidationProblem */
  private async ruleOf(
    manager: EntityManager,
    viewer: Viewer,
    input: RedirectDto,
    own: string | null,
  ): Promise<Rule> {
    const { tenantId } = viewer;
    const { code, withBelow = false } = input;
    const path = requirePath(input.path);
    if (!withBelow) await this.requireFree(manager, viewer, path);
    const { forwardNumber, forwardUrl } = await this.targetOf(manager, viewer, input);
    const forwardPath = forwardUrl === null ? undefined : await pathOnSite(manager, tenantId, forwardUrl);
    await requireOneStep(manager, tenantId, { paths: [path], withBelow, target: forwardPath, own });
    const note = String(normaliseLine(input.note ?? '')) || null;
    return { path, withBelow, code, forwardNumber, forwardUrl, forwardPath: forwardPath ?? null, note };
  }

  /** An article keeps its addresses, and what is live there is never behind a redirect. */
  private async requireFree(manager: EntityManager, viewer: Viewer, path: string): Promise<void> {
    const { tenantId } = viewer;
    const [owner]: { readonly number: number }[] = await manager.query(ADDRESS_OWNER, [tenantId, path]);
    if (owner) {
      const article = await findArticle(manager, viewer, owner.number);
      const isThere = article ?? (await findArticle(manager, { tenantId, caller: undefined }, owner.number));
      throw ValidationProblem.at(
        'path',
        article
          ? REDIRECT_MESSAGES.belongs({ title: article.title })
          : isThere
            ? REDIRECT_MESSAGES.belongsUnseen
            : REDIRECT_MESSAGES.belongsDeleted,
      );
    }
    const lists: unknown[] = await manager.query(
      'SELECT 1 FROM live_list WHERE tenant_id = $1 AND path = $2 AND live_count > 0',
      [tenantId, path],
    );
    if (lists.length > 0) throw ValidationProblem.at('path', REDIRECT_MESSAGES.isList);
  }

  /** An address of an article stands for the article, wherever that moves. */
  private async targetOf(
    manager: EntityManager,
    viewer: Viewer,
    { code, forwardArticle = null, forwardUrl = null }: RedirectDto,
  ): Promise<Pick<Rule, 'forwardNumber' | 'forwardUrl'>> {
    const field = forwardArticle === null ? 'forwardUrl' : 'forwardArticle';
    if (code === 410) {
      if (forwardArticle !== null || forwardUrl !== null)
        throw ValidationProblem.at(field, REDIRECT_MESSAGES.noTarget);
      return { forwardNumber: null, forwardUrl: null };
    }
    if (forwardArticle !== null && forwardUrl !== null)
      throw ValidationProblem.at('forwardUrl', REDIRECT_MESSAGES.oneTarget);
    if (forwardArticle !== null) {
      const article = await findArticle(manager, viewer, forwardArticle);
      if (!article || article.trashed_at) throw ValidationProblem.at(field, ARTICLE_MESSAGES.unknown);
      return { forwardNumber: forwardArticle, forwardUrl: null };
    }
    if (forwardUrl === null) throw ValidationProblem.at(field, REDIRECT_MESSAGES.needsTarget);
    const path = /[?#]/.test(forwardUrl) ? undefined : await pathOnSite(manager, viewer.tenantId, forwardUrl);
    const [owner]: { readonly number: number }[] =
      path === undefined ? [] : await manager.query(ADDRESS_OWNER, [viewer.tenantId, path]);
    const article = owner && (await findArticle(manager, viewer, owner.number));
    return article && article.publication_id !== null
      ? { forwardNumber: article.number, forwardUrl: null }
      : { forwardNumber: null, forwardUrl };
  }
}

const alreadyThere = (): ValidationProblem => ValidationProblem.at('path', REDIRECT_MESSAGES.exists);

/** @throws ValidationProblem */
function requirePath(typed: string): string {
  const given = String(normaliseLine(typed));
  const place = /^\/(?!\/)[^?#]*$/.test(given) ? publicPath(given) : undefined;
  if (place?.kind !== 'path') throw ValidationProblem.at('path', REDIRECT_MESSAGES.path);
  const [, word = ''] = place.path.split('/');
  if (RESERVED_SEGMENTS.includes(word))
    throw ValidationProblem.at('path', ARTICLE_MESSAGES.reserved({ word }));
  return place.path;
}

/** What addresses begin with, in their one spelling as far as that can be said of a beginning. */
const startOf = (q: string): string => {
  const start = String(normaliseLine(q)).toLowerCase();
  return start.startsWith('/') ? start : `/${start}`;
};
/** The first text behind all that begin so. */
const endOf = (start: string): string => `${start}\u{10FFFF}`;

const columnsOf = (rule: Rule): readonly unknown[] => [
  rule.path,
  rule.withBelow,
  rule.code,
  rule.forwardNumber,
  rule.forwardUrl,
  rule.forwardPath,
  rule.note,
];

const redirectOf = (row: ListedRow): Redirect => ({
  kind: row.kind,
  id: row.id,
  path: row.path,
  withBelow: row.with_below,
  code: row.code,
  article: row.article,
  url: row.url,
  note: row.note,
  isCovered: row.is_covered,
  hits: row.hits,
  lastHitOn: row.last_on,
});
