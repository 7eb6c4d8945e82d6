import type { EntityManager } from 'typeorm';
import type { Log } from '../../platform/core/log.js';
import { CHANNELS, type DatabaseChanges } from '../../platform/database/database-changes.js';
import { isUnavailable, type PreparedStatement, runWith } from '../../platform/database/sql.js';
import { beginPlans } from './publishing-locks.js';

interface Tools {
  readonly manager: EntityManager;
  readonly changes: DatabaseChanges;
  readonly log: Log;
}

/**
 * Carries out a batch of each site, so that none waits for another's thousands, or for one where nothing can be done now.
 * @param due statement that finds the sites, as `tenantId`
 * @param work part of a transaction; resolves to whether it has carried anything out
 * @returns whether there may be more to do at once
 */
export async function carryOutDue(
  { manager, changes, log }: Tools,
  due: PreparedStatement,
  work: (manager: EntityManager, tenantId: string) => Promise<boolean>,
): Promise<boolean> {
  const sites: readonly { readonly tenantId: string }[] = await runWith(manager, due, []);
  let isBusy = false;
  for (const { tenantId } of sites)
    try {
      const isDone = await manager.transaction(async (inner) => {
        return (await beginPlans(inner, tenantId)) && work(inner, tenantId);
      });
      if (!isDone) continue;
      isBusy = true;
      changes.emit(CHANNELS.pages, tenantId);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.error({ event: 'plans.batch_failed', tenantId, err: error });
    }
  return isBusy;
}
