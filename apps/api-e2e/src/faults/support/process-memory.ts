import { readFileSync } from 'node:fs';

/** The most memory a process has had resident so far, in megabytes. Linux only. */
export function peakMemoryMb(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
