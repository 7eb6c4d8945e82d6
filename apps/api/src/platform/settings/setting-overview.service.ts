import { type Message, verbatim, worded } from '@sitedesk/contract/messages';
import { Injectable } from '@nestjs/common';
import { type SettingEntry, type SettingGroupView, type SettingsOverview } from '@sitedesk/contract/settings';
import { SecretUnreadableError } from '../crypto/key-ring.js';
import { keyOf, lockOf } from './setting-draft.js';
import { type SettingDefinition, SettingDefinitions } from './setting-definitions.js';
import { SettingEditorService } from './setting-editor.service.js';
import { shownSetting } from './setting-shown.js';
import { SettingInvalidError, type SettingProblem, SettingValues } from './setting-values.js';
import { type SettingMoment, SettingsService } from './settings.service.js';

/** Every setting with where its value comes from, for the people who run a site. */
@Injectable()
export class SettingOverviewService {
  constructor(
    private readonly settings: SettingsService,
    private readonly editor: SettingEditorService,
    private readonly definitions: SettingDefinitions,
  ) {}

  async all(tenantId: string): Promise<SettingsOverview> {
    const moment = await this.settings.moment(tenantId);
    const views = this.definitions.groups.map((group) => this.view(tenantId, group, moment));
    return { groups: await Promise.all(views) };
  }

  async group(tenantId: string, group: string): Promise<SettingGroupView> {
    return this.view(tenantId, group, await this.settings.moment(tenantId));
  }

  private async view(tenantId: string, group: string, moment: SettingMoment): Promise<SettingGroupView> {
    const problems = this.problems(moment.effective, group);
    const entries = this.definitions.all
      .filter((definition) => definition.group === group)
      .map((definition) => entryOf(definition, moment, problems));
    return { group, version: await this.editor.version(tenantId, group), entries };
  }

  private problems(effective: SettingMoment['effective'], group: string): readonly SettingProblem[] {
    const usable = new Map([...effective].filter(([, value]) => !(value instanceof Error)));
    try {
      this.definitions.validate(new SettingValues(usable), group);
      return [];
    } catch (error) {
      if (error instanceof SettingInvalidError) return error.problems;
      throw error;
    }
  }
}

function entryOf(
  definition: SettingDefinition,
  { stored, effective }: SettingMoment,
  problems: readonly SettingProblem[],
): SettingEntry {
  const { group, name, description, kind, choices, range, legacy, fallback, secret } = definition;
  const found = effective.get(keyOf(definition));
  const row = stored.get(keyOf(definition))?.row;
  const shown = shownSetting(definition, found);
  const source = found instanceof Error ? 'database' : (found?.source ?? 'default');
  const updatedAt = row?.updatedAt.toISOString() ?? null;
  const ownDate = source === 'database' ? updatedAt : null;
  return {
    group,
    name,
    description,
    kind,
    source,
    id: row?.id ?? null,
    value: shown.value,
    parts: shown.parts,
    labelKey: `settings.${group}.${name}`,
    choices: choices ?? null,
    range: range ?? null,
    legacy: legacy ?? false,
    defaultValue: fallback ?? null,
    secret: secret ? { isSet: shown.isSet, updatedAt: ownDate } : null,
    variable: found instanceof Error ? null : (found?.variable ?? null),
    ...worded('locked', lockOf(definition, effective)),
    shadowed: row !== undefined && source !== 'database',
    ...worded('problem', found instanceof Error ? faultOf(found) : problemOf(definition, problems)),
    updatedAt: ownDate,
  };
}

const faultOf = (error: Error): Message =>
  error instanceof SecretUnreadableError || error instanceof SettingInvalidError
    ? error.fault
    : verbatim(error.message);

const problemOf = (
  { group, name }: SettingDefinition,
  problems: readonly SettingProblem[],
): Message | undefined => problems.find((each) => each.group === group && each.name === name)?.problem;
