import type { SiteContactConfig } from '@sitedesk/contract/contact';
import type { SiteContactOptions } from '../browser.js';

/** Put in front of the bundle by the server: the configuration. */
declare const SC_CONFIG: SiteContactConfig;

/** What a form is run with: the server's configuration with the page's options over it. */
export type FormConfig = SiteContactConfig & SiteContactOptions;

/** `SiteContact.config`; its token is the newest that the server gave. */
export const shared: { -readonly [Key in keyof SiteContactConfig]: SiteContactConfig[Key] } = SC_CONFIG;

/** One letter in the bundle. */
export const page = document;

const script: Partial<HTMLScriptElement> = (page.currentScript as HTMLScriptElement | null) || {};

/** Address of this script: endpoints are relative to where it came from, which may be another host of the site. */
export const scriptUrl = script.src || location.href;

/** The page's CSP nonce, for the scripts that are added (only readable while this one runs). */
export const nonce = script.nonce || '';

/** What is remembered of a form, or of the page's body. The build shortens names that begin with `_`. */
interface State {
  _bound?: boolean;
  _busy?: boolean;
  _options?: SiteContactOptions | undefined;
  _region?: HTMLElement;
  /** Where CAPTCHA tokens come from. */
  _source?: Promise<Source> | undefined;
}

/** What CAPTCHA tokens come from. */
export interface Source {
  /** The token that is there, or the next one; rejects when the provider reports an error, and tries again. */
  readonly _take: () => Promise<string>;
  /** Drops a token that was used. */
  readonly _renew: () => void;
}

const STATE = Symbol();
type Remembering = HTMLElement & { [STATE]?: State };
export const stateOf = (owner: Remembering): State => owner[STATE] || (owner[STATE] = {});

export const { assign } = Object;

/** Options over the configuration as it is now, so that the token is the newest. Spreads made ES2017 would be longer. */
export const complete = (options: SiteContactOptions = {}): FormConfig =>
  assign({}, shared, options, {
    fieldNames: assign({}, shared.fieldNames, options.fieldNames),
  });

/** What sends a form, wherever in the page it stands. */
export const buttonsOf = (
  form: HTMLElement & { readonly elements?: HTMLFormControlsCollection },
): HTMLButtonElement[] =>
  [].filter.call(form.elements || [], ({ type }: HTMLButtonElement) => type === 'submit');

export const ignore = (): undefined => undefined;
