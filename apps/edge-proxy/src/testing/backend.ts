import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A request as it arrived at the backend. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  /** Values by lower-case name, one for each header line. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Buffer;
}

/** A local server in the place of the editor backend, which writes down what reaches it. */
export interface TestBackend {
  readonly port: number;
  readonly url: string;
  readonly seen: SeenRequest[];
  /** TCP connections accepted so far. */
  connections: number;
  /** How requests are answered; reset by {@link TestBackend.reset}. */
  answer: Answer;
  reset(): void;
  stop(): Promise<void>;
}

/** Called once the request has been read. */
export type Answer = (response: ServerResponse, request: SeenRequest) => void;

export const BACKEND_BODY = JSON.stringify({ success: true, message: 'Thank you', error: null });

const answerWell: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': BACKEND_BODY.length });
  response.end(BACKEND_BODY);
};

export async function startBackend(listener?: RequestListener): Promise<TestBackend> {
  const sockets = new Set<Socket>();
  const server = createServer(
    listener ??
      ((request, response) => {
        read(request).then(
          (seen) => {
            backend.seen.push(seen);
            backend.answer(response, seen);
          },
          () => response.destroy(),
        );
      }),
  );
  server.on('connection', (socket) => {
    backend.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server);
  const backend: TestBackend = {
    port,
    url: `http://127.0.0.1:${port}`,
    seen: [],
    connections: 0,
    answer: answerWell,
    reset: () => {
      backend.seen.length = 0;
      backend.answer = answerWell;
    },
    stop: () => stop(server, sockets),
  };
  return backend;
}

/** A server below HTTP, for backends that break the protocol off. */
export async function startTcpBackend(
  onConnection: (socket: Socket) => void,
): Promise<Pick<TestBackend, 'url' | 'stop'>> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, stop: () => stop(server, sockets) };
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await listen(server);
  await stop(server, new Set());
  return port;
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  const headers = new Map<string, string[]>();
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = String(request.rawHeaders[index]).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), String(request.rawHeaders[index + 1])]);
  }
  return {
    method: String(request.method),
    target: String(request.url),
    headers,
    body: Buffer.concat(chunks),
  };
}
