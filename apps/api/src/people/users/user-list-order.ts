import type { SortOrder, UserSort } from '@sitedesk/contract/users';
import { isId } from '@sitedesk/contract/rules';
import type { SelectQueryBuilder } from 'typeorm';
import { decodeCursor, LAST_INSTANT, notOurs } from '../../platform/http/keyset.js';
import type { Account } from '../accounts/account.entity.js';

/** What a list is sorted by; each stands on an index that ends with the id. */
export interface UserOrder {
  readonly sort: UserSort;
  readonly direction: 'ASC' | 'DESC';
}

/** The row after which a page begins. */
interface Place {
  /** Milliseconds since the epoch or a name; {@link NEVER} where there is none. */
  readonly value: string | number;
  readonly id: string;
}

type Users = SelectQueryBuilder<Account>;

const COLUMNS = {
  createdAt: 'createdAt',
  displayName: 'nameKey',
  lastSignInAt: 'lastSignInAt',
} as const satisfies Record<UserSort, keyof Account>;

/** Stands for "has never signed in", which is before every sign-in. */
const NEVER = -1;

/** The newest first, unless something else is asked for; names from A to Z. */
export const orderOf = (sort: UserSort = 'createdAt', order?: SortOrder): UserOrder => ({
  sort,
  direction: (order ?? (sort === 'displayName' ? 'asc' : 'desc')) === 'asc' ? 'ASC' : 'DESC',
});

/** The key of a row for the cursor; it names the order too, so that it is of no use in another one. */
export function keyOf({ sort, direction }: UserOrder, account: Account): readonly (string | number)[] {
  const value = account[COLUMNS[sort]];
  return [sort, direction, value instanceof Date ? value.getTime() : (value ?? NEVER), account.id];
}

/** @throws ValidationProblem for a cursor of another list or order */
export function placeIn({ sort, direction }: UserOrder, cursor: string): Place {
  const kind = sort === 'displayName' ? 'string' : 'number';
  const [keySort, keyDirection, value, id] = decodeCursor(cursor, ['string', 'string', kind, 'string']);
  const known = typeof value === 'string' || (Number(value) >= NEVER && Number(value) <= LAST_INSTANT);
  if (keySort !== sort || keyDirection !== direction || !known || !isId(id)) throw notOurs();
  return { value: value ?? NEVER, id };
}

/**
 * The list in parts that follow each other, each of them one walk along the index: users who have never signed in have
 * no place among the instants, and come before all the others, or after them.
 */
export function parts(by: UserOrder, place: Place | undefined): readonly ((query: Users) => Users)[] {
  const column = COLUMNS[by.sort];
  if (by.sort !== 'lastSignInAt') return [(query) => sorted(after(query, by, place), by)];
  const never = (query: Users): Users =>
    sorted(afterId(query.andWhere(`a.${column} IS NULL`), by, place), by);
  const dated = (query: Users): Users =>
    sorted(
      after(query.andWhere(`a.${column} IS NOT NULL`), by, place?.value === NEVER ? undefined : place),
      by,
    );
  const inNever = place?.value === NEVER;
  if (by.direction === 'ASC') return place && !inNever ? [dated] : [never, dated];
  if (inNever) return [never];
  return [dated, (query) => sorted(query.andWhere(`a.${column} IS NULL`), by)];
}

const sorted = (query: Users, { sort, direction }: UserOrder): Users =>
  query.orderBy(`a.${COLUMNS[sort]}`, direction).addOrderBy('a.id', direction);

const sign = ({ direction }: UserOrder): string => (direction === 'ASC' ? '>' : '<');

function after(query: Users, by: UserOrder, place: Place | undefined): Users {
  if (!place) return query;
  const value = typeof place.value === 'number' ? new Date(place.value) : place.value;
  return query.andWhere(`(a.${COLUMNS[by.sort]}, a.id) ${sign(by)} (:value, :id)`, { value, id: place.id });
}

function afterId(query: Users, by: UserOrder, place: Place | undefined): Users {
  return place ? query.andWhere(`a.id ${sign(by)} :id`, { id: place.id }) : query;
}
