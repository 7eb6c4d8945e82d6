import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { type Answer, call, type Call } from './http.js';

/** A message that nothing is wrong with. */
export const MESSAGE = {
  name: 'Anna Kowalska',
  email: 'anna@example.com',
  message: 'Hello, I would like to know your opening hours.',
} as const;

let nextAddress = 1;

/** An address that no other test uses, so that rate limits do not meet. */
export function freshAddress(): string {
  nextAddress += 1;
  return `10.${(nextAddress >> 16) & 255}.${(nextAddress >> 8) & 255}.${nextAddress & 255}`;
}

export interface VisitorOptions {
  /** Headers on every request, such as those a proxy sends. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Someone with the form open: fetches the script, reads the token out of it, and sends messages. */
export class Visitor {
  constructor(
    private readonly baseUrl: string,
    private readonly options: VisitorOptions = {},
  ) {}

  script(): Promise<Answer> {
    return this.call('site-contact.js');
  }

  async token(): Promise<string> {
    const { text } = await this.script();
    const token = /v1\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0];
    if (!token) throw new Error(`The script holds no token:\n${text.slice(0, 500)}`);
    return token;
  }

  /** Submits with a fresh token, as the client library would; `undefined` as a header leaves it out. */
  async submit(
    body: unknown = MESSAGE,
    headers: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Answer> {
    const all: Record<string, string | undefined> = {
      'Content-Type': 'application/json',
      [HEADERS.antiforgery]: HEADERS.antiforgery in headers ? undefined : await this.token(),
      ...headers,
    };
    return this.post('submit', typeof body === 'string' ? body : JSON.stringify(body), defined(all));
  }

  post(path: string, body: string | Buffer, headers: Readonly<Record<string, string>>): Promise<Answer> {
    return this.call(path, { method: 'POST', body, headers });
  }

  call(path: string, options: Call = {}): Promise<Answer> {
    const headers = { ...this.options.headers, ...options.headers };
    return call(`${this.baseUrl}${CONTACT_API_PATH}/${path}`, { ...options, headers });
  }
}

function defined(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
