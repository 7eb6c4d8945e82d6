import { createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { PostgresThrottlerStorage, type PostgresThrottlerOptions } from './postgres-throttler.storage.js';

/** A day: no test runs over the end of a window, but for midnight UTC. */
const DAY_MS = 86_400_000;
const PERMITS = 3;

let database: TestDatabase;
const pools: pg.Pool[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

interface Instance {
  readonly storage: PostgresThrottlerStorage;
  readonly statements: string[];
  readonly failures: unknown[];
  /** Moves the instance's own clock that only runs forward. */
  wait(ms: number): void;
}

/** One process of several, with its own pool and clocks. */
function instance(options: Partial<PostgresThrottlerOptions> & { readonly url?: string } = {}): Instance {
  const pool = new pg.Pool({ connectionString: options.url ?? database.url, max: 4 });
  pool.on('error', () => undefined); // an idle connection that dies is replaced
  pools.push(pool);
  const statements: string[] = [];
  const failures: unknown[] = [];
  let skippedMs = 0;
  const storage = new PostgresThrottlerStorage({
    query: async (sql, values) => {
      statements.push(sql.trim().slice(0, 6));
      return (await pool.query<Record<string, unknown>>(sql, [...values])).rows;
    },
    onUnavailable: (error) => failures.push(error),
    patienceMs: 60_000, // however busy the machine is, only what is meant to be away is away
    elapsedMs: () => performance.now() + skippedMs,
    ...options,
  });
  return { storage, statements, failures, wait: (ms) => void (skippedMs += ms) };
}

const accepted = (records: readonly { readonly isBlocked: boolean }[]): number =>
  records.filter((record) => !record.isBlocked).length;

describe('rate limits shared through PostgreSQL (DD-06)', () => {
  it('two instances with clocks 90 s apart accept 3 of 200 concurrent requests (R-07)', async () => {
    const one = instance({ clock: { now: () => Date.now() - 90_000 } });
    const two = instance({ clock: { now: () => Date.now() } });
    const records = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (index % 2 === 0 ? one : two).storage.increment('R-07', DAY_MS, PERMITS),
      ),
    );
    expect(accepted(records)).toBe(PERMITS);
    expect([...one.failures, ...two.failures]).toEqual([]);
  });

  it('two instances that meet the same keys in opposite order never wait for each other in a circle (R-07)', async () => {
    const instances = [instance(), instance()];
    const keys = Array.from({ length: 400 }, (_, index) => `circle-${index}`);
    const orders = [keys, [...keys].reverse()];
    const hits: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const work = instances.flatMap(({ storage }, side) =>
        (orders[side] ?? []).map((key) => storage.increment(key, DAY_MS, 1_000)),
      );
      hits.push(Math.max(...(await Promise.all(work)).map((record) => record.totalHits)));
    }
    expect(hits).toEqual(Array.from({ length: 20 }, (_, index) => 2 * (index + 1)));
    expect(instances.flatMap(({ failures }) => failures)).toEqual([]);
  });

  it('gives every request of a batch its own place', async () => {
    const { storage, statements } = instance();
    const records = await Promise.all(
      Array.from({ length: 20 }, () => storage.increment('places', DAY_MS, 100)),
    );
    expect(records.map((record) => record.totalHits)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(statements.length).toBeLessThanOrEqual(2);
  });

  it('says the whole seconds to the end of the window of the store (R-01)', async () => {
    const { storage } = instance();
    const { timeToExpire, timeToBlockExpire } = await storage.increment('seconds', DAY_MS, PERMITS);
    const [row] = await database.query(
      `SELECT ceil(86400 - extract(epoch FROM clock_timestamp())::numeric % 86400)::integer AS left`,
    );
    expect(timeToExpire - Number(row?.['left'])).toBeGreaterThanOrEqual(0);
    expect(timeToExpire - Number(row?.['left'])).toBeLessThan(60);
    expect(timeToBlockExpire).toBe(0);
  });

  it('aligns windows to the epoch and keeps windows of another length apart', async () => {
    const { storage } = instance();
    await storage.increment('aligned', DAY_MS, PERMITS);
    const other = await storage.increment('aligned', 3_600_000, PERMITS);
    const rows = await database.query(
      `SELECT extract(epoch FROM window_start)::bigint % 3600 AS off FROM rate_limit_counter WHERE key LIKE '%|aligned'`,
    );
    expect(other.totalHits).toBe(1);
    expect(rows).toEqual([{ off: '0' }, { off: '0' }]);
  });

  it('a flood of a refused key costs less than one trip in a hundred requests (D-03)', async () => {
    const { storage, statements } = instance();
    for (let index = 0; index < 1_000; index += 1) await storage.increment('flood', DAY_MS, PERMITS);
    expect(statements.length).toBe(PERMITS + 1);
    expect(await storage.increment('flood', DAY_MS, PERMITS)).toMatchObject({ isBlocked: true });
  });

  it('asks the store again when the window of a refused key has ended (R-02)', async () => {
    const { storage, statements, wait } = instance();
    for (let index = 0; index < 10; index += 1) await storage.increment('again', DAY_MS, PERMITS);
    wait(DAY_MS);
    await storage.increment('again', DAY_MS, PERMITS);
    expect(statements.filter((statement) => statement === 'INSERT')).toHaveLength(PERMITS + 2);
  });

  it('deletes expired rows now and then, and keeps the others', async () => {
    await database.query(
      `INSERT INTO rate_limit_counter (key, window_start, hits)
       SELECT 'old-' || n, now() - interval '3 days', 1 FROM generate_series(1, 100) AS n`,
    );
    const { storage, wait } = instance();
    await storage.increment('sweep', DAY_MS, PERMITS);
    wait(61_000);
    await storage.increment('sweep', DAY_MS, PERMITS);
    const left = `SELECT count(*)::integer AS n FROM rate_limit_counter WHERE key LIKE $1`;
    let old = Number.NaN;
    for (let tries = 0; tries < 100 && old !== 0; tries += 1)
      old = Number((await database.query(left, ['old-%']))[0]?.['n']);
    expect(old).toBe(0);
    expect(await database.query(left, ['%|sweep'])).toEqual([{ n: 1 }]);
  });
});

describe('rate limits while the database is away (R-08)', () => {
  const servers: Server[] = [];
  const sockets: Socket[] = [];

  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  /** Takes connections like a database and never says a word. */
  async function silentServer(): Promise<string> {
    const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    return `postgres://nobody@127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/none`;
  }

  it('counts in the process when nobody answers, and reports once a minute', async () => {
    const { storage, failures, wait, statements } = instance({ url: 'postgres://nobody@127.0.0.1:1/none' });
    const burst = async (): Promise<number> => {
      const records = await Promise.all(
        Array.from({ length: 10 }, () => storage.increment('down', DAY_MS, PERMITS)),
      );
      return accepted(records);
    };
    expect(await burst()).toBe(PERMITS);
    expect(await burst()).toBe(0);
    expect(failures).toHaveLength(1);
    expect(statements).toHaveLength(1);
    wait(30_000);
    await burst();
    expect(failures).toHaveLength(1);
    wait(31_000);
    await burst();
    expect(failures).toHaveLength(2);
    expect(statements).toHaveLength(3);
  });

  it('counts in the process when the database is too slow, without piling up statements', async () => {
    const { storage, failures, wait, statements } = instance({
      url: await silentServer(),
      patienceMs: 250,
    });
    for (let round = 0; round < 4; round += 1) {
      const records = await Promise.all(
        Array.from({ length: 5 }, () => storage.increment('slow', DAY_MS, PERMITS)),
      );
      expect(accepted(records)).toBe(round === 0 ? PERMITS : 0);
      wait(2_000);
    }
    expect(String(failures[0])).toContain('didn’t respond within 250 ms');
    expect(statements).toHaveLength(2);
  });

  it('counts in the process when the statement fails, and in the database again when it is back', async () => {
    let broken = true;
    const good = instance();
    const { storage, wait } = instance({
      query: async (sql, values) => {
        if (broken) throw new Error('terminating connection due to administrator command');
        const pool = pools[0];
        return pool ? (await pool.query<Record<string, unknown>>(sql, [...values])).rows : [];
      },
    });
    await good.storage.increment('back', DAY_MS, PERMITS);
    expect(await storage.increment('back', DAY_MS, PERMITS)).toMatchObject({ totalHits: 1 });
    broken = false;
    wait(2_000);
    expect(await storage.increment('back', DAY_MS, PERMITS)).toMatchObject({ totalHits: 2 });
  });

  it.each([
    ['no rows', []],
    ['a row without a count', [{ key: '86400|odd' }]],
    ['a count that is no number', [{ key: '86400|odd', hits: 'many', age_ms: 0 }]],
  ])('counts in the process when the answer is %s', async (_name, rows) => {
    const { storage, failures } = instance({ query: () => Promise.resolve(rows) });
    expect(await storage.increment('odd', DAY_MS, PERMITS)).toMatchObject({ totalHits: 1, isBlocked: false });
    expect(failures).toHaveLength(1);
  });
});
