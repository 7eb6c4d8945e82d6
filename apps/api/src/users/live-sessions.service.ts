import { Inject, Injectable } from '@nestjs/common';
import { IDENTITY_LIMITS, type LiveSession } from '@sitedesk/contract';
import type { SessionListDto } from '@sitedesk/contract/dto';
import { CLOCK, type Clock } from '../common/clock.js';
import { decodeCursor, type Page, pageOf } from '../common/keyset.js';
import { type PreparedStatement, Sql } from '../database/sql.js';
import { type Acting, ownSessionId } from '../identity/acting.js';
import type { SessionSummary } from '../identity/sessions.service.js';
import { toListed } from './user-sessions.service.js';

interface Row extends SessionSummary {
  readonly accountId: string;
  readonly displayName: string;
}

const LIST: PreparedStatement = {
  name: 'session_list_all',
  text: `
SELECT s.id, s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt", s.methods,
       s.client_address AS "clientAddress", s.user_agent AS "userAgent", a.id AS "accountId", a.display_name AS "displayName"
  FROM session s JOIN account a ON a.id = s.account_id AND a.tenant_id = s.tenant_id
 WHERE s.tenant_id = $1 AND s.kind = 'full' AND s.expires_at > $2 AND s.last_seen_at > $3 AND a.status = 'active'
   AND ($4::timestamptz IS NULL OR (s.created_at, s.id) < ($4::timestamptz, $5::uuid))
 ORDER BY s.created_at DESC, s.id DESC LIMIT $6`,
};

/** Who is signed in at a site now (users.md S21). */
@Injectable()
export class LiveSessions {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The newest first. @throws ValidationProblem for a cursor that is not one of this list's */
  async page(
    tenantId: string,
    acting: Acting,
    { limit: wanted, cursor }: SessionListDto,
  ): Promise<Page<LiveSession>> {
    const limit = Number(wanted ?? IDENTITY_LIMITS.pageSize.default);
    const now = this.clock.now();
    const idleSince = new Date(now - IDENTITY_LIMITS.session.idleSeconds * 1_000);
    const [at, id] = cursor === undefined ? [null, null] : decodeCursor(cursor, ['number', 'id']);
    const rows = await this.sql.run<Row>(LIST, [
      ...[tenantId, new Date(now), idleSince, at === null ? null : new Date(Number(at)), id, limit + 1],
    ]);
    return pageOf(
      rows,
      limit,
      (row) => ({
        ...toListed(row, ownSessionId(acting)),
        user: { id: row.accountId, displayName: row.displayName },
      }),
      (row) => [row.createdAt.getTime(), row.id],
    );
  }
}
