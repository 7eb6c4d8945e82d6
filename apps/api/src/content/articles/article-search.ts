import type { EntityManager } from 'typeorm';

/** A page of a list of articles `a`, whose owner is `o`, before any search. */
export interface ArticleRange {
  readonly columns: string;
  /** Conditions joined with AND. */
  readonly where: string;
  readonly order: string;
  readonly limit: number;
  /** Of the placeholders in all of these; `$1` is the tenant. */
  readonly values: readonly unknown[];
}

const OWNED = 'article a LEFT JOIN account o ON o.id = a.owner_id';
const WORDS = `search_words(a.tenant_id, a.title || ' ' || a.path)`;
/** As many words of a search are looked for. */
const MAX_WORDS = 8;
/** So many articles of the list are looked through one by one: enough for a word that is in every twentieth. */
const WALKED = 2_000;
/** How many of them first, to see how frequent the words are. */
const PROBED = 200;
/** So many matches are sorted at most, as long as there is another way. */
const SORTED = 20_000;

/** Condition for what is walked through in any case: all words of a search in title or address, or words that begin so. */
export const wordsCondition = (q: string, value: (each: unknown) => string): string =>
  `${WORDS} @@ search_query($1, ${value(q.normalize('NFC'))}, ${MAX_WORDS})`;

/** The articles of a page. */
export function findArticles<Row>(manager: EntityManager, range: ArticleRange): Promise<Row[]> {
  const { columns, where, order, limit, values } = range;
  return manager.query(`SELECT ${columns} FROM ${OWNED} WHERE ${where} ORDER BY ${order} LIMIT ${limit}`, [
    ...values,
  ]);
}

/**
 * The articles of a page that have all words of a search in title or address, or words that begin so. A word is either frequent,
 * then the page fills soon from the top of the list, or rare, then the index of words finds all there are. PostgreSQL can't tell
 * which: it doesn't know how often a beginning occurs.
 */
export async function searchArticles<Row>(
  manager: EntityManager,
  range: ArticleRange,
  q: string,
): Promise<Row[]> {
  const { columns, where, order, limit, values } = range;
  const [search]: { readonly query: string | null }[] = await manager.query(
    `SELECT search_query($1, $2, ${MAX_WORDS})::text AS query`,
    [values[0], q.normalize('NFC')],
  );
  if (!search?.query) return [];
  const matches = `${WORDS} @@ $${values.length + 1}::tsquery`;
  const amongFirst = (walked: number): Promise<Row[]> =>
    manager.query(
      `SELECT ${columns} FROM (SELECT a.* FROM article a WHERE ${where} ORDER BY ${order} LIMIT ${walked}) a
       LEFT JOIN account o ON o.id = a.owner_id WHERE ${matches} ORDER BY ${order} LIMIT ${limit}`,
      [...values, search.query],
    );
  const probed = await amongFirst(PROBED);
  if (probed.length === limit) return probed;
  if (probed.length * (WALKED / PROBED) >= limit) {
    const found = await amongFirst(WALKED);
    if (found.length === limit) return found;
  }
  return manager.transaction(async (transaction) => {
    // Else a word that looks frequent would be looked for in the whole table.
    await transaction.query('SET LOCAL enable_seqscan = off');
    const numbers: { readonly number: number }[] = await transaction.query(
      `SELECT a.number FROM article a WHERE ${WORDS} @@ $1::tsquery LIMIT ${SORTED + 1}`,
      [search.query],
    );
    const isRare = numbers.length <= SORTED;
    return findArticles<Row>(transaction, {
      ...range,
      where: `${where} AND ${isRare ? `a.number = ANY($${values.length + 1})` : matches}`,
      values: [...values, isRare ? numbers.map(({ number }) => number) : search.query],
    });
  });
}
