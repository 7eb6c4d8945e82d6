import type { DataSource } from 'typeorm';
import type { Env } from '../config/env.js';
import type { SettingDefinitions } from './setting-definitions.js';
import { settingKey } from './setting-values.js';
import { Setting } from './setting.entity.js';

/** Whether anyone has set, in any source, what ends the demonstration. */
export async function isDemonstrationOver(
  dataSource: DataSource,
  env: Env,
  fileSettings: ReadonlyMap<string, string>,
  definitions: SettingDefinitions,
): Promise<boolean> {
  const ending = definitions.all.filter(({ endsDemonstration }) => endsDemonstration);
  const keys = ending.map(({ group, name }) => settingKey(group, name));
  if (keys.some((key) => env.settings.has(key) || fileSettings.has(key))) return true;
  const stored = ending.map(({ group, name }) => ({ group, name }));
  return dataSource.getRepository(Setting).existsBy(stored);
}
