import { HttpStatus, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  IDENTITY_LIMITS,
  SETTING_TEXTS,
  type SettingChangeEntry,
  type SettingGroup,
  type SettingPart,
} from '@sitedesk/contract';
import type { SettingHistoryDto } from '@sitedesk/contract/dto';
import { Repository } from 'typeorm';
import { decodeCursor, type Page, pageOf } from '../common/keyset.js';
import { ProblemException } from '../common/problem.js';
import { unavailableAware } from '../database/sql.js';
import { SettingChange, type StoredChangeItem } from './setting-change.entity.js';
import { findSetting, type SettingDefinition } from './setting-definitions.js';
import { keyOf, lockOf } from './setting-draft.js';
import { SettingEditor, type SettingSaver } from './setting-editor.service.js';
import { shownSetting } from './setting-shown.js';
import type { SettingValue } from './setting-values.js';
import { openedValues, SettingsService, type StoredSetting } from './settings.service.js';

/** A change cannot be taken back now; the text says why (409). */
export class UndoRefused extends ProblemException {
  constructor(why: string) {
    super(HttpStatus.CONFLICT, 'wrong-state', why);
  }
}

interface Moment {
  readonly stored: ReadonlyMap<string, StoredSetting>;
  readonly effective: ReadonlyMap<string, SettingValue | Error>;
}

/** Who changed which setting when, and taking it back. */
@Injectable()
export class SettingHistory {
  constructor(
    @InjectRepository(SettingChange) private readonly rows: Repository<SettingChange>,
    private readonly settings: SettingsService,
    private readonly editor: SettingEditor,
  ) {}

  /** Newest first. */
  async list(
    tenantId: string,
    { group, name, limit, cursor }: SettingHistoryDto,
  ): Promise<Page<SettingChangeEntry>> {
    const size = Number(limit ?? IDENTITY_LIMITS.pageSize.default);
    const query = this.rows.createQueryBuilder('c').where('c.tenantId = :tenantId', { tenantId });
    if (group !== undefined) query.andWhere('c.group = :group', { group });
    if (name !== undefined) query.andWhere('c.items @> :item::jsonb', { item: JSON.stringify([{ name }]) });
    if (cursor !== undefined) query.andWhere('c.id < :id::uuid', { id: decodeCursor(cursor, ['id'])[0] });
    query.orderBy('c.id', 'DESC').limit(size + 1);
    const found = await unavailableAware(() => query.getMany());
    const moment = await this.moment(tenantId);
    return pageOf(
      found,
      size,
      (row) => toEntry(row, moment),
      ({ id }) => [id],
    );
  }

  /**
   * Puts back what stood there before a change.
   * @returns the group that was changed
   * @throws NotFoundException, UndoRefused, ValidationProblem, ChangedMeanwhile
   */
  async undo(tenantId: string, saver: SettingSaver, id: string): Promise<SettingGroup> {
    const row = await unavailableAware(() => this.rows.findOneBy({ tenantId, id }));
    if (!row) throw new NotFoundException();
    const version = await this.editor.version(tenantId, row.group);
    const problem = undoProblem(row, await this.moment(tenantId));
    if (problem !== null) throw new UndoRefused(problem);
    const values = Object.fromEntries(row.items.map((item) => [item.name, earlierValue(row.group, item)]));
    await this.editor.save(tenantId, saver, { group: row.group, version, values, kind: 'undo', undoes: id });
    return row.group;
  }

  private async moment(tenantId: string): Promise<Moment> {
    const stored = await this.settings.stored(tenantId);
    return { stored, effective: this.settings.withHigherSources(openedValues(stored.values())) };
  }
}

function toEntry(row: SettingChange, moment: Moment): SettingChangeEntry {
  const { id, group, version, kind, undoes } = row;
  return {
    ...{ id, group, version, kind, undoes, at: row.at.toISOString() },
    actor: { kind: row.actorKind, id: row.actorId, label: row.actorLabel },
    items: row.items.map(({ name, secret, before, after }) => ({ name, secret, before, after })),
    undoProblem: undoProblem(row, moment),
  };
}

function undoProblem({ group, items }: SettingChange, moment: Moment): string | null {
  for (const item of items) {
    const definition = findSetting(group, item.name);
    const problem = definition ? itemProblem(definition, item, moment) : SETTING_TEXTS.unknown;
    if (problem !== null) return problem;
  }
  return null;
}

function itemProblem(definition: SettingDefinition, item: StoredChangeItem, moment: Moment): string | null {
  const lock = lockOf(definition, moment.effective);
  if (lock !== undefined) return SETTING_TEXTS.undoLocked.replace('{reason}', lock);
  const now = shownSetting(definition, moment.stored.get(keyOf(definition))?.opened);
  if (JSON.stringify(sorted(now)) !== JSON.stringify(sorted(item.after)))
    return SETTING_TEXTS.undoChangedSince;
  if (item.secretChanged && item.before.isSet) return SETTING_TEXTS.undoSecret.replace('{name}', item.name);
  return null;
}

/** The value to be stored again; of a CAPTCHA without its secret key, which stays as it is. */
function earlierValue(group: SettingGroup, { name, secret, before }: StoredChangeItem): string | null {
  if (!before.isSet) return null;
  if (!secret || before.parts === null) return before.value;
  const definition = findSetting(group, name);
  if (definition?.kind !== 'captcha') throw new UndoRefused(SETTING_TEXTS.undoSecret.replace('{name}', name));
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
