import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { FIRST_HASH, hashOf } from './audit-chain.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditHead } from './audit-head.entity.js';

/** A row of the audit log that has no place in the chain yet. */
export type AuditDraft = Readonly<Omit<AuditEntry, 'tenantId' | 'sequence' | 'previousHash' | 'hash'>>;

/** Adds rows to the chains. */
@Injectable()
export class AuditStore {
  /** Adds rows in their order, as part of the manager's transaction; until its end nobody else adds one for the tenant. */
  async append(manager: EntityManager, tenantId: string, drafts: readonly AuditDraft[]): Promise<void> {
    let { sequence, hash } = await this.lockHead(manager, tenantId);
    const rows = drafts.map((draft) => {
      sequence = String(Number(sequence) + 1);
      const row = { ...draft, tenantId, sequence, previousHash: hash };
      hash = hashOf(row);
      return { ...row, hash };
    });
    await manager.insert(AuditEntry, rows);
    await manager.update(AuditHead, { tenantId }, { sequence, hash });
  }

  /** With its first entry, if that is one it can go on from. */
  async placed(manager: EntityManager, tenantId: string, draft: AuditDraft): Promise<AuditDraft> {
    const { partOf, actorKind, actorId, action } = draft;
    if (partOf === null) return draft;
    const first = { tenantId, id: partOf, actorKind, actorId: actorId ?? IsNull(), action, partOf: IsNull() };
    return (await manager.existsBy(AuditEntry, first)) ? draft : { ...draft, partOf: null };
  }

  /** The end of a tenant's chain, held until the transaction ends. */
  async lockHead(manager: EntityManager, tenantId: string): Promise<AuditHead> {
    const find = (): Promise<AuditHead | null> =>
      manager.findOne(AuditHead, { where: { tenantId }, lock: { mode: 'pessimistic_write' } });
    const known = await find();
    if (known) return known;
    const empty = { sequence: '0', hash: FIRST_HASH, anchorSequence: '0', anchorHash: FIRST_HASH };
    await manager
      .createQueryBuilder()
      .insert()
      .into(AuditHead)
      .values({ tenantId, ...empty })
      .orIgnore()
      .execute();
    const made = await find();
    if (!made) throw new Error('The tenant is gone.');
    return made;
  }
}
