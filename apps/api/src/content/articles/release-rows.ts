import { NotFoundException } from '@nestjs/common';
import type { PlanState } from '@sitedesk/contract/publication-plans';
import { RELEASE_MESSAGES } from '@sitedesk/contract/releases';
import type { EntityManager } from 'typeorm';
import { WrongState } from '../../platform/http/problem.js';

interface LockedRelease {
  readonly title: string;
  readonly state: PlanState;
  readonly due_at: Date;
}

const LOCK = `SELECT title, state, due_at FROM publication_release WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;

/**
 * Locks a release that is still to be carried out.
 * @throws NotFoundException, WrongState
 */
export async function lockRelease(
  manager: EntityManager,
  tenantId: string,
  id: string,
): Promise<LockedRelease> {
  const [release]: LockedRelease[] = await manager.query(LOCK, [tenantId, id]);
  if (!release) throw new NotFoundException();
  if (release.state === 'done' || release.state === 'cancelled') throw new WrongState(RELEASE_MESSAGES.ended);
  return release;
}
