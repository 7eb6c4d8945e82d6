import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '@sitedesk/contract';
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
import { SettingInvalidError, type SettingValues } from '../settings/setting-values.js';
import { validated } from '../settings/validated.js';
import { captchaDefaults } from './captcha-defaults.js';

const URL_RULES = { require_tld: false, require_protocol: true, protocols: ['https', 'http'] };
const DEFAULT_SCORE_THRESHOLD = 0.5;
const MAX_KEY_LENGTH = 512;

/** What a tenant's CAPTCHA is: group `CAPTCHA`, name `Config`, or the names of group `ContactApi` (specification 2.3). */
export class CaptchaConfig {
  @IsBoolean({ message: 'RequireCaptcha must be true or false' })
  readonly requireCaptcha: boolean;

  @ValidateIf((config: CaptchaConfig) => config.requireCaptcha || config.provider !== null)
  @IsIn(CAPTCHA_PROVIDERS, { message: `Provider must be one of ${CAPTCHA_PROVIDERS.join(', ')}` })
  readonly provider: CaptchaProvider | null;

  @ValidateIf(isUsed)
  @MinLength(1, { message: 'SiteKey is required' })
  @MaxLength(MAX_KEY_LENGTH, { message: `SiteKey must have at most ${MAX_KEY_LENGTH} characters` })
  readonly siteKey: string;

  @ValidateIf(isUsed)
  @MinLength(1, { message: 'SecretKey is required' })
  readonly secretKey: string;

  @ValidateIf(isUsed)
  @IsUrl(URL_RULES, { message: 'ScriptUrl must be an http(s) address' })
  readonly scriptUrl: string;

  @ValidateIf(isUsed)
  @IsUrl(URL_RULES, { message: 'VerifyUrl must be an http(s) address' })
  readonly verifyUrl: string;

  @IsNumber({}, { message: 'ScoreThreshold must be a number' })
  @Min(0, { message: 'ScoreThreshold must be at least 0' })
  @Max(1, { message: 'ScoreThreshold must be at most 1' })
  readonly scoreThreshold: number;

  constructor(raw: Readonly<Record<string, unknown>>) {
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

/** @throws SettingInvalidError: a CAPTCHA that cannot be read is never taken for "no CAPTCHA" (D9) */
export function readCaptchaSettings(values: SettingValues): CaptchaConfig {
  const config = values.text('CAPTCHA', 'Config');
  const raw = config === undefined ? contactApiCaptcha(values) : parseConfig(config);
  return validated(
    new CaptchaConfig(raw),
    'CAPTCHA',
    Object.fromEntries(PROPERTIES.map((name) => [name, 'Config'])),
  );
}

const PROPERTIES = [
  'requireCaptcha',
  'provider',
  'siteKey',
  'secretKey',
  'scriptUrl',
  'verifyUrl',
  'scoreThreshold',
];

function contactApiCaptcha(values: SettingValues): Readonly<Record<string, unknown>> {
  return {
    requirecaptcha: values.text('ContactApi', 'RequireCaptcha'),
    provider: values.text('ContactApi', 'CaptchaProvider'),
    sitekey: values.text('ContactApi', 'CaptchaSiteKey'),
    secretkey: values.text('ContactApi', 'CaptchaSecretKey'),
  };
}

function parseConfig(text: string): Readonly<Record<string, unknown>> {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new SettingInvalidError('CAPTCHA', 'Config', 'must be a JSON object');
  }
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name.toLowerCase(), value]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingInvalidError('CAPTCHA', 'Config', 'must be valid JSON');
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
