import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An empty database of its own on the run's PostgreSQL; the product migrates it when it starts. */
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

/** Needs `tools/testing/postgres-global-setup.mjs` as Jest's `globalSetup`. */
export async function createDatabase(
  server = process.env['SITEDESK_TEST_DATABASE_URL'],
): Promise<E2eDatabase> {
  if (!server)
    throw new Error('SITEDESK_TEST_DATABASE_URL is not set: the PostgreSQL global setup did not run.');
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  await once(server, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  await once(url.href, async (client) => {
    await client.query(MOVABLE_CLOCK);
    await client.query(`ALTER DATABASE ${name} SET search_path = public, test_clock, pg_catalog`);
  });
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // The server may be restarted under a test; the next query says so.
  pool.on('error', () => undefined);
  return {
    url: url.href,
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
    advance: async (seconds) =>
      void (await pool.query('UPDATE test_clock.moved SET seconds = seconds + $1', [seconds])),
    away: async (work) => {
      await once(server, (client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`));
      try {
        await once(server, (client) => client.query(TERMINATE, [name]));
        await work();
      } finally {
        await once(server, (client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`));
      }
    },
    drop: async () => {
      await pool.end();
      await once(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

async function once(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
