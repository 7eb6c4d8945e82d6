import type { CaptchaProvider } from '@sitedesk/contract/contact';
import type { FakeCaptchaProvider } from '@sitedesk/testing';

/** Value of the setting CAPTCHA/Config for a stand-in provider (specification 2.3); `more` replaces or adds keys. */
export function captchaConfig(
  captcha: FakeCaptchaProvider,
  provider: CaptchaProvider,
  more: Readonly<Record<string, unknown>> = {},
): string {
  const settings = provider === 'captcha_widget' ? captcha.widget : captcha.invisible;
  return JSON.stringify({
    Provider: provider,
    RequireCaptcha: true,
    SiteKey: settings.siteKey,
    SecretKey: settings.secretKey,
    ScriptUrl: settings.scriptUrl,
    VerifyUrl: settings.verifyUrl,
    ...more,
  });
}
