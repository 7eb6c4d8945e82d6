import type { SystemVariable } from '@sitedesk/contract';
import type { Env } from '../config/env.js';
import { findSetting } from '../settings/setting-definitions.js';

/** Variables whose values are no secret. Any other, known or new, is masked. */
const SHOWN = new Set([
  ...[
    'NODE_ENV',
    'PORT',
    'HOST',
    'DATA_DIR',
    'CONFIG_FILE',
    'DATABASE_POOL_SIZE',
    'TENANCY',
    'TRUSTED_PROXIES',
  ],
  ...['OUTBOUND_ALLOW', 'LOG_LEVEL', 'METRICS', 'RATE_LIMIT_STORE', 'OUTBOX_RETRY_SECONDS', 'OUTBOX_WORKER'],
  ...['RATELIMIT__CONTACTFORM', 'RATELIMIT__ADDRESSCEILING', 'RATELIMIT__CONTACTSCRIPT', 'RATELIMIT__SIGNIN'],
  ...[
    'RATELIMIT__CAPTCHAVALIDATE',
    'RATELIMIT__DEPLOYMENT',
    'RATELIMIT__DOCSIMPORT',
    'RATELIMIT__COPILOTINLINE',
  ],
]);
/** Between the launcher and the server. */
const INTERNAL = new Set(['DEMONSTRATION', 'DEMO_MAIL_URL']);

/**
 * What the process was told from outside: names, whether they are set, and the values of what is no secret. With several
 * tenants no values at all: the administrator of one site is not the operator.
 */
export function environmentReport({ variables, settings, tenancy }: Env): readonly SystemVariable[] {
  const ofSettings = new Map([...settings].map(([key, { variable }]) => [variable, key]));
  return [...variables]
    .filter(([name]) => !INTERNAL.has(name))
    .map(([name, value]) => {
      const secret = isSecret(name, ofSettings.get(name));
      const shown = !secret && tenancy === 'single' ? (value ?? null) : null;
      return { name, isSet: value !== undefined, value: shown, secret };
    })
    .toSorted((a, b) => Number(b.isSet) - Number(a.isSet) || a.name.localeCompare(b.name));
}

function isSecret(name: string, settingKey: string | undefined): boolean {
  if (settingKey === undefined) return !SHOWN.has(name);
  const [group = '', setting = ''] = settingKey.split('/');
  return findSetting(group, setting)?.secret ?? true;
}
