import type { ContactResult } from '@sitedesk/contract';

// Spelled out rather than imported: the bundle must not carry the contract's tables. A test compares them.
export const MISSING_CAPTCHA = 'Missing CAPTCHA token';
export const INVALID_CAPTCHA = 'Invalid CAPTCHA';
export const FORGERY = 'Invalid anti-forgery token';

export const failure = (message: string, error: string): ContactResult => ({
  success: false,
  message,
  error,
});

export const captchaFailure = (error: string): ContactResult =>
  failure(
    error === MISSING_CAPTCHA
      ? 'Please complete the CAPTCHA.'
      : 'The CAPTCHA did not load. Please try again.',
    error,
  );

export const unavailable = (error: string): ContactResult =>
  failure('The service is not available. Please try again later.', error);

/** "Try again in 4 min", from a number of seconds. */
export function waitText(seconds: number): string {
  return ` Try again in ${seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`;
}
