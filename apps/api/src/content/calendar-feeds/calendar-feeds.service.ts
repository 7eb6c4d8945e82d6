import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { articlePath } from '@sitedesk/contract/articles';
import {
  CALENDAR_FEED_LIMITS as LIMITS,
  type CalendarFeed as Feed,
  type NewCalendarFeed,
  type OwnCalendarFeed,
} from '@sitedesk/contract/calendar-feeds';
import { EDITOR_PATH } from '@sitedesk/contract/identity';
import { createHash } from 'node:crypto';
import { EntityManager } from 'typeorm';
import { AccountPreferencesService } from '../../people/accounts/account-preferences.service.js';
import { ExternalRefreshService } from '../../people/external-sign-in/external-refresh.service.js';
import { EditorAddressService } from '../../people/links/editor-address.service.js';
import { accountGroupsDue, groupsDue } from '../../people/sessions/groups-due.js';
import { heldRoles, ROLES_OF_ACCOUNT, type RolesColumn } from '../../people/sessions/sessions.service.js';
import { AuditLogService } from '../../platform/audit/audit-log.service.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { hashToken, newToken } from '../../platform/core/tokens.js';
import type { SessionContext } from '../../platform/http/request-context.js';
import { TenantsService } from '../../platform/tenancy/tenants.service.js';
import { PolicyThrottlerGuard } from '../../platform/throttling/policy-throttler.guard.js';
import { type Person, seesAll, visibleTo } from '../articles/article-permissions.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import { type FeedPlan, feedEvents } from './feed-events.js';
import { FEED_TEXTS } from './feed-texts.js';
import { icsOf } from './ics.js';

export const CALENDAR_FEEDS_PATH = `${EDITOR_PATH}/calendar-feeds`;

const TOKEN = /^[\w-]{43}$/;
const DAY_MS = 86_400_000;
const TOUCH_EVERY_MS = 60_000;
/** Someone who sees no more articles than this gets plans by their articles: among the plans of all, theirs may be far apart. */
const FEW_ARTICLES = 5_000;

interface FeedRow {
  readonly account_id: string;
  readonly roles: RolesColumn;
  readonly groups_due: boolean;
}

/**
 * Feeds of the calendar: a secret URL for each person who wants one, as calendar programs can't sign in. It shows what that person may see
 * at the moment of reading, and ends with what ends their API tokens.
 */
@Injectable()
export class CalendarFeedsService {
  constructor(
    private readonly manager: EntityManager,
    private readonly preferences: AccountPreferencesService,
    private readonly external: ExternalRefreshService,
    private readonly editor: EditorAddressService,
    private readonly tenants: TenantsService,
    private readonly auditLog: AuditLogService,
    @Inject(CLOCK) private readonly clock: Clock,
    throttler: PolicyThrottlerGuard,
  ) {
    // Services that read calendars do so for many people from few addresses.
    throttler.countFor('calendar-feed', async ({ params }, { tenantId }) => {
      const { token = '' } = params as { readonly token?: string }; // the route's
      const found = await this.find(tenantId, token);
      return found && `feed ${found.account_id}`;
    });
  }

  /** The caller's own. */
  async read({ tenantId, caller }: SessionContext): Promise<OwnCalendarFeed> {
    const row = await this.manager.findOneBy(CalendarFeed, { tenantId, accountId: caller.accountId });
    return { feed: row && feedOf(row) };
  }

  /** Creates the caller's feed. The URL of the one before stops working. */
  async create(context: SessionContext): Promise<NewCalendarFeed> {
    const { tenantId, caller } = context;
    const { accountId } = caller;
    const token = newToken();
    const row = this.manager.create(CalendarFeed, {
      accountId,
      tenantId,
      tokenHash: hashToken(token),
      createdAt: new Date(this.clock.now()),
      lastUsedAt: null,
    });
    await this.manager.transaction(async (manager) => {
      await manager.upsert(CalendarFeed, row, ['accountId']);
      const target = { kind: 'calendar-feed', id: accountId };
      await this.auditLog.record(context, { action: 'calendar-feed.create', target }, manager);
    });
    return { ...feedOf(row), path: `${CALENDAR_FEEDS_PATH}/${token}/articles.ics` };
  }

  /** @throws NotFoundException when the caller has none */
  async delete(context: SessionContext): Promise<void> {
    const { tenantId, caller } = context;
    const { accountId } = caller;
    await this.manager.transaction(async (manager) => {
      const { affected } = await manager.delete(CalendarFeed, { tenantId, accountId });
      if (!affected) throw new NotFoundException();
      const target = { kind: 'calendar-feed', id: accountId };
      await this.auditLog.record(context, { action: 'calendar-feed.delete', target }, manager);
    });
  }

  /**
   * What is scheduled, for the owner of a feed.
   * @returns the calendar, and a tag that changes with it
   * @throws NotFoundException for a token that isn't right, and where its owner may not see the calendar
   */
  async show(tenantId: string, token: string): Promise<{ readonly text: string; readonly tag: string }> {
    let row = await this.find(tenantId, token);
    if (row?.groups_due) {
      await this.external.ensureFresh({ tenantId, accountId: row.account_id });
      row = await this.find(tenantId, token);
    }
    const roles = heldRoles(row?.roles ?? null);
    const permissions = new Set(roles.flatMap((role) => role.permissions));
    if (!row || !permissions.has('pages.view')) throw new NotFoundException();
    const accountId = row.account_id;
    const now = this.clock.now();
    await this.manager.query(
      `UPDATE calendar_feed SET last_used_at = $3 WHERE tenant_id = $1 AND account_id = $2
       AND (last_used_at IS NULL OR last_used_at < $4)`,
      [tenantId, accountId, new Date(now), new Date(now - TOUCH_EVERY_MS)],
    );
    const plans = await this.plans(tenantId, { accountId, roles, permissions }, now);
    const address = await this.editor.of(tenantId);
    const urlOf = (path: string): string | undefined => ('url' in address ? address.url + path : undefined);
    const texts = FEED_TEXTS[(await this.preferences.readerOf(tenantId, accountId)).locale];
    const events = feedEvents(plans, texts, {
      article: (number) => urlOf(`${articlePath(number)}?panel=plans`),
      release: (id) => urlOf(`/admin/articles/releases/${id}`),
    });
    const text = icsOf(texts.calendar((await this.tenants.find(tenantId))?.name ?? ''), events);
    return { text, tag: createHash('sha256').update(text).digest('hex') };
  }

  private async find(tenantId: string, token: string): Promise<FeedRow | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { staleBefore, lapsedBefore } = groupsDue(this.clock.now());
    const [row]: FeedRow[] = await this.manager.query(
      `SELECT f.account_id, ${ROLES_OF_ACCOUNT}, ${accountGroupsDue('$3', '$4')}
       FROM calendar_feed f JOIN account a ON a.tenant_id = f.tenant_id AND a.id = f.account_id
       WHERE f.token_hash = $1 AND f.tenant_id = $2 AND a.status = 'active' AND a.email_confirmed_at IS NOT NULL`,
      [hashToken(token), tenantId, staleBefore, lapsedBefore],
    );
    return row;
  }

  /** Those nearest to now that a person sees, the earliest first. */
  private async plans(tenantId: string, person: Person, now: number): Promise<readonly FeedPlan[]> {
    const values: unknown[] = [
      tenantId,
      new Date(now),
      new Date(now - LIMITS.past * DAY_MS),
      new Date(now + LIMITS.future * DAY_MS),
      LIMITS.plans,
    ];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const few = await this.fewOf(tenantId, person);
    const visible = `${visibleTo(person, value)}${few ? ` AND j.number = ANY(${value(few)})` : ''}`;
    const plans = (time: string, order: 'ASC' | 'DESC'): string =>
      `(SELECT j.id, j.number, j.action, j.state, j.due_at, j.release_id, a.title, a.path, r.title AS release_title,
          greatest(j.planned_at, j.ended_at, r.planned_at) AS changed_at
        FROM publication_job j
        JOIN article a ON a.tenant_id = j.tenant_id AND a.number = j.number
        LEFT JOIN publication_release r ON r.tenant_id = j.tenant_id AND r.id = j.release_id
        WHERE j.tenant_id = $1 AND ${time} AND ${visible}
        ORDER BY j.due_at ${order}, j.id ${order} LIMIT $5)`;
    return this.manager.query(
      `${plans('j.due_at >= $2 AND j.due_at < $4', 'ASC')} UNION ALL
       ${plans('j.due_at < $2 AND j.due_at >= $3', 'DESC')} ORDER BY due_at, id`,
      values,
    );
  }

  /** The articles that someone sees; undefined where they are many. */
  private async fewOf(tenantId: string, person: Person): Promise<readonly number[] | undefined> {
    if (seesAll(person)) return undefined;
    const values: unknown[] = [tenantId];
    const visible = visibleTo(person, (each) => `$${values.push(each)}`);
    const rows: readonly { readonly number: number }[] = await this.manager.query(
      `SELECT a.number FROM article a WHERE a.tenant_id = $1 AND ${visible} LIMIT ${FEW_ARTICLES + 1}`,
      values,
    );
    return rows.length > FEW_ARTICLES ? undefined : rows.map(({ number }) => number);
  }
}

const feedOf = ({ createdAt, lastUsedAt }: CalendarFeed): Feed => ({
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
