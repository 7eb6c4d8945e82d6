import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  buildStarter,
  end,
  ready,
  refusal,
  runStarter,
  told,
  type Starter,
} from '../../testing/embedded-postgres-starter.js';
import type { Account } from './embedded-postgres-account.js';
import { isAlive } from './embedded-postgres-process.js';

const NOBODY: Account = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;
/** Root can try both; an ordinary user only itself. */
const ACCOUNTS: readonly (readonly [string, Account | undefined])[] = isRoot
  ? [
      ['root', undefined],
      ['an ordinary user', NOBODY],
    ]
  : [['an ordinary user', undefined]];

let programs: string;
let dataDir: string;
let starters: Starter[] = [];
/** Folders with a database of each account, stopped: a new one takes seconds. */
const prepared = new Map<Account | undefined, string>();

beforeAll(() => {
  programs = buildStarter(join(__dirname, '../../../../..'));
});

afterAll(() => {
  for (const folder of [programs, ...prepared.values()]) rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  dataDir = newFolder();
});

afterEach(async () => {
  for (const starter of starters) await end(starter, 'SIGTERM');
  starters = [];
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

function start(account?: Account, folder = dataDir): Starter {
  const starter = runStarter(programs, folder, account);
  starters.push(starter);
  return starter;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitedesk-data-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** On a folder that another starter has used before. */
async function startUsed(account?: Account): Promise<Starter> {
  const folder = prepared.get(account) ?? newFolder();
  if (!prepared.has(account)) {
    prepared.set(account, folder);
    if (account) chownSync(folder, account.uid, account.gid);
    const first = start(account, folder);
    await ready(first);
    await end(first, 'SIGTERM');
  }
  execFileSync('cp', ['-a', `${folder}/.`, dataDir]);
  return start(account);
}

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe.each(ACCOUNTS)('the built-in PostgreSQL, started by %s', (_, account) => {
  beforeEach(() => {
    if (account) chownSync(dataDir, account.uid, account.gid);
  });

  it('starts on an empty folder, and keeps the rows over a stop and a second start', async () => {
    const first = start(account);
    const { url, pid } = await ready(first);
    await query(url, 'CREATE TABLE note (text text)');
    await query(url, `INSERT INTO note VALUES ('kept')`);
    await end(first, 'SIGTERM');
    expect(first.process.exitCode).toBe(0);
    expect(isAlive(pid)).toBe(false);
    const again = await ready(start(account));
    expect(await query(again.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
  });

  it('is durable, sorts by code point, and serves this machine only, with a password in a private file', async () => {
    const { url } = await ready(await startUsed(account));
    const settings = await query(
      url,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit',
        'listen_addresses', 'server_encoding') ORDER BY name`,
    );
    expect(settings.map((row) => row['setting'])).toEqual(['on', 'on', '127.0.0.1', 'UTF8', 'on']);
    const socketFolder = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4];
    expect(socketFolder).toBe('');
    expect(
      await query(url, `SELECT string_agg(x, '' ORDER BY x) AS sorted FROM unnest('{b,B,a,ä}'::text[]) x`),
    ).toEqual([{ sorted: 'Babä' }]);
    // It creates the role of the public site.
    expect(
      await query(url, 'SELECT rolsuper, rolcreaterole FROM pg_roles WHERE rolname = current_user'),
    ).toEqual([{ rolsuper: false, rolcreaterole: true }]);
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('is adopted with its rows by the next start after its starter was killed', async () => {
    const killed = await startUsed(account);
    const { url, pid } = await ready(killed);
    await query(url, 'CREATE TABLE note AS SELECT 1 AS id');
    await end(killed, 'SIGKILL');
    expect(isAlive(pid)).toBe(true);
    const next = start(account);
    expect(await ready(next)).toEqual({ url, pid });
    expect(await query(url, 'SELECT id FROM note')).toEqual([{ id: 1 }]);
    await end(next, 'SIGTERM');
    expect(isAlive(pid)).toBe(false);
  });

  it('comes back on the same port after the server itself was killed', async () => {
    const starter = await startUsed(account);
    const { url, pid } = await ready(starter);
    await query(url, 'CREATE TABLE note AS SELECT 1 AS id');
    process.kill(pid, 'SIGKILL');
    await told(starter, /is back/);
    expect(isAlive(pid)).toBe(false);
    expect(await query(url, 'SELECT id FROM note')).toEqual([{ id: 1 }]);
  });

  it('waits for the last query of a server that was killed', async () => {
    const killed = await startUsed(account);
    const { url, pid } = await ready(killed);
    const client = new pg.Client(url);
    client.on('error', () => undefined); // its server is killed
    await client.connect();
    const last = client.query('SELECT count(*) FROM generate_series(1, 20000000)').catch(() => 'cut off');
    const isBusy = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT count%'`;
    while ((await query(url, isBusy)).length === 0) await sleep(20);
    await end(killed, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    expect(await query((await ready(start(account))).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await last;
  });

  it('starts although the stale pid file names a process that is someone else now', async () => {
    const first = await startUsed(account);
    const { pid } = await ready(first);
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    const content = readFileSync(pidFile, 'utf8');
    await end(first, 'SIGTERM');
    expect(isAlive(pid)).toBe(false);
    writeFileSync(pidFile, content.replace(String(pid), String(process.pid)));
    if (isRoot)
      chownSync(pidFile, statSync(join(dataDir, 'postgres')).uid, statSync(join(dataDir, 'postgres')).gid);
    expect(await query((await ready(start(account))).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('refuses a folder that it may not write to, in one sentence', async () => {
    const folder = join(dataDir, 'a-file');
    writeFileSync(folder, '');
    const starter = start(account, join(folder, 'data'));
    expect(await refusal(starter)).toMatch(
      /^\S+a-file\S* is not a folder\. Remove the file of that name, or set DATA_DIR/,
    );
  });
});

describe('the built-in PostgreSQL', () => {
  it('refuses a second process on the same folder and names the first', async () => {
    const first = await startUsed();
    const { url } = await ready(first);
    const second = start();
    expect(await refusal(second)).toBe(
      `Another Sitedesk process (pid ${first.process.pid}) already uses the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('lets exactly one of two processes have a new folder that both start on at the same moment', async () => {
    const outcomes = await Promise.all(
      [start(), start()].map((starter) =>
        starter.find(({ url, error }) => (url ? 'ready' : error?.replace(/\d+/, 'N'))),
      ),
    );
    expect(outcomes).toHaveLength(2);
    expect(outcomes).toContain('ready');
    expect(outcomes.find((outcome) => outcome !== 'ready')).toMatch(/^Another Sitedesk process/);
  });

  it('survives the Ctrl-C that ends its starter, so that the starter can drain', async () => {
    const starter = await startUsed();
    const { url, pid } = await ready(starter);
    process.kill(-(starter.process.pid ?? 0), 'SIGINT');
    await told(starter, /interrupted/);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await end(starter, 'SIGTERM');
    expect(isAlive(pid)).toBe(false);
  });

  it('takes the folder back after a single connection process was killed', async () => {
    const starter = await startUsed();
    const { url } = await ready(starter);
    const [row] = await query(
      url,
      `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'sitedesk owner%'`,
    );
    process.kill(Number(row?.['pid']), 'SIGKILL');
    await told(starter, /is back/);
    expect(await refusal(start())).toContain(`(pid ${starter.process.pid})`);
  });

  it('leaves the folder to the next process when its server died while it could not watch, and says so', async () => {
    const frozen = await startUsed();
    const { pid } = await ready(frozen);
    frozen.process.kill('SIGSTOP');
    process.kill(pid, 'SIGKILL'); // stays a zombie, because its parent does not look
    const next = start();
    const { url } = await ready(next);
    frozen.process.kill('SIGCONT');
    expect(await told(frozen, /^lost: /)).toContain(`(pid ${next.process.pid})`);
    await end(frozen, 'SIGTERM');
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('refuses the data of another major version and leaves it alone', async () => {
    const first = await startUsed();
    await ready(first);
    await end(first, 'SIGTERM');
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    expect(await refusal(start())).toContain(
      'was created by PostgreSQL 17, but this version of Sitedesk includes PostgreSQL 18',
    );
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('17\n');
  });

  it('names the folder that keeps PostgreSQL out, or the folder that cannot be written', async () => {
    const barred = join(dataDir, 'private');
    mkdirSync(barred, { mode: isRoot ? 0o700 : 0o500 });
    const message = await refusal(start(undefined, join(barred, 'data')));
    expect(message).toContain(
      isRoot ? `may not enter ${barred}, where the data is. Run "chmod o+x ${barred}"` : barred,
    );
  });

  it('says which file is missing when the passwords are gone', async () => {
    const first = await startUsed();
    await ready(first);
    await end(first, 'SIGTERM');
    rmSync(join(dataDir, 'postgres.password'));
    expect(await refusal(start())).toMatch(/postgres\.password is missing\. Restore the copy/);
  });
});
