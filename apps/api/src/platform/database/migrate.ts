import type { DataSource } from 'typeorm';
import type { Features } from '../core/features.js';
import { createDataSource } from './data-source.js';

/** Any number; the same in every process that migrates. */
const MIGRATION_LOCK = 5_718_204_113;

/**
 * Brings the schema up to date. Two instances may start at once: the second waits for the first.
 * @returns names of the migrations that ran
 */
export async function migrate(dataSource: DataSource): Promise<readonly string[]> {
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
