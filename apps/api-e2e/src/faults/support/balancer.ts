import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { call } from '../../harness/http.js';

const PROBE_MS = 100;

/** Something to be balanced to; the same fields as a running process. */
export interface Backend {
  readonly url: string;
}

/** A load balancer as operators have one: round robin over the backends whose readiness probe succeeds. */
export interface Balancer {
  readonly url: string;
  /** Replaces the backends. Resolves when each has been probed. */
  use(backends: readonly Backend[]): Promise<void>;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let backends: readonly Backend[] = [];
  let ready: readonly Backend[] = [];
  let turn = 0;
  const probe = async (): Promise<void> => {
    const probed = backends;
    const answers = await Promise.all(probed.map(isReady));
    if (probed === backends) ready = probed.filter((_, index) => answers[index]);
  };
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const backend = ready[turn % ready.length];
    if (!backend) return void outgoing.writeHead(502).end('No backend is ready.');
    forward(backend, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setInterval(() => void probe(), PROBE_MS); // never rejects
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    use: async (next) => {
      backends = next;
      await probe();
    },
    close: async () => {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

const isReady = ({ url }: Backend): Promise<boolean> =>
  call(`${url}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** On a connection of its own each, so that a kept connection that is being closed is not what is measured. */
async function forward(backend: Backend, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(incoming);
  const { method, headers } = incoming;
  const forwarded = request(`${backend.url}${incoming.url ?? '/'}`, { method, headers, agent: false });
  forwarded.end(body);
  const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]; // the edge: an untyped event
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  outgoing.end(await buffer(answer));
}
