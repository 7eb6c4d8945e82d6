import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { FEATURES } from '../../app.module.js';
import { createDataSource } from './data-source.js';
import { MIGRATION_LOCK, runMigrations } from './migrate.js';

describe('migrations', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(() => database.drop());

  it('leave nothing to generate: entities and tables agree', async () => {
    const dataSource = oneQueryAtATime(await createDataSource(database.url, FEATURES).initialize());
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('can be taken back and made again', async () => {
    const count = await undoAll(database.url);
    expect(
      await database.query(`SELECT tablename FROM pg_tables WHERE tablename = 'contact_submission'`),
    ).toEqual([]);
    expect(await runMigrations(database.url, FEATURES)).toHaveLength(count);
  });

  it('run once when two instances start at the same moment', async () => {
    const count = await undoAll(database.url);
    const ran = await Promise.all([
      runMigrations(database.url, FEATURES),
      runMigrations(database.url, FEATURES),
    ]);
    expect(ran.flat()).toHaveLength(count);
  });

  it('that have all run keep nobody waiting for one who still migrates', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    expect(await runMigrations(database.url, FEATURES)).toEqual([]);
    await other.end();
  });
});

/**
 * Reading arrays' types, TypeORM's schema builder asks several things at once over one connection, which `pg` is about to
 * refuse.
 */
function oneQueryAtATime(dataSource: DataSource): DataSource {
  const create = dataSource.createQueryRunner.bind(dataSource);
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner);
    let last: Promise<unknown> = Promise.resolve();
    runner.query = (...asked: Parameters<typeof query>) => {
      const answer = last.then(() => query(...asked));
      last = answer.catch(() => undefined);
      return answer;
    };
    return runner;
  };
  return dataSource;
}

/** Takes back every migration, the last one first; how many there were. */
async function undoAll(url: string): Promise<number> {
  const dataSource = await createDataSource(url, FEATURES).initialize();
  for (let left = dataSource.migrations.length; left > 0; left -= 1) await dataSource.undoLastMigration();
  await dataSource.destroy();
  return dataSource.migrations.length;
}
