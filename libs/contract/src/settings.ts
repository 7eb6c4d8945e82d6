import { type MessageCode, messages } from './messages.js';
import type { ActorKind } from './audit.js';

/**
 * Where a setting's value comes from, highest priority first (specification 2.3). `demonstration`: the product's own email
 * catcher, while nothing real is configured; `default`: nobody has set it.
 */
export type SettingOrigin = 'environment' | 'file' | 'database' | 'demonstration' | 'default';

/** How a setting's value is entered. `connection` and `captcha` have screens of their own. */
export type SettingKind =
  | 'text'
  | 'lines'
  | 'email'
  | 'url'
  | 'integer'
  | 'flag'
  | 'choice'
  | 'roles'
  | 'secret'
  | 'connection'
  | 'captcha';

/** What numbers count, so that a form can say it beside them. */
export type SettingUnit =
  | 'characters'
  | 'seconds'
  | 'hours'
  | 'days'
  | 'megabytes'
  | 'tokens'
  | 'milliseconds';

/** The whole numbers that a setting takes, besides a 0 that its help explains. */
export interface SettingRange {
  readonly min: number;
  readonly max: number;
  readonly unit: SettingUnit;
}

/** Stands in the place of a secret, whatever its length. Sent back, it leaves the stored one as it is. */
export const SECRET_MASK = '••••••••';

/** Characters, numbers of things. */
export const SETTING_LIMITS = {
  value: 20_000,
  name: 64,
  namesPerSave: 32,
  /** Changes that the history keeps per group of a site. */
  historyPerGroup: 500,
} as const;

/** What counts where nobody has set anything, and no limit says it. */
export const SETTING_DEFAULTS = { deliveryMode: 'queued', tokenHours: 12 } as const;

/** Why a setting cannot be changed here. */
export const SETTING_TEXTS = messages('settings', {
  unknownGroup: 'This group of settings doesn’t exist.',
  unknown: 'This setting doesn’t exist.',
  byEnvironment: 'Set by the environment variable {variable}. It can only be changed there.',
  byFile: 'Set in the configuration file. It can only be changed there.',
  captchaElsewhere:
    'Parts of the CAPTCHA configuration are set by environment variables or in the configuration file. It can only be changed there.',
  secondFactorFirst:
    'You have the role {role} but no second factor yet. Set one up on your account page first, or this change would lock you out.',
  maskInText:
    'A saved secret can’t be combined with a changed value. Enter the whole value again, or leave it out to keep it.',
  undoSecret: 'The previous value of {name} was a secret and wasn’t kept. Enter it again.',
  undoChangedSince: 'This setting was changed again later. Undo the newer change first.',
  undoLocked: 'It can only be changed where it’s set now: {reason}',
});

/** What is wrong with a value, as the rest of a sentence that begins with its name. */
export const SETTING_FAULTS = messages('setting-fault', {
  setting: 'The setting {name} {fault}.',
  part: '{name} {fault}',
  secretUnreadable: 'A stored secret can’t be decrypted with the key “{key}”.',
  undecryptable: 'can’t be decrypted',
  invalid: 'is not valid',
  flag: 'must be true or false',
  email: 'must be an email address',
  number: 'must be a number',
  wholeNumber: 'must be a whole number',
  atLeast: 'must be at least {min}',
  atMost: 'must be at most {max}',
  oneOf: 'must be one of {options}',
  tooLong: 'must have at most {max} characters',
  required: 'is required',
  url: 'must be an http(s) address',
  json: 'must be valid JSON',
  jsonObject: 'must be a JSON object',
  characters: 'contains characters that can’t be stored',
  members: 'may only have the members {members}',
  adminUrl:
    'must be an address such as https://editor.example.com, without a path (http only on this machine)',
  connection: 'is not usable: {fault}',
});

/** What is shown of a secret. */
export interface SecretState {
  readonly isSet: boolean;
  /** ISO 8601 instant in UTC; null when it is not stored here. */
  readonly updatedAt: string | null;
}

/** A single word of a composed value; secret words are shown as {@link SecretState}. */
export type SettingPart = string | number | boolean | null | SecretState;

/** One setting of a site, with where its value comes from. */
export interface SettingEntry {
  /** Features name their own, such as `EMAIL`. */
  readonly group: string;
  readonly name: string;
  /** Id of the stored row (specification 2.3); null when nothing is stored. */
  readonly id: string | null;
  /** Key of its label and help in the message catalogue, such as `settings.ContactApi.AdminEmail`. */
  readonly labelKey: string;
  readonly description: string;
  readonly kind: SettingKind;
  /** Values of a `choice`. */
  readonly choices: readonly string[] | null;
  /** Of an `integer`. */
  readonly range: SettingRange | null;
  /** An older way to set what another setting has replaced: forms leave it out. */
  readonly legacy: boolean;
  /** What counts when nobody has set it; null when there is none. */
  readonly defaultValue: string | null;
  /** The effective value; null when it is not set, or a secret. */
  readonly value: string | null;
  /** Of secrets only. */
  readonly secret: SecretState | null;
  /** What may be shown of a secret that is put together of several things; null for others. */
  readonly parts: Readonly<Record<string, SettingPart>> | null;
  readonly source: SettingOrigin;
  /** Name of the environment variable, when that is the source. */
  readonly variable: string | null;
  /** Why it cannot be changed here; null when it can. */
  readonly locked: string | null;
  readonly lockedCode: MessageCode | null;
  /** A value is stored, and does not count because a higher source sets it. */
  readonly shadowed: boolean;
  /** What is wrong with the effective value; null when it can be used. */
  readonly problem: string | null;
  readonly problemCode: MessageCode | null;
  readonly updatedAt: string | null;
}

/** A group, with the version that a save has to name: `If-Match: "v<version>"`. */
export interface SettingGroupView {
  readonly group: string;
  readonly version: number;
  readonly entries: readonly SettingEntry[];
}

/** Answer of `GET /editor/settings`. */
export interface SettingsOverview {
  readonly groups: readonly SettingGroupView[];
}

/** `undo`: an earlier change was taken back; `command`: an operator's command. */
export type SettingChangeKind = 'save' | 'reset' | 'undo' | 'command';

/** What a setting was, or became. */
export interface SettingShown {
  /** Null for secrets, and for what was not stored. */
  readonly value: string | null;
  readonly isSet: boolean;
  readonly parts: Readonly<Record<string, SettingPart>> | null;
}

/** One setting of a change. */
export interface SettingChangeItem {
  readonly name: string;
  readonly secret: boolean;
  readonly before: SettingShown;
  readonly after: SettingShown;
}

/** One save, as `GET /editor/settings/history` lists it, newest first. */
export interface SettingChangeEntry {
  readonly id: string;
  readonly group: string;
  /** The version of the group that it made. */
  readonly version: number;
  readonly at: string;
  readonly actor: { readonly kind: ActorKind; readonly id: string | null; readonly label: string };
  readonly kind: SettingChangeKind;
  /** The change that this one took back. */
  readonly undoes: string | null;
  readonly items: readonly SettingChangeItem[];
  /** Why it cannot be taken back now; null when it can. */
  readonly undoProblem: string | null;
  readonly undoProblemCode: MessageCode | null;
}
