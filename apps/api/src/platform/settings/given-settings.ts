import type { Env } from '../config/env.js';
import type { SettingDefinitions } from './setting-definitions.js';
import {
  attempt,
  SettingInvalidError,
  settingKey,
  type SettingProblem,
  SettingValues,
  type SettingValue,
} from './setting-values.js';

/** The settings that the operator gives to all sites, by {@link settingKey}: the environment comes before the file. */
export function givenSettings(
  env: Env,
  fileSettings: ReadonlyMap<string, string>,
): ReadonlyMap<string, SettingValue> {
  const given = new Map<string, SettingValue>();
  for (const [key, value] of fileSettings) given.set(key, { value, source: 'file' });
  for (const [key, { value, variable }] of env.settings) {
    given.set(key, { value, source: 'environment', variable });
  }
  return given;
}

/**
 * One sentence for each of them that cannot be used whatever a site has stored, in the words of the settings page.
 * Each is also read alone: a reader may stop at the first wrong value.
 */
export function givenProblems(
  env: Env,
  fileSettings: ReadonlyMap<string, string>,
  definitions: SettingDefinitions,
): ReadonlySet<string> {
  const given = givenSettings(env, fileSettings);
  const alone = [...given].map((entry) => new Map([entry]));
  const sentences = [given, ...alone].flatMap((values) =>
    faultsOf(values, definitions).flatMap(({ group, name, problem }) => {
      // What is missing here, a site may have stored.
      const found = values.get(settingKey(group, name));
      return found ? `${found.variable ?? `${env.configFile}: ${group}/${name}`} ${problem.text}.` : [];
    }),
  );
  return new Set(sentences);
}

function faultsOf(
  values: ReadonlyMap<string, SettingValue>,
  definitions: SettingDefinitions,
): readonly SettingProblem[] {
  return definitions.groups.flatMap((group) => {
    const error = attempt(() => definitions.validate(new SettingValues(values), group));
    return error instanceof SettingInvalidError ? error.problems : [];
  });
}
