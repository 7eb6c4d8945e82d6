import type { EntityManager } from 'typeorm';
import { isLockTimeout, runWith, statement } from '../../platform/database/sql.js';

/** First numbers of advisory locks; the second stands for the site. */
const ONE_RUNNER = 571_840;
const PUBLISHING = 571_841;

const SHARE = statement(
  'publishing_begin',
)`SELECT pg_advisory_xact_lock_shared(${PUBLISHING}, hashtext($1::text))`;
const TRY = `SELECT pg_try_advisory_xact_lock(${ONE_RUNNER}, hashtext($1::text)) AS "isMine"`;
const WAIT = `SELECT pg_advisory_xact_lock(${ONE_RUNNER}, hashtext($1::text))`;
const TAKE = `SELECT pg_advisory_xact_lock(${PUBLISHING}, hashtext($1::text))`;

/**
 * Begins a transaction that publishes or withdraws one article. It waits for plans that are being carried out, because these lock
 * many articles with their blogs and lists, in an order of their own.
 */
export async function beginPublishing(manager: EntityManager, tenantId: string): Promise<void> {
  await runWith(manager, SHARE, [tenantId]);
}

/** Begins a transaction during which nothing of the site is published or withdrawn. */
export async function holdPublishing(manager: EntityManager, tenantId: string): Promise<void> {
  await manager.query(TAKE, [tenantId]);
}

/**
 * Begins a transaction that carries out many plans of a site: nobody else publishes there until it ends.
 * @returns whether another worker isn't about to do the same
 */
export async function beginPlans(manager: EntityManager, tenantId: string): Promise<boolean> {
  const [site]: { readonly isMine: boolean }[] = await manager.query(TRY, [tenantId]);
  if (!site?.isMine) return false;
  await manager.query(TAKE, [tenantId]);
  return true;
}

/**
 * The same once the other worker is done or gone.
 * @returns false when that takes too long; the transaction can't be used then
 */
export async function beginPlansNext(manager: EntityManager, tenantId: string): Promise<boolean> {
  try {
    await manager.query(WAIT, [tenantId]);
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
  await manager.query(TAKE, [tenantId]);
  return true;
}
