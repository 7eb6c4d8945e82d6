import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { runMigrations } from '../platform/database/migrate.js';

/** A database of its own for one test file or one test, with every migration done. */
export interface TestDatabase {
  readonly url: string;
  /** Runs one statement on a connection that the code under test doesn't use. */
  query(sql: string, params?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Ends every connection to the database and deletes it. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Brings an empty database to the schema that every test database of the run starts with. */
  readonly migrate?: (url: string) => Promise<unknown>;
}

/** Any number; the same in every Jest worker. */
const TEMPLATE_LOCK = 5_718_204_114;

/**
 * Makes a database out of the run's migrated template, which the first caller of the run makes.
 * Needs `tools/testing/postgres-global-setup.mjs` as Jest's `globalSetup`.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = process.env['SITEDESK_TEST_DATABASE_URL'];
  const run = process.env['SITEDESK_TEST_RUN'] ?? 'run';
  if (!server)
    throw new Error(
      'SITEDESK_TEST_DATABASE_URL is not set: add the PostgreSQL global setup to jest.config.mjs.',
    );
  const template = `sitedesk_template_${run}`;
  const name = `sitedesk_test_${run}_${randomBytes(6).toString('hex')}`;
  await onServer(server, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    if (!(await exists(admin, template)))
      await makeTemplate(admin, server, template, options.migrate ?? migrateEverything);
    await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  });
  const url = withDatabase(server, name);
  // Opening a connection takes 20 ms of processor time in a virtual machine.
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true });
  pool.on('error', () => undefined); // a test has ended its connections; the next query opens another
  return {
    url,
    query: async (sql, params = []) => (await pool.query(sql, [...params])).rows,
    drop: async () => {
      await pool.end();
      await onServer(server, async (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

/** Loads the whole application, which only the first test of a run has to. */
async function migrateEverything(url: string): Promise<unknown> {
  const { FEATURES } = await import('../app.module.js');
  return runMigrations(url, FEATURES);
}

/** Under another name until it is complete, so that an interrupted migration is never taken for the template. */
async function makeTemplate(
  admin: pg.Client,
  server: string,
  template: string,
  migrate: (url: string) => Promise<unknown>,
): Promise<void> {
  const draft = `${template}_draft`;
  await admin.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${draft}`);
  await migrate(withDatabase(server, draft));
  await admin.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
}

async function exists(admin: pg.Client, name: string): Promise<boolean> {
  const found = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  return found.rows.length > 0;
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A dropped database ends its connections; the statement that is running then rejects, which is enough.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
