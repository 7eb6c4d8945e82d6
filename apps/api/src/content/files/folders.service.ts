import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  FILE_LIMITS,
  FILE_MESSAGES,
  type FolderDetails,
  type FolderSummary,
  nameProblem,
} from '@sitedesk/contract/files';
import type { ChangeFolderDto, CreateFolderDto, FolderListDto } from '@sitedesk/contract/files.dto';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { normaliseLine } from '@sitedesk/contract/text';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { newId } from '../../platform/core/id.js';
import { duplicateAs } from '../../platform/database/sql.js';
import { VersionConflict, Versioned } from '../../platform/http/entity-tag.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { RequestContext } from '../../platform/http/request-context.js';
import { nameKey } from './file-rows.js';
import {
  FOLDER_COLUMNS,
  type FolderRow,
  foldersBelow,
  holdFolders,
  pathTo,
  requireFolder,
  toFolder,
} from './folder-rows.js';

/** The folders of a site. Files have addresses without them, so renaming or moving one breaks nothing. */
@Injectable()
export class FoldersService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Those in one folder, or those in the trash, by name. */
  async list(
    tenantId: string,
    { parent, trash, limit, cursor }: FolderListDto,
  ): Promise<Page<FolderSummary>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const [after, id] = cursor === undefined ? [] : decodeCursor(cursor, ['string', 'id']);
    const place = parent === undefined ? 'd.parent_id IS NULL' : `d.parent_id = ${value(parent)}`;
    const conditions = [
      'd.tenant_id = $1',
      trash === undefined ? `d.trashed_at IS NULL AND ${place}` : 'd.trashed_with = d.id',
      ...(after === undefined ? [] : [`(d.name_key, d.id) > (${value(after)}, ${value(id)})`]),
    ];
    const rows: FolderRow[] = await this.manager.query(
      `SELECT ${FOLDER_COLUMNS} FROM folder d WHERE ${conditions.join(' AND ')} ORDER BY d.name_key, d.id LIMIT ${value(size + 1)}`,
      values,
    );
    return pageOf(rows, size, toFolder, (row) => [row.name_key, row.id]);
  }

  /** @throws NotFoundException */
  async get(tenantId: string, id: string): Promise<Versioned<FolderDetails>> {
    const [row]: FolderRow[] = await this.manager.query(
      `SELECT ${FOLDER_COLUMNS} FROM folder d WHERE d.tenant_id = $1 AND d.id = $2`,
      [tenantId, id],
    );
    if (!row) throw new NotFoundException();
    const way = await pathTo(this.manager, tenantId, id);
    return new Versioned({ ...toFolder(row), path: way.slice(0, -1) }, row.revision);
  }

  /** @throws ValidationProblem */
  async create(context: RequestContext, input: CreateFolderDto): Promise<Versioned<FolderDetails>> {
    const { tenantId } = context;
    const name = requireName(input.name);
    const parent = input.parent ?? null;
    const id = newId();
    await this.writing(tenantId, async (manager) => {
      if (parent !== null) await requirePlace(manager, tenantId, [], parent, 'parent');
      const [{ count } = { count: 0 }]: { count: number }[] = await manager.query(
        'SELECT count(*)::int AS count FROM folder WHERE tenant_id = $1',
        [tenantId],
      );
      if (count >= FILE_LIMITS.folders)
        throw new WrongState(FILE_MESSAGES.tooManyFolders({ max: FILE_LIMITS.folders }));
      await manager.query(
        'INSERT INTO folder (tenant_id, id, parent_id, name, name_key, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
        [tenantId, id, parent, name, nameKey(name), new Date(this.clock.now())],
      );
      const event = {
        action: 'folder.create',
        target: { kind: 'folder', id },
        after: { name, parent },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    return this.get(tenantId, id);
  }

  /** Renames it, moves it, or both. @throws NotFoundException, VersionConflict, WrongState, ValidationProblem */
  async change(
    context: RequestContext,
    id: string,
    revision: number,
    input: ChangeFolderDto,
  ): Promise<Versioned<FolderDetails>> {
    const { tenantId } = context;
    await this.writing(tenantId, async (manager) => {
      const [before]: FolderRow[] = await manager.query(
        `SELECT ${FOLDER_COLUMNS} FROM folder d WHERE d.tenant_id = $1 AND d.id = $2 FOR UPDATE`,
        [tenantId, id],
      );
      if (!before) throw new NotFoundException();
      if (before.revision !== revision) throw new VersionConflict();
      if (before.trashed_at) throw new WrongState(FILE_MESSAGES.inTrash);
      const name = input.name === undefined ? before.name : requireName(input.name);
      const parent = input.parent === undefined ? before.parent_id : input.parent;
      if (parent !== null && parent !== before.parent_id)
        await requirePlace(manager, tenantId, [id], parent, 'parent');
      await manager.query(
        'UPDATE folder SET name = $3, name_key = $4, parent_id = $5, revision = revision + 1 WHERE tenant_id = $1 AND id = $2',
        [tenantId, id, name, nameKey(name), parent],
      );
      const event = {
        action: 'folder.change',
        target: { kind: 'folder', id },
        before: { name: before.name, parent: before.parent_id },
        after: { name, parent },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
    return this.get(tenantId, id);
  }

  private async writing(tenantId: string, work: (manager: EntityManager) => Promise<void>): Promise<void> {
    await this.manager
      .transaction(async (manager) => {
        await holdFolders(manager, tenantId);
        await work(manager);
      })
      .catch(duplicateAs(() => ValidationProblem.at('name', FILE_MESSAGES.folderExists)));
  }
}

/** @returns the name as it is stored. @throws ValidationProblem */
export function requireName(given: string): string {
  const name = String(normaliseLine(given));
  const problem = nameProblem(name);
  if (problem) throw ValidationProblem.at('name', problem);
  return name;
}

/**
 * A folder that others can be put into: it is none of them, and not too deep. Folders have to be held.
 * @throws ValidationProblem
 */
export async function requirePlace(
  manager: EntityManager,
  tenantId: string,
  moved: readonly string[],
  into: string,
  field: string,
): Promise<void> {
  await requireFolder(manager, tenantId, into, field);
  const above = await pathTo(manager, tenantId, into);
  if (above.some(({ id }) => moved.includes(id)))
    throw ValidationProblem.at(field, FILE_MESSAGES.folderInItself);
  const below = await foldersBelow(manager, tenantId, moved);
  const depth = above.length + 1 + Math.max(0, ...below.map((each) => each.depth));
  if (depth > FILE_LIMITS.depth)
    throw ValidationProblem.at(field, FILE_MESSAGES.folderDepth({ max: FILE_LIMITS.depth }));
}
