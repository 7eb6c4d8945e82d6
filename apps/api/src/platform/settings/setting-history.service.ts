import { type Message, worded } from '@sitedesk/contract/messages';
import { Injectable, NotFoundException } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import { SETTING_TEXTS, type SettingChangeEntry, type SettingPart } from '@sitedesk/contract/settings';
import type { SettingHistoryDto } from '@sitedesk/contract/settings.dto';
import { EntityManager } from 'typeorm';
import { decodeCursor, type Page, pageOf } from '../http/keyset.js';
import { SettingChange, type StoredChangeItem } from './setting-change.entity.js';
import { type SettingDefinition, SettingDefinitions } from './setting-definitions.js';
import { keyOf, lockOf } from './setting-draft.js';
import type { RequestContext } from '../http/request-context.js';
import { SettingEditorService } from './setting-editor.service.js';
import { shownSetting } from './setting-shown.js';
import { type SettingMoment, SettingsService } from './settings.service.js';
import { ValidationProblem, WrongState } from '../http/problem.js';

/** Who changed which setting when, and taking it back. */
@Injectable()
export class SettingHistoryService {
  constructor(
    private readonly manager: EntityManager,
    private readonly settings: SettingsService,
    private readonly editor: SettingEditorService,
    private readonly definitions: SettingDefinitions,
  ) {}

  /** Newest first. */
  async list(
    tenantId: string,
    { group, name, limit, cursor }: SettingHistoryDto,
  ): Promise<Page<SettingChangeEntry>> {
    if (group !== undefined && !this.definitions.groups.includes(group))
      throw ValidationProblem.at('group', SETTING_TEXTS.unknownGroup);
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const query = this.manager
      .createQueryBuilder(SettingChange, 'c')
      .where('c.tenantId = :tenantId', { tenantId });
    if (group !== undefined) query.andWhere('c.group = :group', { group });
    if (name !== undefined) query.andWhere('c.items @> :item::jsonb', { item: JSON.stringify([{ name }]) });
    if (cursor !== undefined) query.andWhere('c.id < :id::uuid', { id: decodeCursor(cursor, ['id'])[0] });
    query.orderBy('c.id', 'DESC').limit(size + 1);
    const found = await query.getMany();
    const moment = await this.settings.moment(tenantId);
    return pageOf(
      found,
      size,
      (row) => toEntry(row, this.undoProblem(row, moment)),
      ({ id }) => [id],
    );
  }

  /**
   * Puts back what stood there before a change.
   * @returns the group that was changed
   * @throws NotFoundException, WrongState, ValidationProblem, VersionConflict
   */
  async undo(context: RequestContext, id: string): Promise<string> {
    const { tenantId } = context;
    const row = await this.manager.findOneBy(SettingChange, { tenantId, id });
    if (!row) throw new NotFoundException();
    const version = await this.editor.version(tenantId, row.group);
    const problem = this.undoProblem(row, await this.settings.moment(tenantId));
    if (problem !== null) throw new WrongState(problem);
    const values = Object.fromEntries(
      row.items.map((item) => [item.name, earlierValue(this.definitions.find(row.group, item.name), item)]),
    );
    await this.editor.save(context, { group: row.group, version, values, kind: 'undo', undoes: id });
    return row.group;
  }

  private undoProblem({ group, items }: SettingChange, moment: SettingMoment): Message | null {
    for (const item of items) {
      const definition = this.definitions.find(group, item.name);
      const problem = definition ? itemProblem(definition, item, moment) : SETTING_TEXTS.unknown;
      if (problem !== null) return problem;
    }
    return null;
  }
}

function toEntry(row: SettingChange, undoProblem: Message | null): SettingChangeEntry {
  const { id, group, version, kind, undoes } = row;
  return {
    id,
    group,
    version,
    kind,
    undoes,
    at: row.at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, label: row.actorLabel },
    items: row.items.map(({ name, secret, before, after }) => ({ name, secret, before, after })),
    ...worded('undoProblem', undoProblem),
  };
}

function itemProblem(
  definition: SettingDefinition,
  item: StoredChangeItem,
  moment: SettingMoment,
): Message | null {
  const lock = lockOf(definition, moment.effective);
  if (lock !== undefined) return SETTING_TEXTS.undoLocked({ reason: lock });
  const now = shownSetting(definition, moment.stored.get(keyOf(definition))?.opened);
  if (JSON.stringify(sorted(now)) !== JSON.stringify(sorted(item.after)))
    return SETTING_TEXTS.undoChangedSince;
  if (item.secretChanged && item.before.isSet)
    return SETTING_TEXTS.undoSecret({ name: `${definition.group}/${definition.name}` });
  return null;
}

/** The value to be stored again; of a composed one without its secret, which stays as it is. */
function earlierValue(
  definition: SettingDefinition | undefined,
  { name, secret, before }: StoredChangeItem,
): string | null {
  if (!before.isSet) return null;
  if (!secret || before.parts === null) return before.value;
  if (!definition?.composed?.partial) throw new WrongState(SETTING_TEXTS.undoSecret({ name }));
  const members = Object.entries(before.parts).filter(([, part]) => isPlain(part));
  return JSON.stringify(Object.fromEntries(members));
}

const isPlain = (part: SettingPart): boolean => part !== null && typeof part !== 'object';

/** JSON from the database has its members in another order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = Object.entries(value);
  return members
    .map(([name, member]) => [name, sorted(member)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
