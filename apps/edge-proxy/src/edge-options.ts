/** Settings of the proxy, and what an adapter has to pass about the request at hand. */
export interface EdgeOptions {
  /** Origin of the editor backend, such as `https://editor.example.com`. Its path, if any, is not used. */
  readonly backendUrl: string;
  /**
   * Domain of the public site; cross-origin requests are for it and its subdomains, and the backend chooses the tenant
   * by it. Without it (local use) each request's own host takes its place.
   */
  readonly zone?: string;
  /** Proves to the backend that the request came through this proxy. Left out, no such header is sent. */
  readonly edgeSecret?: string;
  /** Milliseconds the backend has to begin its answer: headers and first byte of the body, or a short body whole. Default {@link DEFAULT_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Address of the peer, appended to `X-Forwarded-For`. Left out, `unknown` is appended, which no backend believes. */
  readonly clientAddress?: string;
  /** Told why, whenever the answer is a 503. */
  readonly onUnavailable?: (why: unknown) => void;
  /** Sends the request on; the platform's `fetch` if left out. It must give up when `init.signal` says so. */
  readonly fetch?: EdgeFetch;
}

/**
 * The part of a standard `Request` that the proxy reads. A `Request` fits; the Node adapter passes a plain object, because
 * a `Request` turns `post` into `POST`, resolves `..` in the address and refuses TRACE, all of which must be seen here.
 */
export type EdgeRequest = Pick<Request, 'method' | 'url' | 'headers' | 'body'> & {
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal;
  /**
   * Resolves when the client has sent its whole body. The backend's time starts then, so that a slow client is not taken for a
   * slow backend. Left out, it starts with the request.
   */
  readonly received?: Promise<void>;
};

/** Same call as the platform's `fetch`, reduced to what the proxy uses. */
export type EdgeFetch = (url: string, init: EdgeFetchInit) => Promise<Response>;

/** How a request goes to the backend. */
export interface EdgeFetchInit {
  readonly method: string;
  readonly headers: Headers;
  /** Streamed; null for GET. */
  readonly body: EdgeRequest['body'];
  /** A redirect is the client's business and is passed on. */
  readonly redirect: 'manual';
  /** Node's `fetch` asks for it with a streamed body; others ignore it. */
  readonly duplex: 'half';
  readonly signal: AbortSignal;
}

/** Milliseconds. */
export const DEFAULT_TIMEOUT_MS = 10_000;
