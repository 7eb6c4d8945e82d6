import type { ContactResult } from '@sitedesk/contract/contact';
import { forget, obtainToken } from './captcha.js';
import { type FormConfig, ignore, scriptUrl, shared } from './state.js';
import {
  captchaFailure,
  failure,
  FORGERY,
  isRule,
  KEY_HEADER,
  MISSING_CAPTCHA,
  NETWORK,
  RATE_LIMIT,
  TOKEN_HEADER,
  UNAVAILABLE,
  waitText,
} from './texts.js';

/** By the build, which makes a bundle for each language. */
declare const SC_GERMAN: boolean;

/** Goes through what the server knows; a field that the page does not have is empty. */
function eachField(
  { elements }: HTMLFormElement,
  { fieldNames }: FormConfig,
  look: (key: string, field: HTMLInputElement) => void,
): void {
  for (const key of ['name', 'email', 'message'] as const)
    look(key, (elements.namedItem(fieldNames[key] || key) || {}) as HTMLInputElement);
}

/**
 * Marks what a refusal is about, and what is blank besides, for screen readers and the page's style; the first one gets the focus.
 * @param error the rule that was broken; none takes the marks away
 */
export function flag(form: HTMLFormElement, config: FormConfig, error: string | null | false): void {
  let first: unknown;
  eachField(form, config, (key, field) => {
    if (!field.focus) return; // the page has none, or several of that name
    const isWrong = RegExp(key, 'i').test(error as string) || (!!error && !field.value.trim());
    field.setAttribute('aria-invalid', isWrong as unknown as string);
    if (isWrong && !first) (first = field).focus();
  });
}

/** What is in the form as JSON, under the names that the server knows. */
export function read(form: HTMLFormElement, config: FormConfig): string {
  const body: Record<string, string> = {};
  eachField(form, config, (key, { value }) => (body[key] = value || ''));
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
  if (!isRule(message, error) && error !== FORGERY && error !== RATE_LIMIT) forget(form);
  return result;
}

/** Posts; and once more, with a fresh token and the same key, when the first was refused for its anti-forgery token. */
async function deliver(
  config: FormConfig,
  body: string,
  key: string,
  fresh?: string,
): Promise<ContactResult> {
  const response = await fetch(new URL(config.submitEndpoint, scriptUrl), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [TOKEN_HEADER]: fresh || config.antiforgeryToken,
      [KEY_HEADER]: key,
    },
    body,
  });
  const header = (name: string): string | null => response.headers.get(name);
  const result = (await response.json().catch(ignore)) as ContactResult | undefined | null; // looked at in the next line
  if (!result || result.success == null) return failure(UNAVAILABLE);
  const { message, error } = result;
  const repeat = !fresh && error === FORGERY;
  // Where the page cannot read the header, the script itself has a fresh token.
  const next =
    header(TOKEN_HEADER) || (repeat && (await fetch(scriptUrl, { cache: 'no-store' }).then(tokenIn)));
  if (next) {
    shared.antiforgeryToken = next;
    if (repeat) return deliver(config, body, key, next);
  }
  const wait = !SC_GERMAN && error === RATE_LIMIT && +(header('Retry-After') as string); // null is 0
  return wait ? failure(error, message + waitText(wait)) : result;
}

const tokenIn = (script: Response): Promise<string | undefined> =>
  script.text().then((text) => (/Token":"([^"]+)/.exec(text) || [])[1]);
