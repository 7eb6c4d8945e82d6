import pg from 'pg';
import { createTestDatabase } from './test-database.js';

describe('createTestDatabase', () => {
  it('gives each caller a migrated database that shares nothing with the others', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    try {
      await one.query('CREATE TABLE only_here (id int)');
      const tables = async (database: typeof one): Promise<readonly unknown[]> =>
        (await database.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).map(
          (row) => row['tablename'],
        );
      expect(await tables(one)).toEqual(expect.arrayContaining(['migration', 'only_here']));
      expect(await tables(two)).toContain('migration');
      expect(await tables(two)).not.toContain('only_here');
    } finally {
      await Promise.all([one.drop(), two.drop()]);
    }
  });

  it('drops the database although a connection to it is still open', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    const ended = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await database.drop();
    await ended;
    const later = new pg.Client({ connectionString: database.url });
    await expect(later.connect()).rejects.toThrow('does not exist');
  });
});
