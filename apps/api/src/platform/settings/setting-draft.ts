import type { Message } from '@sitedesk/contract/messages';
import { fieldError } from '@sitedesk/contract/field-rules';
import { SECRET_MASK, SETTING_TEXTS } from '@sitedesk/contract/settings';
import type { Steering } from './steering.service.js';
import type { FieldError } from '../http/problem.js';
import type { SettingDefinition, SettingDefinitions } from './setting-definitions.js';
import { SettingInvalidError, settingKey, type SettingValue } from './setting-values.js';
import type { StoredSetting } from './settings.service.js';

/** A setting that is about to change. */
export interface SettingDraft {
  readonly definition: SettingDefinition;
  readonly before: SettingValue | Error | undefined;
  /** Null: not stored anymore. */
  readonly next: string | null;
}

/** What stands in the way of a save, at the field of each name. */
interface DraftResult {
  readonly drafts: readonly SettingDraft[];
  readonly errors: readonly FieldError[];
}

type Stored = ReadonlyMap<string, StoredSetting>;
type Effective = ReadonlyMap<string, SettingValue | Error>;

/** Where a form shows what is wrong with a setting. */
export const fieldOf = (name: string, part?: string): string =>
  part === undefined ? `values.${name}` : `values.${name}.${part}`;

/** What a save of typed values would change; values that stay the same are left out. */
export function draftSettings(
  definitions: SettingDefinitions,
  group: string,
  typed: Readonly<Record<string, string | null>>,
  stored: Stored,
  effective: Effective,
): DraftResult {
  const drafts: SettingDraft[] = [];
  const errors: FieldError[] = [];
  const entered = new Set<SettingDefinition | undefined>();
  for (const [name, value] of Object.entries(typed)) {
    const definition = definitions.find(group, name);
    const refusal = refusalOf(definition, value, effective);
    if (!definition || refusal !== undefined) {
      errors.push(fieldError(fieldOf(name), refusal ?? SETTING_TEXTS.unknown));
      continue;
    }
    const before = stored.get(keyOf(definition))?.opened;
    if (value !== SECRET_MASK) entered.add(definition);
    try {
      const next = nextValue(definition, value, before);
      if (next !== undefined && !isSame(before, next)) drafts.push({ definition, before, next });
    } catch (error) {
      if (!(error instanceof SettingInvalidError)) throw error;
      errors.push(fieldError(fieldOf(definition.name), error.problem));
    }
  }
  return { drafts: [...drafts, ...removedAlong(definitions, drafts, stored, entered)], errors };
}

/** Why a setting cannot be changed here; undefined when it can. */
export function lockOf(definition: SettingDefinition, effective: Effective): Message | undefined {
  const own = higherSource(effective.get(keyOf(definition)));
  if (own) return ownLock(own);
  const { lockedBy } = definition;
  const isSetAbove = lockedBy?.settings.some(({ group, name }) =>
    higherSource(effective.get(settingKey(group, name))),
  );
  return isSetAbove ? lockedBy?.text : undefined;
}

function refusalOf(
  definition: SettingDefinition | undefined,
  value: string | null,
  effective: Effective,
): Message | undefined {
  if (!definition) return SETTING_TEXTS.unknown;
  const lock = lockOf(definition, effective);
  if (lock !== undefined) return lock;
  const { composed } = definition;
  const wholeOnly = composed !== undefined && composed.partial === undefined;
  return wholeOnly && value !== SECRET_MASK && value?.includes(SECRET_MASK)
    ? SETTING_TEXTS.maskInText
    : undefined;
}

const higherSource = (found: SettingValue | Error | undefined): SettingValue | undefined =>
  found && !(found instanceof Error) && ['environment', 'file'].includes(found.source) ? found : undefined;

const ownLock = ({ variable }: SettingValue): Message =>
  variable === undefined ? SETTING_TEXTS.byFile : SETTING_TEXTS.byEnvironment({ variable });

/** Undefined: stays as it is. */
function nextValue(
  definition: SettingDefinition,
  typed: string | null,
  before: SettingValue | Error | undefined,
): string | null | undefined {
  if (typed === null || typed.trim() === '') return null;
  if (!definition.secret) return typed.trim();
  if (typed === SECRET_MASK) return undefined;
  const { partial } = definition.composed ?? {};
  return partial ? partial.merge(typed, before instanceof Error ? undefined : before?.value) : typed;
}

function isSame(before: SettingValue | Error | undefined, next: string | null): boolean {
  if (before === undefined) return next === null;
  return !(before instanceof Error) && before.value === next;
}

/**
 * What a change takes along: with another provider, the secret key of the old one would be sent to another host.
 * @param entered those that someone has typed, even if they're the same as before: they're meant for the new one
 */
function removedAlong(
  definitions: SettingDefinitions,
  drafts: readonly SettingDraft[],
  stored: Stored,
  entered: ReadonlySet<SettingDefinition | undefined>,
): readonly SettingDraft[] {
  const changed = new Set(drafts.map(({ definition }) => keyOf(definition)));
  return definitions.all.flatMap((definition): readonly SettingDraft[] => {
    const { group, removedWith } = definition;
    if (removedWith === undefined || !changed.has(settingKey(group, removedWith))) return [];
    if (entered.has(definition)) return [];
    const before = stored.get(keyOf(definition))?.opened;
    return before === undefined ? [] : [{ definition, before, next: null }];
  });
}

/** Whether the secret itself becomes another, as opposed to what stands beside it. */
export function changesSecret({ definition, before, next }: SettingDraft): boolean {
  if (!definition.secret) return false;
  const { partial } = definition.composed ?? {};
  if (!partial || before === undefined || before instanceof Error) return true;
  return partial.secretOf(before.value) !== (next === null ? undefined : partial.secretOf(next));
}

/** What a change steers. */
export function steeringOf({ definition: { steers }, before, next }: SettingDraft): Steering {
  if (typeof steers === 'string') return steers;
  return steers({ before: before instanceof Error ? undefined : before?.value, after: next ?? undefined });
}

export const keyOf = (definition: SettingDefinition): string => settingKey(definition.group, definition.name);
