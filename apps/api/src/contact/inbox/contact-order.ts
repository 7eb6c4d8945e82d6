import { type ContactSort, DEFAULT_CONTACT_ORDER } from '@sitedesk/contract/inbox';
import type { SortOrder } from '@sitedesk/contract/users';
import { decodeCursor, notOurs } from '../../platform/http/keyset.js';
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

/** What a row `s` is sorted by, exactly as the indexes have it. */
export const KEYS = {
  received: 's.received_at',
  name: 'left(lower(s.name), 60) COLLATE "C"',
  email: 'lower(s.email) COLLATE "C"',
} as const satisfies Record<ContactSort, string>;

export const orderOf = (sort: ContactSort = 'received', order?: SortOrder): ContactOrder => ({
  sort,
  direction: (order ?? DEFAULT_CONTACT_ORDER[sort]) === 'asc' ? 'ASC' : 'DESC',
});

/** `ORDER BY` of rows `s`. */
export const orderBy = ({ sort, direction }: ContactOrder): string =>
  `${KEYS[sort]} ${direction}, s.id ${direction}`;

/** The place of a row. */
export const endOf = ({ key, id }: { readonly key: Date | string; readonly id: string }): ContactPlace => ({
  value: key instanceof Date ? key.getTime() : key,
  id,
});

/** A place for the cursor; it names the order too, so that it is of no use in another one. */
export const cursorKeyOf = (
  { sort, direction }: ContactOrder,
  { value, id }: ContactPlace,
): readonly (string | number)[] => [sort, direction, value, id];

/** @throws ValidationProblem for a cursor of another list or order */
export function placeIn({ sort, direction }: ContactOrder, cursor: string): ContactPlace {
  const kind = sort === 'received' ? 'instant' : 'string';
  const [keySort, keyDirection, value = '', id] = decodeCursor(cursor, ['string', 'string', kind, 'id']);
  if (keySort !== sort || keyDirection !== direction) throw notOurs();
  return { value, id: String(id) };
}

/**
 * The statement that selects `columns` of all of a filter's messages `s` in an order, however long it takes.
 *
 * Without a search the order's index is walked, or a filter's that finds little; which of the two, the planner knows.
 * With one the words' index says what is found, and that is sorted. `OFFSET 0` keeps the planner from walking in order.
 */
export function orderedStatement(
  tenantId: string,
  filter: ContactFilter,
  by: ContactOrder,
  values: SqlValues,
  { columns }: { readonly columns: string },
): string {
  const condition = conditionOf(tenantId, filter, values);
  const found =
    filter.q === undefined
      ? `contact_submission s WHERE ${condition}`
      : `(SELECT * FROM contact_submission s WHERE ${condition} OFFSET 0) s`;
  return `SELECT ${columns} FROM ${found} ORDER BY ${orderBy(by)}`;
}

/** A condition for the rows `s` after a place. */
export function afterPlace(
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
