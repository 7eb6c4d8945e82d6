import { POSTS_PER_PAGE } from '@sitedesk/contract/blog-settings';
import { tagPath } from '../articles/live-lists.service.js';
import { feedsAt } from './feed-formats.js';
import type { FoundMenuItem, FoundPage } from './public-rows.js';
import {
  archivePages,
  type Feed,
  type HeadView,
  type Link,
  type MenuItem,
  type PageView,
  renderStream,
  type SiteView,
  type StreamView,
} from './theme/theme.js';

/* What the theme shows, made of what was read. */

/** Of lists by author and tag. */
export const POSTS_PER_LIST = POSTS_PER_PAGE.default;

/** The beginning of a biography: whole words, on one line. */
export function leadOf(biography: string): string | null {
  const line = biography.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return null;
  const start = /^.{1,320}(?!\S)/u.exec(line)?.[0] ?? line;
  return start === line ? line : `${start}…`;
}

/** Items stand below theirs; where that isn't shown, in its place. */
export function menuOf(rows: readonly FoundMenuItem[]): readonly MenuItem[] {
  const items: (Link & { readonly place: number; readonly children: Link[] })[] = [];
  for (const { place, place_below, label, path } of rows) {
    const parent = place_below === 0 ? undefined : items.findLast((item) => item.place === place);
    if (parent) parent.children.push({ label, path });
    else items.push({ label, path, place: place_below === 0 ? place : 0, children: [] });
  }
  return items;
}

/** Of a blog. A feed is read elsewhere, so there is none where the public URL isn't known. */
export const feedsOf = ({ address }: SiteView, path: string, title: string): readonly Feed[] =>
  address === null ? [] : feedsAt(path, title);

export const perPage = ({ posts_per_page }: FoundPage): number => posts_per_page ?? POSTS_PER_PAGE.default;

const headView = (site: SiteView, path: string, { number, version, head }: FoundPage): HeadView => ({
  site,
  path,
  version: `${number}.${version}`,
  title: head.title,
  description: head.searchDescription ?? head.introduction,
  bannerImage: head.bannerImage,
  bannerAlt: head.bannerText,
  canonical: head.canonical,
  noIndex: head.unlisted,
  breadcrumbs: path === '/' ? [] : [{ label: site.name, path: '/' }],
});

export const pageView = (
  site: SiteView,
  path: string,
  found: FoundPage,
  body: string,
  hasForm: boolean,
): Omit<PageView, 'authors'> => ({
  ...headView(site, path, found),
  publishedAt: found.head.publishedAt,
  updatedAt: found.head.updatedAt,
  tags: found.head.tags.map((name) => ({ name, path: tagPath(name) })),
  body,
  hasForm,
});

export const streamPage = (
  site: SiteView,
  path: string,
  found: FoundPage,
  shown: Pick<StreamView, 'posts' | 'page' | 'banner'>,
): string =>
  renderStream({
    ...headView(site, path, found),
    ...shown,
    feeds: feedsOf(site, path, found.head.title),
    pages: archivePages(found.live_count ?? 0, perPage(found)),
  });
