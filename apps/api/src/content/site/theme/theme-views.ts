import type { CompiledLayout } from '../../layouts/compiled-layout.js';

/*
 * What the theme is given. Paths are canonical paths of the site, decoded or not, such as `/news/summer-hours`; dates are ISO
 * 8601; texts are plain text.
 */

export interface Link {
  readonly label: string;
  readonly path: string;
}

export interface MenuItem extends Link {
  readonly children?: readonly Link[];
}

export interface Feed {
  /** What it is of, and its format. */
  readonly title: string;
  /** Its format. */
  readonly label: string;
  readonly path: string;
  readonly type: 'application/rss+xml' | 'application/atom+xml' | 'application/feed+json';
}

export interface SiteIcon {
  /** Of the site, or an https URL. */
  readonly path: string;
  /** Not known of one from elsewhere. */
  readonly type?: string;
}

export interface SiteImage {
  /** Of the site, or an https URL. */
  readonly path: string;
  /** Not known of one from elsewhere. */
  readonly width?: number;
  readonly height?: number;
}

/** A picture in one format, in several widths. */
export interface ImageSource {
  readonly type: string;
  readonly sizes: readonly { readonly path: string; readonly width: number }[];
}

/** A picture of the library. */
export interface Picture {
  /** For browsers that take none of the sources. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly sources: readonly ImageSource[];
}

export interface SiteView {
  readonly name: string;
  /** BCP 47; what the theme says is German on German sites, otherwise English. */
  readonly language: string;
  /** Public URL by the settings, such as `https://example.org`. Without it a page has no absolute URLs. */
  readonly address: string | null;
  readonly menu: readonly MenuItem[];
  readonly feeds: readonly Feed[];
  /** Of its tabs and bookmarks; a letter where it has none. */
  readonly icon?: SiteIcon | undefined;
  /** Shown where someone shares a page that has no banner. */
  readonly image?: SiteImage | undefined;
  /** The frame of its pages. */
  readonly layout: CompiledLayout;
  /** HTML that stands above a page that isn't public. */
  readonly note?: string;
  /** Origin of the contact API for pages that are served from elsewhere, such as `https://example.org`; their own without it. */
  readonly contactOrigin?: string;
}

/** Someone or something that may have a page of its own. */
export interface Named {
  readonly name: string;
  readonly path: string | null;
}

/** What the head of every page is made of. */
export interface HeadView {
  readonly site: SiteView;
  readonly path: string;
  /** `{number}.{version}` of the article. */
  readonly version: string;
  readonly title: string;
  readonly description: string | null;
  /** Path of the site, or an https URL. */
  readonly bannerImage: string | null;
  readonly bannerAlt: string | null;
  /** That image where it is one of the library, in the shape of a banner. */
  readonly banner?: Picture | undefined;
  /** Path or URL that the article names itself; `path` otherwise. */
  readonly canonical: string | null;
  readonly noIndex: boolean;
  /** From the home page to what the page is in, without the page. */
  readonly breadcrumbs: readonly Link[];
  /** Of the blog that it is, or is in. */
  readonly feeds?: readonly Feed[];
}

export interface PageView extends HeadView {
  readonly publishedAt: string | null;
  readonly updatedAt: string | null;
  readonly authors: readonly Named[];
  readonly tags: readonly Named[];
  /** Safe HTML of the renderer, slots filled in. */
  readonly body: string;
  readonly hasForm: boolean;
}

export interface PostView extends PageView {
  readonly stream: { readonly title: string; readonly path: string };
}

export interface PostCard {
  readonly title: string;
  readonly path: string;
  readonly introduction: string | null;
  readonly publishedAt: string | null;
  readonly authors: readonly Named[];
  readonly bannerImage: string | null;
  /** That image where it is one of the library, in the shape of a card. */
  readonly picture?: Picture | undefined;
}

/** Posts of a stream, an author or a tag. */
export interface StreamView extends HeadView {
  /** Of an author. */
  readonly about?: {
    readonly pictureUrl: string | null;
    readonly links: readonly { readonly label: string; readonly url: string }[];
  };
  readonly posts: readonly PostCard[];
  /** Archive page, 1 being the oldest; null: the newest posts, at the path of the stream. */
  readonly page: number | null;
  /** Number of archive pages, see {@link archivePages}. */
  readonly pages: number;
}

/** A part of a text; marked where it is a word that was searched for. */
export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

export interface SearchResult {
  readonly path: string;
  readonly title: readonly TextPart[];
  readonly excerpt: readonly TextPart[];
  /** Of a post. */
  readonly publishedAt: string | null;
}

export interface SearchView {
  readonly site: SiteView;
  readonly path: string;
  /** As the visitor entered it; empty where nothing is asked. */
  readonly query: string;
  /** Why there are no results, other than that nothing matches. */
  readonly refusal:
    | { readonly kind: 'busy' }
    | { readonly kind: 'too-many'; readonly seconds: number }
    | null;
  readonly results: readonly SearchResult[];
  /** On all pages of results. */
  readonly total: number;
  /** Whether more match than {@link total}. */
  readonly isBeyond: boolean;
  /** Whether pages may be missing, because the search was only just turned on. */
  readonly isPartial: boolean;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

export type PostListLook = 'list' | 'cards';

/**
 * How many archive pages there are besides the newest posts. Page 1 holds the oldest, and each is full, so it never changes:
 * a new post changes the newest posts only, and now and then makes one page more.
 */
export const archivePages = (posts: number, perPage: number): number =>
  Math.max(0, Math.ceil(posts / perPage) - 1);

export const archivePath = (stream: string, page: number): string =>
  `${stream === '/' ? '' : stream}/page/${page}`;
