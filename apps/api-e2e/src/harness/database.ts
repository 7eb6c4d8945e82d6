import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { runSetupCommand } from './backends.js';

declare global {
  /** The run's PostgreSQL: tools/testing/backend-environment.mjs. */
  var sitedeskTestServer: pg.Pool;
}

/** A database of its own on the run's PostgreSQL. */
export interface E2eDatabase {
  readonly url: string;
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Moves the clock of the rate limits forward, and no other. */
  advance(seconds: number): Promise<void>;
  /** Cuts every connection and allows no new one while `work` runs: the database is away. */
  away(work: () => Promise<void>): Promise<void>;
  drop(): Promise<void>;
}

/**
 * `statement_timestamp()`, which only the rate limits ask, is found here before PostgreSQL's own. Nothing of the product
 * is changed for it.
 */
const MOVABLE_CLOCK = `
  CREATE SCHEMA test_clock;
  CREATE TABLE test_clock.moved (seconds float8 NOT NULL);
  INSERT INTO test_clock.moved VALUES (0);
  CREATE FUNCTION test_clock.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS
    'SELECT pg_catalog.statement_timestamp() + make_interval(secs => seconds) FROM test_clock.moved';
`;

const TERMINATE = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';

/** Any number; the same in every Jest worker. */
const TEMPLATE_LOCK = 5_718_204_115;

/** An empty one: the product migrates it when it starts. For tests of starting, upgrading and restoring. */
export const createDatabase = (server?: string): Promise<E2eDatabase> =>
  create(async (client, name, url) => {
    await client.query(`CREATE DATABASE ${name}`);
    await once(url, (created) => created.query(MOVABLE_CLOCK));
  }, server);

/** One as an empty one is after the first migration, copied from the run's template, since migrating takes seconds. */
export const createMigratedDatabase = (): Promise<E2eDatabase> => create(copyTemplate);

/** Needs `tools/testing/postgres-global-setup.mjs` as Jest's `globalSetup`. */
function testServer(): string {
  const server = process.env['SITEDESK_TEST_DATABASE_URL'];
  if (!server)
    throw new Error('SITEDESK_TEST_DATABASE_URL is not set: the PostgreSQL global setup did not run.');
  return server;
}

/** The first that asks makes the template; under another name until it is complete. */
async function copyTemplate(client: pg.ClientBase, name: string): Promise<void> {
  const template = `e2e_template_${process.env['SITEDESK_TEST_RUN']}`;
  await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    const draft = `${template}_draft`;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft}`);
    const url = databaseUrl(testServer(), draft);
    await runSetupCommand('migrate', [], url);
    // Which master keys there are is said by the backend that starts.
    await once(url, (migrated) => migrated.query(`TRUNCATE key_check; ${MOVABLE_CLOCK}`));
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  }
  await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function create(
  make: (client: pg.ClientBase, name: string, url: string) => Promise<void>,
  server?: string,
): Promise<E2eDatabase> {
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  const url = databaseUrl(server ?? testServer(), name);
  const onServer = server === undefined ? onTestServer : (work: Work) => once(server, work);
  await onServer(async (client) => {
    await make(client, name, url);
    await client.query(`ALTER DATABASE ${name} SET search_path = public, test_clock, pg_catalog`);
  });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // The server may be restarted under a test; the next query says so.
  pool.on('error', () => undefined);
  return {
    url,
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    advance: async (seconds) =>
      void (await pool.query('UPDATE test_clock.moved SET seconds = seconds + $1', [seconds])),
    away: async (work) => {
      await onServer((client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`));
      try {
        await onServer((client) => client.query(TERMINATE, [name]));
        await work();
      } finally {
        await onServer((client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
      }
    },
    drop: async () => {
      await pool.end();
      await onServer((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

type Work = (client: pg.ClientBase) => Promise<unknown>;

/** Nothing that failed halfway, such as what holds a lock, is used again. */
async function onTestServer(work: Work): Promise<void> {
  const client = await globalThis.sitedeskTestServer.connect();
  let failed = true;
  try {
    await work(client);
    failed = false;
  } finally {
    client.release(failed);
  }
}

async function once(url: string, work: Work): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
