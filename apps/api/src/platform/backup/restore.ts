import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DataSource, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { KeyRing } from '../crypto/key-ring.js';
import { databaseProblems } from '../database/database-problems.js';
import { migrate } from '../database/migrate.js';
import { checkMasterKeys } from '../keys/key-check.js';
import {
  type BackedUpTable,
  BackupError,
  hashing,
  type Manifest,
  quoted,
  tableFile,
} from './backup-folder.js';

const EXISTING = `SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = current_schema()::regnamespace`;
const REFERENCES = `
SELECT c.relname AS "from", r.relname AS "to" FROM pg_constraint f
  JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class r ON r.oid = f.confrelid
 WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace AND c.oid <> r.oid`;

/**
 * Fills an empty database with a backup, whole or not at all: the tables as they were then, their rows, and last what later
 * versions changed.
 * @throws BackupError naming what is wrong with the backup or the database, WrongMasterKeyError
 */
export async function restore(
  dataSource: DataSource,
  keyRing: KeyRing,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  const problems = await databaseProblems(dataSource);
  if (problems.length > 0) throw new BackupError(problems.join('\n'));
  const asThen = await new DataSource({
    ...dataSource.options,
    migrations: migrationsOf(dataSource, manifest),
  }).initialize();
  const runner = asThen.createQueryRunner();
  try {
    await runner.startTransaction();
    await requireEmpty(runner);
    const executor = new MigrationExecutor(asThen, runner);
    executor.transaction = 'none'; // it is in ours
    await executor.executePendingMigrations();
    await fill(runner, folder, manifest);
    await checkMasterKeys(runner.manager, keyRing, 'the given master keys');
    await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
    await asThen.destroy();
  }
  await migrate(dataSource);
  await dataSource.query('ANALYZE');
}

/** Those that had run when the backup was taken. */
function migrationsOf({ migrations }: DataSource, backup: Manifest): (new () => MigrationInterface)[] {
  const known = new Map(migrations.map((one) => [one.name ?? one.constructor.name, one.constructor]));
  const later = backup.migrations.find((name) => !known.has(name));
  if (later)
    throw new BackupError(`This backup is from a later version of Sitedesk (${later}). Use that one.`);
  return backup.migrations.map((name) => known.get(name) as new () => MigrationInterface);
}

async function requireEmpty(runner: QueryRunner): Promise<void> {
  const [{ count } = { count: 0 }] = (await runner.query(EXISTING)) as { count: number }[];
  if (count > 0)
    throw new BackupError('This database isn’t empty. Restore into a new one: nothing is ever overwritten.');
}

async function fill(runner: QueryRunner, folder: string, { tables, sequences }: Manifest): Promise<void> {
  const ordered = await inOrder(runner, tables);
  for (const { name } of ordered.toReversed()) {
    // What they would do was done when the rows were made; and those of the audit log refuse every change.
    await runner.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`);
    await runner.query(`DELETE FROM ${quoted(name)}`); // what migrations put there
  }
  for (const table of ordered) await copyIn(runner, folder, table);
  for (const { name } of ordered) await runner.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`);
  for (const { name, value } of sequences)
    await runner.query('SELECT setval($1::regclass, $2)', [quoted(name), value]);
}

/** Tables before those that refer to them. */
async function inOrder(runner: QueryRunner, tables: readonly BackedUpTable[]): Promise<BackedUpTable[]> {
  const references = (await runner.query(REFERENCES)) as { from: string; to: string }[];
  const ordered: BackedUpTable[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && left.has(to)),
    );
    if (free.length === 0)
      throw new BackupError(`Tables refer to each other: ${[...left.keys()].join(', ')}`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}

async function copyIn(runner: QueryRunner, folder: string, table: BackedUpTable): Promise<void> {
  const path = tableFile(folder, table.name);
  if (!existsSync(path)) throw new BackupError(`${path} is missing.`);
  const name = quoted(table.name);
  const client = (await runner.connect()) as PoolClient;
  const rows = client.query(
    copyFrom(`COPY ${name} (${table.columns.map(quoted).join(', ')}) FROM STDIN WITH (ENCODING 'UTF8')`),
  );
  const { pass, hex } = hashing();
  try {
    await pipeline(createReadStream(path), pass, createGunzip(), rows);
  } catch (error) {
    throw new BackupError(`${path} is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (hex() !== table.sha256 || rows.rowCount !== table.rows)
    throw new BackupError(`${path} isn’t what the backup wrote: it was changed or cut off.`);
}
