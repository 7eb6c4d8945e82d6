import type { EntityManager } from 'typeorm';
import { CHANNELS } from '../../platform/database/database-changes.js';
import type { Sql } from '../../platform/database/sql.js';

/**
 * Deletes files, whatever they are, as part of a transaction. Contents that no other file has are noted to be taken off the disk, once
 * the transaction has ended.
 * @returns how many
 */
export async function removeFiles(
  run: Sql['run'],
  tenantId: string,
  ids: readonly string[],
): Promise<number> {
  const hashes = await run<{ hash: string }>(
    { text: 'SELECT DISTINCT hash FROM file_version WHERE tenant_id = $1 AND file_id = ANY($2::uuid[])' },
    [tenantId, ids],
  );
  const gone = await run(
    { text: 'DELETE FROM file WHERE tenant_id = $1 AND id = ANY($2::uuid[]) RETURNING id' },
    [tenantId, ids],
  );
  // Pages that show them are put together again.
  await run({ text: 'SELECT pg_notify($1, $2::text)' }, [CHANNELS.pages, tenantId]);
  await removeBlobs(
    run,
    tenantId,
    hashes.map(({ hash }) => hash),
  );
  return gone.length;
}

/** Of these contents, those that neither a file nor a deployment has. */
export async function removeBlobs(
  run: Sql['run'],
  tenantId: string,
  hashes: readonly string[],
): Promise<void> {
  // Uploads that become files wait here, and see what is left.
  await run({ text: 'SELECT 1 FROM storage_total WHERE tenant_id = $1 FOR UPDATE' }, [tenantId]);
  await run(
    {
      text: `WITH gone AS (
        DELETE FROM blob b WHERE b.tenant_id = $1 AND b.hash = ANY($2::text[])
          AND NOT EXISTS (SELECT FROM file_version v WHERE v.tenant_id = $1 AND v.hash = b.hash)
          AND NOT EXISTS (SELECT FROM deployment_file d WHERE d.tenant_id = $1 AND d.hash = b.hash)
          AND NOT EXISTS (SELECT FROM deployment_manifest m WHERE m.tenant_id = $1 AND m.hash = b.hash)
        RETURNING hash, size
      ), noted AS (
        INSERT INTO removed_blob (tenant_id, hash) SELECT $1, hash FROM gone ON CONFLICT DO NOTHING
      ) UPDATE storage_total SET used = used - (SELECT coalesce(sum(size), 0) FROM gone) WHERE tenant_id = $1`,
    },
    [tenantId, hashes],
  );
}

/** A content that was stored for a file which didn't come to be. */
export async function noteRemoved(manager: EntityManager, tenantId: string, hash: string): Promise<void> {
  await manager.query('INSERT INTO removed_blob (tenant_id, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    tenantId,
    hash,
  ]);
}

/** Folders of the trash that went there with one; files of them that went there before have none then. */
export async function removeFolders(run: Sql['run'], tenantId: string, root: string): Promise<void> {
  await run(
    {
      text: `UPDATE file SET folder_id = NULL WHERE tenant_id = $1 AND trashed_at IS NOT NULL
        AND folder_id IN (SELECT d.id FROM folder d WHERE d.tenant_id = $1 AND d.trashed_with = $2)`,
    },
    [tenantId, root],
  );
  await run(
    {
      text: `UPDATE folder SET parent_id = NULL WHERE tenant_id = $1 AND trashed_with <> $2
        AND parent_id IN (SELECT d.id FROM folder d WHERE d.tenant_id = $1 AND d.trashed_with = $2)`,
    },
    [tenantId, root],
  );
  await run({ text: 'DELETE FROM folder WHERE tenant_id = $1 AND trashed_with = $2' }, [tenantId, root]);
}
