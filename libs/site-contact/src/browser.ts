import type { ContactFieldNames, ContactResult, SiteContactConfig } from '@sitedesk/contract/contact';

export type { ContactResult, SiteContactConfig } from '@sitedesk/contract/contact';

/** Options of {@link SiteContactLibrary.init} (specification 4.4): callbacks, and anything of the configuration. */
export interface SiteContactOptions extends Partial<Omit<SiteContactConfig, 'fieldNames'>> {
  /** Names of the page's inputs; those left out keep their defaults. */
  readonly fieldNames?: Partial<ContactFieldNames>;
  /** Called after a message was stored, instead of the status line. */
  onSuccess?(result: ContactResult): void;
  /** Called after anything went wrong, instead of the status line. */
  onError?(result: ContactResult): void;
}

/** The global `SiteContact` that the generated script makes. What is left out of an argument comes from `config`. */
export interface SiteContactLibrary {
  readonly config: SiteContactConfig;
  /** When the server made the script, ISO 8601 in UTC. */
  readonly generatedAt: string;
  /** Loads the CAPTCHA and takes over the form's submit. Without such a form it reports to the console. */
  init(formSelector: string | HTMLFormElement, options?: SiteContactOptions): void;
  /** Sends the form once. Never rejects; does nothing while the form is being sent. */
  handleSubmit(form: HTMLFormElement, config?: SiteContactOptions): Promise<void>;
  /** Loads the provider's script, once per page. */
  loadCaptcha(config: SiteContactOptions): void;
  /** Rejects with `Missing CAPTCHA token` after ten seconds, with `Invalid CAPTCHA` when the provider reports an error. */
  getCaptchaToken(config: SiteContactOptions): Promise<string>;
}

declare global {
  /** There once the generated script has run. */
  const SiteContact: SiteContactLibrary;

  interface Window {
    SiteContact: SiteContactLibrary;
  }

  interface HTMLElementEventMap {
    /** Before a form is sent; `preventDefault()` keeps the message back. */
    'sitecontact:submit': CustomEvent<null>;
    'sitecontact:success': CustomEvent<ContactResult>;
    'sitecontact:error': CustomEvent<ContactResult>;
  }
}
