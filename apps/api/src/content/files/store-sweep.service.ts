import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { runWith, statement } from '../../platform/database/sql.js';
import { JobsService } from '../../platform/jobs/jobs.service.js';
import { BlobStore, StoreAway } from './blob-store.js';

/** Contents that one transaction removes, all at once. */
const BATCH = 25;
/** While the store is away, uploads of a site don't wait for what can't be removed. */
const PAUSE_MS = 15_000;

const DUE_SITES = statement('files_due_sites')`SELECT DISTINCT tenant_id AS "tenantId" FROM removed_blob`;

/**
 * Removes contents that no file has. They were noted in the transaction that deleted the last file with them: so none
 * stays there after a crash, and none goes before that transaction has ended.
 */
@Injectable()
export class StoreSweepService {
  /** By site: a bucket of one that is away is no reason for others to wait. */
  private readonly pausedUntil = new Map<string, number>();

  constructor(
    private readonly manager: EntityManager,
    private readonly store: BlobStore,
    jobs: JobsService,
  ) {
    jobs.addQueue('removed-files', () => this.sweep());
  }

  /** @returns whether there may be more to do at once */
  private async sweep(): Promise<boolean> {
    const sites: readonly { readonly tenantId: string }[] = await runWith(this.manager, DUE_SITES, []);
    let isBusy = false;
    for (const { tenantId } of sites) {
      if (Date.now() < (this.pausedUntil.get(tenantId) ?? 0)) continue;
      try {
        // What removes holds a lock that uploads need, so it must not find out that the store hangs.
        await this.store.requireThere(tenantId);
        isBusy = (await this.sweepSite(tenantId)) || isBusy;
        this.pausedUntil.delete(tenantId);
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error;
        this.pausedUntil.set(tenantId, Date.now() + PAUSE_MS);
      }
    }
    return isBusy;
  }

  private async sweepSite(tenantId: string): Promise<boolean> {
    return this.manager.transaction(async (manager) => {
      // An upload of the same content waits, and finds it gone; or it came first, and the content stays.
      await manager.query('SELECT 1 FROM storage_total WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
      const noted: { readonly hash: string; readonly is_back: boolean }[] = await manager.query(
        `SELECT r.hash, EXISTS (SELECT FROM blob b WHERE b.tenant_id = $1 AND b.hash = r.hash) AS is_back
         FROM removed_blob r WHERE r.tenant_id = $1 ORDER BY r.hash LIMIT ${BATCH}`,
        [tenantId],
      );
      const placement = await this.store.placement(tenantId, manager);
      await Promise.all(
        noted.map(({ hash, is_back: isBack }) =>
          isBack ? undefined : this.store.remove(tenantId, hash, placement),
        ),
      );
      await manager.query('DELETE FROM removed_blob WHERE tenant_id = $1 AND hash = ANY($2)', [
        tenantId,
        noted.map(({ hash }) => hash),
      ]);
      return noted.length === BATCH;
    });
  }
}
