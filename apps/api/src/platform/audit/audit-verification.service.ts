import { Inject, Injectable } from '@nestjs/common';
import type { AuditProblemKind, AuditVerification } from '@sitedesk/contract/audit';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EntityManager, MoreThan } from 'typeorm';
import { LOG, type Log } from '../core/log.js';
import { FIRST_HASH, hashOf } from './audit-chain.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditHead } from './audit-head.entity.js';

/** Rows looked at in one go: some ten milliseconds. */
const BATCH = 250;
/** The least that the column can hold: a row that someone hid before the first is seen as well. */
const BEFORE_ALL = String(-(2n ** 63n));

/** How far the chain was found whole. */
interface Walk {
  sequence: number;
  hash: string;
  rows: number;
}

/** Proves that a tenant's audit log is what the product wrote: no row is gone, changed, added by others or moved. */
@Injectable()
export class AuditVerificationService {
  private readonly underway = new Map<string, Promise<AuditVerification>>();

  constructor(
    private readonly manager: EntityManager,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Who asks while a verification of the tenant is under way gets its answer. */
  verify(tenantId: string): Promise<AuditVerification> {
    const known = this.underway.get(tenantId);
    if (known) return known;
    const verifying = this.verifyNow(tenantId).finally(() => this.underway.delete(tenantId));
    this.underway.set(tenantId, verifying);
    return verifying;
  }

  private async verifyNow(tenantId: string): Promise<AuditVerification> {
    // One view of both tables, however long it takes and whatever is written in the meantime.
    const verification = await this.manager.transaction('REPEATABLE READ', (manager) =>
      walk(manager, tenantId),
    );
    if (!verification.ok) {
      const { sequence, kind } = verification.firstProblem ?? {};
      this.log.error({ event: 'audit.chain_broken', tenantId, sequence, kind });
    }
    return verification;
  }
}

async function walk(manager: EntityManager, tenantId: string): Promise<AuditVerification> {
  const head = await manager.findOneBy(AuditHead, { tenantId });
  const end = { sequence: Number(head?.sequence ?? 0), hash: head?.hash ?? FIRST_HASH };
  const deletedThrough = Number(head?.anchorSequence ?? 0);
  const sound: Walk = { sequence: deletedThrough, hash: head?.anchorHash ?? FIRST_HASH, rows: 0 };
  const answer = (sequence: number, kind: AuditProblemKind | undefined): AuditVerification => ({
    ok: kind === undefined,
    rows: sound.rows,
    deletedThrough,
    head: end,
    firstProblem: kind === undefined ? null : { sequence, kind },
  });
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await nextRows(manager, tenantId, after);
    for (const row of rows) {
      const kind = problemOf(row, sound, end.sequence);
      if (kind !== undefined)
        return answer(kind === 'missing' ? sound.sequence + 1 : Number(row.sequence), kind);
      Object.assign(sound, { sequence: Number(row.sequence), hash: row.hash, rows: sound.rows + 1 });
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.sequence;
    await nextTurn();
  }
  if (sound.sequence < end.sequence) return answer(sound.sequence + 1, 'missing');
  return answer(end.sequence, sound.hash === end.hash ? undefined : 'head');
}

function problemOf(row: AuditEntry, before: Walk, end: number): AuditProblemKind | undefined {
  const sequence = Number(row.sequence);
  if (sequence <= before.sequence || sequence > end) return 'inserted';
  if (sequence !== before.sequence + 1) return 'missing';
  if (hashOf(row) !== row.hash) return 'changed';
  return row.previousHash === before.hash ? undefined : 'unlinked';
}

function nextRows(manager: EntityManager, tenantId: string, after: string): Promise<readonly AuditEntry[]> {
  return manager.find(AuditEntry, {
    where: { tenantId, sequence: MoreThan(after) },
    order: { sequence: 'ASC' },
    take: BATCH,
  });
}
