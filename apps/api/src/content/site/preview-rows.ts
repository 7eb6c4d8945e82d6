import { ARTICLE_TYPES, type ArticleFields, type ArticleType } from '@sitedesk/contract/articles';
import type { ArticleDocument } from '@sitedesk/contract/documents';
import { statement } from '../../platform/database/sql.js';
import { pathOf } from '../articles/article-fields.js';
import type { PageHead } from '../articles/page-head.js';
import { renderDocument } from '../documents/render-document.js';
import type { FoundPage } from './public-rows.js';

/** What a preview link is for. */
export interface PreviewRow {
  readonly number: number;
  readonly type: ArticleType;
  readonly stream_number: number | null;
  readonly blog_key: string | null;
  readonly is_home: boolean;
  /** Null for the draft. */
  readonly version: number | null;
  readonly expires_at: Date;
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
  readonly authors: readonly { readonly id: string; readonly name: string }[];
  readonly published_at: Date | null;
  readonly saved_at: Date;
  /** Of the publication that says the same; null when none does. */
  readonly live_head: PageHead | null;
}

/** All that visitors' requests can do with drafts: see the migration that makes it. */
export const OPEN_PREVIEW = statement('site_preview')`SELECT * FROM open_preview($1, $2, $3)`;

/** The page that it would be. */
export function previewedPage(row: PreviewRow): { readonly path: string; readonly found: FoundPage } {
  const { number, type, stream_number, fields, document, authors } = row;
  const place = { type, blogKey: row.blog_key, isHome: row.is_home };
  const head: PageHead = row.live_head ?? {
    ...fields,
    authors: authors.map(({ name }) => name),
    authorIds: authors.map(({ id }) => id),
    publishedAt: (row.published_at ?? row.saved_at).toISOString(),
    updatedAt: row.saved_at.toISOString(),
  };
  return {
    path: pathOf(place, fields.slug),
    found: {
      kind: 'page',
      number,
      stream_number: type === ARTICLE_TYPES.post ? stream_number : null,
      target: null,
      forward_url: null,
      type,
      version: row.version ?? 0,
      head: { ...head, unlisted: true }, // for search engines
      ...renderDocument(document),
      live_count: null,
      posts_per_page: null,
    },
  };
}
