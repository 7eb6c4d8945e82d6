import type { SiteContactConfig } from '@sitedesk/contract/contact';
import { Window } from 'happy-dom';
import { createContext, runInContext } from 'node:vm';
import type { SiteContactLibrary } from '../browser.js';
import { scriptTemplate } from '../index.js';

/** The script's settings of a site without a CAPTCHA. */
export const SETTINGS: Omit<SiteContactConfig, 'antiforgeryToken'> = {
  requireCaptcha: false,
  captchaProvider: null,
  captchaSiteKey: '',
  submitEndpoint: '/_api/contact/submit',
  maxMessageLength: 5000,
  fieldNames: { name: 'name', email: 'email', message: 'message' },
};

export const FORM = `<form id="contact"><input name="name" value="Anna"><input name="email" value="anna@example.com">
<textarea name="message">Hello, are you open?</textarea><button>Send</button></form>`;

export interface PageOptions {
  readonly html?: string;
  readonly settings?: Partial<SiteContactConfig>;
  /** Globals of a CAPTCHA provider, there at once. */
  readonly globals?: Readonly<Record<string, unknown>>;
  /** What becomes of the provider's script. */
  readonly provider?: 'loads' | 'fails';
  readonly nonce?: string;
}

/** A page that has run the generated script, and what can be seen of it. */
export interface Page {
  readonly siteContact: SiteContactLibrary;
  readonly document: Document;
  readonly complaints: readonly unknown[];
  /** Attributes of the scripts that the library added. */
  readonly scripts: readonly { readonly src: string; readonly nonce: string }[];
  /** Lets pass all time that the library waits for. */
  passTime(): void;
  form(selector?: string): HTMLFormElement;
  send(selector?: string): void;
  status(): string | null | undefined;
}

/** Opens a page of the site at `origin` in a DOM of its own. Requests really go there. */
export function openPage(origin: string, token: string, options: PageOptions = {}): Page {
  const window = new Window({ url: `${origin}/contact.html` });
  const document = window.document as unknown as Document;
  document.body.innerHTML = options.html ?? FORM;
  const complaints: unknown[] = [];
  const scripts: { src: string; nonce: string }[] = [];
  const timers: (() => void)[] = [];
  // The provider's script is not run: its globals are the test's.
  document.head.append = (element) => {
    const script = element as HTMLScriptElement;
    scripts.push({ src: script.src, nonce: script.nonce });
    queueMicrotask(() => script.dispatchEvent(event(options.provider === 'fails' ? 'error' : 'load')));
  };
  const event = (type: string): Event =>
    new window.Event(type, { bubbles: true, cancelable: true }) as unknown as Event;
  const currentScript = { src: `${origin}/_api/contact/site-contact.js`, nonce: options.nonce ?? '' };
  Object.defineProperty(document, 'currentScript', { value: currentScript });
  const { location, CustomEvent, HTMLFormElement } = window;
  const console = { error: (problem: unknown) => complaints.push(problem) };
  const setTimeout = (callback: () => void): number => timers.push(callback);
  const browser = {
    window,
    document,
    location,
    CustomEvent,
    HTMLFormElement,
    console,
    setTimeout,
    fetch,
    URL,
    crypto,
  };
  const script = scriptTemplate({ ...SETTINGS, ...options.settings }).render(token, new Date(0));
  runInContext(script.toString(), createContext({ ...browser, ...options.globals }));
  const form = (selector = 'form'): HTMLFormElement =>
    document.querySelector<HTMLFormElement>(selector) ?? missing(selector);
  return {
    siteContact: (window as unknown as { readonly SiteContact: SiteContactLibrary }).SiteContact,
    document,
    complaints,
    scripts,
    passTime: () => timers.splice(0).forEach((callback) => callback()),
    form,
    send: (selector) => void form(selector).dispatchEvent(event('submit')),
    status: () => document.querySelector('[role=status]')?.textContent,
  };
}

function missing(selector: string): never {
  throw new Error(`The page has no ${selector}.`);
}
