import type { RedirectArticle } from './redirects.js';

/** How many posts a page of a blog shows. */
export const POSTS_PER_PAGE = { min: 1, max: 50, default: 10 } as const;

/** What a blog has beside its title, its description and its hero image, which are edited and published as an article. */
export interface BlogSettings {
  readonly blogKey: string;
  readonly postsPerPage: number;
  /** Those that aren't in the trash. */
  readonly posts: number;
  readonly livePosts: number;
}

/** What another key would do. */
export interface BlogRename {
  /** Posts that get another address. */
  readonly posts: number;
  /** Addresses that will forward from then on. */
  readonly forwards: number;
  /** What is in the way: the first address that isn't free, and the article that has it, if the caller sees it. */
  readonly conflict: { readonly path: string; readonly article: RedirectArticle | null } | null;
}
