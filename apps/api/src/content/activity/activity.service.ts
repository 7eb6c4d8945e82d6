import { Injectable, NotFoundException } from '@nestjs/common';
import type { ArticleActivity } from '@sitedesk/contract/activity';
import type { ActivityListDto } from '@sitedesk/contract/activity.dto';
import type { ArticleType } from '@sitedesk/contract/articles';
import type { ActorKind } from '@sitedesk/contract/audit';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import type { PageDto } from '@sitedesk/contract/rules';
import { EntityManager } from 'typeorm';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { LiveEventsService } from '../../platform/events/live-events.service.js';
import { decodeCursor, encodeCursor, type Page, pageOf } from '../../platform/http/keyset.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { isPostOf } from '../articles/article-filter.js';
import { visibleTo } from '../articles/article-permissions.js';
import { findArticle } from '../articles/article-rows.js';

interface ActivityRow {
  readonly id: string;
  readonly sequence: string;
  readonly at: Date;
  readonly actor_kind: ActorKind;
  readonly actor_id: string | null;
  readonly actor_label: string;
  readonly actor_name: string | null;
  readonly action: string;
  readonly number: number;
  readonly type: ArticleType;
  readonly title: string;
  readonly version: number | null;
  readonly thread: string | null;
}

/** So many entries are looked through for a page, however many of them are about articles that someone doesn't see. */
const WALKED = 5_000;

/** As the partial index says it, or it isn't used. */
const OF_ARTICLES = `e.tenant_id = $1 AND e.target_kind = 'article' AND e.outcome = 'done'`;
/** The same. An article in the trash was online only if its URL has answered something since. */
const AT_ONCE = `e.action IN ('article.publish', 'article.withdraw', 'article.undo-publication', 'article.trash')
  AND e.after->>'plan' IS NULL AND (e.action <> 'article.trash' OR e.after->>'answer' IS NOT NULL)`;
const NEWEST_FIRST = 'ORDER BY e.at DESC, e.sequence DESC';

/**
 * What happened to articles, read from the audit log. Deleted articles are gone from here: who saw them can't be told anymore.
 */
@Injectable()
export class ActivityService {
  constructor(
    private readonly manager: EntityManager,
    auditLog: AuditLogService,
    events: LiveEventsService,
  ) {
    auditLog.onStored((tenantId, { targetKind, outcome }) => {
      if (targetKind === 'article' && outcome === 'done')
        events.publish(tenantId, { kind: 'article.activity' }, [], 1);
    });
  }

  /** @throws NotFoundException */
  async ofArticle(context: CallerContext, number: number, query: PageDto): Promise<Page<ArticleActivity>> {
    if (!(await findArticle(this.manager, context, number))) throw new NotFoundException();
    return this.list(context, query, number);
  }

  async list(
    { tenantId, caller }: CallerContext,
    query: ActivityListDto,
    number?: number,
  ): Promise<Page<ArticleActivity>> {
    const size = Number(query.limit ?? IDENTITY_LIMITS.pageSize.default);
    const values: unknown[] = [tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const conditions = [OF_ARTICLES];
    if (number !== undefined) conditions.push(`e.target_id = ${value(String(number))}`);
    if (query.publishing !== undefined) conditions.push(AT_ONCE);
    if (query.from !== undefined) conditions.push(`e.at >= ${value(query.from)}`);
    if (query.until !== undefined) conditions.push(`e.at < ${value(query.until)}`);
    if (query.actor !== undefined) conditions.push(`e.actor_id = ${value(query.actor)}`);
    if (query.cursor !== undefined) {
      const [instant, sequence] = decodeCursor(query.cursor, ['instant', 'number']);
      conditions.push(
        `(e.at, e.sequence) < (to_timestamp(${value(Number(instant) / 1_000)}), ${value(sequence)})`,
      );
    }
    const walk = `FROM audit_entry e WHERE ${conditions.join(' AND ')} ${NEWEST_FIRST}`;
    const ofWalk = [...values];
    const shown = [
      visibleTo(caller, value),
      ...(query.blog === undefined ? [] : [isPostOf(value(query.blog))]),
    ];
    const rows: ActivityRow[] = await this.manager.query(
      `SELECT e.id, e.sequence, e.at, e.actor_kind, e.actor_id, e.actor_label, o.display_name AS actor_name, e.action,
         a.number, a.type, a.title, e.version, e.thread
       FROM (SELECT e.id, e.sequence, e.at, e.actor_kind, e.actor_id, e.actor_label, e.action, e.target_id::int AS number,
           coalesce(e.after->>'version', e.before->>'version')::int AS version, e.after->>'thread' AS thread
         ${walk} LIMIT ${WALKED}) e
       JOIN article a ON a.tenant_id = $1 AND a.number = e.number
       LEFT JOIN account o ON o.tenant_id = $1 AND o.id = e.actor_id
       WHERE ${shown.join(' AND ')} ${NEWEST_FIRST} LIMIT ${size + 1}`,
      values,
    );
    const page = pageOf(rows, size, activityOf, (row) => [row.at.getTime(), Number(row.sequence)]);
    if (page.nextCursor !== null) return page;
    // Too few in what was looked through, which may not be the end.
    const [last]: Pick<ActivityRow, 'at' | 'sequence'>[] = await this.manager.query(
      `SELECT e.at, e.sequence ${walk} OFFSET ${WALKED - 1} LIMIT 1`,
      ofWalk,
    );
    return { ...page, nextCursor: last ? encodeCursor([last.at.getTime(), Number(last.sequence)]) : null };
  }
}

const activityOf = (row: ActivityRow): ArticleActivity => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label, currentName: row.actor_name },
  action: row.action,
  article: { number: row.number, type: row.type, title: row.title },
  version: row.version,
  thread: row.thread,
});
