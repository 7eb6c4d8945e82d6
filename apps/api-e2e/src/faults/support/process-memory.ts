import { readFileSync, writeFileSync } from 'node:fs';
import type { ProcessEnv } from '../../harness/processes.js';

/**
 * For a backend whose memory is compared: without a limit, how much garbage Node keeps depends on how busy the machine is. What
 * is really held would go beyond it, and end the process.
 */
export const SMALL_HEAP: ProcessEnv = { NODE_OPTIONS: '--max-old-space-size=128 --max-semi-space-size=4' };

/** The most memory a process has had resident so far, in megabytes. Linux only. */
export function peakMemoryMb(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** The most memory that these processes have while something is done, above what they had before. Linux only. */
export async function memoryGrowthMb(pids: readonly number[], during: () => Promise<void>): Promise<number> {
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, '5'); // the peak is what it has now
  const peaks = (): number => pids.reduce((sum, pid) => sum + peakMemoryMb(pid), 0);
  const before = peaks();
  await during();
  return peaks() - before;
}

/** The processes that a process has started. Linux only. */
export const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** The memory a process has resident now, in megabytes. Linux only. */
export function residentMemoryMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
