import { existsSync, readFileSync } from 'node:fs';
import type { SettingDefinitions } from '../settings/setting-definitions.js';
import { settingKey } from '../settings/setting-values.js';
import { didYouMean, halfOfName, nearest } from './unknown-names.js';

/**
 * Settings of `sitedesk.config.json`: `{ "EMAIL": { "SenderEmail": "..." }, "CAPTCHA": { "Config": { ... } } }`.
 * @returns values keyed by `group/name` in lower case
 * @param problems gets a sentence naming the file for everything that is wrong in it
 */
export function readConfigFile(
  path: string,
  definitions: SettingDefinitions,
  problems: string[],
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (!existsSync(path)) return values;
  const known = definitions.all.map(({ group, name }) => `${group}/${name}`);
  try {
    for (const [group, names] of entriesOf(parse(path), path)) {
      for (const [name, value] of entriesOf(names, path)) {
        const setting = `${group}/${name}`;
        if (definitions.find(group, name))
          values.set(settingKey(group, name), typeof value === 'string' ? value : JSON.stringify(value));
        else
          problems.push(
            `${path}: the setting ${setting} doesn’t exist.${didYouMean(nearest(setting, known, halfOfName))}`,
          );
      }
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
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
