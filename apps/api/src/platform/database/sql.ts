import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A statement that runs often: PostgreSQL plans it once per connection; without a name, each time again. */
export interface PreparedStatement {
  readonly name?: string;
  readonly text: string;
}

/** A prepared statement: `statement('job_find')\`SELECT …\``. What stands in its text is SQL of ours, never a value. */
export const statement =
  (name: string) =>
  (text: TemplateStringsArray, ...parts: readonly (string | number)[]): PreparedStatement => ({
    name,
    text: String.raw({ raw: text }, ...parts),
  });

/** The part of a `pg.PoolClient` that is used here. */
interface Connection {
  query(config: {
    name?: string;
    text: string;
    values: unknown[];
  }): Promise<{ readonly rows: unknown[]; readonly rowCount: number | null }>;
}

/** The part of a `pg.Pool` that is used here; TypeORM's driver holds one. */
interface QueryPool extends Connection {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/**
 * SQL for hot paths (measured: an entity manager's `insert` costs 80 us and its `save` 212 us over a prepared statement), for sets
 * of rows, and for what an entity manager would do in several trips. Both run on one pool.
 */
@Injectable()
export class Sql {
  private readonly pool: QueryPool;

  constructor(private readonly dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  /** Connections of the pool, and callers that wait for one. */
  get connections(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.pool;
    return { busy: totalCount - idle, idle, waiting };
  }

  /** Runs one statement. `Row` is the caller's word for the columns it selected. */
  async run<Row extends object>(
    statement: PreparedStatement,
    values: readonly unknown[],
  ): Promise<readonly Row[]> {
    const result = await this.pool.query({ ...statement, values: [...values] });
    return result.rows as Row[]; // the edge: columns are the statement's own
  }

  /**
   * Runs one statement for so many milliseconds at most; undefined when it takes longer.
   * @param settings of the database, for this statement alone
   */
  async within<Row extends object>(
    milliseconds: number,
    statement: PreparedStatement,
    values: readonly unknown[],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<readonly Row[] | undefined> {
    const set = Object.entries({ ...settings, statement_timeout: `${milliseconds}ms` });
    const calls = set.map((_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, true)`);
    try {
      return await this.transaction(async (run) => {
        await run({ text: `SELECT ${calls.join(', ')}` }, set.flat());
        return run<Row>(statement, values);
      });
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    }
  }

  /** Statements that belong together, in one transaction on one connection. */
  async transaction<T>(work: (run: Sql['run']) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      const result = await work(
        async <Row extends object>(statement: PreparedStatement, values: readonly unknown[]) => {
          const rows: unknown = await runner
            .query(statement.text, [...values], true)
            .then((answer) => answer.records ?? []);
          return rows as readonly Row[]; // the edge, as above
        },
      );
      await runner.commitTransaction();
      return result;
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined); // the first error counts
      throw error;
    } finally {
      await runner.release();
    }
  }
}

/** Runs one statement as part of a manager's transaction, or alone without one. The manager's own `query` prepares nothing. */
export async function runWith<Row extends object>(
  manager: EntityManager,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const connection = ((await manager.queryRunner?.connect()) ?? poolOf(manager.dataSource)) as Connection; // the edge, as below
  const result = await connection.query({ ...(name !== undefined && { name }), text, values: [...values] });
  return result.rows as Row[]; // the edge: columns are the statement's own
}

function poolOf(dataSource: DataSource): QueryPool {
  const { driver } = dataSource;
  if (!('master' in driver)) throw new Error('The data source has no PostgreSQL pool.');
  return driver.master as QueryPool; // the edge: typed `any` by the library
}

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  // PostgreSQL: connection exceptions, shutting down, starting up, too many connections, disk full, read-only.
  '08000',
  '08003',
  '08006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '25006',
  // It refuses the connection: none allowed at the moment, user or password not accepted, no such database.
  '55000',
  '28000',
  '28P01',
  '3D000',
  // Did not get a lock, or did not finish, in the time a statement has.
  '55P03',
  '57014',
  // Waited for another transaction that waited for it.
  '40P01',
]);

/**
 * Whether an error says that the database is away, as opposed to a statement that is wrong. Errors of the database are
 * thrown as they come; the exceptions filter asks this and answers 503.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (UNAVAILABLE_CODES.has(code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/i.test(
    error.message,
  );
}

/** Whether a transaction was ended because it and another waited for each other. */
export const isDeadlock = (error: unknown): boolean => hasCode(error, '40P01');

/** Whether a statement was ended because someone else kept locked what it needed. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, '55P03');

/** Whether a statement was ended because it took longer than it may. */
export const isTimeout = (error: unknown): boolean => hasCode(error, '57014');

/** Whether something wasn't done in its time by a database that is there: a connection, a lock or a statement. */
export const isBusy = (error: unknown): boolean =>
  isLockTimeout(error) ||
  isTimeout(error) ||
  (error instanceof Error &&
    /timeout expired|connection timeout|timeout exceeded when trying to connect/i.test(error.message));

/** For `catch`: refuses what failed because such a row is there already. */
export const duplicateAs =
  (refusal: () => Error) =>
  (error: unknown): never => {
    throw hasCode(error, '23505') ? refusal() : error;
  };

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
