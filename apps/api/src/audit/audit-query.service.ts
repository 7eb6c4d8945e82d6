import { Injectable, NotFoundException } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { InjectRepository } from '@nestjs/typeorm';
import { type AuditActions, type AuditRecord, IDENTITY_LIMITS } from '@sitedesk/contract';
import type { AuditFilterDto, AuditQueryDto } from '@sitedesk/contract/dto';
import { In, Repository } from 'typeorm';
import { controllerMethods } from '../common/controllers.js';
import { decodeCursor, type Page, pageOf } from '../common/keyset.js';
import { ValidationProblem } from '../common/problem.js';
import { type PreparedStatement, Sql, unavailableAware } from '../database/sql.js';
import { Account } from '../identity/account.entity.js';
import { AuditEntry } from './audit-entry.entity.js';
import { type AuditPlace, type AuditRow, narrow, placeOf, statementOf, toAuditRecord } from './audit-rows.js';
import { AUDITED, type AuditMark } from './audited.js';

/** Jumps from one action to the next on the index, however many rows there are of each. */
const USED_ACTIONS: PreparedStatement = {
  name: 'audit_used_actions',
  text: `
WITH RECURSIVE used (action) AS (
  (SELECT action FROM audit_entry WHERE tenant_id = $1 ORDER BY action LIMIT 1)
  UNION ALL
  SELECT (SELECT action FROM audit_entry WHERE tenant_id = $1 AND action > used.action ORDER BY action LIMIT 1)
    FROM used WHERE used.action IS NOT NULL)
SELECT action FROM used WHERE action IS NOT NULL`,
};

/** The last millisecond that an instant of ours can name. */
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Reads the audit log of a tenant. */
@Injectable()
export class AuditQuery {
  constructor(
    @InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly sql: Sql,
    private readonly modules: ModulesContainer,
  ) {}

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
    const row = await unavailableAware(() => this.entries.findOneBy({ tenantId, id }));
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
  ): Promise<readonly AuditRow[]> {
    const query = narrow(this.entries.createQueryBuilder('entry'), tenantId, filter, place);
    const [statement, values] = statementOf(query, limit);
    return this.sql.run<AuditRow>(statement, values);
  }

  private async namesOf(tenantId: string, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, string>> {
    const ids = new Set(rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])));
    if (ids.size === 0) return new Map();
    const accounts = await unavailableAware(() =>
      this.accounts.find({
        where: { tenantId, id: In([...ids]) },
        select: { id: true, displayName: true },
      }),
    );
    return new Map(accounts.map(({ id, displayName }) => [id, displayName]));
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
  const [at, sequence] = decodeCursor(cursor, ['number', 'number']).map(Number);
  if (at === undefined || sequence === undefined || at < 0 || at > LAST_INSTANT)
    throw new ValidationProblem([{ field: 'cursor', message: 'cursor is not one that this list gave' }]);
  return { at, sequence };
}
