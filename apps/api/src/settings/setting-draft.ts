import { SECRET_MASK, SETTING_TEXTS, type SettingGroup } from '@sitedesk/contract';
import { captchaSecretOf, mergedCaptchaConfig } from '../captcha/captcha-config-text.js';
import type { FieldError } from '../common/problem.js';
import { findSetting, settingKey, type SettingDefinition, SETTINGS } from './setting-definitions.js';
import { SettingInvalidError, type SettingValue } from './setting-values.js';
import type { StoredSetting } from './settings.service.js';

/** A setting that is about to change. */
export interface SettingDraft {
  readonly definition: SettingDefinition;
  readonly before: SettingValue | Error | undefined;
  /** Null: not stored any more. */
  readonly next: string | null;
}

/** What stands in the way of a save, at the field of each name. */
export interface DraftResult {
  readonly drafts: readonly SettingDraft[];
  readonly errors: readonly FieldError[];
}

type Stored = ReadonlyMap<string, StoredSetting>;
type Effective = ReadonlyMap<string, SettingValue | Error>;

/** Where a form shows what is wrong with a setting. */
export const fieldOf = (name: string, part?: string): string =>
  part === undefined ? `values.${name}` : `values.${name}.${part}`;

/** Names of the CAPTCHA as single values; what sets one of them from above must not be undone by `CAPTCHA/Config`. */
const SINGLE_CAPTCHA_NAMES = ['RequireCaptcha', 'CaptchaProvider', 'CaptchaSiteKey', 'CaptchaSecretKey'];

/** What a save of typed values would change; values that stay the same are left out. */
export function draftSettings(
  group: SettingGroup,
  typed: Readonly<Record<string, string | null>>,
  stored: Stored,
  effective: Effective,
): DraftResult {
  const drafts: SettingDraft[] = [];
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(typed)) {
    const definition = findSetting(group, name);
    const refusal = refusalOf(definition, value, effective);
    if (!definition || refusal !== undefined) {
      errors.push({ field: fieldOf(name), message: refusal ?? SETTING_TEXTS.unknown });
      continue;
    }
    const before = stored.get(keyOf(definition))?.opened;
    try {
      const next = nextValue(definition, value, before);
      if (next !== undefined && !isSame(before, next)) drafts.push({ definition, before, next });
    } catch (error) {
      if (!(error instanceof SettingInvalidError)) throw error;
      errors.push({ field: fieldOf(definition.name), message: error.problem });
    }
  }
  return { drafts: [...drafts, ...orphanedSecrets(drafts, stored)], errors };
}

/** Why a setting cannot be changed here; undefined when it can. */
export function lockOf(definition: SettingDefinition, effective: Effective): string | undefined {
  const own = higherSource(effective.get(keyOf(definition)));
  if (own) return ownLock(own);
  if (definition.kind !== 'captcha') return undefined;
  const names = SINGLE_CAPTCHA_NAMES.filter((name) =>
    higherSource(effective.get(settingKey('ContactApi', name))),
  );
  return names.length === 0 ? undefined : SETTING_TEXTS.captchaElsewhere.replace('{names}', names.join(', '));
}

function refusalOf(
  definition: SettingDefinition | undefined,
  value: string | null,
  effective: Effective,
): string | undefined {
  if (!definition) return SETTING_TEXTS.unknown;
  const lock = lockOf(definition, effective);
  if (lock !== undefined) return lock;
  const { kind } = definition;
  const masked = kind === 'connection' && value !== SECRET_MASK && value?.includes(SECRET_MASK) === true;
  return masked ? SETTING_TEXTS.maskInText : undefined;
}

const higherSource = (found: SettingValue | Error | undefined): SettingValue | undefined =>
  found && !(found instanceof Error) && ['environment', 'file'].includes(found.source) ? found : undefined;

const ownLock = ({ variable }: SettingValue): string =>
  variable === undefined ? SETTING_TEXTS.byFile : SETTING_TEXTS.byEnvironment.replace('{variable}', variable);

/** Undefined: stays as it is. */
function nextValue(
  definition: SettingDefinition,
  typed: string | null,
  before: SettingValue | Error | undefined,
): string | null | undefined {
  if (typed === null || typed.trim() === '') return null;
  if (!definition.secret) return typed.trim();
  if (typed === SECRET_MASK) return undefined;
  if (definition.kind !== 'captcha') return typed;
  return mergedCaptchaConfig(typed, before instanceof Error ? undefined : before?.value);
}

function isSame(before: SettingValue | Error | undefined, next: string | null): boolean {
  if (before === undefined) return next === null;
  return !(before instanceof Error) && before.value === next;
}

/** With another provider the single secret key would go to another host (S-08): it goes, unless a new one came along. */
function orphanedSecrets(drafts: readonly SettingDraft[], stored: Stored): readonly SettingDraft[] {
  const touches = (name: string): boolean => drafts.some(({ definition }) => definition.name === name);
  if (!touches('CaptchaProvider') || touches('CaptchaSecretKey')) return [];
  const definition = SETTINGS.find(({ name }) => name === 'CaptchaSecretKey');
  const before = definition && stored.get(keyOf(definition))?.opened;
  return definition && before !== undefined ? [{ definition, before, next: null }] : [];
}

/** Whether the secret itself becomes another, as opposed to what stands beside it. */
export function changesSecret({ definition, before, next }: SettingDraft): boolean {
  if (!definition.secret) return false;
  if (definition.kind !== 'captcha' || before === undefined || before instanceof Error) return true;
  return captchaSecretOf(before.value) !== (next === null ? undefined : captchaSecretOf(next));
}

export const keyOf = (definition: SettingDefinition): string => settingKey(definition.group, definition.name);
