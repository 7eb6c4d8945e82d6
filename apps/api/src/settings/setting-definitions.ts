import {
  CAPTCHA_PROVIDERS,
  CONTACT_LIMITS,
  DELIVERY_MODES,
  SETTING_DEFAULTS,
  type SettingGroup,
  type SettingKind,
} from '@sitedesk/contract';

/** A setting the product knows: where it stands, what it is for, whether its value must never be read back. */
export interface SettingDefinition {
  readonly group: SettingGroup;
  readonly name: string;
  readonly description: string;
  readonly kind: SettingKind;
  readonly choices?: readonly string[];
  /** What counts when nobody has set it. */
  readonly fallback?: string;
  /** Stored encrypted and write-only (D18). */
  readonly secret: boolean;
}

type Details = Pick<SettingDefinition, 'kind' | 'choices' | 'fallback'>;

const SECRET_KINDS: readonly SettingKind[] = ['secret', 'connection', 'captcha'];

const define = (
  group: SettingGroup,
  name: string,
  details: Details,
  description: string,
): SettingDefinition => ({
  group,
  name,
  description,
  ...details,
  secret: SECRET_KINDS.includes(details.kind),
});

/** Every setting of a tenant (specification 2.3, and those we added to it). */
export const SETTINGS: readonly SettingDefinition[] = [
  define(
    'ContactApi',
    'AdminEmail',
    { kind: 'email' },
    'Recipient of notifications; the sender address when unset',
  ),
  define(
    'ContactApi',
    'MaxMessageLength',
    { kind: 'integer', fallback: String(CONTACT_LIMITS.message.max) },
    `Longest message in characters, ${CONTACT_LIMITS.message.max} when unset`,
  ),
  define(
    'ContactApi',
    'RequireCaptcha',
    { kind: 'flag', fallback: 'false' },
    'true or false; used when CAPTCHA/Config is not set',
  ),
  define(
    'ContactApi',
    'CaptchaProvider',
    { kind: 'choice', choices: ['none', ...CAPTCHA_PROVIDERS], fallback: 'none' },
    'captcha_widget or captcha_invisible; used when CAPTCHA/Config is not set',
  ),
  define(
    'ContactApi',
    'CaptchaSiteKey',
    { kind: 'text' },
    'Public CAPTCHA key; used when CAPTCHA/Config is not set',
  ),
  define(
    'ContactApi',
    'CaptchaSecretKey',
    { kind: 'secret' },
    'Private CAPTCHA key; used when CAPTCHA/Config is not set',
  ),
  define(
    'ContactApi',
    'DeliveryMode',
    { kind: 'choice', choices: DELIVERY_MODES, fallback: SETTING_DEFAULTS.deliveryMode },
    `${DELIVERY_MODES.join(' or ')}: whether the visitor waits for the first attempt to send; queued when unset`,
  ),
  define(
    'ContactApi',
    'TokenHours',
    { kind: 'integer', fallback: String(SETTING_DEFAULTS.tokenHours) },
    'Hours an anti-forgery token is good for, 12 when unset; an open page renews it by itself',
  ),
  define(
    'ContactApi',
    'AlertsEnabled',
    { kind: 'flag', fallback: 'true' },
    'true or false: whether a mail is sent for every new message; true when unset',
  ),
  define(
    'CAPTCHA',
    'Config',
    { kind: 'captcha' },
    'JSON: Provider, SiteKey, SecretKey, RequireCaptcha; if need be ScriptUrl, VerifyUrl, ScoreThreshold',
  ),
  define(
    'EMAIL',
    'ConnectionString',
    { kind: 'connection' },
    'How mail leaves: smtp://, smtps://, endpoint=...;accesskey=..., SG...., none:',
  ),
  define('EMAIL', 'SenderEmail', { kind: 'email' }, 'Address that notifications come from'),
  define(
    'EMAIL',
    'SenderName',
    { kind: 'text' },
    "Name beside the sender address; the site's name when unset",
  ),
  define(
    'Identity',
    'EditorUrl',
    { kind: 'url' },
    "Address of the editor, for links in mails; https:// and the site's first hostname when unset",
  ),
  define(
    'Identity',
    'AllowRegistration',
    { kind: 'flag', fallback: 'false' },
    'true or false; whether strangers may register, false when unset',
  ),
  define(
    'Identity',
    'TwoFactorRequiredRoles',
    { kind: 'roles' },
    'Names or ids of roles, with commas between, whose holders need a second factor; none when unset',
  ),
];

/** Key of a setting in maps and in encryption; groups and names are compared without case. */
export const settingKey = (group: string, name: string): string => `${group}/${name}`.toLowerCase();

const byKey = new Map<string, SettingDefinition>(
  SETTINGS.map((each) => [settingKey(each.group, each.name), each]),
);

export function findSetting(group: string, name: string): SettingDefinition | undefined {
  return byKey.get(settingKey(group, name));
}
