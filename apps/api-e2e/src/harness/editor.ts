import { CSRF_HEADER, EDITOR_PATH, type SignInOutcome } from '@sitedesk/contract/identity';
import { openApi, type StartApi } from './backends.js';
import { createMigratedDatabase, type E2eDatabase } from './database.js';
import { type Answer, call } from './http.js';
import type { ProcessEnv, Running } from './processes.js';
import { BEHIND_LOCAL_PROXY } from './site.js';
import { freshAddress } from './visitor.js';

/** The administrator that the environment makes on first start. */
export const ADMINISTRATOR = {
  email: 'anna.berg@site.test',
  password: 'seven rivers under a paper moon',
} as const;

const WITHOUT_SIGN_IN_LIMIT: ProcessEnv = {
  RATELIMIT__SIGNIN: '1000000/60',
  RATELIMIT__SETTINGSPROBE: '1000000/60',
};

/** An installation with one administrator, for tests of what people do. */
export interface EditorSite<Api extends Running = Running> {
  readonly database: E2eDatabase;
  readonly api: Api;
  /** A browser of someone, nobody signed in. */
  browser(headers?: Readonly<Record<string, string>>): EditorBrowser;
  /** A browser with the administrator signed in. */
  administrator(): Promise<EditorBrowser>;
  stop(): Promise<void>;
}

export const startEditorSite = (env: ProcessEnv = {}): Promise<EditorSite> => startEditorSiteBy(openApi, env);

/** @param start `startApi` for a backend that is its own process */
export async function startEditorSiteBy<Api extends Running>(
  start: StartApi<Api>,
  env: ProcessEnv = {},
): Promise<EditorSite<Api>> {
  const database = await createMigratedDatabase();
  const api = await start(database.url, {
    ...BEHIND_LOCAL_PROXY,
    ...WITHOUT_SIGN_IN_LIMIT,
    SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
    SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
    ...env,
  });
  const browser = (headers: Readonly<Record<string, string>> = {}): EditorBrowser =>
    new EditorBrowser(api.url, { 'X-Forwarded-For': freshAddress(), ...headers });
  return {
    database,
    api,
    browser,
    administrator: async () => {
      const signedIn = browser();
      await signedIn.signIn(ADMINISTRATOR);
      return signedIn;
    },
    stop: async () => {
      await api.stop();
      await database.drop();
    },
  };
}

/** What a person's browser does for the SPA: keeps cookies, and sends the session's anti-forgery token. */
export class EditorBrowser {
  readonly cookies = new Map<string, string>();
  csrfToken: string | undefined;

  constructor(
    readonly baseUrl: string,
    /** Sent with every request, such as those a proxy adds. */
    readonly ownHeaders: Readonly<Record<string, string>> = {},
  ) {}

  /** Signs in with a password, and keeps what the answer says; whatever the answer is. */
  async signIn(credentials: { readonly email: string; readonly password: string }): Promise<Answer> {
    const answer = await this.post('/session', credentials);
    if (answer.status === 200) this.remember(answer.json() as SignInOutcome); // the contract's word
    return answer;
  }

  /** Takes over the anti-forgery token of a sign-in's answer. */
  remember(outcome: SignInOutcome): void {
    this.csrfToken = 'session' in outcome ? outcome.session.csrfToken : outcome.csrfToken;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('PUT', path, body, headers);
  }

  patch(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('PATCH', path, body, headers);
  }

  delete(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('DELETE', path, body, headers);
  }

  /** @param path below `/editor`, beginning with a slash */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const answer = await call(`${this.baseUrl}${EDITOR_PATH}${path}`, {
      method,
      headers: {
        ...this.ownHeaders,
        ...(this.cookies.size > 0 ? { Cookie: this.cookieHeader } : {}),
        ...(this.csrfToken !== undefined && method !== 'GET' ? { [CSRF_HEADER]: this.csrfToken } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    this.keepCookies(answer);
    return answer;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keepCookies({ headers }: Answer): void {
    for (const cookie of headers['set-cookie'] ?? []) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
