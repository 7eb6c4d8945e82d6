import type { PageHead } from '../articles/page-head.js';
import type { Named, PostCard } from './theme/theme.js';

/** Someone without a page. */
export const named = (name: string): Named => ({ name, path: null });

/** A live page as lists show it. */
export const cardOf = ({ path, head }: { readonly path: string; readonly head: PageHead }): PostCard => ({
  title: head.title,
  path,
  introduction: head.introduction,
  publishedAt: head.publishedAt,
  authors: head.authors.map(named),
  bannerImage: head.bannerImage,
});
