import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import {
  externalIdOf,
  IMPORT_LIMITS as LIMITS,
  IMPORT_MESSAGES as TEXTS,
  type ImportItem,
  type ImportRun,
  NO_COUNTS,
} from '@sitedesk/contract/imports';
import { IMPORT_KEY_MESSAGES } from '@sitedesk/contract/import-keys';
import type { CreateImportDto, ImportDocumentsDto, ImportItemListDto } from '@sitedesk/contract/imports.dto';
import type { PageDto } from '@sitedesk/contract/rules';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { PermissionMissing } from '../../platform/http/access-refusals.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import { ProgramKeyRefused } from '../../platform/http/program-keys.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { knownAuthors } from '../articles/article-rows.js';
import { visibleTo } from '../articles/article-permissions.js';
import { DocAssetsService, rootName } from './doc-assets.service.js';
import { addItems, type ArrivedItem, requireOpen } from './import-items.js';
import {
  findRun,
  type ItemRow,
  keyLineOf,
  REPORT_COLUMNS,
  RUNS,
  type RunRow,
  SEEN_BY,
  sourceKey,
  toItem,
  toRun,
} from './import-rows.js';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Imports, and the documents that arrive for them. */
@Injectable()
export class ImportRunsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly assets: DocAssetsService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest first. */
  async list(context: CallerContext, { limit, cursor }: PageDto): Promise<Page<ImportRun>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [at, id] = cursor === undefined ? [] : decodeCursor(cursor, ['instant', 'id']);
    const rows: RunRow[] = await this.manager.query(
      `${RUNS} AND ${SEEN_BY} AND ($3::timestamptz IS NULL OR (r.created_at, r.id) < ($3, $4::uuid))
       ORDER BY r.created_at DESC, r.id DESC LIMIT $5`,
      [
        context.tenantId,
        keyLineOf(context),
        at === undefined ? null : new Date(Number(at)),
        id ?? FIRST_ID,
        size + 1,
      ],
    );
    return pageOf(rows, size, toRun, (row) => [row.created_at.getTime(), row.id]);
  }

  /** @throws NotFoundException */
  async get(context: CallerContext, id: string): Promise<ImportRun> {
    return toRun(await this.require(context, id));
  }

  /** @throws NotFoundException */
  async require(context: CallerContext, id: string): Promise<RunRow> {
    const run = await findRun(this.manager, context, id);
    if (!run) throw new NotFoundException();
    return run;
  }

  /** @throws PermissionMissing, ValidationProblem, WrongState when too many aren't finished */
  async create(context: CallerContext, input: CreateImportDto): Promise<ImportRun> {
    const { tenantId, caller } = context;
    requirePermissions(context, input.status === 'published');
    const source = String(normaliseLine(input.source));
    const key = caller.kind === 'token' ? caller.key : undefined;
    const blogKey = input.blogKey ?? key?.blogKey ?? null;
    if (key && key.blogKey !== null && blogKey !== key.blogKey)
      throw new ProgramKeyRefused(IMPORT_KEY_MESSAGES.invalid);
    const options = {
      blogKey,
      author: input.author?.toLowerCase() ?? null,
      status: input.status ?? 'draft',
      conflict: input.conflict ?? 'keep',
      // A program sends its pictures into the folder that has the name of the import.
      folder:
        input.folder?.toLowerCase() ??
        (key ? await this.assets.root(tenantId, rootName(context, source)) : null),
      hosts: [...new Set((input.hosts ?? []).map((host) => host.toLowerCase()))],
    } as const;
    const id = newId();
    await this.manager.transaction(async (manager) => {
      await this.requireOptions(manager, context, options);
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`imports:${tenantId}`]);
      const [{ count } = { count: 0 }]: { readonly count: number }[] = await manager.query(
        `SELECT count(*)::int AS count FROM import_run WHERE tenant_id = $1 AND state NOT IN ('done', 'undone') AND NOT door`,
        [tenantId],
      );
      if (count >= LIMITS.openRuns) throw new WrongState(TEXTS.tooManyOpen({ limit: LIMITS.openRuns }));
      await manager.query(
        `INSERT INTO import_run (tenant_id, id, source, source_key, options, state, created_at, created_by, items, processed, counts, key_line, key_name, key_limit)
         VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, 0, 0, $8, $9, $10, $11)`,
        [
          tenantId,
          id,
          source,
          sourceKey(source),
          JSON.stringify(options),
          new Date(this.clock.now()),
          caller.accountId,
          JSON.stringify(NO_COUNTS),
          key?.line,
          key?.name,
          key && JSON.stringify({ blogKey: key.blogKey, path: key.path }),
        ],
      );
      const event = {
        action: 'import.create',
        target: { kind: 'import', id },
        after: { source, ...options },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    return this.get(context, id);
  }

  /**
   * Takes documents, which are read when they are checked. One that arrives again takes its own place.
   * @throws NotFoundException, ValidationProblem, WrongState when the import has begun, ProblemException 413
   */
  async putItems(context: CallerContext, id: string, { items }: ImportDocumentsDto): Promise<ImportRun> {
    const run = await this.require(context, id);
    requireOpen(run);
    const names = items.map(({ externalId }, index) => requireName(externalId, index));
    const [twice] = names.filter((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined)
      throw ValidationProblem.at(`items.${names.lastIndexOf(twice)}.externalId`, TEXTS.twice);
    const arrived = items.map(({ format, content }, index): ArrivedItem => ({
      externalId: names[index] ?? '',
      format,
      raw: content,
    }));
    await this.manager.transaction((manager) => addItems(manager, context, id, arrived));
    return this.get(context, id);
  }

  /** By name. @throws NotFoundException */
  async items(
    context: CallerContext,
    id: string,
    { outcome, limit, cursor }: ImportItemListDto,
  ): Promise<Page<ImportItem>> {
    await this.require(context, id);
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const [after = ''] = cursor === undefined ? [] : decodeCursor(cursor, ['string']);
    const rows: ItemRow[] = await this.manager.query(
      `SELECT ${REPORT_COLUMNS} FROM import_item
       WHERE tenant_id = $1 AND run_id = $2 AND external_id > $3 AND ($4::text IS NULL OR outcome = $4) ORDER BY external_id LIMIT $5`,
      [context.tenantId, id, after, outcome ?? null, size + 1],
    );
    return pageOf(rows, size, toItem, ({ external_id }) => [external_id]);
  }

  /** Forgets an import and its report. Its articles stay, and are known as the same documents. @throws NotFoundException */
  async delete(context: CallerContext, id: string): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const run = await findRun(manager, context, id);
      if (!run) throw new NotFoundException();
      await manager.query('DELETE FROM import_run WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
      const { source, state, counts } = run;
      const event = {
        action: 'import.delete',
        target: { kind: 'import', id },
        before: { source, state, ...counts },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
  }

  /** @throws ValidationProblem */
  private async requireOptions(
    manager: EntityManager,
    { tenantId, caller }: CallerContext,
    { blogKey, author, folder }: Pick<RunRow['options'], 'blogKey' | 'author' | 'folder'>,
  ): Promise<void> {
    if (blogKey !== null) {
      const values: unknown[] = [tenantId, blogKey, ARTICLE_TYPES.stream];
      const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
      const found: unknown[] = await manager.query(
        `SELECT 1 FROM article a WHERE tenant_id = $1 AND blog_key = $2 AND type = $3 AND trashed_at IS NULL AND ${visible}`,
        values,
      );
      if (found.length === 0) throw ValidationProblem.at('blogKey', TEXTS.unknownBlog);
    }
    if (author !== null && !(await knownAuthors(manager, tenantId, [author])).has(author))
      throw ValidationProblem.at('author', TEXTS.unknownAuthor);
    if (folder === null) return;
    const found: unknown[] = await manager.query(
      'SELECT 1 FROM folder WHERE tenant_id = $1 AND id = $2 AND trashed_at IS NULL',
      [tenantId, folder],
    );
    if (found.length === 0) throw ValidationProblem.at('folder', TEXTS.unknownFolder);
  }
}

/** What an import needs besides `import.run`. @throws PermissionMissing */
export function requirePermissions({ caller }: CallerContext, publishes: boolean): void {
  if (!caller.permissions.has('pages.create')) throw new PermissionMissing('pages.create');
  if (publishes && !caller.permissions.has('pages.publish')) throw new PermissionMissing('pages.publish');
}

/** @throws ValidationProblem */
function requireName(given: string, index: number): string {
  const name = externalIdOf(String(normaliseLine(given)));
  if (name === undefined) throw ValidationProblem.at(`items.${index}.externalId`, TEXTS.externalId);
  return name;
}
