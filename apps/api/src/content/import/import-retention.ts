import type { RetentionKind } from '../../platform/retention/retention-kind.js';

/** An import that is being written or undone stays until it's through. */
const AT_REST = `r.state NOT IN ('importing', 'undoing')`;
const REMOVE = {
  text: `DELETE FROM import_run r WHERE r.tenant_id = $1 AND r.id = ANY($2::uuid[]) AND ${AT_REST} RETURNING r.id`,
};

/** Imports with their reports, and what it takes to undo them. Which document is which article is kept, for the next import. */
export const IMPORT_RETENTION: RetentionKind = {
  name: 'imports',
  setting: 'ImportDays',
  fallbackDays: 90,
  minDays: 7,
  steers: 'deletion',
  label: {
    en: 'Days that imports and their reports are kept',
    de: 'Tage, die Importe und ihre Berichte aufbewahrt werden',
  },
  // One has up to 10,000 documents.
  batch: 1,
  due: `
SELECT r.id FROM import_run r WHERE r.tenant_id = $1 AND r.created_at < $2 AND ${AT_REST} ORDER BY r.created_at, r.id LIMIT $3`,
  remove: async (run, tenantId, ids) => (await run(REMOVE, [tenantId, ids])).length,
};
