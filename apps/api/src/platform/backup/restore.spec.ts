import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { FEATURES } from '../../app.module.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { KeyRing } from '../crypto/key-ring.js';
import { createDataSource } from '../database/data-source.js';
import { backUp } from './back-up.js';
import { readManifest } from './backup-folder.js';
import { restore } from './restore.js';

const KEYS = KeyRing.parse(`t1:${Buffer.alloc(32, 7).toString('base64')}`);

describe('a backup from an earlier version (BK-04)', () => {
  let folder: string;
  const databases: TestDatabase[] = [];
  const sources: DataSource[] = [];

  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'sitedesk-backup-'))));
  afterAll(async () => {
    for (const source of sources) await source.destroy();
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A database whose last migrations were taken back, so many that few tables are left or none. */
  const databaseWith = async (
    migrations: number,
  ): Promise<{ source: DataSource; database: TestDatabase }> => {
    const database = await createTestDatabase();
    databases.push(database);
    const source = await createDataSource(database.url, FEATURES).initialize();
    sources.push(source);
    for (let left = source.migrations.length; left > migrations; left -= 1) await source.undoLastMigration();
    if (migrations === 0) await source.query('DROP TABLE migration');
    return { source, database };
  };

  it('is brought up to date, and keeps its rows', async () => {
    const then = await databaseWith(3);
    await then.database.query(
      `INSERT INTO tenant (id, name, created_at) VALUES (gen_random_uuid(), 'Bakery', now())`,
    );
    await backUp(then.source, join(folder, 'earlier'));
    const manifest = await readManifest(join(folder, 'earlier'));
    expect(manifest.migrations).toHaveLength(3);

    const now = await databaseWith(0);
    await restore(now.source, KEYS, join(folder, 'earlier'), manifest);
    expect(await now.database.query('SELECT name FROM tenant')).toEqual([{ name: 'Bakery' }]);
    const [ran] = await now.database.query('SELECT count(*)::int AS count FROM migration');
    expect(ran).toEqual({ count: now.source.migrations.length });
    const { upQueries } = await now.source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('from a later version is refused by the name of what it doesn’t know', async () => {
    const { source } = await databaseWith(0);
    const manifest = {
      ...(await readManifest(join(folder, 'earlier'))),
      migrations: ['AddWings1999999999999'],
    };
    await expect(restore(source, KEYS, join(folder, 'earlier'), manifest)).rejects.toThrow(
      'from a later version of Sitedesk (AddWings1999999999999)',
    );
  });
});
