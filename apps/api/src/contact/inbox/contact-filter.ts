import { type ContactDelivery, type ContactView, INBOX_LIMITS } from '@sitedesk/contract/inbox';
import type { ContactFilterDto } from '@sitedesk/contract/inbox.dto';
import type { SqlValues } from './sql-values.js';

/** Which messages a list shows; the same members that a query has, and a body. */
export type ContactFilter = Pick<ContactFilterDto, 'view' | 'unread' | 'delivery' | 'from' | 'to' | 'q'>;

/** A view as a condition on `s`; each stands on an index. */
const VIEWS = {
  inbox: `s.folder = 'inbox'`,
  held: `s.folder = 'held'`,
  archived: `s.folder = 'archived'`,
  trash: `s.folder = 'trash'`,
  failed: `s.undelivered = 'failed' AND s.folder <> 'trash'`,
  all: undefined,
} as const satisfies Record<ContactView, string | undefined>;

/** Notifications on their way are few, and the jobs know them. */
const underway = (tenant: string): string =>
  `s.status = 'queued' AND s.id IN (
     SELECT j.id FROM job j WHERE j.tenant_id = ${tenant} AND j.state = 'queued'
     UNION ALL SELECT j.id FROM job j WHERE j.tenant_id = ${tenant} AND j.state = 'running')`;

const DELIVERIES = {
  queued: (tenant) => `${underway(tenant)} AND s.error IS NULL`,
  retrying: (tenant) => `${underway(tenant)} AND s.error IS NOT NULL`,
  sent: () => `s.status = 'sent'`,
  failed: () => `s.undelivered = 'failed'`,
  off: () => `s.undelivered = 'stored'`,
  held: () => `s.undelivered = 'held'`,
} as const satisfies Record<ContactDelivery, (tenant: string) => string>;

const TEXT = `s.name || ' ' || s.email || ' ' || s.receipt_code || ' ' || s.message`;

/** What the search looks through, exactly as the index `contact_submission_words` has it. */
export const WORDS = `search_words(s.tenant_id, ${TEXT})`;

/**
 * Whether `s` may hold the words of a search: cheap to ask (some 8 us, where making the words of a message takes 50 and more),
 * and never false where the words are there.
 * @param patterns how a statement names the list of `%word%`
 */
export const holdsWords = (patterns: string): string => `lower(${TEXT}) LIKE ALL (${patterns}::text[])`;

/**
 * The tenant's rows `s` of `contact_submission` that agree with a filter, as the condition of a statement. Lists, counts,
 * exports and actions all ask here, so that they mean the same messages.
 */
export function conditionOf(tenantId: string, filter: ContactFilter, values: SqlValues): string {
  const { view = 'inbox', unread, delivery, from, to, q } = filter;
  const tenant = values.add(tenantId);
  const conditions = [
    `s.tenant_id = ${tenant}`,
    VIEWS[view],
    unread && `s.read_at IS ${unread === 'true' ? 'NULL' : 'NOT NULL'}`,
    delivery && DELIVERIES[delivery](tenant),
    from && `s.received_at >= ${values.add(new Date(from))}`,
    to && `s.received_at <= ${values.add(new Date(to))}`,
    q &&
      `${WORDS} @@ search_query(${tenant}, ${values.add(q.normalize('NFC'))}, ${INBOX_LIMITS.searchWords})`,
  ];
  return conditions.filter((condition) => condition !== undefined && condition !== '').join(' AND ');
}
