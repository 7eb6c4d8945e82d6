import { validateSync } from 'class-validator';
import { SettingInvalidError } from './setting-values.js';

/**
 * Checks a group of settings by its class-validator rules.
 * @param names what each property is called as a setting
 * @throws SettingInvalidError for the first property that breaks a rule
 */
export function validated<Group extends object>(
  group: Group,
  groupName: string,
  names: Readonly<Record<string, string>>,
): Group {
  const [first] = validateSync(group, { stopAtFirstError: true, forbidUnknownValues: false });
  if (!first) return group;
  const [problem = 'is not valid'] = Object.values(first.constraints ?? {});
  throw new SettingInvalidError(groupName, names[first.property] ?? first.property, problem);
}
