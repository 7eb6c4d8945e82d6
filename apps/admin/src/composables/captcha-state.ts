import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '@sitedesk/contract/contact';
import {
  SECRET_MASK,
  type SecretState,
  type SettingGroupView,
  type SettingPart,
} from '@sitedesk/contract/settings';
import type { SettingGroupShape } from './useSettingGroup';

/** `CAPTCHA/Config` as the form holds it. */
export interface CaptchaState {
  provider: CaptchaProvider | 'none';
  requireCaptcha: boolean;
  siteKey: string;
  /** The mask while the stored one stays. */
  secretKey: string;
  scriptUrl: string;
  verifyUrl: string;
  scoreThreshold: string;
}

const EMPTY: CaptchaState = {
  provider: 'none',
  requireCaptcha: false,
  siteKey: '',
  secretKey: '',
  scriptUrl: '',
  verifyUrl: '',
  scoreThreshold: '',
};

/** How the form is made of the group, and what it sends: one JSON text, without the secret key while that stays. */
export const CAPTCHA_SHAPE: SettingGroupShape<CaptchaState> = {
  empty: EMPTY,
  read: stateOf,
  write: (state) => ({ Config: JSON.stringify(configOf(state)) }),
  // `Config.SecretKey` is the field `secretKey`.
  fieldOf: (field) => {
    const part = field.replace(/^Config\./, '');
    return part.charAt(0).toLowerCase() + part.slice(1);
  },
};

/** What is shown of the stored secret key. */
export function secretOf({ entries }: SettingGroupView): SecretState {
  const [entry] = entries;
  const part = entry?.parts?.['SecretKey'];
  const isSet = typeof part === 'object' && part !== null && part.isSet;
  return { isSet, updatedAt: isSet ? (entry?.updatedAt ?? null) : null };
}

function stateOf(view: SettingGroupView): CaptchaState {
  const parts = view.entries[0]?.parts ?? {};
  const text = (name: string): string => words(parts[name]);
  return {
    provider: CAPTCHA_PROVIDERS.find((one) => one === parts['Provider']) ?? 'none',
    requireCaptcha: text('RequireCaptcha').toLowerCase() === 'true',
    siteKey: text('SiteKey'),
    secretKey: secretOf(view).isSet ? SECRET_MASK : '',
    scriptUrl: text('ScriptUrl'),
    verifyUrl: text('VerifyUrl'),
    scoreThreshold: text('ScoreThreshold'),
  };
}

function configOf(state: CaptchaState): object {
  const { provider, requireCaptcha, siteKey, secretKey, scriptUrl, verifyUrl, scoreThreshold } = state;
  return {
    Provider: provider,
    RequireCaptcha: provider !== 'none' && requireCaptcha,
    ...(siteKey.trim() ? { SiteKey: siteKey.trim() } : {}),
    // Left out it stays; empty it goes.
    ...(secretKey === SECRET_MASK ? {} : { SecretKey: secretKey.trim() }),
    ...(scriptUrl.trim() ? { ScriptUrl: scriptUrl.trim() } : {}),
    ...(verifyUrl.trim() ? { VerifyUrl: verifyUrl.trim() } : {}),
    ...(scoreThreshold.trim() ? { ScoreThreshold: numberOr(scoreThreshold.trim().replace(',', '.')) } : {}),
  };
}

/** What is no number is sent as it is, so that the server says at its field what is wrong. */
const numberOr = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

const words = (part: SettingPart | undefined): string =>
  part === null || part === undefined || typeof part === 'object' ? '' : String(part);
