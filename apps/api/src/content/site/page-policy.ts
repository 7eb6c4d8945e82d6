import { FRAME_ORIGINS } from '../documents/render-document.js';

/** What a CAPTCHA's script fetches beside its own origin. */
const CAPTCHA_ALSO: Readonly<Record<string, string>> = {
  'https://www.google.com': ' https://www.gstatic.com',
  'https://www.recaptcha.net': ' https://www.gstatic.com',
  'https://js.hcaptcha.com': ' https://hcaptcha.com https://*.hcaptcha.com',
};

/**
 * What a page may load and run: bodies never hold scripts or styles of their own.
 * @param captchaUrl script of the site's CAPTCHA, on a page with a form
 */
export function pagePolicy(captchaUrl?: string): string {
  const origin = captchaUrl === undefined ? undefined : new URL(captchaUrl).origin;
  const captcha = origin === undefined ? '' : ` ${origin}${CAPTCHA_ALSO[origin] ?? ''}`;
  return [
    "default-src 'self'",
    ...(captcha === '' ? [] : [`script-src 'self'${captcha}`, `connect-src 'self'${captcha}`]),
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    `frame-src ${FRAME_ORIGINS.join(' ')}${captcha}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}
