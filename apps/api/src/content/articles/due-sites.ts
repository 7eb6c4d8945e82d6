import type { EntityManager } from 'typeorm';
import type { Log } from '../../platform/core/log.js';
import { CHANNELS, type DatabaseChanges } from '../../platform/database/database-changes.js';
import { isUnavailable, type PreparedStatement, runWith } from '../../platform/database/sql.js';
import type { NextLook } from '../../platform/jobs/jobs.service.js';
import { beginPlans, beginPlansNext } from './publishing-locks.js';

interface Tools {
  readonly manager: EntityManager;
  readonly changes: DatabaseChanges;
  readonly log: Log;
}

interface DueSite {
  readonly tenantId: string;
  /** Milliseconds until then; none or less where something is due. */
  readonly dueIn: number;
}

/** Columns of a statement, grouped by sites, that finds {@link carryOutDue} what is due. */
export const DUE_SITE = `tenant_id AS "tenantId", extract(epoch FROM min(next_at) - now())::float8 * 1000 AS "dueIn"`;
/** With what will be before anyone looks again, so that it's carried out at its very moment. */
export const IS_DUE_SOON = `next_at <= now() + interval '2 seconds'`;

/**
 * Carries out a batch of each site, so that none waits for another's thousands, or for one where nothing can be done now.
 * @param due statement that finds the sites, as {@link DueSite}, what is due first at the beginning
 * @param work part of a transaction; resolves to whether it has carried anything out
 */
export async function carryOutDue(
  { manager, changes, log }: Tools,
  due: PreparedStatement,
  work: (manager: EntityManager, tenantId: string) => Promise<boolean>,
): Promise<NextLook> {
  const carryOut = async (
    tenantId: string,
    begin: (manager: EntityManager) => Promise<boolean>,
  ): Promise<boolean> => {
    try {
      const isDone = await manager.transaction(
        async (inner) => (await begin(inner)) && work(inner, tenantId),
      );
      if (isDone) changes.emit(CHANNELS.pages, tenantId);
      return isDone;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      log.error({ event: 'plans.batch_failed', tenantId, err: error });
      return false;
    }
  };
  const sites = await runWith<DueSite>(manager, due, []);
  const elsewhere: string[] = [];
  let isBusy = false;
  for (const { tenantId, dueIn } of sites) {
    if (dueIn > 0) break;
    const isDone = await carryOut(tenantId, async (inner) => {
      const isMine = await beginPlans(inner, tenantId);
      if (!isMine) elsewhere.push(tenantId);
      return isMine;
    });
    isBusy ||= isDone;
  }
  const [taken] = elsewhere;
  // With nothing else to do, it takes turns with the other worker, and goes on at once where that dies.
  if (!isBusy && taken !== undefined) isBusy = await carryOut(taken, (inner) => beginPlansNext(inner, taken));
  return isBusy || (sites.find(({ dueIn }) => dueIn > 0)?.dueIn ?? false);
}
