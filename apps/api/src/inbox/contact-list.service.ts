import { Injectable } from '@nestjs/common';
import {
  type CappedCount,
  type ContactCounts,
  type ContactPage,
  type ContactTotal,
  IDENTITY_LIMITS,
  INBOX_LIMITS,
} from '@sitedesk/contract';
import type { ContactListDto } from '@sitedesk/contract/dto';
import { pageOf } from '../common/keyset.js';
import { Sql } from '../database/sql.js';
import { type ContactFilter, conditionOf } from './contact-filter.js';
import { cursorKeyOf, orderedStatement, orderOf, placeIn } from './contact-order.js';
import { type ContactRow, SUMMARY_COLUMNS, toContactSummary } from './contact-rows.js';
import { SqlValues } from './sql-values.js';

/** What tabs and badges count. */
const COUNTED = {
  inbox: { view: 'inbox' },
  unread: { view: 'inbox', unread: 'true' },
  archived: { view: 'archived' },
  failed: { view: 'failed' },
  trash: { view: 'trash' },
} as const satisfies Record<keyof ContactCounts, ContactFilter>;

/** The list of messages. Every page costs the same, however many there are: nothing is counted, and nothing skipped. */
@Injectable()
export class ContactList {
  constructor(private readonly sql: Sql) {}

  /** @throws ValidationProblem for a cursor that is not one of this list's */
  async page(
    tenantId: string,
    { limit: wanted, cursor, sort, order, ...filter }: ContactListDto,
  ): Promise<ContactPage> {
    const limit = Number(wanted ?? IDENTITY_LIMITS.pageSize.default);
    const by = orderOf(sort, order);
    const place = cursor === undefined ? undefined : placeIn(by, cursor);
    const values = new SqlValues();
    const range = { columns: SUMMARY_COLUMNS, place, limit: limit + 1 };
    const text = orderedStatement(tenantId, filter, by, values, range);
    const rows = await this.sql.run<ContactRow & { readonly key: Date | string }>({ text }, values.all);
    return pageOf(rows, limit, toContactSummary, (row) => cursorKeyOf(by, row));
  }

  /** One after the other: they are of no hurry, and whoever waits for a page needs the connections. */
  async counts(tenantId: string): Promise<ContactCounts> {
    const inbox = await this.cappedCount(tenantId, COUNTED.inbox);
    const unread = await this.cappedCount(tenantId, COUNTED.unread);
    const archived = await this.cappedCount(tenantId, COUNTED.archived);
    const failed = await this.cappedCount(tenantId, COUNTED.failed);
    return { inbox, unread, archived, failed, trash: await this.cappedCount(tenantId, COUNTED.trash) };
  }

  /** Counts to the end, for somebody who is about to do something to all of them. */
  async total(tenantId: string, filter: ContactFilter): Promise<ContactTotal> {
    const values = new SqlValues();
    const text = `SELECT count(*)::int AS total FROM contact_submission s WHERE ${conditionOf(tenantId, filter, values)}`;
    const [row] = await this.sql.run<ContactTotal>({ text }, values.all);
    return { total: row?.total ?? 0 };
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
