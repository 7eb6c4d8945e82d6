import type { SettingPart, SettingShown } from '@sitedesk/contract/settings';
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

function partsOf(
  { composed }: SettingDefinition,
  text: string,
): Readonly<Record<string, SettingPart>> | null {
  try {
    return composed?.parts(text) ?? null;
  } catch (error) {
    // A value that cannot be read has no parts; the entry's problem says why.
    if (error instanceof SettingInvalidError) return null;
    throw error;
  }
}
