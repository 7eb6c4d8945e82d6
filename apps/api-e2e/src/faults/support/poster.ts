import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call } from '../../harness/http.js';
import { MESSAGE } from '../../harness/visitor.js';

/** Shorter than a person's browser would wait, so that a server that lives for a moment is under load. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 200;
/** A token may be used twenty times; a fresh one comes with every answer that was reached. */
const TOKEN = /v1\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+/;

export interface PosterOptions {
  /** Milliseconds between an answer and the next click. */
  readonly pauseMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One try of a click: a status, or the code of a network error. */
export interface Try {
  readonly answer: string;
  readonly retryAfter: string | undefined;
}

/**
 * A visitor who sends one message after the other and does not give up: each click has an idempotency key of its own,
 * and is sent again under the same key while the server is away, as the client library does.
 */
export class Poster {
  /** Keys of the clicks that were answered 200. */
  readonly accepted: string[] = [];
  /** When the newest 200 came, in milliseconds of `performance.now()`. */
  lastAcceptedAt = 0;
  readonly tries: Try[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private token: string | undefined;

  constructor(
    private readonly baseUrl: string,
    private readonly options: PosterOptions = {},
  ) {}

  /** Clicks until told to stop; a click without an answer by then is abandoned, and nothing was promised for it. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.click(signal);
      await sleep(this.options.pauseMs ?? 0);
    }
    this.agent.destroy();
  }

  private async click(signal: AbortSignal): Promise<void> {
    const key = randomUUID();
    const body = JSON.stringify({ ...MESSAGE, message: `${MESSAGE.message} ${key}` });
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const status = await this.attempt(key, body);
      if (status === '200') {
        this.accepted.push(key);
        this.lastAcceptedAt = performance.now();
        return;
      }
      await sleep(pause);
    }
  }

  private async attempt(key: string, body: string): Promise<string> {
    try {
      this.token ??= await this.fetchToken();
      if (this.token === undefined) return 'no-token';
      const headers = {
        'Content-Type': 'application/json',
        [HEADERS.antiforgery]: this.token,
        [HEADERS.idempotencyKey]: key,
        ...this.options.headers,
      };
      const answer = await this.call('submit', { method: 'POST', headers, body });
      const fresh = answer.headers[HEADERS.antiforgery.toLowerCase()];
      this.token = typeof fresh === 'string' ? fresh : undefined;
      return this.note(answer);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      this.tries.push({ answer: code, retryAfter: undefined });
      return code;
    }
  }

  private async fetchToken(): Promise<string | undefined> {
    const answer = await this.call('site-contact.js', { headers: this.options.headers });
    if (answer.status !== 200) this.note(answer);
    return TOKEN.exec(answer.text)?.[0];
  }

  private note({ status, headers }: Answer): string {
    this.tries.push({ answer: String(status), retryAfter: headers['retry-after'] });
    return String(status);
  }

  private call(path: string, options: Parameters<typeof call>[1]): Promise<Answer> {
    return call(`${this.baseUrl}${CONTACT_API_PATH}/${path}`, { ...options, agent: this.agent });
  }
}

/** Posters that have begun. */
export interface Load {
  readonly posters: readonly Poster[];
  accepted(): readonly string[];
  tries(): readonly Try[];
  /** Lets each finish its try, and ends. */
  stop(): Promise<void>;
}

/** Starts that many posters at once. */
export function startPosters(count: number, baseUrl: string, options: PosterOptions = {}): Load {
  const posters = Array.from({ length: count }, () => new Poster(baseUrl, options));
  const stopping = new AbortController();
  const running = Promise.all(posters.map((poster) => poster.run(stopping.signal)));
  return {
    posters,
    accepted: () => posters.flatMap((poster) => poster.accepted),
    tries: () => posters.flatMap((poster) => poster.tries),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
