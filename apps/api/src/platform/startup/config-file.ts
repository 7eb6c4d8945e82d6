import { existsSync, readFileSync } from 'node:fs';
import type { SettingDefinitions } from '../settings/setting-definitions.js';
import { settingKey } from '../settings/setting-values.js';

/**
 * Settings of `sitedesk.config.json`: `{ "EMAIL": { "SenderEmail": "..." }, "CAPTCHA": { "Config": { ... } } }`.
 * @returns values keyed by `group/name` in lower case
 * @throws Error with one sentence naming the file and what is wrong in it
 */
export function readConfigFile(path: string, definitions: SettingDefinitions): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map();
  const values = new Map<string, string>();
  for (const [group, names] of entriesOf(parse(path), path)) {
    for (const [name, value] of entriesOf(names, path)) {
      if (!definitions.find(group, name))
        throw new Error(`${path}: the setting ${group}/${name} doesn’t exist.`);
      values.set(settingKey(group, name), typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
  return values;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function entriesOf(value: unknown, path: string): readonly (readonly [string, unknown])[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new Error(`${path} must be an object of groups, each an object of names.`);
}
