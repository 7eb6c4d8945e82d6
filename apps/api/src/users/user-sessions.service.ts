import { Injectable, NotFoundException } from '@nestjs/common';
import type { OwnSession } from '@sitedesk/contract';
import { type FindOptionsWhere, Not } from 'typeorm';
import { AccountsService } from '../identity/accounts.service.js';
import { type Acting, ownSessionId } from '../identity/acting.js';
import { Session } from '../identity/session.entity.js';
import { type SessionSummary, SessionsService } from '../identity/sessions.service.js';
import { UserChanges } from './user-changes.service.js';

/** The sign-ins of users, as administrators see and end them (ID-14). */
@Injectable()
export class UserSessions {
  constructor(
    private readonly changes: UserChanges,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws NotFoundException */
  async list(
    tenantId: string,
    acting: Acting,
    id: string,
  ): Promise<{ readonly items: readonly OwnSession[]; readonly nextCursor: null }> {
    if (!(await this.accounts.find(tenantId, id))) throw new NotFoundException();
    const rows = await this.sessions.list(tenantId, id);
    return { items: rows.map((row) => toListed(row, ownSessionId(acting))), nextCursor: null };
  }

  /** @throws NotFoundException also for a session that is over, or of another user */
  end(tenantId: string, acting: Acting, id: string, sessionId: string): Promise<void> {
    return this.changes.run(tenantId, acting, id, async (change) => {
      const { affected } = await change.manager.delete(Session, { tenantId, accountId: id, id: sessionId });
      if (affected !== 1) throw new NotFoundException();
      await change.record({ action: 'user.end-session', before: { sessionId } });
    });
  }

  /** All of them, except the one of whoever ends his own. */
  endAll(tenantId: string, acting: Acting, id: string): Promise<void> {
    return this.changes.run(tenantId, acting, id, async (change) => {
      const own = ownSessionId(acting);
      const where: FindOptionsWhere<Session> = { tenantId, accountId: id };
      const { affected } = await change.manager.delete(
        Session,
        own === undefined ? where : { ...where, id: Not(own) },
      );
      await change.record({ action: 'user.end-sessions', before: { sessions: affected ?? 0 } });
    });
  }
}

/** @param currentId of the session of whoever looks */
export function toListed(row: SessionSummary, currentId: string | undefined): OwnSession {
  const { id, methods, clientAddress, userAgent } = row;
  return {
    ...{ id, methods, clientAddress, userAgent, current: id === currentId },
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
