import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '@sitedesk/contract/contact';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import {
  IsBoolean,
  IsIn,
  IsNumber,
  IsUrl,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import { attempt, SettingInvalidError, type SettingValues } from '../../platform/settings/setting-values.js';
import { fault, validated } from '../../platform/settings/validated.js';
import { captchaDefaults } from './captcha-defaults.js';

const URL_RULES = { require_tld: false, require_protocol: true, protocols: ['https', 'http'] };
const DEFAULT_SCORE_THRESHOLD = 0.5;
const MAX_KEY_LENGTH = 512;

/** What a tenant's CAPTCHA is: group `CAPTCHA`, name `Config`, or the names of group `ContactApi` (specification 2.3). */
export class CaptchaConfig {
  @IsBoolean(fault(SETTING_FAULTS.flag))
  readonly requireCaptcha: boolean;

  @ValidateIf((config: CaptchaConfig) => config.requireCaptcha || config.provider !== null)
  @IsIn(CAPTCHA_PROVIDERS, fault(SETTING_FAULTS.oneOf({ options: CAPTCHA_PROVIDERS.join(', ') })))
  readonly provider: CaptchaProvider | null;

  @ValidateIf(isUsed)
  @MinLength(1, fault(SETTING_FAULTS.required))
  @MaxLength(MAX_KEY_LENGTH, fault(SETTING_FAULTS.tooLong({ max: MAX_KEY_LENGTH })))
  readonly siteKey: string;

  @ValidateIf(isUsed)
  @MinLength(1, fault(SETTING_FAULTS.required))
  readonly secretKey: string;

  @ValidateIf(isUsed)
  @IsUrl(URL_RULES, fault(SETTING_FAULTS.url))
  readonly scriptUrl: string;

  @ValidateIf(isUsed)
  @IsUrl(URL_RULES, fault(SETTING_FAULTS.url))
  readonly verifyUrl: string;

  @IsNumber({}, fault(SETTING_FAULTS.number))
  @Min(0, fault(SETTING_FAULTS.atLeast({ min: 0 })))
  @Max(1, fault(SETTING_FAULTS.atMost({ max: 1 })))
  readonly scoreThreshold: number;

  /** A tenant chose where the provider is asked, so only public addresses may be reached. */
  readonly guarded: boolean;

  constructor(raw: Readonly<Record<string, unknown>>, guarded = true) {
    this.guarded = guarded;
    this.provider = readProvider(raw['provider']);
    this.requireCaptcha = readBoolean(raw['requirecaptcha'], false);
    this.siteKey = readText(raw['sitekey']) ?? '';
    this.secretKey = readText(raw['secretkey']) ?? '';
    const defaults = this.provider ? captchaDefaults(this.provider) : undefined;
    this.scriptUrl = readText(raw['scripturl']) ?? defaults?.scriptUrl ?? '';
    this.verifyUrl = readText(raw['verifyurl']) ?? defaults?.verifyUrl ?? '';
    this.scoreThreshold = Number(raw['scorethreshold'] ?? DEFAULT_SCORE_THRESHOLD);
  }
}

function isUsed(config: CaptchaConfig): boolean {
  return config.requireCaptcha;
}

/** @throws SettingInvalidError: a CAPTCHA that cannot be read is never taken for "no CAPTCHA" */
export function readCaptchaSettings(values: SettingValues): CaptchaConfig {
  const config = values.find('CAPTCHA', 'Config');
  if (config !== undefined) {
    const guarded = config.source === 'database';
    return validated(new CaptchaConfig(captchaMembers(config.value), guarded), 'CAPTCHA', NAMES_IN_CONFIG);
  }
  return validated(new CaptchaConfig(contactApiCaptcha(values)), 'ContactApi', NAMES_IN_CONTACT_API);
}

/** What is configured, also when it cannot be used as it is, for anyone who repairs it; undefined when it cannot be read at all. */
export function readStoredCaptcha(values: SettingValues): CaptchaConfig | undefined {
  const stored = attempt(() => {
    const config = values.find('CAPTCHA', 'Config');
    if (config === undefined) return new CaptchaConfig(contactApiCaptcha(values));
    return new CaptchaConfig(captchaMembers(config.value), config.source === 'database');
  });
  return stored instanceof Error ? undefined : stored;
}

const NAMES_IN_CONFIG = {
  requireCaptcha: 'Config.RequireCaptcha',
  provider: 'Config.Provider',
  siteKey: 'Config.SiteKey',
  secretKey: 'Config.SecretKey',
  scriptUrl: 'Config.ScriptUrl',
  verifyUrl: 'Config.VerifyUrl',
  scoreThreshold: 'Config.ScoreThreshold',
};

const NAMES_IN_CONTACT_API = {
  requireCaptcha: 'RequireCaptcha',
  provider: 'CaptchaProvider',
  siteKey: 'CaptchaSiteKey',
  secretKey: 'CaptchaSecretKey',
};

function contactApiCaptcha(values: SettingValues): Readonly<Record<string, unknown>> {
  return {
    requirecaptcha: values.text('ContactApi', 'RequireCaptcha'),
    provider: values.text('ContactApi', 'CaptchaProvider'),
    sitekey: values.text('ContactApi', 'CaptchaSiteKey'),
    secretkey: values.text('ContactApi', 'CaptchaSecretKey'),
  };
}

/**
 * The members of `CAPTCHA/Config`, names in lower case.
 * @throws SettingInvalidError when it is no JSON object
 */
export function captchaMembers(text: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new SettingInvalidError('CAPTCHA', 'Config', SETTING_FAULTS.jsonObject);
  }
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), value]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingInvalidError('CAPTCHA', 'Config', SETTING_FAULTS.json);
  }
}

/** `none` and an empty text mean no provider; a word that is not known is kept for validation to refuse. */
function readProvider(value: unknown): CaptchaProvider | null {
  if (value === undefined || value === null || value === '' || value === 'none') return null;
  return CAPTCHA_PROVIDERS.find((provider) => provider === value) ?? (value as CaptchaProvider);
}

function readBoolean(value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (value === 'true' || value === 'True') return true;
  if (value === 'false' || value === 'False') return false;
  return value as boolean; // validation refuses what is not a boolean
}

const readText = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value);
