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

/**
 * Processor time that a process has used so far, in milliseconds: of the thread that runs its JavaScript, and of all of them,
 * which compile and collect garbage beside it. Linux only.
 */
export function processorMs(pid: number): { readonly script: number; readonly all: number } {
  const used = (path: string): number => {
    // Behind the name, which may hold spaces: the 12th and 13th field, in hundredths of a second.
    const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  return { script: used(`/proc/${pid}/task/${pid}/stat`), all: used(`/proc/${pid}/stat`) };
}
