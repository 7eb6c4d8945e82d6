import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTACT_API_PATH } from '@sitedesk/contract/headers';

/** A page of the imaginary customer's site. */
export interface TestPage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Takes a request out of the proxy's hands, to answer it wrongly. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => void;

/** The customer's web server: its own pages, and `/_api/contact/` handed to the edge proxy. */
export interface PageServer {
  readonly url: string;
  readonly port: number;
  /** Bodies of the submits that passed, as they were sent. */
  readonly submits: readonly string[];
  page(path: string, page: TestPage): void;
  /** Answers submits itself until it is told otherwise. */
  intercept(intercept: Intercept | undefined): void;
  clear(): void;
  close(): Promise<void>;
}

export async function startPageServer(edgeUrl: string): Promise<PageServer> {
  const pages = new Map<string, TestPage>();
  const submits: string[] = [];
  let intercept: Intercept | undefined;
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/';
    const page = pages.get(path);
    if (page) {
      response.writeHead(200, { 'Content-Type': contentType(path), ...page.headers }).end(page.html);
      return;
    }
    // No icon is asked for in vain, so that every error in the console is the script's.
    if (!path.startsWith(CONTACT_API_PATH))
      return void response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
    if (incoming.method === 'POST') remember(incoming, submits);
    if (intercept && incoming.method === 'POST') return intercept(incoming, response);
    forward(edgeUrl, incoming, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    submits,
    page: (path, page) => void pages.set(path, page),
    intercept: (next) => (intercept = next),
    clear: () => void submits.splice(0),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const contentType = (path: string): string =>
  path.endsWith('.js') ? 'application/javascript' : 'text/html; charset=utf-8';

function remember(incoming: IncomingMessage, submits: string[]): void {
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => submits.push(Buffer.concat(chunks).toString()));
}

function forward(edgeUrl: string, incoming: IncomingMessage, response: ServerResponse): void {
  const outgoing = httpRequest(
    `${edgeUrl}${incoming.url}`,
    { method: incoming.method, headers: incoming.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}
