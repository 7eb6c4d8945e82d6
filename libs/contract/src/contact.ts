/** Values of `CaptchaProvider` (specification 2.3); no provider is `null` on the wire. */
export const CAPTCHA_PROVIDERS = ['captcha_widget', 'captcha_invisible'] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

/** Where a provider's script is, unless the tenant says otherwise. */
export const CAPTCHA_SCRIPT_URLS = {
  captcha_widget: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  captcha_invisible: 'https://www.google.com/recaptcha/api.js',
} as const satisfies Record<CaptchaProvider, string>;

/** Length bounds of a submission, in code points after trimming (specification 2.1, 8). */
export const CONTACT_LIMITS = {
  name: { min: 2, max: 100 },
  message: { min: 10, max: 5000 },
  /** Octets; RFC 5321 leaves 254 for an address in a path. */
  emailOctets: 254,
  /** Octets of a request body. */
  bodyBytes: 64 * 1024,
  jsonDepth: 32,
  jsonKeys: 64,
  captchaTokenOctets: 8 * 1024,
  idempotencyKey: { min: 1, max: 128 },
  /** Seconds the client waits for a CAPTCHA token (specification 8). */
  captchaWaitSeconds: 10,
} as const;

/** Body of every answer under `/_api/contact/` that is not the script (specification 2.2). */
export interface ContactResult {
  readonly success: boolean;
  /** Text for the visitor. */
  readonly message: string;
  /** `null` on success, otherwise one of {@link CONTACT_ERRORS} or the text of a failed validation. */
  readonly error: string | null;
}

/** Texts for the visitor, field `message` of the result (specification 4.2). */
export const CONTACT_MESSAGES = {
  accepted: 'Thank you for your message. We will get back to you soon.',
  validationFailed: 'Validation failed',
  captchaFailed: 'We are sorry, there was a problem with your submission. Please try again.',
  deliveryFailed: 'We are sorry, there was a problem sending your message. Please try again later.',
  tooManyRequests: 'Too many requests. Please try again later.',
  unexpected: 'An unexpected error occurred. Please try again later.',
  forgeryRefused: 'This page has been open for a while. Please reload it and try again.',
  unavailable: 'The service is not available at the moment. Please try again later.',
  captchaAccepted: 'CAPTCHA validated',
} as const;

/** Short error texts, field `error` of the result (specification 4.2, 7). */
export const CONTACT_ERRORS = {
  nameRequired: 'Name is required',
  invalidEmail: 'Invalid email address',
  captchaFailed: 'CAPTCHA validation failed',
  rateLimit: 'Rate limit exceeded',
  deliveryFailed: 'Email delivery failed',
  forgery: 'Invalid anti-forgery token',
  malformedBody: 'Malformed request body',
  bodyTooLarge: 'Request body too large',
  unsupportedMediaType: 'Content-Type must be application/json',
  /** An idempotency key names one message; with another it would swallow a message. */
  keyReused: 'Idempotency-Key was used for another message',
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  unavailable: 'Service unavailable',
  unexpected: 'Internal server error',
  /** Only the client library reports the following (and its own network failures). */
  missingCaptcha: 'Missing CAPTCHA token',
  invalidCaptcha: 'Invalid CAPTCHA',
  network: 'Network error',
} as const;

/** `Name must be between 2 and 100 characters` (specification 7). */
export const nameLengthText = (): string =>
  `Name must be between ${CONTACT_LIMITS.name.min} and ${CONTACT_LIMITS.name.max} characters`;

/** `Message must be between 10 and N characters`, N being the tenant's MaxMessageLength. */
export const messageLengthText = (max: number): string =>
  `Message must be between ${CONTACT_LIMITS.message.min} and ${max} characters`;

/** Names of the three inputs of the visitor's form. */
export interface ContactFieldNames {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** `SiteContact.config` as embedded in the generated script (specification 2.4). */
export interface SiteContactConfig {
  readonly requireCaptcha: boolean;
  readonly captchaProvider: CaptchaProvider | null;
  readonly captchaSiteKey: string;
  readonly antiforgeryToken: string;
  readonly submitEndpoint: string;
  readonly maxMessageLength: number;
  readonly fieldNames: ContactFieldNames;
  /** Address of the CAPTCHA provider's script; absent without a provider (`{captcha_script_url}`). */
  readonly captchaScriptUrl?: string;
}

/** How a notification leaves: at once from the queue, or with the visitor waiting for the first attempt. */
export const DELIVERY_MODES = ['queued', 'confirm'] as const;
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

/** States of a stored submission. `stored`: alerts were off, so there is no notification; `held`: someone has to look at it first. */
export type SubmissionStatus = 'queued' | 'sent' | 'failed' | 'refused' | 'stored' | 'held';
