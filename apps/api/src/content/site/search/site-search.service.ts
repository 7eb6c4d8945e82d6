import { Injectable } from '@nestjs/common';
import { SITE_SEARCH } from '@sitedesk/contract/public-site';
import { PublicDatabase } from '../public-database.js';
import type { AskedSearch } from './asked-search.js';
import {
  ALL_MATCHES,
  type FoundMatch,
  type FoundQuery,
  type FoundResult,
  MOST_FOUND,
  NEWEST_MATCHES,
  SEARCH_QUERY,
  SEARCH_RESULTS,
} from './search-rows.js';

/** How long the index of words may take. What takes longer is looked for among the newest pages only. */
const INDEX_MS = 500;
const NEWEST_MS = 1_000;

/** What a search finds, a page of it. */
export interface FoundPages {
  readonly results: readonly FoundResult[];
  /** Of all pages of results. */
  readonly total: number;
  /** Whether more match than are counted in {@link total}, or may. */
  readonly isBeyond: boolean;
  /** Whether live pages are still missing from the index. */
  readonly isPartial: boolean;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

const NOTHING: FoundPages = {
  results: [],
  total: 0,
  isBeyond: false,
  isPartial: false,
  page: 1,
  pages: 0,
};

/**
 * Finds live pages by their words, with the rights of visitors. A word is either frequent, then the newest pages have enough of it, or
 * rare, then the index of words finds all there are; nobody knows which before. So the newest are looked through first, and the index
 * may take half a second.
 */
@Injectable()
export class SiteSearchService {
  /** Searches under way. */
  private running = 0;

  constructor(private readonly database: PublicDatabase) {}

  /** @returns undefined when too many searches are under way, or the database is too busy: pages need it as well */
  async find(tenantId: string, asked: AskedSearch): Promise<FoundPages | undefined> {
    if (this.running >= SITE_SEARCH.atOnce) return undefined;
    this.running += 1;
    try {
      return await this.search(tenantId, asked);
    } finally {
      this.running -= 1;
    }
  }

  private async search(
    tenantId: string,
    { words, goesOn, page: wanted }: AskedSearch,
  ): Promise<FoundPages | undefined> {
    const [asked] = await this.database.run<FoundQuery>(SEARCH_QUERY, [tenantId, words, goesOn]);
    if (!asked || asked.query === null) return NOTHING;
    const found = await this.matches(tenantId, asked.query);
    if (!found) return undefined;
    const { matches, isBeyond } = found;
    const pages = Math.ceil(matches.length / SITE_SEARCH.perPage);
    const page = Math.max(1, Math.min(wanted, pages));
    const numbers = matches.slice((page - 1) * SITE_SEARCH.perPage, page * SITE_SEARCH.perPage);
    const results = await this.database.run<FoundResult>(SEARCH_RESULTS, [tenantId, numbers]);
    return { results, total: matches.length, isBeyond, isPartial: asked.is_partial, page, pages };
  }

  /** Numbers of pages, the best first. */
  private async matches(
    tenantId: string,
    query: string,
  ): Promise<{ readonly matches: readonly number[]; readonly isBeyond: boolean } | undefined> {
    const values = [tenantId, query];
    const newest = await this.database.within<FoundMatch>(NEWEST_MS, NEWEST_MATCHES, values);
    if (!newest) return undefined;
    const all =
      newest.length === MOST_FOUND
        ? newest
        : await this.database.within<FoundMatch>(INDEX_MS, ALL_MATCHES, values);
    const found = all ?? newest;
    const isBeyond = all === undefined || found.some(({ beyond }) => beyond);
    return { matches: found.map(({ number }) => number), isBeyond };
  }
}
