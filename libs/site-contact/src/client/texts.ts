import type { ContactResult } from '@sitedesk/contract/contact';

// Spelled out rather than imported: the bundle must not carry the contract's tables. A test compares them.
export const MISSING_CAPTCHA = 'Missing CAPTCHA token';
export const INVALID_CAPTCHA = 'Invalid CAPTCHA';
export const FORGERY = 'Invalid anti-forgery token';
export const VALIDATION_FAILED = 'Validation failed';
export const UNAVAILABLE = 'Service unavailable';
export const RATE_LIMIT = 'Rate limit exceeded';
export const NETWORK = 'Network error';
export const UNAVAILABLE_MESSAGE = 'The service is not available at the moment. Please try again later.';
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
      ? 'Please complete the CAPTCHA, then send again.'
      : 'The CAPTCHA did not load. Please try again.',
  );

/** " Try again in 4 minutes.", from a number of seconds; the bounds spare it the singular. */
export const waitText = (seconds: number): string =>
  ` Try again in ${seconds < 91 ? `${Math.max(seconds, 2)} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`;
