import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { SETTING_LIMITS, type SettingChangeKind, type SettingGroup } from '@sitedesk/contract';
import { type EntityManager, Repository } from 'typeorm';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.service.js';
import { CLOCK, type Clock } from '../common/clock.js';
import { ChangedMeanwhile } from '../common/entity-tag.js';
import { newId } from '../common/id.js';
import { type FieldError, ValidationProblem } from '../common/problem.js';
import { RUNTIME, type Runtime } from '../config/runtime.js';
import { CHANNELS } from '../database/database-changes.js';
import { unavailableAware } from '../database/sql.js';
import { isUniqueViolation } from '../identity/accounts.service.js';
import type { Principal } from '../identity/principal.js';
import { SettingChange, type StoredChangeItem } from './setting-change.entity.js';
import { changesSecret, draftSettings, fieldOf, keyOf, type SettingDraft } from './setting-draft.js';
import { shownSetting } from './setting-shown.js';
import { formerRecipient, RecipientNotice } from './recipient-notice.service.js';
import { requireNoLockOut } from './lock-out.js';
import { SettingInvalidError, SettingValues } from './setting-values.js';
import { Setting } from './setting.entity.js';
import { openedValues, SettingsService, type StoredSetting } from './settings.service.js';
import { validateSettings } from './validate-settings.js';

/** Who changes settings. A command has no principal: whoever can run one can undo it. */
export interface SettingSaver {
  readonly actor: Actor;
  readonly principal: Principal | undefined;
}

/** What is to become of a group of settings. */
export interface SettingSave {
  readonly group: SettingGroup;
  /** The version that the form has seen; undefined: whatever it is. */
  readonly version: number | undefined;
  /** Null: not stored any more. */
  readonly values: Readonly<Record<string, string | null>>;
  readonly kind: SettingChangeKind;
  readonly undoes?: string;
}

/** A save that may be written. */
interface CheckedSave {
  readonly drafts: readonly SettingDraft[];
  /** Who is told of visitors' messages until now, and is not any more. */
  readonly former: string | undefined;
}

const NOTHING_ABOVE = new Map<string, never>();

/** What a save is called in the audit log. */
const ACTIONS: Readonly<Record<SettingChangeKind, string>> = {
  save: 'setting.change',
  reset: 'setting.reset',
  undo: 'setting.undo',
  command: 'setting.command',
};

/** Changes settings: checked as a whole, written together with their history, and known to every instance at once. */
@Injectable()
export class SettingEditor {
  constructor(
    @InjectRepository(SettingChange) private readonly rows: Repository<SettingChange>,
    private readonly settings: SettingsService,
    private readonly recipients: RecipientNotice,
    private readonly auditLog: AuditLog,
    @Inject(RUNTIME) private readonly runtime: Runtime,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest version of a group; 0 when nobody has ever changed it here. */
  async version(tenantId: string, group: SettingGroup): Promise<number> {
    return unavailableAware(() => this.newestVersion(this.rows.manager, tenantId, group));
  }

  /**
   * @returns the version of the group afterwards; the same as before when nothing would change
   * @throws ValidationProblem naming each field, ChangedMeanwhile
   */
  async save(tenantId: string, saver: SettingSaver, save: SettingSave): Promise<number> {
    const seen = await this.version(tenantId, save.group);
    if (save.version !== undefined && save.version !== seen) throw new ChangedMeanwhile();
    const checked = await this.check(tenantId, saver, save);
    if (checked.drafts.length === 0) return seen;
    await this.write(tenantId, saver.actor, save, seen + 1, checked);
    await this.settings.changed(tenantId);
    if (checked.former !== undefined) this.recipients.send();
    return seen + 1;
  }

  private async check(
    tenantId: string,
    { principal }: SettingSaver,
    { group, values, kind }: SettingSave,
  ): Promise<CheckedSave> {
    const stored = await this.settings.stored(tenantId);
    // An operator may prepare a value behind one that he has set from above, and is not told off by his own hand.
    const effective =
      kind === 'command' ? NOTHING_ABOVE : this.settings.withHigherSources(openedValues(stored.values()));
    const { drafts, errors } = draftSettings(group, values, stored, effective);
    if (errors.length > 0) throw new ValidationProblem(errors);
    const after = this.effectiveAfter(stored, drafts);
    requireValid(after, group);
    requireNoLockOut(after, drafts, principal);
    const before = new SettingValues(this.settings.withHigherSources(openedValues(stored.values())));
    return { drafts, former: formerRecipient(before, after) };
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

  private async write(
    tenantId: string,
    actor: Actor,
    save: SettingSave,
    version: number,
    { drafts, former }: CheckedSave,
  ): Promise<void> {
    const at = new Date(this.clock.now());
    const { group, kind, undoes = null } = save;
    const change: Omit<SettingChange, 'tenant'> = {
      ...{ id: newId(at.getTime()), tenantId, group, version, at, kind, undoes },
      ...{ actorKind: actor.kind, actorId: actor.id, actorLabel: actor.label },
      items: drafts.map(itemOf),
    };
    try {
      await unavailableAware(() =>
        this.rows.manager.transaction(async (manager) => {
          // First: of two saves of the same version, the second one fails here.
          await manager.insert(SettingChange, change);
          for (const draft of drafts) await this.writeOne(manager, tenantId, at, draft);
          await prune(manager, tenantId, group, version);
          await manager.query('SELECT pg_notify($1, $2)', [CHANNELS.tenant, tenantId]);
          const names = drafts.map(({ definition }) => definition.name);
          const event = {
            action: ACTIONS[kind],
            target: { kind: 'setting-group', id: group },
            after: { names },
          };
          if (former !== undefined) await this.recipients.post(manager, tenantId, actor, former);
          await this.auditLog.record(tenantId, actor, event, manager);
        }),
      );
    } catch (error) {
      throw isUniqueViolation(error) ? new ChangedMeanwhile() : error;
    }
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

  private async newestVersion(
    manager: EntityManager,
    tenantId: string,
    group: SettingGroup,
  ): Promise<number> {
    return (await manager.maximum(SettingChange, 'version', { tenantId, group })) ?? 0;
  }
}

/** The history of a group keeps its newest changes. */
async function prune(
  manager: EntityManager,
  tenantId: string,
  group: SettingGroup,
  version: number,
): Promise<void> {
  await manager.query('DELETE FROM setting_change WHERE tenant_id = $1 AND "group" = $2 AND version <= $3', [
    tenantId,
    group,
    version - SETTING_LIMITS.historyPerGroup,
  ]);
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

/** @throws ValidationProblem at the fields of the group, or at none when another group is to blame */
function requireValid(values: SettingValues, group: SettingGroup): void {
  try {
    validateSettings(values, group);
  } catch (error) {
    if (!(error instanceof SettingInvalidError)) throw error;
    throw new ValidationProblem(
      error.problems.map(({ group: place, name, part, problem }): FieldError => {
        if (place === group) return { field: fieldOf(name, part), message: problem };
        return { field: 'values', message: `${place}/${name} ${problem}` };
      }),
    );
  }
}
