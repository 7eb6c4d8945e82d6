import { Injectable } from '@nestjs/common';
import {
  SETTING_GROUPS,
  type SettingEntry,
  type SettingGroup,
  type SettingGroupView,
  type SettingsOverview,
} from '@sitedesk/contract';
import { keyOf, lockOf } from './setting-draft.js';
import { type SettingDefinition, SETTINGS } from './setting-definitions.js';
import { SettingEditor } from './setting-editor.service.js';
import { shownSetting } from './setting-shown.js';
import {
  SettingInvalidError,
  type SettingProblem,
  type SettingValue,
  SettingValues,
} from './setting-values.js';
import { openedValues, SettingsService, type StoredSetting } from './settings.service.js';
import { validateSettings } from './validate-settings.js';

/** What a tenant's settings were at one moment. */
interface Moment {
  readonly stored: ReadonlyMap<string, StoredSetting>;
  readonly effective: ReadonlyMap<string, SettingValue | Error>;
}

/** Every setting with where its value comes from, for the people who run a site. */
@Injectable()
export class SettingOverview {
  constructor(
    private readonly settings: SettingsService,
    private readonly editor: SettingEditor,
  ) {}

  async all(tenantId: string): Promise<SettingsOverview> {
    const moment = await this.moment(tenantId);
    return { groups: await Promise.all(SETTING_GROUPS.map((group) => this.view(tenantId, group, moment))) };
  }

  async group(tenantId: string, group: SettingGroup): Promise<SettingGroupView> {
    return this.view(tenantId, group, await this.moment(tenantId));
  }

  private async moment(tenantId: string): Promise<Moment> {
    const stored = await this.settings.stored(tenantId);
    return { stored, effective: this.settings.withHigherSources(openedValues(stored.values())) };
  }

  private async view(tenantId: string, group: SettingGroup, moment: Moment): Promise<SettingGroupView> {
    const problems = problemsOf(moment.effective, group);
    const entries = SETTINGS.filter((definition) => definition.group === group).map((definition) =>
      entryOf(definition, moment, problems),
    );
    return { group, version: await this.editor.version(tenantId, group), entries };
  }
}

function problemsOf(effective: Moment['effective'], group: SettingGroup): readonly SettingProblem[] {
  const usable = new Map([...effective].filter(([, value]) => !(value instanceof Error)));
  try {
    validateSettings(new SettingValues(usable), group);
    return [];
  } catch (error) {
    if (error instanceof SettingInvalidError) return error.problems;
    throw error;
  }
}

function entryOf(
  definition: SettingDefinition,
  { stored, effective }: Moment,
  problems: readonly SettingProblem[],
): SettingEntry {
  const { group, name, description, kind, choices, fallback, secret } = definition;
  const found = effective.get(keyOf(definition));
  const row = stored.get(keyOf(definition))?.row;
  const shown = shownSetting(definition, found);
  const source = found instanceof Error ? 'database' : (found?.source ?? 'default');
  const updatedAt = row?.updatedAt.toISOString() ?? null;
  const ownDate = source === 'database' ? updatedAt : null;
  return {
    ...{
      group,
      name,
      description,
      kind,
      source,
      id: row?.id ?? null,
      value: shown.value,
      parts: shown.parts,
    },
    ...{ labelKey: `settings.${group}.${name}`, choices: choices ?? null, defaultValue: fallback ?? null },
    secret: secret ? { isSet: shown.isSet, updatedAt: ownDate } : null,
    variable: found instanceof Error ? null : (found?.variable ?? null),
    locked: lockOf(definition, effective) ?? null,
    shadowed: row !== undefined && source !== 'database',
    problem: found instanceof Error ? found.message : problemOf(definition, problems),
    updatedAt: ownDate,
  };
}

function problemOf({ group, name }: SettingDefinition, problems: readonly SettingProblem[]): string | null {
  const own = problems.filter((each) => each.group === group && each.name === name);
  return own.length === 0 ? null : own.map(({ problem }) => problem).join('; ');
}
