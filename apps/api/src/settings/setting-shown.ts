import type { SettingPart, SettingShown } from '@sitedesk/contract';
import { captchaParts } from '../captcha/captcha-config-text.js';
import { EmailConnectionStringError, parseEmailConnectionString } from '../email/connection-string.js';
import { viewProvider } from '../email/provider-view.js';
import type { SettingDefinition } from './setting-definitions.js';
import { SettingInvalidError, type SettingValue } from './setting-values.js';

/** What may be shown of a value: a secret only says that it is set, and what is not secret in it. */
export function shownSetting(
  definition: SettingDefinition,
  found: SettingValue | Error | undefined,
): SettingShown {
  if (found === undefined) return { value: null, isSet: false, parts: null };
  if (found instanceof Error) return { value: null, isSet: true, parts: null };
  if (!definition.secret) return { value: found.value, isSet: true, parts: null };
  return { value: null, isSet: true, parts: partsOf(definition, found.value) };
}

function partsOf({ kind }: SettingDefinition, text: string): Readonly<Record<string, SettingPart>> | null {
  try {
    if (kind === 'captcha') return captchaParts(text);
    if (kind === 'connection') return connectionParts(text);
    return null;
  } catch (error) {
    // A value that cannot be read has no parts; the entry's problem says why.
    if (error instanceof SettingInvalidError || error instanceof EmailConnectionStringError) return null;
    throw error;
  }
}

function connectionParts(text: string): Readonly<Record<string, SettingPart>> {
  const { kind, parts } = viewProvider(parseEmailConnectionString(text));
  const members = parts.map(({ name, value, secret }): [string, SettingPart] => [
    name,
    secret ? { isSet: true, updatedAt: null } : value,
  ]);
  return { kind, ...Object.fromEntries(members) };
}
