import { CONTACT_LIMITS, DELIVERY_MODES } from '@sitedesk/contract';

/** A setting the product knows: where it stands, what it is for, whether its value must never be read back. */
export interface SettingDefinition {
  readonly group: string;
  readonly name: string;
  readonly description: string;
  /** Stored encrypted and write-only (D18). */
  readonly secret: boolean;
}

const define = (group: string, name: string, description: string, secret = false): SettingDefinition => ({
  group,
  name,
  description,
  secret,
});

/** Every setting of a tenant (specification 2.3, and those we added to it). */
export const SETTINGS = [
  define('ContactApi', 'AdminEmail', 'Recipient of notifications; the sender address when unset'),
  define(
    'ContactApi',
    'MaxMessageLength',
    `Longest message in characters, ${CONTACT_LIMITS.message.max} when unset`,
  ),
  define('ContactApi', 'RequireCaptcha', 'true or false; used when CAPTCHA/Config is not set'),
  define(
    'ContactApi',
    'CaptchaProvider',
    'captcha_widget or captcha_invisible; used when CAPTCHA/Config is not set',
  ),
  define('ContactApi', 'CaptchaSiteKey', 'Public CAPTCHA key; used when CAPTCHA/Config is not set'),
  define('ContactApi', 'CaptchaSecretKey', 'Private CAPTCHA key; used when CAPTCHA/Config is not set', true),
  define(
    'ContactApi',
    'DeliveryMode',
    `${DELIVERY_MODES.join(' or ')}: whether the visitor waits for the first attempt to send; queued when unset`,
  ),
  define(
    'ContactApi',
    'TokenHours',
    'Hours an anti-forgery token is good for, 12 when unset; an open page renews it by itself',
  ),
  define(
    'ContactApi',
    'AlertsEnabled',
    'true or false: whether a mail is sent for every new message; true when unset',
  ),
  define(
    'CAPTCHA',
    'Config',
    'JSON: Provider, SiteKey, SecretKey, RequireCaptcha; if need be ScriptUrl, VerifyUrl, ScoreThreshold',
    true,
  ),
  define(
    'EMAIL',
    'ConnectionString',
    'How mail leaves: smtp://, smtps://, endpoint=...;accesskey=..., SG...., none:',
    true,
  ),
  define('EMAIL', 'SenderEmail', 'Address that notifications come from'),
  define('EMAIL', 'SenderName', "Name beside the sender address; the site's name when unset"),
  define(
    'Identity',
    'EditorUrl',
    "Address of the editor, for links in mails; https:// and the site's first hostname when unset",
  ),
  define('Identity', 'AllowRegistration', 'true or false; whether strangers may register, false when unset'),
  define(
    'Identity',
    'TwoFactorRequiredRoles',
    'Names or ids of roles, with commas between, whose holders need a second factor; none when unset',
  ),
] as const satisfies readonly SettingDefinition[];

/** Key of a setting in maps and in encryption; groups and names are compared without case. */
export const settingKey = (group: string, name: string): string => `${group}/${name}`.toLowerCase();

const byKey = new Map<string, SettingDefinition>(
  SETTINGS.map((each) => [settingKey(each.group, each.name), each]),
);

export function findSetting(group: string, name: string): SettingDefinition | undefined {
  return byKey.get(settingKey(group, name));
}
