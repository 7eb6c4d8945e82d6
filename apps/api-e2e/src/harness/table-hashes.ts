import type { E2eDatabase } from './database.js';

/** What stands in every table, as a hash. */
export async function tableHashes(database: E2eDatabase): Promise<ReadonlyMap<string, string>> {
  const tables = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const hashes = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await database.query<{ hash: string | null }>(
      `SELECT md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS hash FROM "${name}" t`,
    );
    hashes.set(name, row?.hash ?? '');
  }
  return hashes;
}

/** Tables in which anything stands that didn't, or no longer does. */
export const changedTables = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] => [...after].flatMap(([table, hash]) => (before.get(table) === hash ? [] : [table]));
