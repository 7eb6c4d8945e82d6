import { isId } from '@sitedesk/contract/rules';
import { parseJson } from '../core/parse-json.js';
import { ValidationProblem } from './problem.js';

/** One page of a list, and where the next one begins. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; given back as `cursor` for the next page. Null on the last one. */
  readonly nextCursor: string | null;
}

/** Makes a cursor of the sort key of the last row shown. */
export const encodeCursor = (key: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/**
 * Opens a cursor.
 * @param shape what each part must be; `id` is a text that the database takes for an id, `instant` milliseconds since the epoch
 * @throws ValidationProblem when it is not one of ours
 */
export function decodeCursor(
  cursor: string,
  shape: readonly ('string' | 'number' | 'id' | 'instant')[],
): readonly (string | number)[] {
  const key = parseJson(Buffer.from(cursor, 'base64url').toString());
  if (!Array.isArray(key) || key.length !== shape.length) throw notOurs();
  return key.map((part: unknown, index) => {
    if (typeof part === 'string' && shape[index] === 'string' && !part.includes('\0')) return part;
    if (shape[index] === 'id' && isId(part)) return part;
    if (shape[index] === 'instant' && isInstant(part)) return part;
    if (typeof part === 'number' && shape[index] === 'number' && Number.isSafeInteger(part)) return part;
    throw notOurs();
  });
}

/** The last millisecond that an instant of ours can name. */
export const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const isInstant = (part: unknown): part is number =>
  Number.isSafeInteger(part) && Number(part) >= 0 && Number(part) <= LAST_INSTANT;

/** A page out of `limit + 1` rows: the one too many only says that there is a next page. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
  keyOf: (row: Row) => readonly (string | number)[],
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toItem), nextCursor: last === undefined ? null : encodeCursor(keyOf(last)) };
}

/** The cursor is not one of this list's (400). */
export const notOurs = (): ValidationProblem =>
  new ValidationProblem([{ field: 'cursor', message: 'cursor must come from an earlier page of this list' }]);
