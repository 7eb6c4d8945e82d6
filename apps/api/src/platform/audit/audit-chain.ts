import { createHash } from 'node:crypto';
import type { AuditEntry } from './audit-entry.entity.js';

/** Stands for the hash of the row before the first. */
export const FIRST_HASH = '0'.repeat(64);

/** SHA-256 over a row as it is stored, the hash of the row before included. */
export function hashOf(row: Omit<AuditEntry, 'hash'>): string {
  const { id, tenantId, sequence, at, actorKind, actorId, actorLabel, action, targetKind, targetId } = row;
  const { outcome, reason, before, after, clientAddress, userAgent, requestId, previousHash } = row;
  const { partOf, affected } = row;
  const parts = [
    previousHash,
    id,
    tenantId,
    sequence,
    at.toISOString(),
    actorKind,
    actorId,
    actorLabel,
    action,
    targetKind,
    targetId,
    outcome,
    reason,
    before,
    after,
    clientAddress,
    userAgent,
    requestId,
    // Rows without them keep the hash that they had before there were such columns.
    ...(partOf === null && affected === null ? [] : [partOf, affected]),
  ];
  return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}

/** One text for equal values: with members in order, because the database does not keep theirs. Takes JSON values only. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`;
}
