import { Inject, Injectable } from '@nestjs/common';
import type { AuditProblemKind, AuditVerification, AuditVerificationState } from '@sitedesk/contract/audit';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { EntityManager, MoreThan } from 'typeorm';
import { CLOCK, type Clock } from '../core/clock.js';
import { LOG, type Log } from '../core/log.js';
import { FIRST_HASH, hashOf } from './audit-chain.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditHead } from './audit-head.entity.js';
import { AuditVerification as LatestVerification } from './audit-verification.entity.js';

/** Rows looked at in one go: some ten milliseconds. */
const BATCH = 250;
/** The least that the column can hold: a row that someone hid before the first is seen as well. */
const BEFORE_ALL = String(-(2n ** 63n));

/** Any number: of the lock that a verification holds, so that there is one at a time, whatever the site or instance. */
const LOCK = 5_718_204_114;
/** Between two looks whether it is free, in milliseconds. No connection is held in the meantime. */
const PAUSE_MS = 500;

/** How far the chain was found whole. */
interface Walk {
  sequence: number;
  hash: string;
  rows: number;
  /** Rows that there are to look at. */
  total: number;
}

/** Proves that a tenant's audit log is what the product wrote: no row is gone, changed, added by others or moved. */
@Injectable()
export class AuditVerificationService {
  private readonly underway = new Map<string, Promise<AuditVerification>>();
  private readonly walks = new Map<string, Walk>();

  constructor(
    private readonly manager: EntityManager,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The latest, and how far one under way has come. */
  async state(tenantId: string): Promise<AuditVerificationState> {
    const latest = await this.manager.findOneBy(LatestVerification, { tenantId });
    const { rows, total } = this.walks.get(tenantId) ?? { rows: 0, total: 0 };
    return {
      last: latest && { at: latest.verifiedAt.toISOString(), result: latest.result },
      running: this.underway.has(tenantId) ? { rows, total } : null,
    };
  }

  /** Who asks while a verification of the tenant is under way gets its answer; other tenants' wait for their turn. */
  verify(tenantId: string): Promise<AuditVerification> {
    const known = this.underway.get(tenantId);
    if (known) return known;
    const verifying = this.verifyNow(tenantId).finally(() => {
      this.underway.delete(tenantId);
      this.walks.delete(tenantId);
    });
    this.underway.set(tenantId, verifying);
    return verifying;
  }

  private async verifyNow(tenantId: string): Promise<AuditVerification> {
    let verification = await this.tryToVerify(tenantId);
    while (verification === undefined) {
      await sleep(PAUSE_MS);
      verification = await this.tryToVerify(tenantId);
    }
    const latest = { tenantId, verifiedAt: new Date(this.clock.now()), result: verification };
    await this.manager.upsert(LatestVerification, latest, ['tenantId']);
    if (!verification.ok) {
      const { sequence, kind } = verification.firstProblem ?? {};
      this.log.error({ event: 'audit.chain_broken', tenantId, sequence, kind });
    }
    return verification;
  }

  /** @returns undefined while there is another */
  private tryToVerify(tenantId: string): Promise<AuditVerification | undefined> {
    // One view of both tables, however long it takes and whatever is written in the meantime.
    return this.manager.transaction('REPEATABLE READ', async (manager) => {
      const [lock] = await manager.query<readonly { readonly held: boolean }[]>(
        'SELECT pg_try_advisory_xact_lock($1) AS held',
        [LOCK],
      );
      return lock?.held ? walk(manager, tenantId, (begun) => this.walks.set(tenantId, begun)) : undefined;
    });
  }
}

/** @param begin is shown how far it has come, now and later */
async function walk(
  manager: EntityManager,
  tenantId: string,
  begin: (walk: Walk) => void,
): Promise<AuditVerification> {
  const head = await manager.findOneBy(AuditHead, { tenantId });
  const end = { sequence: Number(head?.sequence ?? 0), hash: head?.hash ?? FIRST_HASH };
  const deletedThrough = Number(head?.anchorSequence ?? 0);
  const total = end.sequence - deletedThrough;
  const sound: Walk = { sequence: deletedThrough, hash: head?.anchorHash ?? FIRST_HASH, rows: 0, total };
  begin(sound);
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
