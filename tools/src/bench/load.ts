import { connect, type Socket } from 'node:net';

/** What one round of load did. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Whole requests as octets; each connection takes the next one. */
  readonly nextRequest: () => Buffer;
}

const HEADER_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('\r\nContent-Length: ');
const LOWER_LENGTH = Buffer.from('\r\ncontent-length: ');

/** Keeps every connection busy with one request at a time, reading no more of an answer than its status and length. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  const startedAt = performance.now();
  const deadline = startedAt + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      runConnection(options, deadline, (status, ms) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
        latencies.push(ms);
      }),
    ),
  );
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    requests: latencies.length,
    seconds: (performance.now() - startedAt) / 1000,
    statuses,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

function runConnection(
  options: LoadOptions,
  deadline: number,
  answered: (status: string, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(options.port, '127.0.0.1');
    socket.setNoDelay(true);
    let pending: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      if (sentAt > deadline) return void finish(socket, resolve);
      socket.write(options.nextRequest());
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const length = answerLength(pending);
      if (length === undefined || pending.length < length) return;
      answered(pending.toString('latin1', 9, 12), performance.now() - sentAt);
      pending = pending.subarray(length);
      send();
    });
  });
}

function finish(socket: Socket, resolve: () => void): void {
  socket.destroy();
  resolve();
}

/** Read from the octets themselves: a loader that takes longer than the server would measure itself. */
function answerLength(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(HEADER_END);
  if (end < 0) return undefined;
  const upper = bytes.indexOf(LENGTH);
  const at = upper < 0 || upper > end ? bytes.indexOf(LOWER_LENGTH) : upper;
  const length =
    at < 0 || at > end ? 0 : Number.parseInt(bytes.toString('latin1', at + LENGTH.length, at + 30), 10);
  return end + HEADER_END.length + length;
}
