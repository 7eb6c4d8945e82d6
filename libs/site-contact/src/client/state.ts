import type { SiteContactConfig } from '@sitedesk/contract';
import type { SiteContactOptions } from '../browser.js';

/** Put in front of the bundle by the server: the configuration and when it was made. */
declare const SC_CONFIG: SiteContactConfig;
declare const SC_TIME: string;

/** What a form is run with: the server's configuration with the page's options over it. */
export type FormConfig = SiteContactConfig & SiteContactOptions;

/** `SiteContact.config`; its token is the newest that the server gave. */
export const shared: { -readonly [Key in keyof SiteContactConfig]: SiteContactConfig[Key] } = SC_CONFIG;
export const generatedAt = SC_TIME;

const script = document.currentScript as HTMLScriptElement | null;

/** What sends a form. */
export const buttonsOf = (form: HTMLFormElement): NodeListOf<Element> =>
  form.querySelectorAll('[type=submit],button:not([type])');

/** Address of this script: endpoints are relative to where it came from, which may be another host of the site. */
export const scriptUrl = script?.src || location.href;

/** The page's CSP nonce, for the scripts that are added (only readable while this one runs). */
export const nonce = script?.nonce;
