import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import type { OwnSession } from '@sitedesk/contract/account';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { LiveSession } from '@sitedesk/contract/users';
import type { SessionListDto } from '@sitedesk/contract/users.dto';
import { type FindOptionsWhere, Not } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Sql, statement } from '../../platform/database/sql.js';
import { decodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { type CallerContext, ownSessionId } from '../../platform/http/request-context.js';
import { Session } from '../sessions/session.entity.js';
import { type SessionSummary, SessionsService, toOwnSession } from '../sessions/sessions.service.js';
import { UserChangesService } from './user-changes.service.js';

interface LiveSessionRow extends SessionSummary {
  readonly accountId: string;
  readonly displayName: string;
}

const LIST_ALL = statement('session_list_all')`
SELECT s.id, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt", s.methods,
       s.client_address AS "clientAddress", s.user_agent AS "userAgent", a.id AS "accountId", a.display_name AS "displayName"
  FROM session s JOIN account a ON a.id = s.account_id AND a.tenant_id = s.tenant_id
 WHERE s.tenant_id = $1 AND s.kind = 'full' AND s.expires_at > $2 AND s.last_seen_at > $3 AND a.status = 'active'
   AND ($4::timestamptz IS NULL OR (s.created_at, s.id) < ($4::timestamptz, $5::uuid))
 ORDER BY s.created_at DESC, s.id DESC LIMIT $6`;

/** The sign-ins of users, as administrators see and end them. */
@Injectable()
export class UserSessionsService {
  constructor(
    private readonly changes: UserChangesService,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Everyone who is signed in, the newest session first. @throws ValidationProblem for a cursor that is not one of this list's */
  async listAll(
    context: CallerContext,
    { limit: wanted, cursor }: SessionListDto,
  ): Promise<Page<LiveSession>> {
    const limit = Number(wanted ?? IDENTITY_LIMITS.pageSize.default);
    const now = this.clock.now();
    const idleSince = new Date(now - IDENTITY_LIMITS.session.idleSeconds * 1_000);
    const [at, id] = cursor === undefined ? [null, null] : decodeCursor(cursor, ['instant', 'id']);
    const rows = await this.sql.run<LiveSessionRow>(LIST_ALL, [
      context.tenantId,
      new Date(now),
      idleSince,
      at === null ? null : new Date(Number(at)),
      id,
      limit + 1,
    ]);
    return pageOf(
      rows,
      limit,
      (row) => ({
        ...toOwnSession(row, ownSessionId(context)),
        user: { id: row.accountId, displayName: row.displayName },
      }),
      (row) => [row.createdAt.getTime(), row.id],
    );
  }

  /** @throws NotFoundException */
  async list(context: CallerContext, id: string): Promise<Page<OwnSession>> {
    const { tenantId } = context;
    if (!(await this.accounts.find(tenantId, id))) throw new NotFoundException();
    const rows = await this.sessions.list(tenantId, id);
    return { items: rows.map((row) => toOwnSession(row, ownSessionId(context))), nextCursor: null };
  }

  /** @throws NotFoundException also for a session that is over, or of another user */
  end(context: CallerContext, id: string, sessionId: string): Promise<void> {
    return this.changes.run(context, id, async (change) => {
      const { affected } = await change.manager.delete(Session, {
        tenantId: context.tenantId,
        accountId: id,
        id: sessionId,
      });
      if (affected !== 1) throw new NotFoundException();
      await change.record({ action: 'user.end-session', before: { sessionId } });
    });
  }

  /** All of them, except the one of the person who ends his own. */
  endAll(context: CallerContext, id: string): Promise<void> {
    return this.changes.run(context, id, async (change) => {
      const own = ownSessionId(context);
      const where: FindOptionsWhere<Session> = { tenantId: context.tenantId, accountId: id };
      const { affected } = await change.manager.delete(
        Session,
        own === undefined ? where : { ...where, id: Not(own) },
      );
      await change.record({ action: 'user.end-sessions', before: { sessions: affected ?? 0 } });
    });
  }
}
