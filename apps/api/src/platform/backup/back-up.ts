import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';
import {
  type BackedUpTable,
  BackupError,
  hashing,
  manifestFile,
  manifestOf,
  quoted,
  tableFile,
} from './backup-folder.js';

/** Those that outlive a crash of the server, with the columns that aren't computed from others. */
const TABLES = `
SELECT c.relname AS name, array_agg(a.attname ORDER BY a.attnum)::text[] AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
 WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
   AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> 'migration'
 GROUP BY c.relname ORDER BY c.relname`;
const SEQUENCES = `
SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
 WHERE schemaname = current_schema() AND last_value IS NOT NULL AND sequencename <> 'migration_id_seq' ORDER BY 1`;
const KEYS = `SELECT key_id AS "keyId" FROM key_check ORDER BY 1`;

/**
 * Copies the whole database, as it is at one moment, into a new folder; servers keep running. The folder has its name
 * when it is whole and on disk, never before.
 * @throws BackupError when the folder is there already, or nothing is in the database
 */
export async function backUp(dataSource: DataSource, folder: string): Promise<readonly BackedUpTable[]> {
  if (existsSync(folder)) throw new BackupError(`${folder} exists already. Name a new folder.`);
  const [started] = await dataSource.query<object[]>(`SELECT WHERE to_regclass('migration') IS NOT NULL`);
  if (!started) throw new BackupError('There’s nothing to back up: this database is empty.');
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const runner = dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    await runner.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const read = <Row>(query: string): Promise<Row[]> => runner.query(query) as Promise<Row[]>;
    const [now] = await read<{ at: Date; server: string }>(
      `SELECT now() AS at, current_setting('server_version') AS server`,
    );
    const migrations = await read<{ name: string }>('SELECT name FROM migration ORDER BY id');
    const tables: BackedUpTable[] = [];
    for (const { name, columns } of await read<{ name: string; columns: string[] }>(TABLES))
      tables.push({ name, columns, ...(await copyOut(client, unfinished, name, columns)) });
    const manifest = manifestOf({
      takenAt: now?.at.toISOString() ?? '',
      server: now?.server ?? '',
      migrations: migrations.map(({ name }) => name),
      masterKeys: (await read<{ keyId: string }>(KEYS)).map(({ keyId }) => keyId),
      tables,
      sequences: await read(SEQUENCES),
    });
    await runner.query('COMMIT');
    await writeFile(manifestFile(unfinished), manifest, { mode: 0o600, flush: true });
    await rename(unfinished, folder);
    await flushFolder(dirname(folder));
    return tables;
  } finally {
    await runner.release();
  }
}

async function copyOut(
  client: PoolClient,
  folder: string,
  table: string,
  columns: readonly string[],
): Promise<Pick<BackedUpTable, 'rows' | 'sha256'>> {
  const rows = client.query(
    copyTo(`COPY ${quoted(table)} (${columns.map(quoted).join(', ')}) TO STDOUT WITH (ENCODING 'UTF8')`),
  );
  const { pass, hex } = hashing();
  const file = createWriteStream(tableFile(folder, table), { mode: 0o600, flush: true });
  await pipeline(rows, createGzip({ level: 3 }), pass, file);
  return { rows: rows.rowCount, sha256: hex() };
}

/** A name in a folder is on disk when the folder is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync();
  await folder.close();
}
