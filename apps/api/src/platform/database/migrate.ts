import type { DataSource } from 'typeorm';
import type { Features } from '../core/features.js';
import { createDataSource } from './data-source.js';

/** Any number; the same in every process that migrates. */
export const MIGRATION_LOCK = 5_718_204_113;

/**
 * Brings the schema up to date. Two instances may start at once: the second waits for the first.
 * @returns names of the migrations that ran
 */
export async function migrate(dataSource: DataSource): Promise<readonly string[]> {
  if (await isUpToDate(dataSource)) return [];
  const runner = dataSource.createQueryRunner();
  await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const done = await dataSource.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await runner.release();
  }
}

/** As at almost every start. TypeORM would find it out with a second connection and a dozen statements, some of them slow. */
async function isUpToDate(dataSource: DataSource): Promise<boolean> {
  const [table] = await dataSource.query<{ exists: boolean }[]>(
    `SELECT to_regclass('migration') IS NOT NULL AS exists`,
  );
  if (!table?.exists) return false;
  const done = await dataSource.query<{ name: string }[]>('SELECT name FROM migration');
  const names = new Set(done.map(({ name }) => name));
  return dataSource.migrations.every((migration) => names.has(migration.name ?? migration.constructor.name));
}

/** {@link migrate} for a database given by its address. */
export async function runMigrations(url: string, features: Features): Promise<readonly string[]> {
  const dataSource = createDataSource(url, features);
  await dataSource.initialize();
  try {
    return await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
