import type { AuditRecord } from '@sitedesk/contract/audit';
import type { AuditFilterDto } from '@sitedesk/contract/audit.dto';
import type { SelectQueryBuilder } from 'typeorm';
import type { PreparedStatement } from '../database/sql.js';
import { AuditEntry } from './audit-entry.entity.js';

/** Sort key of a row: milliseconds since the epoch, and the place in the chain. */
export interface AuditPlace {
  readonly at: number;
  readonly sequence: number;
}

export const placeOf = ({ at, sequence }: AuditEntry): AuditPlace => ({
  at: at.getTime(),
  sequence: Number(sequence),
});

/** The statement that {@link narrow} makes of a query, and its values; its rows are {@link AuditEntry}s. */
export function statementOf(
  query: SelectQueryBuilder<AuditEntry>,
  limit: number,
): readonly [PreparedStatement, readonly unknown[]] {
  query.select([]);
  for (const { propertyName } of query.connection.getMetadata(AuditEntry).columns)
    query.addSelect(`entry.${propertyName}`, propertyName);
  const [text, values] = query.limit(limit).getQueryAndParameters();
  return [{ text }, values];
}

/**
 * Narrows a query over `entry` to a tenant's rows that agree with every filter, newest first, after `place`. Each filter
 * has an index in this order, so a page costs the same however many rows there are.
 */
export function narrow(
  query: SelectQueryBuilder<AuditEntry>,
  tenantId: string,
  filter: AuditFilterDto,
  place?: AuditPlace,
): SelectQueryBuilder<AuditEntry> {
  const { action, actor, target, outcome, from, to, requestId, clientAddress } = filter;
  query.where('entry.tenantId = :tenantId', { tenantId });
  if (action?.endsWith('.'))
    query.andWhere(`split_part(entry.action, '.', 1) = :group`, { group: action.slice(0, -1) });
  else if (action !== undefined) query.andWhere('entry.action = :action', { action });
  if (actor !== undefined) query.andWhere('entry.actorId = :actor', { actor });
  if (target !== undefined) query.andWhere('entry.targetId = :target', { target });
  if (outcome !== undefined) query.andWhere('entry.outcome = :outcome', { outcome });
  if (from !== undefined) query.andWhere('entry.at >= :from', { from: new Date(from) });
  if (to !== undefined) query.andWhere('entry.at <= :to', { to: new Date(to) });
  if (requestId !== undefined) query.andWhere('entry.requestId = :requestId', { requestId });
  if (clientAddress !== undefined) query.andWhere('entry.clientAddress = :clientAddress', { clientAddress });
  if (place !== undefined)
    query.andWhere('(entry.at, entry.sequence) < (:at, :sequence)', {
      at: new Date(place.at),
      sequence: place.sequence,
    });
  return query.orderBy({ 'entry.at': 'DESC', 'entry.sequence': 'DESC' });
}

/** @param names what accounts are called now, by id */
export function toAuditRecord(row: AuditEntry, names: ReadonlyMap<string, string>): AuditRecord {
  const { id, action, outcome, reason, before, after, clientAddress, userAgent, requestId, hash } = row;
  const { actorKind, actorId, actorLabel, targetKind, targetId } = row;
  return {
    id,
    sequence: Number(row.sequence),
    at: row.at.toISOString(),
    actor: {
      kind: actorKind,
      id: actorId,
      label: actorLabel,
      currentName: actorId === null ? null : (names.get(actorId) ?? null),
    },
    action,
    target: targetKind === null || targetId === null ? null : { kind: targetKind, id: targetId },
    outcome,
    reason,
    before,
    after,
    clientAddress,
    userAgent,
    requestId,
    hash,
  };
}
