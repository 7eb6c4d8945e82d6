import type { ContactResult } from '@sitedesk/contract/contact';
import { forget, obtainToken } from './captcha.js';
import { type FormConfig, ignore, scriptUrl, shared } from './state.js';
import {
  captchaFailure,
  failure,
  FORGERY,
  KEY_HEADER,
  MISSING_CAPTCHA,
  NETWORK,
  RATE_LIMIT,
  TOKEN_HEADER,
  UNAVAILABLE,
  VALIDATION_FAILED,
  waitText,
} from './texts.js';

/** What is in the form as JSON, under the names that the server knows. */
export function read(form: HTMLFormElement, { fieldNames }: FormConfig): string {
  const body: Record<string, string> = {};
  for (const key of ['name', 'email', 'message'] as const) {
    const field = form.elements.namedItem(fieldNames[key] || key) as HTMLInputElement | null;
    body[key] = field ? field.value : '';
  }
  return JSON.stringify(body);
}

/** Sends what was read from the form. Always resolves, and always to the one result shape. */
export async function send(form: HTMLFormElement, config: FormConfig, body: string): Promise<ContactResult> {
  if (config.requireCaptcha) {
    try {
      const captchaToken = await obtainToken(config, form);
      if (!captchaToken) throw Error(MISSING_CAPTCHA);
      body = `{"captchaToken":${JSON.stringify(captchaToken)},${body.slice(1)}`;
    } catch (error) {
      return captchaFailure((error as Error).message);
    }
  }
  // One key per click: a repeated request is the same message. `randomUUID` is missing on pages without TLS.
  const key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const result = await deliver(config, body, key).catch(() => failure(NETWORK));
  const { message, error } = result;
  // Limit, anti-forgery and validation come before the CAPTCHA: refused there, its token was not used.
  if (message !== VALIDATION_FAILED && error !== FORGERY && error !== RATE_LIMIT) forget(form);
  return result;
}

/** Posts; and once more, with a fresh token and the same key, when the first was refused for its anti-forgery token. */
async function deliver(
  config: FormConfig,
  body: string,
  key: string,
  token = config.antiforgeryToken,
  again = true,
): Promise<ContactResult> {
  const response = await fetch(new URL(config.submitEndpoint, scriptUrl).href, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [TOKEN_HEADER]: token, [KEY_HEADER]: key },
    body,
  });
  const header = (name: string): string | null => response.headers.get(name);
  const result = (await response.json().catch(ignore)) as ContactResult | undefined | null; // looked at in the next line
  if (!result || result.success == null) return failure(UNAVAILABLE);
  const { message, error } = result;
  const repeat = again && error === FORGERY;
  // Where the page cannot read the header, the script itself has a fresh token.
  const fresh =
    header(TOKEN_HEADER) || (repeat && (await fetch(scriptUrl, { cache: 'no-store' }).then(tokenIn)));
  if (fresh) {
    shared.antiforgeryToken = fresh;
    if (repeat) return deliver(config, body, key, fresh, false);
  }
  const wait = error === RATE_LIMIT && Number(header('Retry-After'));
  return wait ? failure(error, message + waitText(wait)) : result;
}

const tokenIn = (script: Response): Promise<string | undefined> =>
  script.text().then((text) => (/Token":"([^"]+)/.exec(text) || [])[1]);
