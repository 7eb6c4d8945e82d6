import type { CaptchaProvider } from '@sitedesk/contract';
import { buttonsOf, type FormConfig, nonce } from './state.js';
import { INVALID_CAPTCHA, MISSING_CAPTCHA } from './texts.js';

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

declare const turnstile: Turnstile;
declare const grecaptcha: Recaptcha;

type CaptchaConfig = Pick<FormConfig, 'captchaProvider' | 'captchaSiteKey' | 'captchaScriptUrl'>;

/** One rendered widget. A token is used once; then the widget is reset and gives another. */
interface Widget {
  id?: string;
  token?: string;
  settle?: (error?: string) => void;
}

const ACTION = 'submit';
const WAIT_MS = 10_000;
const INVISIBLE: CaptchaProvider = 'captcha_invisible';

const scripts: Record<string, Promise<void> | undefined> = {};
const widgets = new WeakMap<object, Promise<Widget>>();

/** Loads the provider's script once per page; a failed load may be tried again. */
function provider({ captchaProvider, captchaSiteKey, captchaScriptUrl }: CaptchaConfig): Promise<void> {
  const url =
    captchaScriptUrl + (captchaProvider === INVISIBLE ? `?render=${encodeURIComponent(captchaSiteKey)}` : '');
  return (scripts[url] ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    if (nonce) element.nonce = nonce;
    element.onload = () => resolve();
    element.onerror = () => {
      delete scripts[url];
      reject(Error(INVALID_CAPTCHA));
    };
    element.src = url;
    document.head.append(element);
  }));
}

/** Shows the widget of a form, at its `[data-captcha]` element or before its button, so that it can be solved in time. */
function show(config: CaptchaConfig, form?: HTMLFormElement): Promise<Widget> {
  const rendering =
    widgets.get(config) ??
    provider(config).then(() => {
      const container = form?.querySelector('[data-captcha],.cf-turnstile') ?? document.createElement('div');
      const button = form && buttonsOf(form)[0];
      if (!container.parentNode && button) button.before(container);
      if (!container.parentNode) (form ?? document.body).append(container);
      const widget: Widget = {};
      const settle = (error?: string) => (token?: string) => {
        widget.token = error === undefined ? token : undefined;
        widget.settle?.(error);
        return true;
      };
      widget.id = turnstile.render(container, {
        sitekey: config.captchaSiteKey,
        action: ACTION,
        callback: settle(),
        'error-callback': settle(INVALID_CAPTCHA),
        'expired-callback': () => renew(widget),
      });
      return widget;
    });
  widgets.set(config, rendering);
  rendering.catch(() => widgets.delete(config));
  return rendering;
}

function renew(widget: Widget): void {
  widget.token = undefined;
  turnstile.reset(widget.id);
}

/** What is to be done early: the script loads, the widget shows. */
export function prepare(config: CaptchaConfig, form?: HTMLFormElement): void {
  if (!config.captchaProvider) return;
  (config.captchaProvider === INVISIBLE ? provider(config) : show(config, form)).catch(() => undefined); // told when a token is due
}

/** The token went to the server and is used up. */
export function forget(config: CaptchaConfig): void {
  void widgets.get(config)?.then(renew, () => undefined); // nothing to renew when it never showed
}

async function obtain(config: CaptchaConfig): Promise<string> {
  if (config.captchaProvider === INVISIBLE) {
    await provider(config);
    await new Promise<void>((resolve) => grecaptcha.ready(resolve));
    return grecaptcha.execute(config.captchaSiteKey, { action: ACTION }).then(String, () => {
      throw Error(INVALID_CAPTCHA);
    });
  }
  const widget = await show(config);
  if (widget.token) return widget.token;
  return new Promise((resolve, reject) => {
    widget.settle = (error) => {
      if (error === undefined) return resolve(widget.token ?? '');
      renew(widget);
      reject(Error(error));
    };
  });
}

/** A token, or `''` without a provider; rejects with one of the two client errors, at the latest after ten seconds. */
export async function getCaptchaToken(config: CaptchaConfig): Promise<string> {
  if (!config.captchaProvider) return '';
  let timer = 0;
  const late = new Promise<string>((_, reject) => {
    timer = window.setTimeout(() => reject(Error(MISSING_CAPTCHA)), WAIT_MS);
  });
  try {
    return await Promise.race([obtain(config), late]);
  } finally {
    clearTimeout(timer);
  }
}
