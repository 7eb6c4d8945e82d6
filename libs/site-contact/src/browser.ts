import type { ContactFieldNames, ContactResult, SiteContactConfig } from '@sitedesk/contract';

/** Options of {@link SiteContactLibrary.init} (specification 4.4): callbacks, and anything of the configuration. */
export interface SiteContactOptions extends Partial<Omit<SiteContactConfig, 'fieldNames'>> {
  /** Names of the page's inputs; those left out keep their defaults. */
  readonly fieldNames?: Partial<ContactFieldNames>;
  /** Called after a message was stored, instead of the status line. */
  onSuccess?(result: ContactResult): void;
  /** Called after anything went wrong, instead of the status line. */
  onError?(result: ContactResult): void;
}

/** The global `SiteContact` that the generated script makes. */
export interface SiteContactLibrary {
  readonly config: SiteContactConfig;
  /** When the server made the script, ISO 8601 in UTC. */
  readonly generatedAt: string;
  /** Loads the CAPTCHA and takes over the form's submit. The form must exist. */
  init(formSelector: string | HTMLFormElement, options?: SiteContactOptions): void;
  /** Sends the form once. Never rejects. */
  handleSubmit(form: HTMLFormElement, config: SiteContactConfig & SiteContactOptions): Promise<void>;
  loadCaptcha(config: SiteContactConfig): void;
  /** Rejects with `Missing CAPTCHA token` after ten seconds, with `Invalid CAPTCHA` when the provider reports an error. */
  getCaptchaToken(config: SiteContactConfig): Promise<string>;
}

declare global {
  interface Window {
    SiteContact: SiteContactLibrary;
  }
}
