import { Injectable, NotFoundException } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { AuditActions, AuditParts, AuditRecord } from '@sitedesk/contract/audit';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { AuditFilterDto, AuditQueryDto } from '@sitedesk/contract/audit.dto';
import { EntityManager } from 'typeorm';
import { controllerMethods } from '../http/controllers.js';
import { decodeCursor, type Page, pageOf } from '../http/keyset.js';
import type { RequestContext } from '../http/request-context.js';
import { Sql, statement } from '../database/sql.js';
import { AuditEntry } from './audit-entry.entity.js';
import {
  type AuditContext,
  type AuditNarrowing,
  type AuditPlace,
  type AuditRow,
  narrow,
  placeOf,
  statementOf,
  toAuditRecord,
} from './audit-rows.js';
import { AUDITED, type AuditMark } from './audited.js';

/** Jumps from one action to the next on the index, however many rows there are of each. */
const USED_ACTIONS = statement('audit_used_actions')`
WITH RECURSIVE used (action) AS (
  (SELECT action FROM audit_entry WHERE tenant_id = $1 ORDER BY action LIMIT 1)
  UNION ALL
  SELECT (SELECT action FROM audit_entry WHERE tenant_id = $1 AND action > used.action ORDER BY action LIMIT 1)
    FROM used WHERE used.action IS NOT NULL)
SELECT action FROM used WHERE action IS NOT NULL`;

/** Large actions that changed one thing: few, and so looked up before the list is walked. */
const AFFECTING = statement('audit_affecting')`
SELECT sequence FROM audit_entry WHERE tenant_id = $1 AND affected IS NOT NULL AND affected @> ARRAY[$2::uuid]`;

/** What the parts of actions add up to. */
const PARTS = statement('audit_parts')`
SELECT part_of AS "of", count(*)::integer AS count, coalesce(sum((after->>'matched')::bigint), 0)::float8 AS matched,
    coalesce(sum((after->>'changed')::bigint), 0)::float8
      + count(DISTINCT target_id) FILTER (WHERE outcome = 'done' AND after->>'changed' IS NULL) AS changed
  FROM audit_entry WHERE tenant_id = $1 AND part_of = ANY($2::uuid[]) GROUP BY part_of`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Who reads the log. */
type Reader = Pick<RequestContext, 'tenantId' | 'caller'>;

type FindHidden = (reader: Reader, ids: readonly string[]) => Promise<ReadonlySet<string>>;

type FindNames = (tenantId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Reads the audit log of a tenant. */
@Injectable()
export class AuditQueryService {
  private findNames: FindNames = async () => new Map();
  /** By the kind of target. */
  private readonly findHidden = new Map<string, FindHidden>();

  constructor(
    private readonly manager: EntityManager,
    private readonly sql: Sql,
    private readonly modules: ModulesContainer,
  ) {}

  /** Registered by the people area: what the actors of rows are called now. */
  nameActorsBy(findNames: FindNames): void {
    this.findNames = findNames;
  }

  /**
   * Registered by a feature whose things can be hidden from people who may read the log.
   * @param findHidden which of these targets are hidden from a reader: they get the entries without what is in them
   */
  hideContentBy(targetKind: string, findHidden: FindHidden): void {
    this.findHidden.set(targetKind, findHidden);
  }

  /** Newest first. @throws ValidationProblem for a cursor that is not one of this list's */
  async list(
    reader: Reader,
    { limit: wanted, cursor, ...filter }: AuditQueryDto,
  ): Promise<Page<AuditRecord>> {
    const { tenantId } = reader;
    const limit = wanted === undefined ? IDENTITY_LIMITS.pageSize.default : Number(wanted);
    const place = cursor === undefined ? undefined : placeIn(cursor);
    const rows = await this.rows(tenantId, filter, place, limit + 1);
    const context = await this.contextOf(reader, rows.slice(0, limit));
    return pageOf(
      rows,
      limit,
      (row) => toAuditRecord(row, context),
      (row) => [placeOf(row).at, placeOf(row).sequence],
    );
  }

  /** @throws NotFoundException also for a row of another tenant */
  async find(reader: Reader, id: string): Promise<AuditRecord> {
    const { tenantId } = reader;
    const row = await this.manager.findOneBy(AuditEntry, { tenantId, id });
    if (!row) throw new NotFoundException();
    return toAuditRecord(row, await this.contextOf(reader, [row]));
  }

  /** All rows that agree with the filter, newest first, `size` at a time; nothing is held open between two times. */
  async *batches(
    reader: Reader,
    filter: AuditFilterDto,
    size: number,
  ): AsyncGenerator<readonly AuditRecord[]> {
    let place: AuditPlace | undefined;
    for (;;) {
      const rows = await this.rows(reader.tenantId, filter, place, size);
      const last = rows.at(-1);
      if (!last) return;
      const context = await this.contextOf(reader, rows);
      yield rows.map((row) => toAuditRecord(row, context));
      if (rows.length < size) return;
      place = placeOf(last);
    }
  }

  /** What the routes can write, and what is written. */
  async actions(tenantId: string): Promise<AuditActions> {
    const used = await this.sql.run<{ action: string }>(USED_ACTIONS, [tenantId]);
    const names = new Set([...routeActions(this.modules), ...used.map(({ action }) => action)]);
    return { items: [...names].sort() };
  }

  /** What was done to one thing stands in entries about it, and in those about many. */
  private async rows(
    tenantId: string,
    filter: AuditFilterDto,
    place: AuditPlace | undefined,
    limit: number,
  ): Promise<readonly AuditRow[]> {
    const about = await this.walk(tenantId, filter, place, limit);
    const { target, ...others } = filter;
    if (target === undefined || !UUID.test(target)) return about;
    const affecting = await this.sql.run<{ sequence: string }>(AFFECTING, [tenantId, target]);
    if (affecting.length === 0) return about;
    const sequences = affecting.map(({ sequence }) => sequence);
    const among = await this.walk(tenantId, { ...others, sequences }, place, limit);
    return [...about, ...among].sort(newestFirst).slice(0, limit);
  }

  /** On the pool itself: an export through the query runner was measured to need twice the memory it should. */
  private walk(
    tenantId: string,
    filter: AuditNarrowing,
    place: AuditPlace | undefined,
    limit: number,
  ): Promise<readonly AuditRow[]> {
    const query = narrow(this.manager.createQueryBuilder(AuditEntry, 'entry'), tenantId, filter, place);
    const [statement, values] = statementOf(query, limit);
    return this.sql.run<AuditRow>(statement, values);
  }

  private async contextOf(reader: Reader, rows: readonly AuditRow[]): Promise<AuditContext> {
    const { tenantId } = reader;
    const ids = new Set(rows.flatMap(peopleOf));
    const names = ids.size === 0 ? new Map<string, string>() : await this.findNames(tenantId, [...ids]);
    return {
      names,
      parts: await this.partsOf(
        tenantId,
        rows.filter(isFirst).map(({ id }) => id),
      ),
      hidden: await this.hiddenFrom(reader, rows),
    };
  }

  private async hiddenFrom(reader: Reader, rows: readonly AuditRow[]): Promise<ReadonlySet<string>> {
    const hidden = new Set<string>();
    for (const [kind, find] of this.findHidden) {
      const about = rows.filter(({ targetKind }) => targetKind === kind);
      const targets = new Set(about.flatMap(({ targetId }) => (targetId === null ? [] : [targetId])));
      const found = targets.size === 0 ? new Set<string>() : await find(reader, [...targets]);
      for (const { id, targetId } of about) if (targetId !== null && found.has(targetId)) hidden.add(id);
    }
    return hidden;
  }

  private async partsOf(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, AuditParts>> {
    if (ids.length === 0) return new Map();
    const sums = await this.sql.run<AuditParts & { readonly of: string }>(PARTS, [tenantId, ids]);
    return new Map(sums.map(({ of, ...parts }) => [of, parts]));
  }
}

/** Whether others may go on from a row: it says that the whole action bears its id. */
const isFirst = ({ id, partOf, after }: AuditRow): boolean =>
  partOf === null && Reflect.get(Object(after), 'actionId') === id;

/** Accounts that a row is by or about. */
const peopleOf = ({ actorId, targetKind, targetId }: AuditRow): readonly string[] => [
  ...(actorId === null ? [] : [actorId]),
  ...(targetKind === 'account' && targetId !== null && UUID.test(targetId) ? [targetId] : []),
];

function newestFirst(one: AuditRow, other: AuditRow): number {
  const [a, b] = [placeOf(one), placeOf(other)];
  return b.at - a.at || b.sequence - a.sequence;
}

/** The names that the decorators of the running application give. */
function routeActions(modules: ModulesContainer): readonly string[] {
  return controllerMethods(modules).flatMap(({ method }) => {
    const mark: AuditMark | undefined = Reflect.getMetadata(AUDITED, method);
    return mark?.kind === 'audited' ? [mark.action] : [];
  });
}

function placeIn(cursor: string): AuditPlace {
  const [at, sequence] = decodeCursor(cursor, ['instant', 'number']);
  return { at: Number(at), sequence: Number(sequence) };
}
