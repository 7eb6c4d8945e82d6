import type { LocalText } from '@sitedesk/contract/preferences';
import {
  type SETTING_TEXTS,
  type SettingKind,
  type SettingPart,
  type SettingRange,
} from '@sitedesk/contract/settings';
import type { Env } from '../config/env.js';
import type { Steering } from './steering.service.js';
import { extensionPoint, type Features } from '../core/features.js';
import { settingKey, type SettingValues } from './setting-values.js';

/** A setting the product knows: where it stands, what it is for, whether its value must never be read back. */
export interface SettingDefinition {
  readonly group: string;
  readonly name: string;
  readonly description: string;
  readonly kind: SettingKind;
  /** What the setting decides for others, and so what it takes to change it; or what a certain change of it steers. */
  readonly steers: Steering | ((change: SettingTexts) => Steering);
  readonly choices?: readonly string[];
  /** Of an `integer`: what its reader accepts. */
  readonly range?: SettingRange;
  /** Another setting has replaced it; it still counts where it is set. */
  readonly legacy?: true;
  /** What it is called in an email about a change of it. */
  readonly label?: LocalText;
  /** What counts when nobody has set it. */
  readonly fallback?: string;
  /** Stored encrypted and write-only. */
  readonly secret: boolean;
  readonly composed?: ComposedSecret;
  /** Settings that say the same value by value: where a higher source sets one of them, this one is locked too. */
  readonly lockedBy?: {
    readonly settings: readonly SettingName[];
    readonly text: typeof SETTING_TEXTS.captchaElsewhere;
  };
  /** Name of a setting of the group whose change removes this one, unless it is saved along. */
  readonly removedWith?: string;
  /** The value while nothing real is configured. */
  readonly demonstration?: (env: Env) => string | undefined;
  /** Once anyone has set it, this is no demonstration. */
  readonly endsDemonstration?: boolean;
}

/** A setting's stored text before and after a change; undefined when there is none, or it cannot be read. */
interface SettingTexts {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface SettingName {
  readonly group: string;
  readonly name: string;
}

/** A secret that is put together of several words, some of which may be shown. */
interface ComposedSecret {
  /** @throws SettingInvalidError when the text cannot be read */
  parts(text: string): Readonly<Record<string, SettingPart>>;
  /** For those that can be typed without their secret words. */
  readonly partial?: {
    /**
     * The value to be stored, with the stored secret where none was typed.
     * @throws SettingInvalidError
     */
    merge(typed: string, stored: string | undefined): string;
    /** For telling whether the secret changed. */
    secretOf(text: string): unknown;
  };
}

/** Reads what depends on settings of some groups, so that a wrong value is refused before it is stored. */
interface SettingReader {
  readonly groups: readonly string[];
  /** @throws SettingInvalidError */
  readonly read: (values: SettingValues) => unknown;
}

/** A group of settings, and its place among the groups. */
export const SETTING_GROUPS = extensionPoint<{ readonly name: string; readonly order: number }>(
  'setting groups',
);
/** The settings of a feature, in the order in which they are shown within their group. */
export const SETTINGS = extensionPoint<SettingDefinition>('settings');
export const SETTING_READERS = extensionPoint<SettingReader>('setting readers');

export const defineSetting = (
  group: string,
  name: string,
  details: Omit<SettingDefinition, 'group' | 'name' | 'description' | 'secret'>,
  description: string,
): SettingDefinition => ({
  group,
  name,
  description,
  ...details,
  secret: details.kind === 'secret' || details.composed !== undefined,
});

/** Every setting that features have registered. */
export class SettingDefinitions {
  /** Names, in their order. */
  readonly groups: readonly string[];
  readonly all: readonly SettingDefinition[];
  private readonly byKey: ReadonlyMap<string, SettingDefinition>;
  private readonly readers: readonly SettingReader[];

  constructor(features: Features) {
    const groups = features.of(SETTING_GROUPS).toSorted((a, b) => a.order - b.order);
    this.groups = groups.map(({ name }) => name);
    this.all = features
      .of(SETTINGS)
      .toSorted((a, b) => this.groups.indexOf(a.group) - this.groups.indexOf(b.group));
    this.byKey = new Map(this.all.map((each) => [settingKey(each.group, each.name), each]));
    this.readers = features.of(SETTING_READERS);
  }

  find(group: string, name: string): SettingDefinition | undefined {
    return this.byKey.get(settingKey(group, name));
  }

  /** @throws SettingInvalidError when something that depends on the group cannot be read */
  validate(values: SettingValues, group: string): void {
    for (const { groups, read } of this.readers) if (groups.includes(group)) read(values);
  }
}
