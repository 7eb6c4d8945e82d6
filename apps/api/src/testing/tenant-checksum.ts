import type { TestDatabase } from './test-database.js';

/** For each table, a digest of the rows that belong to one tenant. */
export type TenantChecksum = Readonly<Record<string, string>>;

/**
 * Digests of everything a tenant has: every table with a `tenant_id`, whichever feature adds it, and the tenant itself. Compare
 * two of them to prove that nothing has changed.
 * @param except names of tables that may change
 */
export async function checksumOf(
  database: TestDatabase,
  tenantId: string,
  except: readonly string[] = [],
): Promise<TenantChecksum> {
  const tables = (await tablesWithTenant(database)).filter((table) => !except.includes(table));
  const parts = [...tables.map((table) => digest(table, 'tenant_id')), digest('tenant', 'id')];
  const rows = await database.query(parts.join(' UNION ALL '), [tenantId]);
  return Object.fromEntries(
    rows.map((row) => [String(row['name']), `${String(row['rows'])} rows ${String(row['digest'])}`]),
  );
}

/** Every row of a tenant that holds one of these texts anywhere, as `table: row`. */
export async function rowsHolding(
  database: TestDatabase,
  tenantId: string,
  texts: readonly string[],
  except: readonly string[] = [],
): Promise<readonly string[]> {
  const tables = (await tablesWithTenant(database)).filter((table) => !except.includes(table));
  const parts = tables.map(
    (table) =>
      `SELECT '${table}: ' || t::text AS found FROM "${table}" t
        WHERE t.tenant_id = $1 AND EXISTS (SELECT 1 FROM unnest($2::text[]) w WHERE strpos(t::text, w) > 0)`,
  );
  const rows = await database.query(parts.join(' UNION ALL '), [tenantId, texts]);
  return rows.map((row) => String(row['found']));
}

/** The names come from the catalogue of the test's own database. */
const digest = (table: string, column: string): string =>
  `SELECT '${table}' AS name, count(*)::text AS rows, coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS digest
     FROM "${table}" t WHERE t."${column}" = $1`;

async function tablesWithTenant(database: TestDatabase): Promise<readonly string[]> {
  const rows = await database.query(
    `SELECT c.table_name AS name FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'
      ORDER BY 1`,
  );
  return rows.map((row) => String(row['name']));
}
