import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A server under measurement, as its own process on a processor of its own. */
export interface MeasuredServer {
  readonly port: number;
  readonly startMs: number;
  /** Seconds of processor time it used so far. */
  cpuSeconds(): number;
  /** Resident memory in megabytes. */
  rssMb(): number;
  stop(): Promise<void>;
  /** At once, in the middle of whatever it does. */
  kill(): Promise<void>;
}

/** Starts a program on a database. */
export type StartProgram = (
  program: string,
  database: string,
  more: Readonly<Record<string, string>>,
) => Promise<MeasuredServer>;

const TICKS_PER_SECOND = 100;

/** Starts a script on the given processor and waits for its `ready` message. */
export async function startServer(
  script: string,
  cpu: string,
  env: Readonly<Record<string, string>>,
): Promise<MeasuredServer> {
  const startedAt = performance.now();
  const child = spawn('taskset', ['-c', cpu, process.execPath, script], {
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', SITE_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await readyPort(child);
  const pid = child.pid ?? 0;
  return {
    port,
    startMs: performance.now() - startedAt,
    cpuSeconds: () => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    },
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function readyPort(child: ChildProcess): Promise<number> {
  for (;;) {
    const [message]: unknown[] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) =>
        Promise.reject(new Error(`The server ended with ${String(code)}.`)),
      ),
    ]);
    if (typeof message === 'object' && message !== null && 'url' in message)
      return Number(new URL(String(message.url)).port);
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
