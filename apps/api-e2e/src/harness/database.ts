import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An empty database of its own on the run's PostgreSQL; the product migrates it when it starts. */
export interface E2eDatabase {
  readonly url: string;
  query<Row extends object = Record<string, unknown>>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Cuts every connection and allows no new one while `work` runs: the database is away. */
  away(work: () => Promise<void>): Promise<void>;
  drop(): Promise<void>;
}

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
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // The server may be restarted under a test; the next query says so.
  pool.on('error', () => undefined);
  return {
    url: url.href,
    query: async (sql, values = []) => (await pool.query(sql, [...values])).rows,
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
