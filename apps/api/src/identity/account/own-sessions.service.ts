import { Injectable, NotFoundException } from '@nestjs/common';
import type { OwnSession } from '@sitedesk/contract';
import { DataSource, Not } from 'typeorm';
import type { Actor } from '../../audit/actor.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import type { Page } from '../../common/keyset.js';
import { unavailableAware } from '../../database/sql.js';
import type { SessionPrincipal } from '../principal.js';
import { Session } from '../session.entity.js';
import { type SessionSummary, SessionsService } from '../sessions.service.js';

/** A person's own sign-ins: seen, and ended (ID-14). */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly auditLog: AuditLog,
  ) {}

  async list(tenantId: string, { accountId, sessionId }: SessionPrincipal): Promise<Page<OwnSession>> {
    const rows = await this.sessions.list(tenantId, accountId);
    return { items: rows.map((row) => toOwnSession(row, sessionId)), nextCursor: null };
  }

  /** @throws NotFoundException for a session that is over, or somebody else's */
  async end(
    tenantId: string,
    actor: Actor,
    { accountId }: SessionPrincipal,
    sessionId: string,
  ): Promise<void> {
    if (!(await this.sessions.end(tenantId, accountId, sessionId))) throw new NotFoundException();
    const target = { kind: 'session', id: sessionId };
    await this.auditLog.record(tenantId, actor, { action: 'session.revoke', target });
  }

  /** Ends every session but the one that asks; the API tokens stay. */
  async endOthers(tenantId: string, actor: Actor, { accountId, sessionId }: SessionPrincipal): Promise<void> {
    await unavailableAware(() =>
      this.dataSource.transaction(async (manager) => {
        await manager.delete(Session, { tenantId, accountId, id: Not(sessionId) });
        const target = { kind: 'account', id: accountId };
        await this.auditLog.record(tenantId, actor, { action: 'session.revoke-others', target }, manager);
      }),
    );
  }
}

function toOwnSession(row: SessionSummary, currentId: string): OwnSession {
  const { id, methods, clientAddress, userAgent } = row;
  return {
    ...{ id, methods, clientAddress, userAgent, current: id === currentId },
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}
