import { CAPTCHA_PROVIDERS } from '@sitedesk/contract/contact';
import { SETTING_TEXTS } from '@sitedesk/contract/settings';
import { defineSetting, type SettingDefinition } from '../../platform/settings/setting-definitions.js';
import {
  captchaParts,
  captchaSecretOf,
  captchaSteering,
  mergedCaptchaConfig,
} from './captcha-config-text.js';

/** The CAPTCHA value by value. */
export const SINGLE_CAPTCHA_SETTINGS: readonly SettingDefinition[] = [
  defineSetting(
    'ContactApi',
    'RequireCaptcha',
    { kind: 'flag', legacy: true, steers: 'nothing', fallback: 'false' },
    'true or false; used when CAPTCHA/Config is not set',
  ),
  defineSetting(
    'ContactApi',
    'CaptchaProvider',
    {
      kind: 'choice',
      legacy: true,
      steers: 'nothing',
      choices: ['none', ...CAPTCHA_PROVIDERS],
      fallback: 'none',
    },
    'captcha_widget or captcha_invisible; used when CAPTCHA/Config is not set',
  ),
  defineSetting(
    'ContactApi',
    'CaptchaSiteKey',
    { kind: 'text', legacy: true, steers: 'nothing' },
    'Public CAPTCHA key; used when CAPTCHA/Config is not set',
  ),
  defineSetting(
    'ContactApi',
    'CaptchaSecretKey',
    { kind: 'secret', legacy: true, steers: 'credential', removedWith: 'CaptchaProvider' },
    'Private CAPTCHA key; used when CAPTCHA/Config is not set',
  ),
];

/** The CAPTCHA as one value. */
export const CAPTCHA_CONFIG: SettingDefinition = defineSetting(
  'CAPTCHA',
  'Config',
  {
    kind: 'captcha',
    steers: captchaSteering,
    label: { en: 'CAPTCHA addresses', de: 'URLs des CAPTCHAs' },
    composed: { parts: captchaParts, partial: { merge: mergedCaptchaConfig, secretOf: captchaSecretOf } },
    // What a higher source sets value by value must not be undone by this one.
    lockedBy: { settings: SINGLE_CAPTCHA_SETTINGS, text: SETTING_TEXTS.captchaElsewhere },
  },
  'JSON: Provider, SiteKey, SecretKey, RequireCaptcha; optionally ScriptUrl, VerifyUrl, ScoreThreshold',
);
