import { type RetentionKind, TRASH_SETTING } from '../../platform/retention/retention-kind.js';
import { removeBlobs, removeFiles, removeFolders } from './remove-files.js';

/** Anyone who has restored one in the meantime keeps it. */
const LOCK = {
  text: 'SELECT id FROM file WHERE tenant_id = $1 AND id = ANY($2::uuid[]) AND trashed_at IS NOT NULL ORDER BY id FOR UPDATE',
};
const EMPTY = `d.trashed_with = d.id AND NOT EXISTS (SELECT FROM file f WHERE f.tenant_id = d.tenant_id AND f.trashed_with = d.id)`;
const LOCK_FOLDERS = {
  text: `SELECT d.id FROM folder d WHERE d.tenant_id = $1 AND d.id = ANY($2::uuid[]) AND ${EMPTY} ORDER BY d.id FOR UPDATE`,
};

/** Files of the trash, and folders there once none of their files is left. */
export const TRASHED_FILES: RetentionKind = {
  ...TRASH_SETTING,
  name: 'files',
  due: `(SELECT id FROM file WHERE tenant_id = $1 AND trashed_at < $2 ORDER BY trashed_at, id LIMIT $3)
    UNION ALL (SELECT d.id FROM folder d WHERE d.tenant_id = $1 AND d.trashed_at < $2 AND ${EMPTY} LIMIT $3) LIMIT $3`,
  remove: async (run, tenantId, ids) => {
    const files = await run<{ id: string }>(LOCK, [tenantId, ids]);
    const count = await removeFiles(
      run,
      tenantId,
      files.map(({ id }) => id),
    );
    const folders = await run<{ id: string }>(LOCK_FOLDERS, [tenantId, ids]);
    for (const { id } of folders) await removeFolders(run, tenantId, id);
    return count + folders.length;
  },
};

const REMOVE_VERSIONS = {
  text: `DELETE FROM file_version v USING unnest($2::text[]) AS x (id)
    WHERE v.tenant_id = $1 AND v.file_id = split_part(x.id, '.', 1)::uuid AND v.version = split_part(x.id, '.', 2)::integer
      AND v.replaced_at IS NOT NULL RETURNING v.hash`,
};

/** What files held before they were replaced. Its URLs go on to answer for 30 days, so it stays at least as long. */
export const OLD_FILE_VERSIONS: RetentionKind = {
  name: 'file-versions',
  setting: 'FileVersionDays',
  fallbackDays: 90,
  minDays: 30,
  steers: 'deletion',
  label: {
    en: 'Days that replaced versions of files are kept',
    de: 'Tage, die ersetzte Versionen von Dateien aufbewahrt werden',
  },
  due: `SELECT file_id || '.' || version AS id FROM file_version WHERE tenant_id = $1 AND replaced_at < $2
    ORDER BY replaced_at, file_id, version LIMIT $3`,
  remove: async (run, tenantId, ids) => {
    const gone = await run<{ hash: string }>(REMOVE_VERSIONS, [tenantId, ids]);
    await removeBlobs(
      run,
      tenantId,
      gone.map(({ hash }) => hash),
    );
    return gone.length;
  },
};
