import type { CaptchaProvider } from '@sitedesk/contract/contact';

/** Where a provider's script and its verification are, unless the tenant says otherwise. */
interface CaptchaDefaults {
  readonly scriptUrl: string;
  readonly verifyUrl: string;
}

const DEFAULTS = {
  captcha_widget: {
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  },
  captcha_invisible: {
    scriptUrl: 'https://www.google.com/recaptcha/api.js',
    verifyUrl: 'https://www.google.com/recaptcha/api/siteverify',
  },
} as const satisfies Record<CaptchaProvider, CaptchaDefaults>;

export const captchaDefaults = (provider: CaptchaProvider): CaptchaDefaults => DEFAULTS[provider];
