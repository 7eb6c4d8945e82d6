import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the site answers to one POST. */
export interface SiteAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Cuts the connection instead. */
  readonly cut?: boolean;
}

export interface Post {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Site {
  readonly origin: string;
  readonly posts: readonly Post[];
  /** GET requests that the library made. */
  readonly gets: readonly string[];
  close(): Promise<void>;
}

export const ACCEPTED: SiteAnswer = { body: { success: true, message: 'Thank you.', error: null } };
export const REFUSED: SiteAnswer = {
  status: 400,
  body: { success: false, message: 'Please reload.', error: 'Invalid anti-forgery token' },
};

/** A server that answers one POST after the other as told (the last answer repeats) and serves `script` to every GET. */
export async function startSite(answers: readonly SiteAnswer[], script = ''): Promise<Site> {
  const posts: Post[] = [];
  const gets: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      gets.push(request.url ?? '');
      return response.end(script);
    }
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      posts.push({ headers: request.headers, body: JSON.parse(text) as Post['body'] });
      const { status, headers, body, cut } = answers[Math.min(posts.length, answers.length) - 1] ?? ACCEPTED;
      if (cut) return response.destroy();
      response.writeHead(status ?? 200, headers);
      return response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    posts,
    gets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
