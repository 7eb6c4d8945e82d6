import type { LocalText } from '@sitedesk/contract/preferences';
import { RETENTION_LIMITS, RETENTION_TEXTS, type RetentionKindName } from '@sitedesk/contract/retention';
import { extensionPoint } from '../core/features.js';
import type { Sql } from '../database/sql.js';
import { defineSetting, type SettingDefinition } from '../settings/setting-definitions.js';
import type { Steering } from '../settings/steering.service.js';
import { SettingInvalidError, type SettingValues } from '../settings/setting-values.js';

/** The group of settings that every kind has one in. */
export const RETENTION_GROUP = 'Retention';

/** Something that is deleted when it is old enough. Nothing that still has to be delivered may be among it. */
export interface RetentionKind {
  readonly name: RetentionKindName;
  /** In days; 0 keeps everything. */
  readonly setting: string;
  readonly fallbackDays: number;
  readonly minDays: number;
  readonly steers: Steering;
  /** What an email about a change of the setting calls it. */
  readonly label: LocalText;
  /** SQL that selects the `id` of what is due, the oldest first: `$1` the tenant, `$2` the time before which it is, `$3` how many. */
  readonly due: string;
  /**
   * Values of `$4` and on, where `due` needs more. A run then goes on behind the last row that it has seen instead of from the
   * beginning: for kinds with many rows that are old and stay.
   */
  more?(now: number, last: string | undefined): readonly unknown[];
  /** How many at most in one transaction, where a row takes longer to delete than others do. */
  readonly batch?: number;
  /**
   * Deletes some of them, as part of a transaction, and leaves what is no longer due.
   * @returns how many
   */
  remove(run: Sql['run'], tenantId: string, ids: readonly string[]): Promise<number>;
}

/** One setting for all that lies in the trash: messages, whose feature registers it, articles, and files. */
export const TRASH_SETTING = {
  setting: 'TrashDays',
  fallbackDays: 30,
  minDays: 1,
  steers: 'deletion',
  label: {
    en: 'Days that messages, articles and files stay in the trash',
    de: 'Tage, die Nachrichten, Artikel und Dateien im Papierkorb bleiben',
  },
} as const satisfies Partial<RetentionKind>;

/** The kinds of a feature, which registers a setting and its reader for each as well. */
export const RETENTIONS = extensionPoint<RetentionKind>('retentions');

export const retentionSetting = (kind: RetentionKind): SettingDefinition => {
  const { setting, fallbackDays, minDays, steers, label } = kind;
  const description = `${label.en}; 0 keeps them permanently; defaults to ${fallbackDays}`;
  return defineSetting(
    RETENTION_GROUP,
    setting,
    {
      kind: 'integer',
      range: { min: minDays, max: RETENTION_LIMITS.days, unit: 'days' },
      steers,
      label,
      fallback: String(fallbackDays),
    },
    description,
  );
};

export const retentionReader = (kind: RetentionKind) => ({
  groups: [RETENTION_GROUP],
  read: (values: SettingValues) => keptDays(kind, values),
});

/**
 * After how many days it is deleted; 0: never.
 * @throws SettingInvalidError
 */
export function keptDays({ setting, fallbackDays, minDays }: RetentionKind, values: SettingValues): number {
  const text = values.text(RETENTION_GROUP, setting)?.trim() ?? String(fallbackDays);
  const days = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (days === 0 || (days >= minDays && days <= RETENTION_LIMITS.days)) return days;
  const fault = RETENTION_TEXTS.days({ min: minDays, max: RETENTION_LIMITS.days });
  throw new SettingInvalidError(RETENTION_GROUP, setting, fault);
}
