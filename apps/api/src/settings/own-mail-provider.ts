import type { DataSource } from 'typeorm';
import type { Env } from '../config/env.js';
import { settingKey } from './setting-definitions.js';
import { Setting } from './setting.entity.js';

const GROUP = 'EMAIL';
const NAME = 'ConnectionString';

/** Whether anybody has configured a mail provider, in any source; if so, this is no demonstration. */
export async function hasOwnMailProvider(
  dataSource: DataSource,
  env: Env,
  fileSettings: ReadonlyMap<string, string>,
): Promise<boolean> {
  const key = settingKey(GROUP, NAME);
  if (env.settings.has(key) || fileSettings.has(key)) return true;
  return dataSource.getRepository(Setting).existsBy({ group: GROUP, name: NAME });
}
