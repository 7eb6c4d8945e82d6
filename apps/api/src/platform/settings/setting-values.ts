import type { Message } from '@sitedesk/contract/messages';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { SecretUnreadableError } from '../crypto/key-ring.js';

/** Key of a setting in maps and in encryption; groups and names are compared without case. */
export const settingKey = (group: string, name: string): string => `${group}/${name}`.toLowerCase();

/** Where a value came from, highest priority first (specification 2.3). */
type SettingSource = 'environment' | 'file' | 'database' | 'demonstration';

export interface SettingValue {
  readonly value: string;
  readonly source: SettingSource;
  /** Name of the environment variable, when that is the source. */
  readonly variable?: string;
}

/** What is wrong with one setting. */
export interface SettingProblem {
  readonly group: string;
  readonly name: string;
  /** The part of a composed value, named as in it. */
  readonly part?: string | undefined;
  readonly problem: Message;
  /** The same without the part's name, for where it stands at the part's field. */
  readonly atPart?: Message;
}

/** A setting holds something that cannot be used. Never weakens a check: anyone who needs it must refuse. */
export class SettingInvalidError extends Error {
  /** Everything that is known to be wrong, the first one being what the message says. */
  readonly problems: readonly SettingProblem[];
  /** The message as a whole. */
  readonly fault: Message;

  constructor(
    readonly group: string,
    readonly settingName: string,
    readonly problem: Message,
    problems?: readonly SettingProblem[],
  ) {
    const fault = SETTING_FAULTS.setting({ name: `${group}/${settingName}`, fault: problem });
    super(fault.text);
    this.fault = fault;
    this.name = 'SettingInvalidError';
    this.problems = problems ?? [{ group, name: settingName, problem }];
  }
}

type Unusable = SettingInvalidError | SecretUnreadableError;

/** Whether a setting holds what cannot be used, or cannot be opened. */
export const isUnusable = (error: unknown): error is Unusable =>
  error instanceof SettingInvalidError || error instanceof SecretUnreadableError;

/** What is read, or why it cannot be used, as a value: for an overview, which shows what it can. */
export function attempt<T>(read: () => T): T | Unusable {
  try {
    return read();
  } catch (error) {
    if (isUnusable(error)) return error;
    throw error;
  }
}

/** The effective settings of one tenant at one moment, immutable. */
export class SettingValues {
  private readonly groups = new Map<object, unknown>();

  /** @param values keyed by {@link settingKey}; an `Error` stands for a secret that cannot be opened */
  constructor(private readonly values: ReadonlyMap<string, SettingValue | Error>) {}

  /** Where values come from; those that cannot be opened come from the database. */
  get sources(): ReadonlySet<SettingSource> {
    return new Set(
      [...this.values.values()].map((each) => (each instanceof Error ? 'database' : each.source)),
    );
  }

  /** @throws the error that stands in the value's place */
  find(group: string, name: string): SettingValue | undefined {
    const found = this.values.get(settingKey(group, name));
    if (found instanceof Error) throw found;
    return found;
  }

  text(group: string, name: string): string | undefined {
    return this.find(group, name)?.value;
  }

  /** @throws SettingInvalidError for what is neither `true` nor `false`: neither is taken for granted */
  flag(group: string, name: string, fallback: boolean): boolean {
    const word = this.text(group, name)?.trim().toLowerCase() ?? String(fallback);
    if (word === 'true' || word === 'false') return word === 'true';
    throw new SettingInvalidError(group, name, SETTING_FAULTS.flag);
  }

  /** A typed group, read once per snapshot; a group that cannot be read throws each time. */
  read<Group>(reader: (values: SettingValues) => Group): Group {
    const cached = this.groups.get(reader);
    if (cached !== undefined) return cached as Group; // only this reader writes at its key
    const group = reader(this);
    this.groups.set(reader, group);
    return group;
  }
}
