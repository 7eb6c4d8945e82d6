import type { SystemVariable } from '@sitedesk/contract/system';
import type { Env } from '../config/env.js';
import type { SettingDefinitions } from '../settings/setting-definitions.js';

/** Variables whose values are no secret, besides rate limits. Any other, known or new, is masked. */
const SHOWN = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATA_DIR',
  'CONFIG_FILE',
  'DATABASE_POOL_SIZE',
  'DATABASE_WAIT_MS',
  'TENANCY',
  'TRUSTED_PROXIES',
  'OUTBOUND_ALLOW',
  'LOG_LEVEL',
  'METRICS',
  'RATE_LIMIT_STORE',
  'RATE_LIMIT_PATIENCE_MS',
  'OUTBOX_RETRY_SECONDS',
  'OUTBOX_WORKER',
]);
/** Between the launcher and the server. */
const INTERNAL = new Set(['DEMONSTRATION', 'DEMO_MAIL_URL']);

/**
 * The environment of the process: names, whether they are set, and the values of what is no secret. With several
 * tenants no values at all: the administrator of one site is not the operator.
 */
export function environmentReport(
  { variables, settings, tenancy }: Env,
  definitions: SettingDefinitions,
): readonly SystemVariable[] {
  const ofSettings = new Map([...settings].map(([key, { variable }]) => [variable, key]));
  return [...variables]
    .filter(([name]) => !INTERNAL.has(name))
    .map(([name, value]) => {
      const secret = isSecret(name, ofSettings.get(name), definitions);
      const shown = !secret && tenancy === 'single' ? (value ?? null) : null;
      return { name, isSet: value !== undefined, value: shown, secret };
    })
    .toSorted((a, b) => Number(b.isSet) - Number(a.isSet) || a.name.localeCompare(b.name));
}

function isSecret(name: string, settingKey: string | undefined, definitions: SettingDefinitions): boolean {
  if (settingKey === undefined) return !SHOWN.has(name) && !name.startsWith('RATELIMIT__');
  const [group = '', setting = ''] = settingKey.split('/');
  return definitions.find(group, setting)?.secret ?? true;
}
