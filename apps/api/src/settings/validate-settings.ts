import { readCaptchaSettings } from '../captcha/captcha-settings.js';
import { readContactSettings } from '../contact/contact-settings.js';
import { readEmailSettings } from '../email/email-settings.js';
import { readIdentitySettings } from '../identity/identity-settings.js';
import type { SettingValues } from './setting-values.js';

const READERS: Readonly<Record<string, readonly ((values: SettingValues) => unknown)[]>> = {
  ContactApi: [readContactSettings, readCaptchaSettings],
  CAPTCHA: [readCaptchaSettings],
  EMAIL: [readEmailSettings],
  Identity: [readIdentitySettings],
};

/**
 * Reads what depends on a group, so that a wrong value is refused before it is stored.
 * @throws SettingInvalidError
 */
export function validateSettings(values: SettingValues, group: string): void {
  for (const reader of READERS[group] ?? []) reader(values);
}
