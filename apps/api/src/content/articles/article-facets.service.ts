import { Injectable } from '@nestjs/common';
import {
  ARTICLE_LIMITS,
  ARTICLE_STATUSES,
  type ArticleFacets,
  type FacetValue,
} from '@sitedesk/contract/articles';
import type { ArticleFilterDto } from '@sitedesk/contract/articles.dto';
import { Sql } from '../../platform/database/sql.js';
import type { CallerContext } from '../../platform/http/request-context.js';
import { conditionOf } from './article-filter.js';
import { visibleTo } from './article-permissions.js';

const TYPES = ['0', '1', '2'] as const;

/** How long the counts of one facet may take; without them a filter works as well. */
const COUNT_MS = 1_000;

interface Named {
  readonly value: string;
  readonly label: string | null;
}

/** What a list can be narrowed to, and how many articles there are of each. */
@Injectable()
export class ArticleFacetsService {
  constructor(private readonly sql: Sql) {}

  /** Each facet is counted with the other filters. One after the other: anyone who waits for the list needs the connections. */
  async facets(context: CallerContext, filter: ArticleFilterDto): Promise<ArticleFacets> {
    const named = (values: readonly string[]): readonly Named[] =>
      values.map((value) => ({ value, label: null }));
    return {
      status: await this.counted(context, filter, 'status', named(ARTICLE_STATUSES)),
      type: await this.counted(context, filter, 'type', named(TYPES)),
      blog: await this.counted(context, filter, 'blog', await this.blogs(context)),
      owner: await this.counted(context, filter, 'owner', await this.owners(context)),
    };
  }

  private async counted(
    context: CallerContext,
    filter: ArticleFilterDto,
    facet: keyof ArticleFacets,
    named: readonly Named[],
  ): Promise<readonly FacetValue[]> {
    // How many have a word is known only once all of them are found.
    if (filter.q !== undefined) return named.map((each) => ({ ...each, count: null, more: false }));
    const values: unknown[] = [context.tenantId];
    const value = (each: unknown): string => `$${values.push(each)}`;
    const limit = ARTICLE_LIMITS.facetCountedTo + 1;
    const counts = named.map((each) => {
      const condition = conditionOf(context, { ...filter, [facet]: each.value }, value);
      return `(SELECT count(*)::int FROM (SELECT FROM article a WHERE ${condition} LIMIT ${limit}) counted)`;
    });
    if (counts.length === 0) return [];
    const text = `SELECT ARRAY[${counts.join(', ')}] AS counts`;
    const rows = await this.sql.within<{ readonly counts: readonly number[] }>(COUNT_MS, { text }, values);
    return named.map((each, index) => {
      const count = rows?.[0]?.counts[index];
      if (count === undefined) return { ...each, count: null, more: false };
      return { ...each, count: Math.min(count, ARTICLE_LIMITS.facetCountedTo), more: count >= limit };
    });
  }

  private async blogs({ tenantId, caller }: CallerContext): Promise<readonly Named[]> {
    const values: unknown[] = [tenantId];
    const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
    const text = `SELECT blog_key AS value, title AS label FROM article a
      WHERE tenant_id = $1 AND type = 2 AND trashed_at IS NULL AND ${visible} ORDER BY updated_at DESC, number DESC LIMIT ${ARTICLE_LIMITS.facetValues}`;
    return (await this.sql.run<Named>({ text }, values)).toSorted(byLabel);
  }

  /** Jumps from one owner to the next on the index, however many articles each has; of those whom the caller sees something of. */
  private async owners({ tenantId, caller }: CallerContext): Promise<readonly Named[]> {
    const values: unknown[] = [tenantId];
    const visible = visibleTo(caller, (each) => `$${values.push(each)}`);
    const next = (after: string): string =>
      `SELECT a.owner_id FROM article a WHERE a.tenant_id = $1 AND a.trashed_at IS NULL AND a.owner_id > ${after} AND ${visible}
       ORDER BY a.owner_id LIMIT 1`;
    const text = `WITH RECURSIVE owners (id) AS (
        (${next(`'00000000-0000-0000-0000-000000000000'`)})
        UNION ALL SELECT (${next('owners.id')}) FROM owners WHERE owners.id IS NOT NULL
      ) SELECT u.id AS value, u.display_name AS label FROM (SELECT id FROM owners WHERE id IS NOT NULL LIMIT ${ARTICLE_LIMITS.facetValues}) o
        JOIN account u ON u.id = o.id`;
    return (await this.sql.run<Named>({ text }, values)).toSorted(byLabel);
  }
}

const byLabel = (one: Named, other: Named): number =>
  (one.label ?? '').localeCompare(other.label ?? '', 'en');
