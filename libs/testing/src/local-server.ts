import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** A certificate with its key, in PEM. */
export interface TlsFiles {
  readonly key: string;
  readonly cert: string;
}

/** Serves on a free port of this machine; a request whose answer fails is cut off. @param tls with it, over HTTPS */
export async function startLocalServer(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  tls?: TlsFiles,
): Promise<LocalServer> {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch(() => response.destroy());
  };
  const server = tls ? createSecureServer(tls, handle) : createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
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
