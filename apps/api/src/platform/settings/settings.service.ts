import { Inject, Injectable } from '@nestjs/common';
import { SETTING_FAULTS } from '@sitedesk/contract/settings';
import { EntityManager } from 'typeorm';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS, DatabaseChanges } from '../database/database-changes.js';
import { type SettingDefinition, SettingDefinitions } from './setting-definitions.js';
import { givenSettings } from './given-settings.js';
import { Setting } from './setting.entity.js';
import { SettingInvalidError, settingKey, SettingValues, type SettingValue } from './setting-values.js';

/** What may be shown of a setting: a secret only says whether it is set. */
interface SettingRow {
  readonly group: string;
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly value: string | null;
  readonly isSet: boolean;
}

/** A row of the database, and its value; an error when it is a secret that cannot be opened. */
export interface StoredSetting {
  readonly row: Setting;
  readonly opened: SettingValue | Error;
}

/** What a tenant's settings were at one moment, by {@link settingKey}. */
export interface SettingMoment {
  readonly stored: ReadonlyMap<string, StoredSetting>;
  readonly effective: Map<string, SettingValue | Error>;
}

/** The values of stored settings, by {@link settingKey}. */
export function openedValues(stored: Iterable<StoredSetting>): Map<string, SettingValue | Error> {
  return new Map([...stored].map(({ row, opened }) => [settingKey(row.group, row.name), opened]));
}

/** The settings of a tenant, from the environment, the configuration file and the database, in that order per value. */
@Injectable()
export class SettingsService {
  private readonly snapshots = new Map<string, Promise<SettingValues>>();
  /** Those of {@link snapshots} that have an answer. */
  private readonly settled = new Map<string, SettingValues>();

  constructor(
    private readonly manager: EntityManager,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    private readonly definitions: SettingDefinitions,
    private readonly changes: DatabaseChanges,
  ) {
    changes.on(CHANNELS.tenant, (tenantId) => this.forget(tenantId));
    changes.onLost(() => {
      this.snapshots.clear();
      this.settled.clear();
    });
  }

  /** What {@link values} would answer, when it is known already: for callers who need not wait. */
  known(tenantId: string): SettingValues | undefined {
    return this.settled.get(tenantId);
  }

  /**
   * A typed group of a tenant, by the reader of the feature it belongs to.
   * @throws SettingInvalidError or SecretUnreadableError when it holds nothing usable
   */
  async read<Group>(tenantId: string, reader: (values: SettingValues) => Group): Promise<Group> {
    return (await this.values(tenantId)).read(reader);
  }

  /** The tenant's values at this moment. The same object until one of them changes, so it can key a cache. */
  values(tenantId: string): Promise<SettingValues> {
    const known = this.snapshots.get(tenantId);
    if (known) return known;
    const loading = this.load(tenantId);
    this.snapshots.set(tenantId, loading);
    loading.then(
      (values) => this.snapshots.get(tenantId) === loading && this.settled.set(tenantId, values),
      () => this.snapshots.get(tenantId) === loading && this.forget(tenantId),
    );
    return loading;
  }

  /** Notifies every instance that a tenant's settings have changed. */
  async changed(tenantId: string): Promise<void> {
    await this.changes.announce(CHANNELS.tenant, tenantId);
  }

  /** Every setting with its source, secrets masked. */
  async list(tenantId: string): Promise<readonly SettingRow[]> {
    const values = await this.collect(tenantId);
    return this.definitions.all.map((definition) => {
      const found = values.get(keyOf(definition));
      const usable = found instanceof Error ? undefined : found;
      return {
        group: definition.group,
        name: definition.name,
        description: definition.description,
        source: found instanceof Error ? 'unreadable' : (found?.source ?? 'default'),
        value: definition.secret ? null : (usable?.value ?? null),
        isSet: found !== undefined,
      };
    });
  }

  private forget(tenantId: string): void {
    this.snapshots.delete(tenantId);
    this.settled.delete(tenantId);
  }

  private async load(tenantId: string): Promise<SettingValues> {
    return new SettingValues(await this.collect(tenantId));
  }

  private async collect(tenantId: string): Promise<Map<string, SettingValue | Error>> {
    return (await this.moment(tenantId)).effective;
  }

  /** What is stored for a tenant and what counts, both of one moment. */
  async moment(tenantId: string): Promise<SettingMoment> {
    const stored = await this.stored(tenantId);
    return { stored, effective: this.withHigherSources(openedValues(stored.values())) };
  }

  /** What is stored for a tenant at this moment, opened, by {@link settingKey}; for anyone who edits it. */
  async stored(tenantId: string): Promise<ReadonlyMap<string, StoredSetting>> {
    const rows = await this.manager.findBy(Setting, { tenantId });
    return new Map(rows.map((row) => [settingKey(row.group, row.name), { row, opened: this.open(row) }]));
  }

  /**
   * The effective values over those of the database: file and environment have the last word.
   * @param values changed in place
   */
  withHigherSources(values: Map<string, SettingValue | Error>): Map<string, SettingValue | Error> {
    const { env, fileSettings } = this.runtime;
    for (const [key, value] of givenSettings(env, fileSettings)) values.set(key, value);
    return this.withDemonstration(values);
  }

  private open(row: Setting): SettingValue | Error {
    const definition = this.definitions.find(row.group, row.name);
    if (!definition?.secret) return { value: row.value, source: 'database' };
    try {
      return {
        value: this.runtime.keyRing.decrypt(row.tenantId, keyOf(definition), row.value),
        source: 'database',
      };
    } catch (error) {
      return error instanceof Error
        ? error
        : new SettingInvalidError(row.group, row.name, SETTING_FAULTS.undecryptable);
    }
  }

  /** What the demonstration needs, as long as nothing real is set. */
  private withDemonstration(values: Map<string, SettingValue | Error>): Map<string, SettingValue | Error> {
    const { env } = this.runtime;
    const { all } = this.definitions;
    const isOver = all.some((each) => each.endsDemonstration === true && values.has(keyOf(each)));
    if (!env.demonstration || isOver) return values;
    for (const definition of all) {
      const value = definition.demonstration?.(env);
      if (value === undefined || values.has(keyOf(definition))) continue;
      values.set(keyOf(definition), { value, source: 'demonstration' });
    }
    return values;
  }
}

const keyOf = (definition: SettingDefinition): string => settingKey(definition.group, definition.name);
