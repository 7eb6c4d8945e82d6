import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import {
  type ArticlePresence,
  type PenWish,
  PRESENCE_LIMITS,
  type PresentPerson,
} from '@sitedesk/contract/presence';
import type { PresenceDto } from '@sitedesk/contract/presence.dto';
import { EntityManager } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { LiveEventsService } from '../../platform/events/live-events.service.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { requireEdit } from '../articles/article-permissions.js';
import { findArticle } from '../articles/article-rows.js';

interface PageRow {
  readonly page: string;
  readonly account_id: string;
  readonly display_name: string;
  readonly seen_at: Date;
  readonly pen_at: Date | null;
  readonly asked_at: Date | null;
}

/** Those who come at the same moment wait for each other, so that one of them gets the pen. */
const IN_TURN = `SELECT pg_advisory_xact_lock(hashtextextended('presence ' || $1 || ' ' || $2, 0))`;
const PAGES = `SELECT s.page, s.account_id, s.seen_at, s.pen_at, s.asked_at, o.display_name
  FROM editing_session s JOIN account o ON o.id = s.account_id
  WHERE s.tenant_id = $1 AND s.number = $2 ORDER BY o.name_key, s.account_id, s.page`;
const FORGET = 'DELETE FROM editing_session WHERE tenant_id = $1 AND number = $2 AND page = ANY($3)';
const STORE = `INSERT INTO editing_session (tenant_id, number, page, account_id, seen_at, pen_at, asked_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (tenant_id, number, page) DO UPDATE SET seen_at = $5, pen_at = $6, asked_at = $7`;
const LOSE_PEN =
  'UPDATE editing_session SET pen_at = NULL WHERE tenant_id = $1 AND number = $2 AND account_id <> $3';
const DECLINE =
  'UPDATE editing_session SET asked_at = NULL WHERE tenant_id = $1 AND number = $2 AND account_id <> $3';

/** Who has an article open. It's in the database, so that every instance knows, and it decides nothing: saves have their version. */
@Injectable()
export class PresenceService {
  constructor(
    private readonly manager: EntityManager,
    private readonly events: LiveEventsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws NotFoundException, PermissionMissing when someone wants the pen who may not edit the article */
  async beat(
    context: CallerContext,
    number: number,
    { page, pen: wish }: PresenceDto,
  ): Promise<ArticlePresence> {
    const { tenantId, caller } = context;
    const article = await findArticle(this.manager, context, number);
    if (!article) throw new NotFoundException();
    if (wish !== 'read' && wish !== 'leave') requireEdit(caller, article);
    const me = caller.accountId;
    const now = new Date(this.clock.now());
    const { pages, isNews } = await this.manager.transaction(async (manager) => {
      await manager.query(IN_TURN, [tenantId, String(number)]);
      const all: PageRow[] = await manager.query(PAGES, [tenantId, number]);
      const gone = all.filter(
        ({ seen_at: at }) => now.getTime() - at.getTime() >= PRESENCE_LIMITS.goneSeconds * 1_000,
      );
      const there = all.filter((each) => !gone.includes(each));
      const own = there.find((each) => each.page === page && each.account_id === me);
      const leaving = wish === 'leave' && own ? [page] : [];
      await manager.query(FORGET, [tenantId, number, [...gone.map((each) => each.page), ...leaving]]);
      const isNext = getsPen(wish, there, me);
      if (wish === 'take') await manager.query(LOSE_PEN, [tenantId, number, me]);
      if (wish === 'keep') await manager.query(DECLINE, [tenantId, number, me]);
      const penAt = isNext ? (own?.pen_at ?? now) : null;
      const askedAt = isNext ? null : wish === 'ask' ? (own?.asked_at ?? now) : (own?.asked_at ?? null);
      const isFree = there.every((each) => each.page !== page || each.account_id === me);
      if (wish !== 'leave' && isFree)
        await manager.query(STORE, [tenantId, number, page, me, now, penAt, askedAt]);
      const moved = Boolean(own?.pen_at) !== isNext || Boolean(own?.asked_at) !== (askedAt !== null);
      const declined = wish === 'keep' && there.some((each) => each.asked_at && each.account_id !== me);
      return {
        pages: (await manager.query(PAGES, [tenantId, number])) as PageRow[], // the statement's columns
        isNews: gone.length > 0 || leaving.length > 0 || (wish !== 'leave' && (!own || moved)) || declined,
      };
    });
    if (isNews) this.events.publish(tenantId, { kind: 'article.presence' }, [article.id]);
    return answerOf(article.id, pages, { page, me, now });
  }
}

/** Whether a page has the pen from now on. */
function getsPen(wish: PenWish, pages: readonly PageRow[], me: string): boolean {
  if (wish === 'read' || wish === 'leave') return false;
  return wish === 'take' || pages.every(({ pen_at: at, account_id: id }) => at === null || id === me);
}

function answerOf(
  channel: string,
  pages: readonly PageRow[],
  { page, me, now }: { readonly page: string; readonly me: string; readonly now: Date },
): ArticlePresence {
  const people = new Map<string, PresentPerson>();
  for (const { account_id: id, display_name: displayName, pen_at: pen, asked_at: asked } of pages) {
    const known = people.get(id);
    const hasPen = pen !== null || known?.hasPen === true;
    people.set(id, { id, displayName, hasPen, asks: asked !== null || known?.asks === true });
  }
  const holder = [...people.values()].find(({ hasPen }) => hasPen);
  const ends = pages
    .filter((each) => each.page !== page)
    .map(({ seen_at: at }) => at.getTime() + PRESENCE_LIMITS.goneSeconds * 1_000 - now.getTime());
  return {
    channel,
    others: [...people.values()].filter(({ id }) => id !== me),
    pen: holder === undefined ? 'free' : holder.id === me ? 'mine' : 'theirs',
    asks: pages.some((each) => each.page === page && each.asked_at !== null),
    againMs: Math.max(250, Math.min(PRESENCE_LIMITS.beatSeconds * 1_000, ...ends)),
  };
}
