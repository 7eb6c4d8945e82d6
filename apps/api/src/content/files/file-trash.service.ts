import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { FILE_MESSAGES, type MovedThings } from '@sitedesk/contract/files';
import type {
  ChosenFilesDto,
  DeleteFileDto,
  MoveFilesDto,
  TrashFilesDto,
} from '@sitedesk/contract/files.dto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { duplicateAs, runWith, type Sql } from '../../platform/database/sql.js';
import { ValidationProblem, WrongState } from '../../platform/http/problem.js';
import type { CallerContext, RequestContext } from '../../platform/http/request-context.js';
import { nameKey } from './file-rows.js';
import { FileUsesService } from './file-uses.service.js';
import { FOLDER_COLUMNS, type FolderRow, foldersBelow, holdFolders, requireFolder } from './folder-rows.js';
import { requirePlace } from './folders.service.js';
import { removeFiles, removeFolders } from './remove-files.js';

interface Found {
  readonly id: string;
}

/** What is done to many files and folders at once: they are moved, thrown away, and taken back. */
@Injectable()
export class FileTrashService {
  constructor(
    private readonly manager: EntityManager,
    private readonly uses: FileUsesService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationProblem */
  async move(context: RequestContext, { into = null, ...chosen }: MoveFilesDto): Promise<MovedThings> {
    const { tenantId } = context;
    const { files, folders } = requireChosen(chosen);
    return this.writing(tenantId, async (manager) => {
      if (into !== null) await requireFolder(manager, tenantId, into, 'into');
      if (into !== null && folders.length > 0) await requirePlace(manager, tenantId, folders, into, 'into');
      const moved = await changed(
        manager,
        `UPDATE folder SET parent_id = $3, revision = revision + 1
         WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND trashed_at IS NULL AND parent_id IS DISTINCT FROM $3::uuid RETURNING id`,
        [tenantId, folders, into],
      );
      const own = await changed(
        manager,
        `UPDATE file SET folder_id = $3, revision = revision + 1
         WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND trashed_at IS NULL AND folder_id IS DISTINCT FROM $3::uuid RETURNING id`,
        [tenantId, files, into],
      );
      await this.note(context, manager, 'file.move', { files: own, folders: moved, after: { into } });
      return { files: own.length, folders: moved.length };
    });
  }

  /**
   * Folders go with all that is in them. Addresses of files go on to answer until they are deleted permanently.
   * @throws ValidationProblem, ProblemException 409 when visitors see one of them on a page
   */
  async trash(
    context: CallerContext,
    { evenIfUsed = false, ...chosen }: TrashFilesDto,
  ): Promise<MovedThings> {
    const { tenantId } = context;
    const { files, folders } = requireChosen(chosen);
    return this.writing(tenantId, async (manager) => {
      const at = new Date(this.clock.now());
      const roots = await this.rootsOf(manager, tenantId, folders);
      const tree = await foldersBelow(manager, tenantId, roots);
      // Of a folder in one that is chosen as well, the outer one counts.
      const rootOf = new Map(tree.map(({ id, root }) => [id, root]));
      const ids = [...rootOf.keys()];
      const around = await changed(
        manager,
        `UPDATE folder f SET trashed_at = $4, trashed_with = t.root, revision = revision + 1
         FROM unnest($2::uuid[], $3::uuid[]) AS t (id, root) WHERE f.tenant_id = $1 AND f.id = t.id AND f.trashed_at IS NULL RETURNING f.id`,
        [tenantId, ids, [...rootOf.values()], at],
      );
      const inside = await changed(
        manager,
        `UPDATE file f SET trashed_at = $4, trashed_with = t.root, revision = revision + 1
         FROM unnest($2::uuid[], $3::uuid[]) AS t (id, root) WHERE f.tenant_id = $1 AND f.folder_id = t.id AND f.trashed_at IS NULL RETURNING f.id`,
        [tenantId, ids, [...rootOf.values()], at],
      );
      const own = await changed(
        manager,
        `UPDATE file SET trashed_at = $3, revision = revision + 1
         WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND trashed_at IS NULL RETURNING id`,
        [tenantId, files, at],
      );
      const gone = [...own, ...inside];
      if (!evenIfUsed) await this.uses.requireUnused(manager, context, gone, FILE_MESSAGES.stillLive, 'live');
      await this.note(context, manager, 'file.trash', { files: gone, folders: roots });
      return { files: own.length + inside.length, folders: around.length };
    });
  }

  /** What went with a folder comes back with it. Where the folder around them is gone, they are at the top. */
  async restore(context: RequestContext, chosen: ChosenFilesDto): Promise<MovedThings> {
    const { tenantId } = context;
    const { files, folders } = requireChosen(chosen);
    return this.writing(tenantId, async (manager) => {
      const roots: FolderRow[] = await manager.query(
        `SELECT ${FOLDER_COLUMNS} FROM folder d WHERE d.tenant_id = $1 AND d.id = ANY($2::uuid[]) AND d.trashed_with = d.id
         ORDER BY d.name_key, d.id FOR UPDATE`,
        [tenantId, folders],
      );
      let [count, inside] = [0, [] as readonly string[]];
      for (const root of roots) {
        const parent = await placeNow(manager, tenantId, root.parent_id);
        const name = await freeName(manager, tenantId, parent, root.name);
        await manager.query(
          'UPDATE folder SET parent_id = $3, name = $4, name_key = $5 WHERE tenant_id = $1 AND id = $2',
          [tenantId, root.id, parent, name, nameKey(name)],
        );
        const back = [tenantId, root.id];
        count += (
          await changed(
            manager,
            `UPDATE folder SET trashed_at = NULL, trashed_with = NULL, revision = revision + 1 WHERE tenant_id = $1 AND trashed_with = $2 RETURNING id`,
            back,
          )
        ).length;
        const found = await changed(
          manager,
          `UPDATE file SET trashed_at = NULL, trashed_with = NULL, revision = revision + 1 WHERE tenant_id = $1 AND trashed_with = $2 RETURNING id`,
          back,
        );
        inside = [...inside, ...found];
      }
      const own = await changed(
        manager,
        `UPDATE file f SET trashed_at = NULL, revision = revision + 1,
           folder_id = (SELECT d.id FROM folder d WHERE d.tenant_id = $1 AND d.id = f.folder_id AND d.trashed_at IS NULL)
         WHERE f.tenant_id = $1 AND f.id = ANY($2::uuid[]) AND f.trashed_at IS NOT NULL AND f.trashed_with IS NULL RETURNING f.id`,
        [tenantId, files],
      );
      const ids = roots.map(({ id }) => id);
      await this.note(context, manager, 'file.restore', { files: [...own, ...inside], folders: ids });
      return { files: own.length + inside.length, folders: count };
    });
  }

  /**
   * Deletes a file that is in the trash permanently.
   * @throws NotFoundException, WrongState, ProblemException 409 when it is in use
   */
  async deleteFile(context: CallerContext, id: string, { evenIfUsed }: DeleteFileDto): Promise<void> {
    const { tenantId } = context;
    await this.manager.transaction(async (manager) => {
      const [file]: { name: string; trashed_at: Date | null }[] = await manager.query(
        'SELECT name, trashed_at FROM file WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
        [tenantId, id],
      );
      if (!file) throw new NotFoundException();
      if (!file.trashed_at) throw new WrongState(FILE_MESSAGES.notInTrash);
      if (evenIfUsed === undefined)
        await this.uses.requireUnused(manager, context, [id], FILE_MESSAGES.stillUsed, 'all');
      await removeFiles(runOf(manager), tenantId, [id]);
      const event = {
        action: 'file.delete',
        target: { kind: 'file', id },
        before: { name: file.name },
      } as const;
      await this.auditLog.record(context, event, manager);
    });
  }

  /**
   * Deletes a folder that is in the trash permanently, with all that went there with it.
   * @throws NotFoundException, WrongState, ProblemException 409 when something of it is in use
   */
  async deleteFolder(context: CallerContext, id: string, { evenIfUsed }: DeleteFileDto): Promise<void> {
    const { tenantId } = context;
    await this.writing(tenantId, async (manager) => {
      const [folder]: FolderRow[] = await manager.query(
        `SELECT ${FOLDER_COLUMNS} FROM folder d WHERE d.tenant_id = $1 AND d.id = $2 FOR UPDATE`,
        [tenantId, id],
      );
      if (!folder) throw new NotFoundException();
      if (folder.trashed_with !== id) throw new WrongState(FILE_MESSAGES.notInTrash);
      const files: Found[] = await manager.query(
        'SELECT id FROM file WHERE tenant_id = $1 AND trashed_with = $2 FOR UPDATE',
        [tenantId, id],
      );
      const ids = files.map((each) => each.id);
      if (evenIfUsed === undefined)
        await this.uses.requireUnused(manager, context, ids, FILE_MESSAGES.stillUsed, 'all');
      await removeFiles(runOf(manager), tenantId, ids);
      await removeFolders(runOf(manager), tenantId, id);
      const event = {
        action: 'folder.delete',
        target: { kind: 'folder', id },
        before: { name: folder.name },
        affected: ids,
      } as const;
      await this.auditLog.record(context, event, manager);
    });
  }

  /** Of these folders those that aren't in the trash, nor in another of them. */
  private async rootsOf(
    manager: EntityManager,
    tenantId: string,
    folders: readonly string[],
  ): Promise<readonly string[]> {
    const rows: Found[] = await manager.query(
      'SELECT id FROM folder WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND trashed_at IS NULL ORDER BY id',
      [tenantId, folders],
    );
    const below = await foldersBelow(
      manager,
      tenantId,
      rows.map(({ id }) => id),
    );
    const inner = new Set(below.filter(({ id, root }) => id !== root).map(({ id }) => id));
    return rows.map(({ id }) => id).filter((id) => !inner.has(id));
  }

  private async writing<T>(tenantId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.manager
      .transaction(async (manager) => {
        await holdFolders(manager, tenantId);
        return work(manager);
      })
      .catch(duplicateAs(() => ValidationProblem.at('into', FILE_MESSAGES.folderExists)));
  }

  /** Leaves an entry for what was changed, if anything was. */
  private async note(
    context: RequestContext,
    manager: EntityManager,
    action: 'file.move' | 'file.trash' | 'file.restore',
    {
      files,
      folders,
      after = {},
    }: {
      readonly files: readonly string[];
      readonly folders: readonly string[];
      readonly after?: Readonly<Record<string, unknown>>;
    },
  ): Promise<void> {
    const affected = [...files, ...folders];
    const event = { action, after: { ...after, files: files.length, folders: folders.length }, affected };
    await this.auditLog.record(context, event, manager);
  }
}

/** @throws ValidationProblem */
function requireChosen({ files = [], folders = [] }: ChosenFilesDto): Required<ChosenFilesDto> {
  if (files.length + folders.length === 0) throw ValidationProblem.at('files', FILE_MESSAGES.nothingChosen);
  return { files, folders };
}

const runOf =
  (manager: EntityManager): Sql['run'] =>
  (statement, values) =>
    runWith(manager, statement, values);

/** Ids of what a statement with RETURNING has changed. */
async function changed(
  manager: EntityManager,
  text: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  const rows = await runOf(manager)<Found>({ text }, values);
  return rows.map(({ id }) => id);
}

/** The folder that something was in, unless it is gone or in the trash by now. */
async function placeNow(
  manager: EntityManager,
  tenantId: string,
  folder: string | null,
): Promise<string | null> {
  const rows: Found[] = await manager.query(
    'SELECT id FROM folder WHERE tenant_id = $1 AND id = $2 AND trashed_at IS NULL',
    [tenantId, folder],
  );
  return rows[0]?.id ?? null;
}

/** The name, or where a folder beside has it, the name with a number. */
async function freeName(
  manager: EntityManager,
  tenantId: string,
  parent: string | null,
  name: string,
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name} (${number})`;
    const taken: unknown[] = await manager.query(
      'SELECT 1 FROM folder WHERE tenant_id = $1 AND parent_id IS NOT DISTINCT FROM $2::uuid AND name_key = $3 AND trashed_at IS NULL',
      [tenantId, parent, nameKey(tried)],
    );
    if (taken.length === 0) return tried;
  }
}
