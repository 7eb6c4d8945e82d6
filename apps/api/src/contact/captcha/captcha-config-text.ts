import { isStorable } from '@sitedesk/contract/rules';
import { SECRET_MASK, SETTING_FAULTS, type SettingPart } from '@sitedesk/contract/settings';
import type { Steering } from '../../platform/settings/steering.service.js';
import { SettingInvalidError } from '../../platform/settings/setting-values.js';
import { captchaMembers, CaptchaConfig } from './captcha-settings.js';

/** Members of `CAPTCHA/Config` as they are written (specification 2.3), and those that we added. */
const MEMBERS = [
  'Provider',
  'SiteKey',
  'SecretKey',
  'RequireCaptcha',
  'ScriptUrl',
  'VerifyUrl',
  'ScoreThreshold',
] as const;

/** What may be shown of a stored `CAPTCHA/Config`: everything but the secret key. */
export function captchaParts(text: string): Readonly<Record<string, SettingPart>> {
  const members = captchaMembers(text);
  const parts = MEMBERS.map((name): [string, SettingPart] => {
    const value = members[name.toLowerCase()];
    if (name === 'SecretKey') return [name, { isSet: Boolean(value), updatedAt: null }];
    return [
      name,
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null,
    ];
  });
  return Object.fromEntries(parts);
}

/**
 * `CAPTCHA/Config` to be stored: as typed, with the stored secret key where none was typed. The stored one is kept only
 * for the endpoint that it was stored for, or an administrator could have it sent to himself.
 * @throws SettingInvalidError
 */
export function mergedCaptchaConfig(typed: string, stored: string | undefined): string {
  const members = captchaMembers(typed);
  const unknown = Object.keys(members).find((name) => !MEMBERS.some((known) => known.toLowerCase() === name));
  if (unknown !== undefined)
    throw new SettingInvalidError(
      'CAPTCHA',
      'Config',
      SETTING_FAULTS.members({ members: MEMBERS.join(', ') }),
    );
  const unstorable = Object.values(members).some((value) => typeof value === 'string' && !isStorable(value));
  if (unstorable) throw new SettingInvalidError('CAPTCHA', 'Config', SETTING_FAULTS.characters);
  const { secretkey, ...rest } = members;
  const keeps = secretkey === undefined || secretkey === SECRET_MASK;
  const secret = keeps ? keptSecret(rest, stored) : secretkey;
  const all: Readonly<Record<string, unknown>> = { ...rest, secretkey: secret === '' ? undefined : secret };
  return JSON.stringify(
    Object.fromEntries(MEMBERS.map((name) => [name, all[name.toLowerCase()] ?? undefined])),
  );
}

/** The secret key of a stored `CAPTCHA/Config`, for telling whether it changed. */
export const captchaSecretOf = (text: string): unknown => captchaMembers(text)['secretkey'];

/** Addresses of one's own choice put a script on the pages, or send the secret key somewhere. */
export function captchaSteering(change: {
  readonly before: string | undefined;
  readonly after: string | undefined;
}): Steering {
  const before = storedMembers(change.before);
  const after = storedMembers(change.after);
  const changes = (member: string): boolean =>
    after[member] !== undefined && after[member] !== before[member];
  if (changes('scripturl') || changes('verifyurl')) return 'scripts';
  return changes('secretkey') ? 'credential' : 'nothing';
}

/** A command can have stored what cannot be read. */
function storedMembers(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return text === undefined ? {} : captchaMembers(text);
  } catch (error) {
    if (error instanceof SettingInvalidError) return {};
    throw error;
  }
}

/** Where the secret key of a configuration is sent; undefined when it is not known. */
function captchaEndpoint(members: Readonly<Record<string, unknown>>): string | undefined {
  const { verifyUrl } = new CaptchaConfig(members);
  return URL.canParse(verifyUrl) ? new URL(verifyUrl).host : undefined;
}

function keptSecret(typed: Readonly<Record<string, unknown>>, stored: string | undefined): unknown {
  if (stored === undefined) return undefined;
  const before = captchaMembers(stored);
  const [from, to] = [captchaEndpoint(before), captchaEndpoint(typed)];
  // Without a provider nothing is sent anywhere, so switching it off keeps the key for switching it on again.
  return to === undefined || from === to ? before['secretkey'] : undefined;
}
