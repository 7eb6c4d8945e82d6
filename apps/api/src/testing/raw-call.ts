import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';

/** A request as it goes over the wire: the path is sent as it is written, nothing is normalised. */
export interface RawCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Connections that stay open between the calls of one test file; close them before the server. */
export class RawClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 8 });

  constructor(private readonly baseUrl: string) {}

  send({ method, path, headers = {}, body }: RawCall): Promise<RawAnswer> {
    const { hostname, port } = new URL(this.baseUrl);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const about = text === undefined ? {} : contentOf(text);
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        { hostname, port, method, path, agent: this.agent, headers: { ...about, ...headers } },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(text);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

const contentOf = (text: string): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(text)),
});

/** Runs `work` for each item, a few at a time; the order of the results is that of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  width = 6,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const entries = items.entries(); // one iterator for all: each takes the next
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
