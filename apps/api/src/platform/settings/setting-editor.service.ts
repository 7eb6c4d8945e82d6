import { Inject, Injectable } from '@nestjs/common';
import type { AuditAction, AuditedSetting } from '@sitedesk/contract/audit';
import { fieldError } from '@sitedesk/contract/field-rules';
import {
  SETTING_FAULTS,
  SETTING_LIMITS,
  type SettingChangeKind,
  type SettingShown,
} from '@sitedesk/contract/settings';
import { EntityManager } from 'typeorm';
import { type AuditEvent, AuditLogService } from '../audit/audit-log.service.js';
import { HIDDEN } from '../audit/audit-content.js';
import { CLOCK, type Clock } from '../core/clock.js';
import { VersionConflict } from '../http/entity-tag.js';
import { newId } from '../core/id.js';
import { type FieldError, ValidationProblem } from '../http/problem.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS } from '../database/database-changes.js';
import { duplicateAs } from '../database/sql.js';
import { type SteeringChange, SteeringService } from './steering.service.js';
import type { RequestContext } from '../http/request-context.js';
import { SettingDefinitions } from './setting-definitions.js';
import { SettingChange, type StoredChangeItem } from './setting-change.entity.js';
import {
  changesSecret,
  draftSettings,
  fieldOf,
  keyOf,
  type SettingDraft,
  steeringOf,
} from './setting-draft.js';
import { shownSetting } from './setting-shown.js';
import { SettingInvalidError, SettingValues } from './setting-values.js';
import { Setting } from './setting.entity.js';
import { openedValues, SettingsService, type StoredSetting } from './settings.service.js';

/** What is to become of a group of settings. */
interface SettingSave {
  readonly group: string;
  /** The version that the form has seen; undefined: whatever it is. */
  readonly version: number | undefined;
  /** Null: not stored anymore. */
  readonly values: Readonly<Record<string, string | null>>;
  readonly kind: SettingChangeKind;
  readonly undoes?: string;
}

/** A save that may be written. */
export interface CheckedSave {
  /** Of a command it has no caller: anyone who can run one can undo it. */
  readonly context: RequestContext;
  readonly drafts: readonly SettingDraft[];
  readonly before: SettingValues;
  readonly after: SettingValues;
}

/** What a feature has to say about saves of settings, its own ones or not. */
export interface SettingRule {
  /** @throws ValidationProblem when this must not be saved */
  check?(save: CheckedSave): void;
  /** Part of the transaction of the save. */
  write?(manager: EntityManager, save: CheckedSave): Promise<void>;
  /** Called after it. */
  written?(save: CheckedSave): void;
}

const NOTHING_ABOVE = new Map<string, never>();

/** What a save is called in the audit log. */
const ACTIONS: Readonly<Record<SettingChangeKind, AuditAction>> = {
  save: 'setting.change',
  reset: 'setting.reset',
  undo: 'setting.undo',
  command: 'setting.command',
};

/** Changes settings: checked as a whole, written together with their history, and known to every instance at once. */
@Injectable()
export class SettingEditorService {
  private readonly rules: SettingRule[] = [];

  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly definitions: SettingDefinitions,
    private readonly steering: SteeringService,
    private readonly auditLog: AuditLogService,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** For features, in the constructor of a service. */
  addRule(rule: SettingRule): void {
    this.rules.push(rule);
  }

  /** The newest version of a group; 0 when nobody has ever changed it here. */
  async version(tenantId: string, group: string): Promise<number> {
    return this.newestVersion(this.manager, tenantId, group);
  }

  /**
   * @returns the version of the group afterwards; the same as before when nothing would change
   * @throws ValidationProblem naming each field, VersionConflict
   */
  async save(context: RequestContext, save: SettingSave): Promise<number> {
    const { tenantId } = context;
    const seen = await this.version(tenantId, save.group);
    if (save.version !== undefined && save.version !== seen) throw new VersionConflict();
    const checked = await this.check(context, save);
    if (checked.drafts.length === 0) return seen;
    await this.write(save, seen + 1, checked);
    await this.settings.changed(tenantId);
    for (const rule of this.rules) rule.written?.(checked);
    return seen + 1;
  }

  private async check(context: RequestContext, { group, values, kind }: SettingSave): Promise<CheckedSave> {
    const stored = await this.settings.stored(context.tenantId);
    // An operator may prepare a value behind one that he has set from above, so this is not refused.
    const effective =
      kind === 'command' ? NOTHING_ABOVE : this.settings.withHigherSources(openedValues(stored.values()));
    const { drafts, errors } = draftSettings(this.definitions, group, values, stored, effective);
    if (errors.length > 0) throw new ValidationProblem(errors);
    for (const draft of drafts) this.steering.require(context, steeringOf(draft));
    const after = this.effectiveAfter(stored, drafts);
    this.requireValid(after, group);
    const before = new SettingValues(this.settings.withHigherSources(openedValues(stored.values())));
    const checked = { context, drafts, before, after };
    for (const rule of this.rules) rule.check?.(checked);
    return checked;
  }

  private effectiveAfter(
    stored: ReadonlyMap<string, StoredSetting>,
    drafts: readonly SettingDraft[],
  ): SettingValues {
    const values = openedValues(stored.values());
    for (const { definition, next } of drafts) {
      if (next === null) values.delete(keyOf(definition));
      else values.set(keyOf(definition), { value: next, source: 'database' });
    }
    return new SettingValues(this.settings.withHigherSources(values));
  }

  private async write(save: SettingSave, version: number, checked: CheckedSave): Promise<void> {
    const at = new Date(this.clock.now());
    const { group, kind, undoes = null } = save;
    const { context, drafts } = checked;
    const { tenantId, actor } = context;
    const change: SettingChange = {
      id: newId(at.getTime()),
      tenantId,
      group,
      version,
      at,
      kind,
      undoes,
      actorKind: actor.kind,
      actorId: actor.id,
      actorLabel: actor.label,
      items: drafts.map(itemOf),
    };
    await this.manager
      .transaction(async (manager) => {
        // First: of two saves of the same version, the second one fails here.
        await manager.insert(SettingChange, change);
        for (const draft of drafts) await this.writeOne(manager, tenantId, at, draft);
        await prune(manager, tenantId, group, version);
        await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.tenant, tenantId]);
        const names = drafts.map(({ definition }) => definition.name);
        const event: AuditEvent = {
          action: ACTIONS[kind],
          target: { kind: 'setting-group', id: group },
          after: { names, changes: change.items.map(auditedItem) },
        };
        for (const change of steeringChanges(checked)) await this.steering.changed(manager, change);
        for (const rule of this.rules) await rule.write?.(manager, checked);
        await this.auditLog.record(context, event, manager);
      })
      .catch(duplicateAs(() => new VersionConflict()));
  }

  private async writeOne(
    manager: EntityManager,
    tenantId: string,
    updatedAt: Date,
    { definition, next }: SettingDraft,
  ): Promise<void> {
    const { group, name, description, secret } = definition;
    if (next === null) {
      await manager.delete(Setting, { tenantId, group, name });
      return;
    }
    const value = secret ? this.runtime.keyRing.encrypt(tenantId, keyOf(definition), next) : next;
    const row = { id: newId(), tenantId, group, name, value, description, updatedAt };
    await manager
      .createQueryBuilder()
      .insert()
      .into(Setting)
      .values(row)
      .orUpdate(['value', 'description', 'updated_at'], ['tenant_id', 'group', 'name'])
      .execute();
  }

  private async newestVersion(manager: EntityManager, tenantId: string, group: string): Promise<number> {
    return (await manager.maximum(SettingChange, 'version', { tenantId, group })) ?? 0;
  }

  /** @throws ValidationProblem at the fields of the group, or at none when another group is to blame */
  private requireValid(values: SettingValues, group: string): void {
    try {
      this.definitions.validate(values, group);
    } catch (error) {
      if (!(error instanceof SettingInvalidError)) throw error;
      throw new ValidationProblem(
        error.problems.map(({ group: place, name, part, problem, atPart = problem }): FieldError => {
          if (place === group) return fieldError(fieldOf(name, part), atPart);
          return fieldError('values', SETTING_FAULTS.part({ name: `${place}/${name}`, fault: problem }));
        }),
      );
    }
  }
}

/** What the people concerned hear of a save: once of everything that has one name, such as the parts of a bucket's address. */
function steeringChanges({ context, drafts, before }: CheckedSave): readonly SteeringChange[] {
  const changes = drafts.map((draft): SteeringChange => {
    const { label, name } = draft.definition;
    return { context, steering: steeringOf(draft), what: label ?? { en: name, de: name }, before };
  });
  return [...new Map(changes.map((change) => [`${change.steering} ${change.what.en}`, change])).values()];
}

/** The history of a group keeps its newest changes. */
async function prune(
  manager: EntityManager,
  tenantId: string,
  group: string,
  version: number,
): Promise<void> {
  await manager.query('DELETE FROM setting_change WHERE tenant_id = $1 AND "group" = $2 AND version <= $3', [
    tenantId,
    group,
    version - SETTING_LIMITS.historyPerGroup,
  ]);
}

/** What the audit log holds of a setting's change. The definition says what is secret, and not the name. */
function auditedItem({ name, secret, before, after }: StoredChangeItem): AuditedSetting {
  const shown = ({ value, isSet }: SettingShown): string | null => (secret && isSet ? HIDDEN : value);
  return { name, secret, before: shown(before), after: shown(after) };
}

function itemOf(draft: SettingDraft): StoredChangeItem {
  const { definition, before, next } = draft;
  const after = next === null ? undefined : ({ value: next, source: 'database' } as const);
  return {
    name: definition.name,
    secret: definition.secret,
    before: shownSetting(definition, before),
    after: shownSetting(definition, after),
    secretChanged: changesSecret(draft),
  };
}
