import { load, type LoadResult } from './load.js';
import { median, type MeasuredServer } from './servers.js';

export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
export const CONNECTIONS = 32;

interface Measure {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly result: LoadResult;
}

async function measure({ server, requests, status }: Side): Promise<Measure> {
  const nextRequest = requests();
  const cpu = server.cpuSeconds();
  const result = await load({ port: server.port, connections: CONNECTIONS, seconds: SECONDS, nextRequest });
  requireStatus(result, status);
  const used = server.cpuSeconds() - cpu;
  return { perSecond: result.requests / result.seconds, cpuMicros: (used / result.requests) * 1e6, result };
}

/** One side of a comparison. */
export interface Side {
  readonly server: MeasuredServer;
  readonly requests: () => () => Buffer;
  /** The one that every answer must have. */
  readonly status: string;
}

/** A B A B ..., so that a machine that changes its speed changes it for both. */
export async function compare(title: string, ours: Side, other: Side): Promise<void> {
  const rates: number[] = [];
  const costs: number[] = [];
  let last: readonly [Measure, Measure] | undefined;
  for (let round = -1; round < ROUNDS; round += 1) {
    const a = await measure(ours);
    const b = await measure(other);
    if (round < 0) continue; // warm-up
    rates.push(a.perSecond / b.perSecond);
    costs.push(a.cpuMicros / b.cpuMicros);
    last = [a, b];
  }
  const [a, b] = last ?? [];
  if (!a || !b) throw new Error('No round was measured.');
  const spread = `${Math.min(...rates).toFixed(2)}..${Math.max(...rates).toFixed(2)}`;
  console.log(
    `${title.padEnd(44)} requests/s x${median(rates).toFixed(2)} (${spread})  CPU/request x${median(costs).toFixed(2)}` +
      `   [${a.perSecond.toFixed(0)}/s ${a.cpuMicros.toFixed(0)} us p99 ${a.result.p99Ms.toFixed(1)} ms | ` +
      `${b.perSecond.toFixed(0)}/s ${b.cpuMicros.toFixed(0)} us p99 ${b.result.p99Ms.toFixed(1)} ms]`,
  );
}

function requireStatus(result: LoadResult, status: string): void {
  const others = Object.keys(result.statuses).filter((seen) => seen !== status);
  if (others.length > 0)
    throw new Error(`Expected only ${status}, but saw ${JSON.stringify(result.statuses)}.`);
}
