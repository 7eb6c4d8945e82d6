import { Inject, Injectable } from '@nestjs/common';
import { INBOX_LIMITS } from '@sitedesk/contract/inbox';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { Sql } from '../../platform/database/sql.js';
import { conditionOf, type ContactFilter, holdsWords, WORDS } from './contact-filter.js';
import { afterPlace, type ContactOrder, type ContactPlace, endOf, KEYS, orderBy } from './contact-order.js';
import { SqlValues } from './sql-values.js';

/** Which messages, in which order, from where on, and what of them. */
interface ContactRange {
  readonly filter: ContactFilter;
  readonly by: ContactOrder;
  readonly place: ContactPlace | undefined;
  /** Of the row `s`. */
  readonly columns: string;
  readonly limit: number;
}

/** Some messages in order. */
interface FoundContacts<Row> {
  readonly rows: readonly Row[];
  /** Where to go on; null at the end. Also after fewer rows than asked for, when a search has looked long enough. */
  readonly next: ContactPlace | null;
}

interface Keyed {
  readonly id: string;
  readonly key: Date | string;
}

interface Walked {
  readonly hit: boolean;
  /** The number of the row on the way. */
  readonly n: number;
}

/** Words as the database understands them. */
interface Search {
  readonly query: string;
  /** What a text must hold to hold the words; cheap to ask of each row. */
  readonly patterns: readonly string[];
}

/** Rows of the order that are looked through at a time, the first of them before the index of words is asked. */
const STEP = 2_000;
/** Matches that are sorted at once. */
const SORTED = 20_000;
/** How long the index of words may take; a word that it finds everywhere is looked for in order. */
const GATHER_MS = 500;
/** How long a search goes on in order before it reports how far it has come. */
const WALK_MS = 400;

/**
 * Finds messages, never for longer than about a second. There are two ways to search, and which is fast nobody knows
 * before: a word that many messages have is soon met when one goes through the list in its order; one that few have is
 * found by the index of words, and sorted. So some rows of the order are looked through first, then the index is asked,
 * and when that finds too much (a word that all old messages have and no new ones), the walk goes on for a while and
 * ends where it is: a page with fewer rows, and a place to go on from.
 */
@Injectable()
export class ContactSearchService {
  constructor(
    private readonly sql: Sql,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find<Row extends object>(tenantId: string, range: ContactRange): Promise<FoundContacts<Row & Keyed>> {
    if (range.filter.q === undefined) return this.page(tenantId, range);
    const search = await this.searchFor(tenantId, range.filter.q);
    if (search === undefined) return { rows: [], next: null };
    const first = await this.walk<Row>(tenantId, range, search, Math.max(STEP, 2 * range.limit));
    if (first.rows.length >= range.limit || first.next === null) return first;
    const gathered = await this.gather<Row>(tenantId, range, search);
    return gathered ?? this.walkOn(tenantId, range, search, first);
  }

  /** Every page of a list without a search: an index is walked. */
  private async page<Row extends object>(
    tenantId: string,
    { filter, by, place, columns, limit }: ContactRange,
  ): Promise<FoundContacts<Row & Keyed>> {
    const values = new SqlValues();
    const text = `SELECT ${columns}, ${KEYS[by.sort]} AS key FROM contact_submission s
      WHERE ${conditionOf(tenantId, filter, values)}${afterPlace(by, place, values)}
      ORDER BY ${orderBy(by)} LIMIT ${values.add(limit + 1)}`;
    return cut(await this.sql.run<Row & Keyed>({ text }, values.all), limit);
  }

  /** Undefined when there is no word in it. */
  private async searchFor(tenantId: string, q: string): Promise<Search | undefined> {
    const text = `SELECT search_query($1, $2, ${INBOX_LIMITS.searchWords})::text AS query`;
    const [row] = await this.sql.run<{ readonly query: string | null }>({ text }, [
      tenantId,
      q.normalize('NFC'),
    ]);
    if (!row?.query) return undefined;
    // No word of a query holds a quotation mark, or a sign that means something in a pattern.
    return {
      query: row.query,
      patterns: [...row.query.matchAll(/'([^']+)':\*/g)].map(([, word]) => `%${word}%`),
    };
  }

  /** Looks through the next `size` rows of the order. */
  private async walk<Row extends object>(
    tenantId: string,
    { filter, by, place, columns, limit }: ContactRange,
    { query, patterns }: Search,
    size: number,
  ): Promise<FoundContacts<Row & Keyed>> {
    const values = new SqlValues();
    const condition = conditionOf(tenantId, { ...filter, q: undefined }, values);
    const order = orderBy(by);
    const end = values.add(size);
    // The last row is always returned, to show how far this went. It stops as soon as enough is found.
    const text = `SELECT ${columns}, s.key, s.hit, s.n::int FROM (
        SELECT *, CASE WHEN ${holdsWords(values.add(patterns))} THEN ${WORDS} @@ ${values.add(query)}::tsquery
          ELSE false END AS hit
        FROM (SELECT *, ${KEYS[by.sort]} AS key, row_number() OVER (ORDER BY ${order}) AS n FROM contact_submission s
          WHERE ${condition}${afterPlace(by, place, values)} ORDER BY ${order} LIMIT ${end}) AS s
        OFFSET 0) AS s
      WHERE s.hit OR s.n = ${end} ORDER BY s.key ${by.direction}, s.id ${by.direction} LIMIT ${values.add(limit + 1)}`;
    const rows = await this.sql.run<Row & Keyed & Walked>({ text }, values.all);
    const hits = rows.filter(({ hit }) => hit);
    if (hits.length > limit) return cut(hits, limit);
    const last = rows.at(-1);
    return { rows: hits, next: last?.n === size ? endOf(last) : null };
  }

  /** All that the index of words finds, sorted; undefined when that is too much. */
  private async gather<Row extends object>(
    tenantId: string,
    { filter, by, place, columns, limit }: ContactRange,
    { query }: Search,
  ): Promise<FoundContacts<Row & Keyed> | undefined> {
    const values = new SqlValues();
    const condition = conditionOf(tenantId, { ...filter, q: undefined }, values);
    const most = values.add(SORTED);
    // One match too many stands first.
    const text = `SELECT ${columns}, ${KEYS[by.sort]} AS key, s.n > ${most} AS beyond FROM (
        SELECT *, row_number() OVER () AS n FROM contact_submission s
        WHERE ${WORDS} @@ ${values.add(query)}::tsquery LIMIT ${most} + 1) AS s
      WHERE s.n > ${most} OR (${condition}${afterPlace(by, place, values)})
      ORDER BY s.n > ${most} DESC, ${orderBy(by)} LIMIT ${values.add(limit + 1)}`;
    // Never through the whole table, whatever the planner thinks of a word.
    const settings = { enable_seqscan: 'off' };
    type Gathered = Row & Keyed & { readonly beyond: boolean };
    const rows = await this.sql.within<Gathered>(GATHER_MS, { text }, values.all, settings);
    return rows === undefined || rows[0]?.beyond ? undefined : cut(rows, limit);
  }

  private async walkOn<Row extends object>(
    tenantId: string,
    range: ContactRange,
    search: Search,
    first: FoundContacts<Row & Keyed>,
  ): Promise<FoundContacts<Row & Keyed>> {
    const until = this.clock.now() + WALK_MS;
    let found = first;
    while (found.next !== null && found.rows.length < range.limit && this.clock.now() < until) {
      const rest = { ...range, place: found.next, limit: range.limit - found.rows.length };
      const more = await this.walk<Row>(tenantId, rest, search, STEP);
      found = { rows: [...found.rows, ...more.rows], next: more.next };
    }
    return found;
  }
}

/** One row too many only says that there is more. */
function cut<Row extends Keyed>(rows: readonly Row[], limit: number): FoundContacts<Row> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next: last === undefined ? null : endOf(last) };
}
