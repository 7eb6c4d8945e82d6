import type { Message } from '@sitedesk/contract/messages';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { type ValidationOptions, validateSync } from 'class-validator';
import { SettingInvalidError, type SettingProblem } from './setting-values.js';

/** Options of a rule that say what is wrong when it is broken. */
export const fault = (message: Message): ValidationOptions => ({ message: message.text, context: message });

/**
 * Checks a group of settings by its class-validator rules.
 * @param names what each property is called as a setting; `Config.SecretKey` is a part of a composed value
 * @throws SettingInvalidError for every property that breaks a rule
 */
export function validated<Group extends object>(
  group: Group,
  groupName: string,
  names: Readonly<Record<string, string>>,
): Group {
  const errors = validateSync(group, { stopAtFirstError: true, forbidUnknownValues: false });
  const problems = errors.map(({ property, contexts }): SettingProblem => {
    const [name = property, part] = (names[property] ?? property).split('.');
    const [problem = SETTING_FAULTS.invalid] = Object.values<Message>(contexts ?? {});
    if (part === undefined) return { group: groupName, name, problem };
    const named = SETTING_FAULTS.part({ name: part, fault: problem });
    return { group: groupName, name, part, problem: named, atPart: problem };
  });
  const [first] = problems;
  if (!first) return group;
  throw new SettingInvalidError(groupName, first.name, first.problem, problems);
}
