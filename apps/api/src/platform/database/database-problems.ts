import type { DataSource } from 'typeorm';

/** The oldest version that the product is run on. */
const OLDEST = 15;

/**
 * What makes a database unfit for the product, a sentence each; asked before anything is written to it. Otherwise it would
 * start, and fail later with words that name nothing.
 */
export async function databaseProblems(dataSource: DataSource): Promise<readonly string[]> {
  const [found] = await dataSource.query<{ version: number; encoding: string }[]>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
  );
  const version = Math.floor((found?.version ?? 0) / 10_000);
  return [
    version < OLDEST && `DATABASE_URL leads to PostgreSQL ${version}. Use ${OLDEST} or newer.`,
    found?.encoding !== 'UTF8' &&
      `DATABASE_URL leads to a database in ${found?.encoding}. Use one that was created with ENCODING 'UTF8'.`,
    (await isPooledByTransaction(dataSource)) &&
      'DATABASE_URL leads to a connection pooler in transaction mode. Set it to session mode (pgBouncer: pool_mode = session), or connect to PostgreSQL directly.',
  ].filter((problem) => problem !== false);
}

/**
 * Whether something between us and PostgreSQL gives every transaction another connection. What belongs to one connection gets
 * lost there: prepared statements, advisory locks, LISTEN. Two clients that ask in turn catch a pooler that hands out the
 * connection used last; one that asks twice in a row catches a pooler that hands out the next. Otherwise each keeps its own.
 */
async function isPooledByTransaction(dataSource: DataSource): Promise<boolean> {
  const one = { runner: dataSource.createQueryRunner(), processes: new Set<number>() };
  const other = { runner: dataSource.createQueryRunner(), processes: new Set<number>() };
  try {
    await Promise.all([one.runner.connect(), other.runner.connect()]);
    for (const { runner, processes } of [one, other, one, one, other, other]) {
      const [row]: { pid: number }[] = await runner.query('SELECT pg_backend_pid() AS pid');
      processes.add(Number(row?.pid));
    }
    return new Set([...one.processes, ...other.processes]).size !== 2 || one.processes.size !== 1;
  } finally {
    await Promise.all([one.runner.release(), other.runner.release()]);
  }
}
