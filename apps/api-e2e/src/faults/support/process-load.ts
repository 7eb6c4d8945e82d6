import { readFileSync } from 'node:fs';

/** What a process has written so far, to files and connections, in megabytes. Linux only. */
export function writtenMb(pid: number): number {
  const octets = /^wchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1];
  return Math.round(Number(octets) / 1_000_000);
}

/** The longest the event loop of a backend with `METRICS=on` was late since it was last asked, in milliseconds. */
export async function longestLagMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const seconds = /^nodejs_eventloop_lag_max_seconds ([\d.e-]+)/m.exec(text)?.[1];
  return Math.round(Number(seconds) * 1_000);
}
