import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { ARCHIVED_TABLES, DERIVED_TABLES, MESSAGES, PRIVATE_TABLES } from './archive-tables.js';

const CONTENT = join(__dirname, '..');
/** Tables that the content area has ever made. */
const made = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /[/\\]migrations[/\\].*\.ts$/.test(path))
  .flatMap((path) => [
    ...readFileSync(join(CONTENT, path), 'utf8').matchAll(/CREATE (?:UNLOGGED )?TABLE "(\w+)"/g),
  ])
  .map(([, name = '']) => name);

describe('what an archive of a site has of each table (P-59)', () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(() => database.drop());

  it('is decided for every table of the content area, once', () => {
    const archived = ARCHIVED_TABLES.map(({ name }) => name);
    const decided = [...archived, ...DERIVED_TABLES, ...Object.keys(PRIVATE_TABLES)];
    expect(decided.toSorted()).toEqual([...new Set([...made, 'author_profile'])].toSorted());
  });

  it('names columns that there are, and each that names a person', async () => {
    for (const { name, people = [], replaced = {} } of [...ARCHIVED_TABLES, MESSAGES]) {
      const rows = await database.query(
        `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1`,
        [name],
      );
      const columns = rows.map((row) => String(row['name']));
      expect([name, columns]).toEqual([name, expect.arrayContaining([...people, ...Object.keys(replaced)])]);
      const named = columns.filter((column) =>
        /(?:^|_)(?:by|by_id|author_id|editor_id|owner_id|account_id|created_by)$/.test(column),
      );
      expect([name, named.toSorted()]).toEqual([name, [...people].toSorted()]);
      const references = await database.query(
        `SELECT a.attname AS name FROM pg_constraint f JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = ANY(f.conkey)
         WHERE f.contype = 'f' AND f.conrelid = $1::regclass AND f.confrelid = 'account'::regclass`,
        [name],
      );
      expect([name, people]).toEqual([name, expect.arrayContaining(references.map((row) => row['name']))]);
    }
  });
});
