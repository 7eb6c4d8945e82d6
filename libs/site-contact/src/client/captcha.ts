import type { CaptchaProvider } from '@sitedesk/contract/contact';
import type { SiteContactOptions } from '../browser.js';
import {
  assign,
  buttonsOf,
  complete,
  type FormConfig,
  ignore,
  nonce,
  page,
  type Source,
  stateOf,
} from './state.js';
import { INVALID_CAPTCHA, MISSING_CAPTCHA, WAIT_SECONDS } from './texts.js';

/** The part of Cloudflare Turnstile's global that is used. */
interface Turnstile {
  render(container: Element, options: Record<string, unknown>): string;
  reset(id?: string): void;
}

/** The part of reCAPTCHA v3's global that is used. */
interface Recaptcha {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}

/** Put in front of the bundle by the server: the providers' script addresses where the configuration names none. */
declare const SC_URLS: Readonly<Record<CaptchaProvider, string>>;
declare const turnstile: Turnstile;
declare const grecaptcha: Recaptcha;

const ACTION = 'submit';
const INVISIBLE: CaptchaProvider = 'captcha_invisible';

const scripts: Record<string, Promise<unknown> | undefined> = {};

/** Loads the provider's script once per page; a failed load may be tried again. */
function load({ captchaProvider, captchaScriptUrl, captchaSiteKey }: FormConfig): Promise<unknown> {
  let url = captchaScriptUrl || SC_URLS[captchaProvider as CaptchaProvider];
  if (captchaProvider === INVISIBLE)
    url += `${url.includes('?') ? '&' : '?'}render=${encodeURIComponent(captchaSiteKey)}`;
  return (
    scripts[url] ||
    (scripts[url] = new Promise((onload, reject) => {
      const onerror = (): void => reject(delete scripts[url]);
      page.head.append(assign(page.createElement('script'), { nonce, src: url, onload, onerror }));
    }))
  );
}

/** Loads what the owner needs and shows its widget, once. */
export function prepare(config: FormConfig, owner: HTMLElement): Promise<Source> {
  const state = stateOf(owner);
  if (state._source) return state._source;
  const { captchaProvider, captchaSiteKey } = config;
  const source = load(config).then(() =>
    captchaProvider === INVISIBLE ? invisible(captchaSiteKey) : widget(captchaSiteKey, owner),
  );
  source.catch(() => (state._source = undefined));
  return (state._source = source);
}

/** The form's `[data-captcha]` or `.cf-turnstile`, else a new element before its button; without a form at the page's end. */
function placeFor(owner: HTMLElement): Element {
  const marked = owner !== page.body && owner.querySelector('[data-captcha],.cf-turnstile');
  if (marked) return marked;
  const place = page.createElement('div');
  const button = buttonsOf(owner)[0];
  if (button) button.before(place);
  else owner.append(place);
  return place;
}

/** Asks for a token when it is due, never before: it lives two minutes. */
const invisible = (siteKey: string): Source => ({
  _take: () =>
    new Promise<void>((resolve) => grecaptcha.ready(resolve)).then(() =>
      grecaptcha.execute(siteKey, { action: ACTION }),
    ),
  _renew: ignore,
});

function widget(sitekey: string, owner: HTMLElement): Source {
  let token: string | null = null; // '' after an error
  let tell: (token: string) => void = ignore;
  const settle = (next: string): boolean => {
    const told = tell;
    tell = ignore;
    token = next;
    told(next);
    return true; // or the provider would report it as well
  };
  const renew = (): void => {
    token = null;
    turnstile.reset(id);
  };
  const id = turnstile.render(placeFor(owner), {
    sitekey,
    action: ACTION,
    callback: settle,
    'error-callback': () => settle(''),
    'expired-callback': renew,
    'timeout-callback': renew,
  });
  const take = (): Promise<string> =>
    new Promise((resolve, reject) => {
      tell = (next) => {
        if (next) return resolve(next);
        reject();
        renew();
      };
      if (token != null) settle(token);
    });
  return { _take: take, _renew: renew };
}

/** The token went to the provider and is used up. */
export function forget(owner: HTMLElement): void {
  const { _source } = stateOf(owner);
  if (_source) _source.then(({ _renew }) => _renew()).catch(ignore); // nothing to renew when it never showed
}

/** @returns a token, or `''` without a provider; rejects with one of the two client errors, at the latest after ten seconds */
export async function obtainToken(config: FormConfig, owner: HTMLElement): Promise<string> {
  if (!config.captchaProvider) return '';
  return new Promise((resolve, reject) => {
    const fail = (error: string): void => reject(Error(error));
    setTimeout(() => fail(MISSING_CAPTCHA), WAIT_SECONDS * 1000);
    prepare(config, owner)
      .then(({ _take }) => _take())
      .then(resolve, () => fail(INVALID_CAPTCHA));
  });
}

export function loadCaptcha(options: SiteContactOptions): void {
  const config = complete(options);
  if (config.captchaProvider) load(config).catch(ignore); // reported when a token is due
}

export async function getCaptchaToken(options: SiteContactOptions): Promise<string> {
  const token = await obtainToken(complete(options), page.body);
  forget(page.body); // the page has it now
  return token;
}
