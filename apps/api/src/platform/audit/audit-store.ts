import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { runWith, statement } from '../database/sql.js';
import { FIRST_HASH, hashOf } from './audit-chain.js';
import { AuditEntry } from './audit-entry.entity.js';
import type { AuditHead } from './audit-head.entity.js';

const LOCK_HEAD = statement('audit_head_lock')`
SELECT sequence, hash FROM audit_head WHERE tenant_id = $1 FOR UPDATE`;
const ADD_HEAD = statement('audit_head_add')`
INSERT INTO audit_head (tenant_id, sequence, hash, anchor_sequence, anchor_hash) VALUES ($1, 0, $2, 0, $2) ON CONFLICT DO NOTHING`;
const ADD = statement('audit_entry_add')`
WITH head AS (UPDATE audit_head SET sequence = $3, hash = $4 WHERE tenant_id = $2)
INSERT INTO audit_entry SELECT * FROM json_populate_recordset(NULL::audit_entry, $1)`;

type Head = Pick<AuditHead, 'sequence' | 'hash'>;

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
    // The entity manager is slow with many rows.
    const { columns } = manager.connection.getMetadata(AuditEntry);
    const records = rows.map((row) => {
      const record: Record<string, unknown> = {};
      for (const { databaseName, propertyName } of columns)
        record[databaseName] = row[propertyName as keyof AuditEntry]; // the entity's own
      return record;
    });
    await runWith(manager, ADD, [JSON.stringify(records), tenantId, sequence, hash]);
  }

  /** With its first entry, if that is one it can go on from. */
  async placed(manager: EntityManager, tenantId: string, draft: AuditDraft): Promise<AuditDraft> {
    const { partOf, actorKind, actorId, action } = draft;
    if (partOf === null) return draft;
    const first = { tenantId, id: partOf, actorKind, actorId: actorId ?? IsNull(), action, partOf: IsNull() };
    return (await manager.existsBy(AuditEntry, first)) ? draft : { ...draft, partOf: null };
  }

  /** The end of a tenant's chain, held until the transaction ends. */
  private async lockHead(manager: EntityManager, tenantId: string): Promise<Head> {
    const find = (): Promise<readonly Head[]> => runWith<Head>(manager, LOCK_HEAD, [tenantId]);
    const [known] = await find();
    if (known) return known;
    await runWith(manager, ADD_HEAD, [tenantId, FIRST_HASH]);
    const [made] = await find();
    if (!made) throw new Error('The tenant is gone.');
    return made;
  }
}
