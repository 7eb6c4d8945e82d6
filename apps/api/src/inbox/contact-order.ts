import { type ContactSort, DEFAULT_CONTACT_ORDER, type SortOrder } from '@sitedesk/contract';
import { decodeCursor, notOurs } from '../common/keyset.js';
import { type ContactFilter, conditionOf } from './contact-filter.js';
import type { SqlValues } from './sql-values.js';

/** What a list is sorted by; each stands on an index that ends with the id. */
export interface ContactOrder {
  readonly sort: ContactSort;
  readonly direction: 'ASC' | 'DESC';
}

/** The row after which a page begins. */
export interface ContactPlace {
  /** Milliseconds since the epoch, or a text. */
  readonly value: string | number;
  readonly id: string;
}

/** Exactly as the indexes have it. */
const KEYS = {
  received: 's.received_at',
  name: 'left(lower(s.name), 60) COLLATE "C"',
  email: 'lower(s.email) COLLATE "C"',
} as const satisfies Record<ContactSort, string>;

/** The last millisecond that an instant of ours can name. */
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export const orderOf = (sort: ContactSort = 'received', order?: SortOrder): ContactOrder => ({
  sort,
  direction: (order ?? DEFAULT_CONTACT_ORDER[sort]) === 'asc' ? 'ASC' : 'DESC',
});

/** The key of a row for the cursor; it tells the order too, so that it is of no use in another one. */
export const cursorKeyOf = (
  { sort, direction }: ContactOrder,
  { key, id }: { readonly key: Date | string; readonly id: string },
): readonly (string | number)[] => [sort, direction, key instanceof Date ? key.getTime() : key, id];

/** @throws ValidationProblem for a cursor of another list or order */
export function placeIn({ sort, direction }: ContactOrder, cursor: string): ContactPlace {
  const kind = sort === 'received' ? 'number' : 'string';
  const [keySort, keyDirection, value = '', id] = decodeCursor(cursor, ['string', 'string', kind, 'id']);
  const known = typeof value === 'string' || (value >= 0 && value <= LAST_INSTANT);
  if (keySort !== sort || keyDirection !== direction || !known) throw notOurs();
  return { value, id: String(id) };
}

/**
 * The statement that selects `columns` of a filter's messages `s` in an order, after a place.
 *
 * Without a search the order's index is walked, or a filter's that finds little; which of the two, the planner knows.
 * With one the words' index says what is found, and that is sorted: walking in order until enough is found would be a walk
 * through everything for a word that is rare. `OFFSET 0` keeps the planner from it.
 */
export function orderedStatement(
  tenantId: string,
  filter: ContactFilter,
  by: ContactOrder,
  values: SqlValues,
  {
    columns,
    place,
    limit,
  }: { readonly columns: string; readonly place?: ContactPlace; readonly limit?: number },
): string {
  const key = KEYS[by.sort];
  const condition = conditionOf(tenantId, filter, values) + after(by, place, values);
  const found =
    filter.q === undefined
      ? 'contact_submission'
      : `(SELECT * FROM contact_submission s WHERE ${condition} OFFSET 0)`;
  const where = filter.q === undefined ? `WHERE ${condition}` : '';
  const end = limit === undefined ? '' : `LIMIT ${values.add(limit)}`;
  return `SELECT ${columns}, ${key} AS key FROM ${found} s ${where}
    ORDER BY ${key} ${by.direction}, s.id ${by.direction} ${end}`;
}

function after(
  { sort, direction }: ContactOrder,
  place: ContactPlace | undefined,
  values: SqlValues,
): string {
  if (place === undefined) return '';
  const value = typeof place.value === 'number' ? new Date(place.value) : place.value;
  const type = sort === 'received' ? 'timestamptz' : 'text';
  const sign = direction === 'ASC' ? '>' : '<';
  return ` AND (${KEYS[sort]}, s.id) ${sign} (${values.add(value)}::${type}, ${values.add(place.id)}::uuid)`;
}
