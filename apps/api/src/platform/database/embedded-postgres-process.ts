import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Ports we choose from: below the range out of which systems take the source ports of outgoing connections, so that the port
 * is still free when a crashed server must come back on it.
 */
const FIRST_PORT = 20_000;
const PORT_COUNT = 12_000;

/** Larger than any process id a kernel gives out. */
const NOBODY_PID = 4_194_305;

const PROC_EXISTS = existsSync('/proc/self/stat');

/** What `postmaster.pid` in a database folder says. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `ready` once it takes connections. */
  readonly status: string;
}

/** Whether a process runs; one that ended and waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  if (!PROC_EXISTS) return true;
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // ended between the two looks
  }
}

/** The server that runs on a database folder, ours or one that a killed Sitedesk left; undefined when none does. */
export async function findPostmaster(databaseDir: string): Promise<Postmaster | undefined> {
  const postmaster = await readPostmaster(databaseDir);
  return postmaster && isPostmasterOf(postmaster.pid, databaseDir) ? postmaster : undefined;
}

async function readPostmaster(databaseDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(databaseDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/** Whether a process is the server of this database folder; its id alone may have gone to another program. */
export function isPostmasterOf(pid: number, databaseDir: string): boolean {
  return isAlive(pid) && `${commandLine(pid)} `.includes(`/postgres -D ${databaseDir} `);
}

function commandLine(pid: number): string {
  try {
    if (PROC_EXISTS) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return ''; // ended between the two looks
  }
}

/**
 * After a restart of the machine or container another program may have the process id that `postmaster.pid` names, and a
 * container without an init process keeps the ids of dead ones; PostgreSQL would then refuse to start. The file is not deleted, because PostgreSQL also checks by it whether processes of
 * the dead server still use its memory: it only gets an id that nobody has. Without a pause between look and change, so that
 * no other process can start a server in between.
 */
export function disownStalePidFile(databaseDir: string): void {
  const path = join(databaseDir, 'postmaster.pid');
  if (!existsSync(path)) return;
  const text = readFileSync(path, 'utf8');
  const pid = Number(/^\d+/.exec(text)?.[0]);
  if (!pid || isPostmasterOf(pid, databaseDir)) return;
  writeFileSync(path, text.replace(/^\d+/, String(NOBODY_PID)));
}

/** The environment for PostgreSQL: none of the caller's PG* variables, and messages in English because we read some. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

/** A port of 127.0.0.1 that nobody listens on. Another program may take it before we do: be ready to ask again. */
export async function chooseFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
