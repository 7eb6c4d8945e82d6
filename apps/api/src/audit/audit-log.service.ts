import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../common/clock.js';
import { newId } from '../common/id.js';
import { LOG, type Log } from '../common/log.js';
import { unavailableAware } from '../database/sql.js';
import type { Actor } from './actor.js';
import { AuditEntry, type AuditOutcome } from './audit-entry.entity.js';

/** What happened, for one row of the audit log. */
export interface AuditEvent {
  /** Such as `user.create`. */
  readonly action: string;
  readonly target?: { readonly kind: string; readonly id: string };
  readonly outcome?: AuditOutcome;
  /** Why: what a person gave as the reason, or what the product answered. */
  readonly reason?: string;
  /** The changed fields only; never a secret, and never an address in full. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** First number of the advisory lock under which a tenant's rows get their places. */
const AUDIT_LOCK_CLASS = 571_830;
const FIRST_HASH = '0'.repeat(64);

/** Writes the audit log: one chain of rows per tenant, each row's hash covering the one before. */
@Injectable()
export class AuditLog {
  private readonly recorded = new WeakSet<Actor>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Adds a row. With a `manager` it becomes part of that transaction, and should be its last statement: until the end of
   * it no other row of the tenant can be added.
   */
  async record(tenantId: string, actor: Actor, event: AuditEvent, manager?: EntityManager): Promise<void> {
    await unavailableAware(() =>
      manager
        ? this.append(manager, tenantId, actor, event)
        : this.dataSource.transaction((own) => this.append(own, tenantId, actor, event)),
    );
    this.recorded.add(actor);
  }

  /** Whether this actor's request has left a row already. */
  hasRecorded(actor: Actor): boolean {
    return this.recorded.has(actor);
  }

  private async append(
    manager: EntityManager,
    tenantId: string,
    actor: Actor,
    event: AuditEvent,
  ): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [AUDIT_LOCK_CLASS, tenantId]);
    const last = await manager.findOne(AuditEntry, {
      where: { tenantId },
      order: { sequence: 'DESC' },
      select: { id: true, sequence: true, hash: true },
    });
    const row = {
      id: newId(),
      tenantId,
      sequence: String(Number(last?.sequence ?? 0) + 1),
      at: new Date(this.clock.now()),
      actorKind: actor.kind,
      actorId: actor.id,
      actorLabel: actor.label,
      action: event.action,
      targetKind: event.target?.kind ?? null,
      targetId: event.target?.id ?? null,
      outcome: event.outcome ?? 'done',
      reason: event.reason ?? null,
      before: event.before ?? null,
      after: event.after ?? null,
      clientAddress: actor.clientAddress,
      userAgent: actor.userAgent,
      requestId: actor.requestId,
      previousHash: last?.hash ?? FIRST_HASH,
    };
    await manager.insert(AuditEntry, { ...row, hash: hashOf(row) });
    const { outcome, action, targetId, actorId, clientAddress, requestId } = row;
    this.log.info({
      event: 'audit',
      ...{ tenantId, action, outcome, actorId, targetId, clientAddress, requestId },
    });
  }
}

/** SHA-256 over the row as stored, the hash of the row before included. */
export function hashOf(row: Omit<AuditEntry, 'hash'>): string {
  const { id, tenantId, sequence, at, actorKind, actorId, actorLabel, action, targetKind, targetId } = row;
  const { outcome, reason, before, after, clientAddress, userAgent, requestId, previousHash } = row;
  const parts = [
    ...[previousHash, id, tenantId, sequence, at.toISOString(), actorKind, actorId, actorLabel, action],
    ...[targetKind, targetId, outcome, reason, sorted(before), sorted(after)],
    ...[clientAddress, userAgent, requestId],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The same value with its members in order, because the database does not keep theirs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)]);
}
