import type { EntityManager, EntityTarget, FindOptionsWhere, ObjectLiteral } from 'typeorm';

/**
 * Makes transactions that count what an owner has, and then add to it, wait for each other: otherwise all of those at one
 * moment see the same count, and a limit holds for none of them.
 */
export async function lockForCounting<Owner extends ObjectLiteral>(
  manager: EntityManager,
  owner: EntityTarget<Owner>,
  where: FindOptionsWhere<Owner>,
): Promise<void> {
  await manager.findOne(owner, { where, lock: { mode: 'for_no_key_update' } });
}
