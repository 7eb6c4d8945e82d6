import { type AuditParts, type AuditRecord, OPENED_ACTION } from '@sitedesk/contract/audit';
import type { AuditFilterDto } from '@sitedesk/contract/audit.dto';
import type { SelectQueryBuilder } from 'typeorm';
import type { PreparedStatement } from '../database/sql.js';
import { AuditEntry } from './audit-entry.entity.js';

/** A row as lists read it: what a large action changed is looked up, and not read. */
export type AuditRow = Omit<AuditEntry, 'affected'>;

/** What a filter means besides what a person asked for. */
export interface AuditNarrowing extends AuditFilterDto {
  /** Places in the chain; only these. */
  readonly sequences?: readonly string[];
}

/** As the partial indexes say it, or they aren't used. Parts are shown with what they are parts of. */
const STREAMS = {
  main: `entry.partOf IS NULL AND (entry.action <> '${OPENED_ACTION}' OR entry.targetId IS NULL)`,
  opened: `entry.action = '${OPENED_ACTION}' AND entry.targetId IS NOT NULL`,
} as const;

/** Sort key of a row: milliseconds since the epoch, and the place in the chain. */
export interface AuditPlace {
  readonly at: number;
  readonly sequence: number;
}

export const placeOf = ({ at, sequence }: AuditRow): AuditPlace => ({
  at: at.getTime(),
  sequence: Number(sequence),
});

/** The statement that {@link narrow} makes of a query, and its values; its rows are {@link AuditRow}s. */
export function statementOf(
  query: SelectQueryBuilder<AuditEntry>,
  limit: number,
): readonly [PreparedStatement, readonly unknown[]] {
  query.select([]);
  for (const { propertyName } of query.connection.getMetadata(AuditEntry).columns)
    if (propertyName !== 'affected') query.addSelect(`entry.${propertyName}`, propertyName);
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
  filter: AuditNarrowing,
  place?: AuditPlace,
): SelectQueryBuilder<AuditEntry> {
  const { action, actor, target, outcome, from, to, requestId, clientAddress } = filter;
  const { stream, partOf, sequences } = filter;
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
  if (stream !== undefined) query.andWhere(STREAMS[stream]);
  if (partOf !== undefined) query.andWhere('entry.partOf = :partOf', { partOf });
  if (sequences !== undefined) query.andWhere('entry.sequence = ANY(:sequences)', { sequences });
  if (place !== undefined)
    query.andWhere('(entry.at, entry.sequence) < (:at, :sequence)', {
      at: new Date(place.at),
      sequence: place.sequence,
    });
  return query.orderBy({ 'entry.at': 'DESC', 'entry.sequence': 'DESC' });
}

/** What is known of rows besides what they hold. */
export interface AuditContext {
  /** What accounts are called now, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** By the id of the first entry. */
  readonly parts: ReadonlyMap<string, AuditParts>;
  /** IDs of those whose content the reader doesn't get. */
  readonly hidden: ReadonlySet<string>;
}

export function toAuditRecord(row: AuditRow, { names, parts, hidden }: AuditContext): AuditRecord {
  const { id, action, outcome, clientAddress, userAgent, requestId, hash } = row;
  const { reason, before, after } = hidden.has(id) ? { reason: null, before: null, after: null } : row;
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
    target:
      targetKind === null || targetId === null
        ? null
        : { kind: targetKind, id: targetId, name: names.get(targetId) ?? nameIn(after) ?? nameIn(before) },
    outcome,
    reason,
    before,
    after,
    partOf: row.partOf,
    parts: parts.get(id) ?? null,
    clientAddress,
    userAgent,
    requestId,
    hash,
  };
}

/** What something was called then, as the members say that the entry holds. */
function nameIn(members: object | null): string | null {
  const { displayName, name, title, path } = Object(members) as Readonly<Record<string, unknown>>; // of whatever was recorded
  return [displayName, name, title, path].find((each) => typeof each === 'string') ?? null;
}
