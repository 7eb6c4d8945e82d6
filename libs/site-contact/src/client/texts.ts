import type { ContactResult } from '@sitedesk/contract/contact';

/** By the build, which makes a bundle for each language. */
declare const SC_GERMAN: boolean;

// Spelled out rather than imported: the bundle must not carry the contract's tables. A test compares them.
export const MISSING_CAPTCHA = 'Missing CAPTCHA token';
export const INVALID_CAPTCHA = 'Invalid CAPTCHA';
export const FORGERY = 'Invalid anti-forgery token';
export const VALIDATION_FAILED = 'Validation failed';
export const UNAVAILABLE = 'Service unavailable';
export const RATE_LIMIT = 'Rate limit exceeded';
export const NETWORK = 'Network error';
export const UNAVAILABLE_MESSAGE = SC_GERMAN
  ? 'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.'
  : 'The service is not available at the moment. Please try again later.';
export const SENDING = SC_GERMAN ? 'Wird gesendet…' : 'Sending…';
export const TOKEN_HEADER = 'RequestVerificationToken';
export const KEY_HEADER = 'Idempotency-Key';
export const WAIT_SECONDS = 10;

export const failure = (error: string | null, message: string = UNAVAILABLE_MESSAGE): ContactResult => ({
  success: false,
  message,
  error,
});

export const captchaFailure = (error: string): ContactResult =>
  failure(
    error,
    error === MISSING_CAPTCHA
      ? SC_GERMAN
        ? 'Lösen Sie das CAPTCHA und senden Sie dann noch einmal.'
        : 'Please complete the CAPTCHA, then send again.'
      : SC_GERMAN
        ? 'Das CAPTCHA wurde nicht geladen. Versuchen Sie es noch einmal.'
        : 'The CAPTCHA did not load. Please try again.',
  );

/** Whether a rule for a field was broken: messages in German name it themselves. */
export const isRule = (message: string, error: string | null): boolean =>
  SC_GERMAN ? /^(Name|Invalid email|Message)/.test(error as string) : message === VALIDATION_FAILED;

/** " Try again in 4 minutes.", from a number of seconds; the bounds spare it the singular. Messages in German say it themselves. */
export const waitText = (seconds: number): string =>
  ` Try again in ${seconds < 91 ? `${Math.max(seconds, 2)} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`;
