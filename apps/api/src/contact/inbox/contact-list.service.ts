import { Injectable } from '@nestjs/common';
import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';
import {
  type CappedCount,
  type ContactCounts,
  type ContactPage,
  type ContactTotal,
  INBOX_LIMITS,
} from '@sitedesk/contract/inbox';
import type { ContactListDto } from '@sitedesk/contract/inbox.dto';
import { encodeCursor } from '../../platform/http/keyset.js';
import { Sql } from '../../platform/database/sql.js';
import { type ContactFilter, conditionOf } from './contact-filter.js';
import { cursorKeyOf, orderOf, placeIn } from './contact-order.js';
import { type ContactRow, SUMMARY_COLUMNS, toContactSummary } from './contact-rows.js';
import { ContactSearchService } from './contact-search.service.js';
import { SqlValues } from './sql-values.js';

/** What tabs and badges count. */
const COUNTED = {
  inbox: { view: 'inbox' },
  unread: { view: 'inbox', unread: 'true' },
  held: { view: 'held' },
  archived: { view: 'archived' },
  failed: { view: 'failed' },
  trash: { view: 'trash' },
} as const satisfies Record<keyof ContactCounts, ContactFilter>;

/** How long someone waits for an exact number. */
const COUNT_MS = 2_000;

/** The list of messages. Every page costs much the same, however many there are: nothing is counted, and nothing skipped. */
@Injectable()
export class ContactListService {
  constructor(
    private readonly sql: Sql,
    private readonly search: ContactSearchService,
  ) {}

  /** @throws ValidationProblem for a cursor that is not one of this list's */
  async page(
    tenantId: string,
    { limit: wanted, cursor, sort, order, ...filter }: ContactListDto,
  ): Promise<ContactPage> {
    const limit = Number(wanted ?? IDENTITY_LIMITS.pageSize.default);
    const by = orderOf(sort, order);
    const place = cursor === undefined ? undefined : placeIn(by, cursor);
    const range = { filter, by, place, columns: SUMMARY_COLUMNS, limit };
    const { rows, next } = await this.search.find<ContactRow>(tenantId, range);
    return {
      items: rows.map(toContactSummary),
      nextCursor: next === null ? null : encodeCursor(cursorKeyOf(by, next)),
    };
  }

  /** One after the other: they are of no hurry, and anyone who waits for a page needs the connections. */
  async counts(tenantId: string): Promise<ContactCounts> {
    const inbox = await this.cappedCount(tenantId, COUNTED.inbox);
    const unread = await this.cappedCount(tenantId, COUNTED.unread);
    const held = await this.cappedCount(tenantId, COUNTED.held);
    const archived = await this.cappedCount(tenantId, COUNTED.archived);
    const failed = await this.cappedCount(tenantId, COUNTED.failed);
    return { inbox, unread, held, archived, failed, trash: await this.cappedCount(tenantId, COUNTED.trash) };
  }

  /** For someone who is about to do something to all of them: to the end, if that can be done while he waits. */
  async total(tenantId: string, filter: ContactFilter): Promise<ContactTotal> {
    const values = new SqlValues();
    const text = `SELECT count(*)::int AS total FROM contact_submission s WHERE ${conditionOf(tenantId, filter, values)}`;
    const counted = await this.sql.within<{ readonly total: number }>(COUNT_MS, { text }, values.all);
    if (counted) return { total: counted[0]?.total ?? 0, more: false };
    const range = { filter, by: orderOf(), place: undefined, columns: 's.id' };
    const found = await this.search.find(tenantId, { ...range, limit: INBOX_LIMITS.countedAtLeast });
    return { total: found.rows.length, more: found.next !== null };
  }

  private async cappedCount(tenantId: string, filter: ContactFilter): Promise<CappedCount> {
    const values = new SqlValues();
    const condition = conditionOf(tenantId, filter, values);
    const cap = INBOX_LIMITS.countedTo;
    const text = `SELECT count(*)::int AS count FROM (
      SELECT FROM contact_submission s WHERE ${condition} LIMIT ${values.add(cap + 1)}) AS counted`;
    const [row] = await this.sql.run<{ readonly count: number }>({ text }, values.all);
    const count = row?.count ?? 0;
    return { count: Math.min(count, cap), more: count > cap };
  }
}
