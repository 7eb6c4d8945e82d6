import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves on a free port of this machine; a request whose answer fails is cut off. */
export async function startLocalServer(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The whole body of a request, as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array)); // no encoding is set: octets
  return Buffer.concat(chunks).toString('utf8');
}
