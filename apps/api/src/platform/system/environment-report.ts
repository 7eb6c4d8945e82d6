import type { SystemVariable } from '@sitedesk/contract/system';
import type { Env } from '../config/env.js';
import type { SettingDefinitions } from '../settings/setting-definitions.js';

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
    .map(([name, { value, shown }]) => {
      const [group = '', setting = ''] = ofSettings.get(name)?.split('/') ?? [];
      const secret = definitions.find(group, setting)?.secret ?? !shown;
      const isVisible = !secret && tenancy === 'single';
      return { name, isSet: value !== undefined, value: isVisible ? (value ?? null) : null, secret };
    })
    .toSorted((a, b) => Number(b.isSet) - Number(a.isSet) || a.name.localeCompare(b.name));
}
