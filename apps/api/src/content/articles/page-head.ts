import type { ArticleFields } from '@sitedesk/contract/articles';

/** Column `head` of a publication: everything but the text that its page shows, as it was when it went live. */
export interface PageHead extends Omit<ArticleFields, 'authors' | 'template'> {
  /** Names, in the order of the byline. */
  readonly authors: readonly string[];
  /** IDs of their profiles, in the same order; not known of what was published before authors had pages. */
  readonly authorIds?: readonly string[];
  /** When it first went live. */
  readonly publishedAt: string;
  readonly updatedAt: string;
}
