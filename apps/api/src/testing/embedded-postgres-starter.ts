import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../platform/database/embedded-postgres-account.js';

/** A program that starts the built-in PostgreSQL and reports on stdout what happens, one JSON object a line. */
const STARTER = `
import { startEmbeddedPostgres } from './module.mjs';
const log = (line) => console.log(JSON.stringify({ log: line }));
try {
  const database = await startEmbeddedPostgres({ dataDir: process.argv[2], log, onLost: (error) => log('lost: ' + error.message) });
  process.on('SIGINT', () => console.log(JSON.stringify({ log: 'interrupted' })));
  process.on('SIGTERM', () => void Promise.all([database.stop(), database.stop()]).then(() => process.exit(0)));
  // After the handlers: a signal sent on this line would end the starter and leave its server running.
  console.log(JSON.stringify({ url: database.url, pid: database.pid }));
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
  process.exitCode = 1;
}`;

interface Message {
  readonly url?: string;
  readonly pid?: number;
  readonly error?: string;
  readonly log?: string;
}

/** A running starter. */
export interface Starter {
  readonly process: ChildProcess;
  /** The first message that the caller accepts. */
  find<T>(pick: (message: Message) => T | undefined): Promise<T>;
}

/** Bundles the starter below the workspace's node_modules, where its imports resolve. @returns its folder, to be removed */
export function buildStarter(workspace: string): string {
  const cache = join(workspace, 'node_modules/.cache/sitedesk');
  mkdirSync(cache, { recursive: true });
  const programs = mkdtempSync(join(cache, 'embedded-postgres-'));
  chmodSync(programs, 0o755);
  const build = {
    entryPoints: [join(workspace, 'apps/api/src/platform/database/embedded-postgres.ts')],
    outfile: join(programs, 'module.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  };
  // In a process of its own: esbuild's library does not run inside Jest's sandbox.
  execFileSync(process.execPath, ['-e', `require('esbuild').buildSync(${JSON.stringify(build)})`], {
    cwd: workspace,
  });
  writeFileSync(join(programs, 'starter.mjs'), STARTER);
  return programs;
}

/** Starts it in a process group of its own, as a terminal does. */
export function runStarter(programs: string, folder: string, account?: Account): Starter {
  const child = spawn(process.execPath, [join(programs, 'starter.mjs'), folder], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const messages: Message[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => messages.push(JSON.parse(line)));
  const find = async <T>(pick: (message: Message) => T | undefined): Promise<T> => {
    for (;;) {
      for (const message of messages) {
        const picked = pick(message);
        if (picked !== undefined) return picked;
      }
      await sleep(20);
    }
  };
  return { process: child, find };
}

/** Sends a signal and waits until the starter has ended. */
export async function end({ process: child }: Starter, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Address and server process, once it runs; rejects when the start is refused. */
export const ready = (starter: Starter): Promise<{ url: string; pid: number }> =>
  starter.find(({ url, pid, error }) => {
    if (error) throw new Error(error);
    return url && pid ? { url, pid } : undefined;
  });
/** The sentence of a refused start. */
export const refusal = (starter: Starter): Promise<string> => starter.find(({ error }) => error);
/** The first log line of a pattern. */
export const told = (starter: Starter, pattern: RegExp): Promise<string> =>
  starter.find(({ log }) => (log && pattern.test(log) ? log : undefined));
