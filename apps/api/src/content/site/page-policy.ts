import { FRAME_ORIGINS } from '@sitedesk/contract/embed-frames';
import type { CompiledLayout } from '../layouts/compiled-layout.js';

/** The same for a preview: it can be shown anywhere, and acts for nobody, because it has no origin. */
export const previewPolicy = (policy: string): string =>
  `${policy.replace("frame-ancestors 'self'", 'frame-ancestors *')}; sandbox allow-scripts allow-popups`;

/** What a page with a form may do besides. */
export interface FormPolicy {
  readonly captchaUrl?: string | undefined;
  readonly contactOrigin?: string | undefined;
}

/** What a CAPTCHA's script fetches beside its own origin. */
const CAPTCHA_ALSO: Readonly<Record<string, string>> = {
  'https://www.google.com': ' https://www.gstatic.com',
  'https://www.recaptcha.net': ' https://www.gstatic.com',
  'https://js.hcaptcha.com': ' https://hcaptcha.com https://*.hcaptcha.com',
};

/**
 * What a page may load and run: bodies never hold scripts or styles of their own, and of the layout's inline ones those may run that were
 * there when it was published.
 * @param layout hashes of these
 * @param form what a form on the page needs: the script of the site's CAPTCHA, and where the contact API is if that is elsewhere
 */
export function pagePolicy(layout: CompiledLayout['policy'], form: FormPolicy = {}): string {
  const { captchaUrl, contactOrigin } = form;
  const origin = captchaUrl === undefined ? undefined : new URL(captchaUrl).origin;
  const captcha = origin === undefined ? '' : ` ${origin}${CAPTCHA_ALSO[origin] ?? ''}`;
  const api = contactOrigin === undefined ? '' : ` ${contactOrigin}`;
  const scripts = layout.scripts.map((hash) => ` ${hash}`).join('');
  return [
    "default-src 'self'",
    ...(api + captcha + scripts === '' ? [] : [`script-src 'self'${scripts}${api}${captcha}`]),
    ...(api + captcha === '' ? [] : [`connect-src 'self'${api}${captcha}`]),
    ...(layout.styles.length === 0 ? [] : [`style-src 'self' ${layout.styles.join(' ')}`]),
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    `frame-src ${FRAME_ORIGINS.join(' ')}${captcha}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${api}`,
    "frame-ancestors 'self'",
  ].join('; ');
}
