import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost } from './at-most.js';

interface ProcessLimits {
  /** Milliseconds that one work can take. */
  readonly ms: number;
  /** Megabytes of its heap. */
  readonly megabytes: number;
  /** Milliseconds after which a process without work ends. */
  readonly idleMs: number;
}

/** A work had the time or the memory that it can have, and was ended. */
export class LimitReached extends Error {
  constructor(readonly limit: 'time' | 'memory') {
    super(`The work reached its limit of ${limit}.`);
  }
}

/** A work failed in the process, or ended it. */
export class WorkFailed extends Error {}

/** How Node ends a process whose heap is full: by its own signal, or by the exit code of that where there are no signals. */
const isOutOfMemory = (code: unknown, signal: unknown): boolean => signal === 'SIGABRT' || code === 134;

/** What a script answers: `null` once it's ready, then one of these for each work. */
export type ProcessAnswer<Result> = { readonly result: Result } | { readonly failure: string } | null;

/**
 * A process for works that may take too long, or too much memory: one at a time, so that none costs the server more than a core. A thread
 * isn't enough, because V8 ends the whole process when one large value doesn't fit into the heap of a thread. It starts with the first
 * work, and again after one that was ended. It knows none of the server's secrets, as its environment is empty.
 */
export class LimitedProcess<Work, Result> {
  private readonly oneByOne = atMost(1);
  private child: ChildProcess | undefined;
  private idle: NodeJS.Timeout | undefined;

  /** @param script that calls `serveWork` */
  constructor(
    private readonly script: string,
    private readonly limits: ProcessLimits,
  ) {}

  /** @throws LimitReached, WorkFailed */
  run(work: Work): Promise<Result> {
    return this.oneByOne(async () => {
      clearTimeout(this.idle);
      try {
        return await this.runAlone(work);
      } finally {
        this.idle = setTimeout(() => this.close(), this.limits.idleMs).unref();
      }
    });
  }

  /** Ends the process. The next work starts another one. */
  close(): void {
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }

  private async runAlone(work: Work): Promise<Result> {
    if (!this.child?.connected) this.child = await this.start();
    const { child } = this;
    try {
      const answer = await this.answer(child, work);
      if (answer && 'result' in answer) return answer.result;
      throw new WorkFailed(answer?.failure ?? 'It answered out of turn.');
    } catch (error) {
      if (!(error instanceof WorkFailed)) this.close();
      throw error;
    }
  }

  private async start(): Promise<ChildProcess> {
    const child = fork(this.script, [], {
      execArgv: [`--max-old-space-size=${this.limits.megabytes}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('error', () => undefined); // its end says enough
    await this.answer(child);
    // Whoever stops the server doesn't wait for a process that has nothing to do.
    child.unref();
    child.channel?.unref();
    return child;
  }

  /** @param work none for the answer that it's ready */
  private async answer(child: ChildProcess, work?: Work): Promise<ProcessAnswer<Result>> {
    const over = new AbortController();
    const { signal } = over;
    const answered = once(child, 'message', { signal }).then(([answer]) => answer as ProcessAnswer<Result>); // the script's word
    const ended = once(child, 'exit', { signal }).then(([code, by]) => {
      if (isOutOfMemory(code, by)) throw new LimitReached('memory');
      const text = `The process ended: ${String(by ?? code)}.`;
      throw this.child === child ? new WorkFailed(text) : new Error(text); // closed, or never ready
    });
    const late = sleep(this.limits.ms, undefined, { signal }).then(() => {
      throw new LimitReached('time');
    });
    try {
      if (work !== undefined) child.send(work as object);
      return await Promise.race([answered, ended, late]);
    } finally {
      over.abort();
    }
  }
}

const WATCH = `const { ppid } = process; setInterval(() => { if (process.ppid !== ppid) process.kill(process.pid, 'SIGKILL'); }, 1000);`;

/**
 * Does the works that arrive, in a script of its own. It ends with the process that started it, also in the middle of a work, which a
 * thread beside it sees to.
 */
export async function serveWork<Work, Result>(run: (work: Work) => Promise<Result>): Promise<void> {
  const { Worker } = await import('node:worker_threads');
  new Worker(WATCH, { eval: true });
  const answer = (value: ProcessAnswer<Result>): void => void process.send?.(value);
  process.once('disconnect', () => process.exit());
  process.on('message', (work: Work) => {
    run(work).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ failure: where(error) }),
    );
  });
  answer(null);
}

/** Which error it is and where it comes from, without its words: they can quote what is worked on. */
function where(error: unknown): string {
  if (!(error instanceof Error)) return 'no error';
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...lines.slice(0, 3).map((line) => line.trim())].join(' ');
}
