import { FILE_MESSAGES, type FolderSummary } from '@sitedesk/contract/files';
import type { EntityManager } from 'typeorm';
import { ValidationProblem } from '../../platform/http/problem.js';

/** A row of `folder`. */
export interface FolderRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly name_key: string;
  readonly revision: number;
  readonly created_at: Date;
  readonly trashed_at: Date | null;
  readonly trashed_with: string | null;
}

/** Of `folder d`. */
export const FOLDER_COLUMNS =
  'd.id, d.parent_id, d.name, d.name_key, d.revision, d.created_at, d.trashed_at, d.trashed_with';

export const toFolder = (row: FolderRow): FolderSummary => ({
  id: row.id,
  name: row.name,
  parent: row.parent_id,
  createdAt: row.created_at.toISOString(),
  trashedAt: row.trashed_at?.toISOString() ?? null,
  revision: row.revision,
});

/** Number of the lock, among those of the product. */
const FOLDERS = 571_850;

/** Until the transaction ends, nobody else changes what is in what. Comes before all other locks. */
export async function holdFolders(manager: EntityManager, tenantId: string): Promise<void> {
  await manager.query(`SELECT pg_advisory_xact_lock(${FOLDERS}, hashtext($1::text))`, [tenantId]);
}

/**
 * A folder that files can be put into stays one until the transaction ends.
 * @throws ValidationProblem
 */
export async function requireFolder(
  manager: EntityManager,
  tenantId: string,
  id: string,
  field = 'folder',
): Promise<void> {
  const rows: unknown[] = await manager.query(
    'SELECT 1 FROM folder WHERE tenant_id = $1 AND id = $2 AND trashed_at IS NULL FOR SHARE',
    [tenantId, id],
  );
  if (rows.length === 0) throw ValidationProblem.at(field, FILE_MESSAGES.noFolder);
}

/** The folders that one is in, itself last. */
export async function pathTo(
  manager: EntityManager,
  tenantId: string,
  id: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  return manager.query(
    `WITH RECURSIVE way AS (
       SELECT d.id, d.name, d.parent_id, 0 AS up FROM folder d WHERE d.tenant_id = $1 AND d.id = $2
       UNION ALL SELECT p.id, p.name, p.parent_id, w.up + 1 FROM way w JOIN folder p ON p.tenant_id = $1 AND p.id = w.parent_id
     ) SELECT id, name FROM way ORDER BY up DESC`,
    [tenantId, id],
  );
}

/** Folders and all that are in them, by their ids, with the names on the way there. What is in the trash isn't among them. */
export async function pathsBelow(
  manager: EntityManager,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows: { readonly id: string; readonly path: readonly string[] }[] = await manager.query(
    `WITH RECURSIVE tree AS (
       SELECT d.id, ARRAY[d.name] AS path FROM folder d WHERE d.tenant_id = $1 AND d.id = ANY($2::uuid[]) AND d.trashed_at IS NULL
       UNION ALL SELECT c.id, t.path || c.name FROM tree t JOIN folder c ON c.tenant_id = $1 AND c.parent_id = t.id AND c.trashed_at IS NULL
     ) SELECT id, path FROM tree ORDER BY cardinality(path)`,
    [tenantId, ids],
  );
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** Ids of folders and of all that are in them, with how deep they are in these. */
export async function foldersBelow(
  manager: EntityManager,
  tenantId: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly root: string; readonly depth: number }[]> {
  return manager.query(
    `WITH RECURSIVE tree AS (
       SELECT d.id, d.id AS root, 0 AS depth FROM folder d WHERE d.tenant_id = $1 AND d.id = ANY($2)
       UNION ALL SELECT c.id, t.root, t.depth + 1 FROM tree t JOIN folder c ON c.tenant_id = $1 AND c.parent_id = t.id
     ) SELECT id, root, depth FROM tree`,
    [tenantId, ids],
  );
}
