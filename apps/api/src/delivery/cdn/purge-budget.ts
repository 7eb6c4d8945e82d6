import type { EntityManager } from 'typeorm';
import type { PurgeBudget } from './cdn-provider.js';

const REFILLED = `least($2::float8, tokens + greatest(0, extract(epoch FROM clock_timestamp() - at)) * $3::float8)`;

/**
 * What is left of a credential's budget; other sites with the same credential wait until the transaction ends.
 * @returns requests that may be sent now
 */
export async function lockBudget(
  manager: EntityManager,
  credential: string,
  { burst, perSecond }: PurgeBudget,
): Promise<number> {
  await manager.query(
    'INSERT INTO cdn_budget (credential, tokens, at) VALUES ($1, $2, clock_timestamp()) ON CONFLICT DO NOTHING',
    [credential, burst],
  );
  const [row]: { readonly left: number }[] = await manager.query(
    `SELECT ${REFILLED} AS left FROM cdn_budget WHERE credential = $1 FOR UPDATE`,
    [credential, burst, perSecond],
  );
  return row?.left ?? 0;
}

export async function takeFromBudget(
  manager: EntityManager,
  credential: string,
  { burst, perSecond }: PurgeBudget,
  requests: number,
): Promise<void> {
  await manager.query(
    `UPDATE cdn_budget SET tokens = ${REFILLED} - $4, at = clock_timestamp() WHERE credential = $1`,
    [credential, burst, perSecond, requests],
  );
}

/** The service has asked to wait: nobody with this credential asks it before. */
export async function emptyBudget(
  manager: EntityManager,
  credential: string,
  { perSecond }: PurgeBudget,
  seconds: number,
): Promise<void> {
  await manager.query('UPDATE cdn_budget SET tokens = $2, at = clock_timestamp() WHERE credential = $1', [
    credential,
    1 - seconds * perSecond,
  ]);
}
