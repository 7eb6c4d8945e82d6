import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { captchaScript } from './captcha-provider-scripts.js';
import { readBody, startLocalServer } from './local-server.js';

/** How the verification endpoint behaves; `ok` judges the token honestly, the others do what their name says. */
export type CaptchaBehaviour =
  | 'ok'
  /** Honest, but accepts a token as often as it comes. */
  | 'forgetful'
  | 'low-score'
  | 'wrong-hostname'
  | 'wrong-action'
  | 'no-hostname'
  | 'rejects'
  | 'silent'
  | 'slow-body'
  | 'error-500'
  | 'garbage'
  | 'wrong-types'
  | 'not-an-object'
  | 'huge'
  | 'redirect'
  | 'reset';

/** What the stand-in scripts do in a browser, from the next load of a script on. */
export interface CaptchaClientBehaviour {
  /** `solve` gives a token, `fail` calls the error callback, `expire` gives a token and then takes it back, `never` is silent. */
  readonly outcome: 'solve' | 'fail' | 'expire' | 'never';
  /** Milliseconds until then. */
  readonly delayMs: number;
}

/** A token that {@link FakeCaptchaProvider.mint} makes; everything has a good default. */
export interface MintOptions {
  readonly hostname?: string;
  readonly action?: string;
  readonly score?: number;
  readonly expired?: boolean;
}

/** One verification call as it came in. */
export interface CaptchaCall {
  readonly provider: 'captcha_widget' | 'captcha_invisible';
  readonly contentType: string;
  readonly secret: string;
  readonly response: string;
  readonly remoteip: string;
}

/** Both CAPTCHA providers on a local port: verification and client scripts. */
export interface FakeCaptchaProvider {
  /** Origin, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Settings for the widget provider: keys and addresses. */
  readonly widget: CaptchaProviderSettings;
  /** Settings for the invisible provider. */
  readonly invisible: CaptchaProviderSettings;
  readonly calls: readonly CaptchaCall[];
  behave(behaviour: CaptchaBehaviour): void;
  /** For pages that load a stand-in script after this. */
  behaveInBrowser(behaviour: Partial<CaptchaClientBehaviour>): void;
  /** A token as if a visitor had solved a challenge; good for one verification. */
  mint(options?: MintOptions): string;
  close(): Promise<void>;
}

export interface CaptchaProviderSettings {
  readonly siteKey: string;
  readonly secretKey: string;
  readonly scriptUrl: string;
  readonly verifyUrl: string;
}

interface Options {
  /** Hostname that tokens are solved on. */
  readonly hostname?: string;
}

const PATHS = {
  captcha_widget: { script: '/turnstile/v0/api.js', verify: '/turnstile/v0/siteverify' },
  captcha_invisible: { script: '/recaptcha/api.js', verify: '/recaptcha/api/siteverify' },
} as const;
type Provider = keyof typeof PATHS;

const GOOD_SCORE = 0.9;
const LOW_SCORE = 0.1;
const HUGE_BYTES = 8 * 1024 * 1024;

/** Starts a stand-in for both CAPTCHA providers on a free local port. */
export async function startCaptchaProvider(options: Options = {}): Promise<FakeCaptchaProvider> {
  const state = new ProviderState(options.hostname ?? 'localhost');
  const { url, close } = await startLocalServer((request, response) => state.answer(request, response));
  const settings = (provider: Provider): CaptchaProviderSettings => ({
    siteKey: `site-${provider}`,
    secretKey: state.secretKey,
    scriptUrl: `${url}${PATHS[provider].script}`,
    verifyUrl: `${url}${PATHS[provider].verify}`,
  });
  return {
    url,
    widget: settings('captcha_widget'),
    invisible: settings('captcha_invisible'),
    calls: state.calls,
    behave: (behaviour) => void (state.behaviour = behaviour),
    behaveInBrowser: (behaviour) => void (state.client = { ...state.client, ...behaviour }),
    mint: (mintOptions = {}) => state.mint(mintOptions),
    close,
  };
}

class ProviderState {
  readonly secretKey = `secret-${randomBytes(12).toString('hex')}`;
  readonly calls: CaptchaCall[] = [];
  behaviour: CaptchaBehaviour = 'ok';
  client: CaptchaClientBehaviour = { outcome: 'solve', delayMs: 50 };
  private readonly minted = new Map<string, MintOptions>();
  private readonly scriptSeeds = new Set<string>();
  private readonly used = new Set<string>();

  constructor(private readonly hostname: string) {}

  mint(options: MintOptions): string {
    const token = randomBytes(24).toString('base64url');
    this.minted.set(token, options);
    return token;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    for (const provider of ['captcha_widget', 'captcha_invisible'] as const) {
      if (pathname === PATHS[provider].script) return this.sendScript(provider, response);
      if (pathname === PATHS[provider].verify) return this.verify(provider, request, response);
    }
    response.writeHead(404).end();
  }

  /** A script makes its own tokens, out of a seed that only this server handed out. */
  private sendScript(provider: Provider, response: ServerResponse): void {
    const seed = randomBytes(12).toString('hex');
    this.scriptSeeds.add(seed);
    response.writeHead(200, { 'content-type': 'application/javascript', 'cache-control': 'no-store' });
    response.end(captchaScript(provider, seed, this.client));
  }

  private async verify(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const form = new URLSearchParams(await readBody(request));
    const field = (name: string): string => form.get(name) ?? '';
    this.calls.push({
      provider,
      contentType: request.headers['content-type'] ?? '',
      secret: field('secret'),
      response: field('response'),
      remoteip: field('remoteip'),
    });
    const honest = this.judge(provider, field('secret'), field('response'));
    respond(response, this.behaviour, honest);
  }

  private judge(provider: Provider, secret: string, token: string): Readonly<Record<string, unknown>> {
    const no = (...codes: string[]) => ({ success: false, 'error-codes': codes });
    if (secret !== this.secretKey) return no('invalid-input-secret');
    const known =
      this.minted.get(token) ?? (this.scriptSeeds.has(token.split('.')[0] ?? '') ? {} : undefined);
    if (!known) return no('invalid-input-response');
    const isUsed = this.used.has(token) && this.behaviour !== 'forgetful';
    if (known.expired || isUsed) return no('timeout-or-duplicate');
    this.used.add(token);
    return {
      success: true,
      'error-codes': [],
      challenge_ts: new Date().toISOString(),
      hostname: known.hostname ?? this.hostname,
      action: known.action ?? 'submit',
      ...(provider === 'captcha_invisible' && { score: known.score ?? GOOD_SCORE }),
    };
  }
}

function respond(
  response: ServerResponse,
  behaviour: CaptchaBehaviour,
  honest: Readonly<Record<string, unknown>>,
): void {
  const json = (body: unknown): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  switch (behaviour) {
    case 'ok':
    case 'forgetful':
      return json(honest);
    case 'low-score':
      return json({ ...honest, score: LOW_SCORE });
    case 'wrong-hostname':
      return json({ ...honest, hostname: 'evil.example' });
    case 'wrong-action':
      return json({ ...honest, action: 'login' });
    case 'no-hostname':
      return json({ ...honest, hostname: undefined });
    case 'rejects':
      return json({ success: false, 'error-codes': ['invalid-input-response'] });
    case 'silent':
      return;
    case 'slow-body':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"success":');
      return;
    case 'error-500':
      return void response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(honest));
    case 'garbage':
      return void response.writeHead(200).end('<html>{"success":true}</html>');
    case 'wrong-types':
      return json({ ...honest, success: 'true' });
    case 'not-an-object':
      return json([honest]);
    case 'huge':
      return json({ ...honest, padding: 'x'.repeat(HUGE_BYTES) });
    case 'redirect':
      return void response.writeHead(307, { location: '/turnstile/v0/siteverify' }).end();
    case 'reset':
      return void response.destroy();
    default:
      behaviour satisfies never;
  }
}
