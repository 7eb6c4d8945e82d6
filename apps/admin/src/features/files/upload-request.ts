import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { csrfHeaders, recover } from '../../app/http';
import { Problem } from '../../app/problem';

/**
 * The requests of tus-js-client, as `app/http.ts` sends ours: with the anti-forgery token, and once more after the person has signed in
 * again, so that an upload outlives its session.
 */
export const sessionStack = (plain: HttpStack): HttpStack => ({
  getName: () => 'session',
  createRequest: (method, url) => new SessionRequest(plain, method, url),
});

class SessionRequest implements HttpRequest {
  private readonly headers = new Map<string, string>();
  private onProgress: ((sent: number) => void) | undefined;
  private sent: HttpRequest | undefined;
  private isAborted = false;

  constructor(
    private readonly plain: HttpStack,
    private readonly method: string,
    private readonly url: string,
  ) {}

  async send(body: unknown): Promise<HttpResponse> {
    const response = await this.sendOnce(body);
    if (response.getStatus() < 400 || !(await recover(problemOf(response)))) return response;
    // Nobody waits for one that was given up in the meantime.
    return this.isAborted ? new Promise(() => undefined) : this.sendOnce(body);
  }

  private sendOnce(body: unknown): Promise<HttpResponse> {
    const request = this.plain.createRequest(this.method, this.url);
    this.sent = request;
    for (const [name, value] of [...this.headers, ...Object.entries(csrfHeaders())])
      request.setHeader(name, value);
    if (this.onProgress) request.setProgressHandler(this.onProgress);
    return request.send(body);
  }

  abort(): Promise<void> {
    this.isAborted = true;
    return this.sent?.abort() ?? Promise.resolve();
  }

  getMethod = (): string => this.method;
  getURL = (): string => this.url;
  setHeader = (name: string, value: string): void => void this.headers.set(name, value);
  getHeader = (name: string): string | undefined => this.headers.get(name);
  setProgressHandler = (handler: (sent: number) => void): void => void (this.onProgress = handler);
  getUnderlyingObject = (): unknown => this.sent?.getUnderlyingObject();
}

/** What the server said, as every request of ours says it. */
export function problemOf(response: HttpResponse): Problem {
  return new Problem(
    response.getStatus(),
    membersOf(response.getBody()),
    response.getHeader('X-Request-Id') ?? '',
    Number(response.getHeader('Retry-After')) || undefined,
  );
}

function membersOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {}; // the answer of a HEAD, or of a proxy
  }
}
