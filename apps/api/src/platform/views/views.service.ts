import { Injectable, NotFoundException } from '@nestjs/common';
import { normaliseLine } from '@sitedesk/contract/text';
import {
  type SavedView,
  type SavedViews,
  VIEW_LIMITS,
  VIEW_LISTS,
  VIEW_MESSAGES,
  type ViewList,
} from '@sitedesk/contract/views';
import type { ChangeViewDto, CreateViewDto, OrderViewsDto } from '@sitedesk/contract/views.dto';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../audit/audit-log.service.js';
import { newId } from '../core/id.js';
import { duplicateAs } from '../database/sql.js';
import { PermissionMissing } from '../http/access-refusals.js';
import { ValidationProblem, WrongState } from '../http/problem.js';
import type { CallerContext } from '../http/request-context.js';

interface ViewRow {
  readonly id: string;
  readonly list: ViewList;
  readonly name: string;
  readonly query: string;
  readonly account_id: string | null;
}

const COLUMNS = 'id, list, name, query, account_id';
/** Two who add one at the same moment count one after the other. */
const IN_TURN = `SELECT pg_advisory_xact_lock(hashtextextended('views ' || $1 || ' ' || $2 || ' ' || $3, 0))`;

@Injectable()
export class ViewsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly auditLog: AuditLogService,
  ) {}

  /** @throws PermissionMissing */
  async list({ tenantId, caller }: CallerContext, list: ViewList): Promise<SavedViews> {
    requireList(caller, list, 'see');
    const rows: ViewRow[] = await this.manager.query(
      `SELECT ${COLUMNS} FROM saved_view WHERE tenant_id = $1 AND list = $2 AND (account_id IS NULL OR account_id = $3)
       ORDER BY account_id NULLS FIRST, position, id`,
      [tenantId, list, caller.accountId],
    );
    return { items: rows.map(viewOf) };
  }

  /** @throws PermissionMissing, ValidationProblem, WrongState */
  async create(context: CallerContext, { list, name, query, shared }: CreateViewDto): Promise<SavedView> {
    const { tenantId, caller } = context;
    requireList(caller, list, shared ? 'share' : 'see');
    const id = newId();
    const account = shared ? null : caller.accountId;
    const title = String(normaliseLine(name));
    await this.writing(async (manager) => {
      await manager.query(IN_TURN, [tenantId, list, account ?? '']);
      const [{ count, last } = { count: 0, last: 0 }]: { readonly count: number; readonly last: number }[] =
        await manager.query(
          `SELECT count(*)::int AS count, coalesce(max(position), 0) AS last FROM saved_view
           WHERE tenant_id = $1 AND list = $2 AND account_id IS NOT DISTINCT FROM $3`,
          [tenantId, list, account],
        );
      if (count >= VIEW_LIMITS.most) throw new WrongState(VIEW_MESSAGES.tooMany({ max: VIEW_LIMITS.most }));
      await manager.query(
        `INSERT INTO saved_view (tenant_id, id, list, account_id, name, name_key, query, position) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [tenantId, id, list, account, title, keyOf(title), query, last + 1],
      );
      const event = { action: 'view.create', target: { kind: 'view', id } } as const;
      await this.auditLog.record(context, { ...event, after: { name: title, list, query, shared } }, manager);
    });
    return { id, list, name: title, query, shared };
  }

  /** @throws NotFoundException, PermissionMissing, ValidationProblem */
  async change(context: CallerContext, id: string, { name, query }: ChangeViewDto): Promise<SavedView> {
    const title = String(normaliseLine(name));
    return this.writing(async (manager) => {
      const before = await this.own(manager, context, id);
      await manager.query(
        'UPDATE saved_view SET name = $3, name_key = $4, query = $5 WHERE tenant_id = $1 AND id = $2',
        [context.tenantId, id, title, keyOf(title), query],
      );
      const event = { action: 'view.change', target: { kind: 'view', id } } as const;
      const change = { before: { name: before.name, query: before.query }, after: { name: title, query } };
      await this.auditLog.record(context, { ...event, ...change }, manager);
      return { ...viewOf(before), name: title, query };
    });
  }

  /** @throws PermissionMissing, WrongState when these aren't all views that there are */
  async order(context: CallerContext, { list, shared, ids }: OrderViewsDto): Promise<void> {
    const { tenantId, caller } = context;
    requireList(caller, list, shared ? 'share' : 'see');
    const account = shared ? null : caller.accountId;
    await this.manager.transaction(async (manager) => {
      const rows: { readonly id: string }[] = await manager.query(
        `SELECT id FROM saved_view WHERE tenant_id = $1 AND list = $2 AND account_id IS NOT DISTINCT FROM $3 ORDER BY id FOR UPDATE`,
        [tenantId, list, account],
      );
      const wanted = ids.map((id) => id.toLowerCase());
      if (rows.length !== wanted.length || rows.some(({ id }) => !wanted.includes(id)))
        throw new WrongState(VIEW_MESSAGES.otherViews);
      await manager.query(
        `UPDATE saved_view v SET position = w.position FROM unnest($2::uuid[]) WITH ORDINALITY w (id, position)
         WHERE v.tenant_id = $1 AND v.id = w.id`,
        [tenantId, wanted],
      );
      await this.auditLog.record(context, { action: 'view.order', after: { list, shared } }, manager);
    });
  }

  /** @throws NotFoundException, PermissionMissing */
  async delete(context: CallerContext, id: string): Promise<void> {
    await this.manager.transaction(async (manager) => {
      const { name, list, query, account_id: account } = await this.own(manager, context, id);
      await manager.query('DELETE FROM saved_view WHERE tenant_id = $1 AND id = $2', [context.tenantId, id]);
      const event = { action: 'view.delete', target: { kind: 'view', id } } as const;
      const before = { name, list, query, shared: account === null };
      await this.auditLog.record(context, { ...event, before }, manager);
    });
  }

  /** Locks a view that the caller may change. Other people's own ones aren't there. */
  private async own(
    manager: EntityManager,
    { tenantId, caller }: CallerContext,
    id: string,
  ): Promise<ViewRow> {
    const [row]: ViewRow[] = await manager.query(
      `SELECT ${COLUMNS} FROM saved_view WHERE tenant_id = $1 AND id = $2 AND (account_id IS NULL OR account_id = $3) FOR UPDATE`,
      [tenantId, id, caller.accountId],
    );
    if (!row || !caller.permissions.has(VIEW_LISTS[row.list].see)) throw new NotFoundException();
    if (row.account_id === null) requireList(caller, row.list, 'share');
    return row;
  }

  private writing<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const taken = (): Error => ValidationProblem.at('name', VIEW_MESSAGES.nameTaken);
    return this.manager.transaction(work).catch(duplicateAs(taken));
  }
}

/** @throws PermissionMissing */
function requireList({ permissions }: CallerContext['caller'], list: ViewList, what: 'see' | 'share'): void {
  for (const permission of [VIEW_LISTS[list].see, VIEW_LISTS[list][what]])
    if (!permissions.has(permission)) throw new PermissionMissing(permission);
}

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

const viewOf = ({ id, list, name, query, account_id: account }: ViewRow): SavedView => ({
  id,
  list,
  name,
  query,
  shared: account === null,
});
