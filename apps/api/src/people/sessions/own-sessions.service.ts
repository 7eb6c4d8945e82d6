import { Injectable, NotFoundException } from '@nestjs/common';
import type { OwnSession } from '@sitedesk/contract/account';
import { EntityManager, Not } from 'typeorm';
import type { SessionContext } from '../../platform/http/request-context.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import type { Page } from '../../platform/http/keyset.js';
import { Session } from './session.entity.js';
import { SessionsService, toOwnSession } from './sessions.service.js';

/** A person's own sign-ins: seen, and ended. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly sessions: SessionsService,
    private readonly auditLog: AuditLogService,
  ) {}

  async list(context: SessionContext): Promise<Page<OwnSession>> {
    const { accountId, sessionId } = context.caller;
    const rows = await this.sessions.list(context.tenantId, accountId);
    return { items: rows.map((row) => toOwnSession(row, sessionId)), nextCursor: null };
  }

  /** @throws NotFoundException for a session that is over, or someone else's */
  async end(context: SessionContext, sessionId: string): Promise<void> {
    const { accountId } = context.caller;
    if (!(await this.sessions.end(context.tenantId, accountId, sessionId))) throw new NotFoundException();
    const target = { kind: 'session', id: sessionId };
    await this.auditLog.record(context, { action: 'session.revoke', target });
  }

  /** Ends every session but the one that asks; the API tokens stay. */
  async endOthers(context: SessionContext): Promise<void> {
    const { accountId, sessionId } = context.caller;
    await this.manager.transaction(async (manager) => {
      await manager.delete(Session, { tenantId: context.tenantId, accountId, id: Not(sessionId) });
      const target = { kind: 'account', id: accountId };
      await this.auditLog.record(context, { action: 'session.revoke-others', target }, manager);
    });
  }
}
