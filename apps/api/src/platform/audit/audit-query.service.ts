import { Injectable, NotFoundException } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { AuditActions, AuditRecord } from '@sitedesk/contract/audit';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { AuditFilterDto, AuditQueryDto } from '@sitedesk/contract/audit.dto';
import { EntityManager } from 'typeorm';
import { controllerMethods } from '../http/controllers.js';
import { decodeCursor, type Page, pageOf } from '../http/keyset.js';
import { Sql, statement } from '../database/sql.js';
import { AuditEntry } from './audit-entry.entity.js';
import { type AuditPlace, narrow, placeOf, statementOf, toAuditRecord } from './audit-rows.js';
import { AUDITED, type AuditMark } from './audited.js';

/** Jumps from one action to the next on the index, however many rows there are of each. */
const USED_ACTIONS = statement('audit_used_actions')`
WITH RECURSIVE used (action) AS (
  (SELECT action FROM audit_entry WHERE tenant_id = $1 ORDER BY action LIMIT 1)
  UNION ALL
  SELECT (SELECT action FROM audit_entry WHERE tenant_id = $1 AND action > used.action ORDER BY action LIMIT 1)
    FROM used WHERE used.action IS NOT NULL)
SELECT action FROM used WHERE action IS NOT NULL`;

type FindNames = (tenantId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Reads the audit log of a tenant. */
@Injectable()
export class AuditQueryService {
  private findNames: FindNames = async () => new Map();

  constructor(
    private readonly manager: EntityManager,
    private readonly sql: Sql,
    private readonly modules: ModulesContainer,
  ) {}

  /** Registered by the people area: what the actors of rows are called now. */
  nameActorsBy(findNames: FindNames): void {
    this.findNames = findNames;
  }

  /** Newest first. @throws ValidationProblem for a cursor that is not one of this list's */
  async list(
    tenantId: string,
    { limit: wanted, cursor, ...filter }: AuditQueryDto,
  ): Promise<Page<AuditRecord>> {
    const limit = wanted === undefined ? IDENTITY_LIMITS.pageSize.default : Number(wanted);
    const place = cursor === undefined ? undefined : placeIn(cursor);
    const rows = await this.rows(tenantId, filter, place, limit + 1);
    const names = await this.namesOf(tenantId, rows.slice(0, limit));
    return pageOf(
      rows,
      limit,
      (row) => toAuditRecord(row, names),
      (row) => [placeOf(row).at, placeOf(row).sequence],
    );
  }

  /** @throws NotFoundException also for a row of another tenant */
  async find(tenantId: string, id: string): Promise<AuditRecord> {
    const row = await this.manager.findOneBy(AuditEntry, { tenantId, id });
    if (!row) throw new NotFoundException();
    return toAuditRecord(row, await this.namesOf(tenantId, [row]));
  }

  /** All rows that agree with the filter, newest first, `size` at a time; nothing is held open between two times. */
  async *batches(
    tenantId: string,
    filter: AuditFilterDto,
    size: number,
  ): AsyncGenerator<readonly AuditRecord[]> {
    let place: AuditPlace | undefined;
    for (;;) {
      const rows = await this.rows(tenantId, filter, place, size);
      const last = rows.at(-1);
      if (!last) return;
      const names = await this.namesOf(tenantId, rows);
      yield rows.map((row) => toAuditRecord(row, names));
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

  /** On the pool itself: an export through the query runner was measured to need twice the memory it should. */
  private rows(
    tenantId: string,
    filter: AuditFilterDto,
    place: AuditPlace | undefined,
    limit: number,
  ): Promise<readonly AuditEntry[]> {
    const query = narrow(this.manager.createQueryBuilder(AuditEntry, 'entry'), tenantId, filter, place);
    const [statement, values] = statementOf(query, limit);
    return this.sql.run<AuditEntry>(statement, values);
  }

  private async namesOf(tenantId: string, rows: readonly AuditEntry[]): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])));
    return ids.size === 0 ? new Map() : this.findNames(tenantId, [...ids]);
  }
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
