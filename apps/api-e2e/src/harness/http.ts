import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  json(): unknown;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  readonly agent?: Agent;
}

/** One request as it is written, with no header of its own but Host, Connection and Content-Length. */
export function call(url: string, options: Call = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(options.headers ?? {}))
      headers[name] = typeof value === 'string' ? value : [...value];
    const chunked = 'Transfer-Encoding' in headers;
    if (options.body !== undefined && !chunked)
      headers['Content-Length'] = String(Buffer.byteLength(options.body));
    const outgoing = httpRequest(
      url,
      { method: options.method ?? 'GET', headers, agent: options.agent },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text,
            json: () => JSON.parse(text),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}
