import { canonicalJson } from '../core/canonical-json.js';
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
