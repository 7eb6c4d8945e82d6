import { spawn, type ChildProcess } from 'node:child_process';
import { open, rename, stat, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './embedded-postgres-account.js';
import type { Binaries } from './embedded-postgres-binaries.js';
import type { ClusterPaths } from './embedded-postgres-cluster.js';
import { EmbeddedPostgresError, explainFileError, explainServerOutput } from './embedded-postgres-error.js';
import {
  chooseFreePort,
  disownStalePidFile,
  findPostmaster,
  isAlive,
  isPostmasterOf,
  serverEnvironment,
  type Postmaster,
} from './embedded-postgres-process.js';

const POLL_MS = 15;
/** Recovery after a crash may replay a lot; its progress is printed. */
const READY_LIMIT_MS = 120_000;
const PORT_TRIES = 5;
/** How long what is left of a server that was killed, such as its last query, may keep the data. */
const HELD_LIMIT_MS = 30_000;
const HELD_POLL_MS = 250;
const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 5_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const LOG_TAIL_BYTES = 8 * 1024;

/** Given at every start, above `postgresql.conf`: what durability, privacy and our way of stopping rely on. */
const SERVER_SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'logging_collector=off',
  'log_destination=stderr',
  'log_checkpoints=off',
  // Details and statements could quote what a visitor wrote.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
] as const;

/** What is needed to start the server of one data folder. */
export interface ServerContext {
  readonly paths: ClusterPaths;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly log: (line: string) => void;
}

/** A server that takes connections. */
export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  /** Left running by a Sitedesk process that was killed, or started by another one at this moment. */
  readonly adopted: boolean;
}

/**
 * Finds the server that runs on the data already, or starts one.
 * @param fixedPort the port a restarted server must come back on; otherwise a free one is chosen
 * @throws EmbeddedPostgresError when it does not start
 */
export async function reachServer(context: ServerContext, fixedPort?: number): Promise<RunningServer> {
  const adopted = await waitForExisting(context);
  if (adopted) return adopted;
  disownStalePidFile(context.paths.databaseDir);
  let output = '';
  const heldUntil = Date.now() + HELD_LIMIT_MS;
  for (let attempt = 0; attempt < PORT_TRIES; attempt += 1) {
    const outcome = await launch(context, fixedPort ?? (await chooseFreePort()));
    if ('pid' in outcome) return outcome;
    output = outcome.output;
    const rival = /lock file "postmaster.pid" already exists/.test(output)
      ? await waitForExisting(context)
      : undefined;
    if (rival) return rival;
    if (/shared memory block .* is still in use/.test(output) && Date.now() < heldUntil) {
      attempt -= 1;
      await sleep(HELD_POLL_MS);
      continue;
    }
    if (!/could not bind|could not create any TCP\/IP sockets|lock file "postmaster.pid"/.test(output)) break;
  }
  throw explainServerOutput(output, context.paths.dataDir);
}

/** Waits until a server that is starting is ready, or one that is stopping is gone. */
async function waitForExisting(context: ServerContext): Promise<RunningServer | undefined> {
  const giveUpAt = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const found = await findPostmaster(context.paths.databaseDir);
    if (!found) return undefined;
    if (found.status === 'ready') return { pid: found.pid, port: found.port, adopted: true };
    if (Date.now() > giveUpAt) throw neverReady(context, found.pid);
    await sleep(POLL_MS);
  }
}

async function launch(
  context: ServerContext,
  port: number,
): Promise<RunningServer | { readonly output: string }> {
  const { binaries, account, paths } = context;
  const log = await openLog(paths);
  try {
    const { size: logStart } = await log.stat();
    const settings = [`port=${port}`, ...SERVER_SETTINGS].flatMap((setting) => ['-c', setting]);
    // A session of its own, so that the terminal's Ctrl-C reaches us and not the server: we drain first, then stop it.
    // A file rather than a pipe, so that the server can write after we were killed.
    const child = spawn(binaries.postgres, ['-D', paths.databaseDir, ...settings], {
      ...account,
      cwd: '/',
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.unref();
    const ready = await waitUntilReady(child, context);
    return ready ? { pid: ready.pid, port, adopted: false } : { output: await readTail(log, logStart) };
  } finally {
    await log.close();
  }
}

async function waitUntilReady(child: ChildProcess, context: ServerContext): Promise<Postmaster | undefined> {
  let failed = false;
  child.once('error', () => (failed = true));
  child.once('exit', () => (failed = true));
  const giveUpAt = Date.now() + READY_LIMIT_MS;
  let tellAt = Date.now() + 5_000;
  while (!failed) {
    const found = await findPostmaster(context.paths.databaseDir);
    if (found?.pid === child.pid && found?.status === 'ready') return found;
    if (Date.now() > giveUpAt) throw neverReady(context, child.pid ?? 0);
    if (Date.now() > tellAt) {
      context.log('PostgreSQL is still starting. After a crash, it first recovers committed data.');
      tellAt += 10_000;
    }
    await sleep(POLL_MS);
  }
  return undefined;
}

function neverReady(context: ServerContext, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL (pid ${pid}) was not ready within ${READY_LIMIT_MS / 1000} seconds. See ${context.paths.logFile}.`,
  );
}

/** Opens the server's log, keeping one older file when it has grown. */
async function openLog({ logFile, dataDir }: ClusterPaths): Promise<FileHandle> {
  try {
    const size = await stat(logFile).then(
      (found) => found.size,
      () => 0,
    );
    if (size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
    return await open(logFile, 'a+', 0o600);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

async function readTail(log: FileHandle, from: number): Promise<string> {
  const { size } = await log.stat();
  const start = Math.max(from, size - LOG_TAIL_BYTES);
  const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(LOG_TAIL_BYTES), position: start });
  return buffer.toString('utf8', 0, bytesRead);
}

/**
 * Stops a server: open transactions end, everything committed is flushed. When that takes too long it stops at once and
 * recovers at its next start; nothing committed is lost either way. One that has ended already is fine.
 * @throws EmbeddedPostgresError when it does not end at all
 */
export async function stopServer(pid: number, databaseDir: string): Promise<void> {
  if (await signalAndWait(pid, databaseDir, 'SIGINT', FAST_STOP_MS)) return;
  if (await signalAndWait(pid, databaseDir, 'SIGQUIT', IMMEDIATE_STOP_MS)) return;
  throw new EmbeddedPostgresError(`PostgreSQL (pid ${pid}) does not stop. End it with "kill -QUIT ${pid}".`);
}

async function signalAndWait(
  pid: number,
  databaseDir: string,
  signal: 'SIGINT' | 'SIGQUIT',
  limitMs: number,
): Promise<boolean> {
  if (!isPostmasterOf(pid, databaseDir)) return true;
  process.kill(pid, signal);
  const giveUpAt = Date.now() + limitMs;
  while (isAlive(pid)) {
    if (Date.now() > giveUpAt) return false;
    await sleep(POLL_MS);
  }
  return true;
}
