import { Injectable } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { escapeHtml } from '../../platform/core/escape-html.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { absoluteHtml, absoluteUrl } from './absolute-html.js';
import { FEED_FORMATS, type FeedEntry, type FeedFormat, type FeedView } from './feed-formats.js';
import type { LiveSite } from './live-site.js';
import { PageBodiesService } from './page-bodies.service.js';
import { PublicDatabase } from './public-database.js';
import { FEED_OF_BLOG, FEED_OF_SITE, type FeedPost, FIND_PAGE, type FoundPage } from './public-rows.js';
import { readSiteSettings } from './site-settings.js';
import { isImage } from './theme/theme-html.js';

/** What a feed is of, and how it is written. */
export interface FeedPlace {
  /** Path of the blog's page; `/` for the site. */
  readonly path: string;
  readonly format: FeedFormat;
}

/** What there is at the path of a feed. */
export type FoundFeed =
  | { readonly kind: 'feed'; readonly body: string }
  /** The blog has another key by now. */
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'none' };

const POSTS = 20;
const NONE: FoundFeed = { kind: 'none' };

/** The newest posts for programs that read them. They're made of what is live when they're asked for, like pages. */
@Injectable()
export class FeedsService {
  constructor(
    private readonly database: PublicDatabase,
    private readonly bodies: PageBodiesService,
    private readonly settings: SettingsService,
  ) {}

  /** Nothing where the public URL isn't known: a feed is read elsewhere, so all its addresses are URLs. */
  async at(site: LiveSite, { path, format }: FeedPlace): Promise<FoundFeed> {
    const origin = site.view.address;
    if (origin === null) return NONE;
    const [page] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, path]);
    if (path === '/') return this.ofSite(site, origin, page, format);
    if (page?.kind === 'redirect' && page.target !== null)
      return { kind: 'moved', path: `${page.target}/${format.file}` };
    if (page?.type !== ARTICLE_TYPES.stream) return NONE;
    const { number, head } = page;
    const posts = await this.database.run<FeedPost>(FEED_OF_BLOG, [site.tenantId, number, POSTS]);
    return this.rendered(site, format, {
      id: tagUri(origin, `blog/${number}`),
      title: head.title,
      description: head.searchDescription ?? head.introduction ?? head.title,
      pageUrl: absoluteUrl(origin, path) ?? origin,
      url: absoluteUrl(origin, `${path}/${format.file}`) ?? origin,
      updatedAt: newest(posts) ?? head.updatedAt,
      entries: await this.entries(site, origin, posts),
    });
  }

  private async ofSite(
    site: LiveSite,
    origin: string,
    home: FoundPage | undefined,
    format: FeedFormat,
  ): Promise<FoundFeed> {
    const posts = await this.database.run<FeedPost>(FEED_OF_SITE, [site.tenantId, POSTS]);
    const updatedAt = newest(posts);
    if (updatedAt === undefined) return NONE;
    const head = home?.kind === 'page' ? home.head : undefined;
    return this.rendered(site, format, {
      id: tagUri(origin, 'site'),
      title: site.view.name,
      description: head?.searchDescription ?? head?.introduction ?? site.view.name,
      pageUrl: `${origin}/`,
      url: `${origin}/${format.file}`,
      updatedAt,
      entries: await this.entries(site, origin, posts),
    });
  }

  private rendered(
    { view: { language, name, icon, address } }: LiveSite,
    { render }: FeedFormat,
    view: Omit<FeedView, 'language' | 'siteName' | 'icon'>,
  ): FoundFeed {
    const iconUrl = icon && absoluteUrl(address, icon.path);
    return { kind: 'feed', body: render({ ...view, language, siteName: name, icon: iconUrl }) };
  }

  private async entries(
    site: LiveSite,
    origin: string,
    posts: readonly FeedPost[],
  ): Promise<readonly FeedEntry[]> {
    const { feedContent } = await this.settings.read(site.tenantId, readSiteSettings);
    const entries: FeedEntry[] = [];
    for (const post of posts) {
      const { number, path, head } = post;
      const url = absoluteUrl(origin, path) ?? origin;
      const image = isImage(head.bannerImage) ? absoluteUrl(origin, head.bannerImage) : undefined;
      entries.push({
        id: tagUri(origin, `article/${number}`),
        url,
        title: head.title,
        summary: head.introduction,
        html: feedContent === 'full' ? await this.html(site, post, url, image) : null,
        publishedAt: head.publishedAt,
        updatedAt: head.updatedAt,
        authors: head.authors,
        tags: head.tags,
        image,
      });
    }
    return entries;
  }

  /** All that the page shows of it, in the same order. */
  private async html(
    site: LiveSite,
    post: FeedPost,
    url: string,
    image: string | undefined,
  ): Promise<string> {
    const { introduction, bannerText } = post.head;
    const lead = introduction === null ? '' : `<p>${escapeHtml(introduction)}</p>`;
    const banner =
      image === undefined
        ? ''
        : `<p><img src="${escapeHtml(image)}" alt="${escapeHtml(bannerText ?? '')}"></p>`;
    // A form works on its page only.
    const body = await this.bodies.bodyOf(site, post, { form: '' });
    return lead + banner + absoluteHtml(body, url);
  }
}

const FEED = new RegExp(
  String.raw`^(?<blog>/[^/]+)?/(?<file>${FEED_FORMATS.map(({ file }) => file.replace('.', String.raw`\.`)).join('|')})$`,
);

/** The feed that an address is for. */
export function feedPlace(path: string): FeedPlace | undefined {
  const { blog = '/', file } = FEED.exec(path)?.groups ?? {};
  const format = FEED_FORMATS.find((each) => each.file === file);
  return format && { path: blog, format };
}

/** An ID that stays when an address changes (RFC 4151). The year is one in which the site had its hostname. */
const tagUri = (origin: string, name: string): string => `tag:${new URL(origin).hostname},2026:${name}`;

const newest = (posts: readonly FeedPost[]): string | undefined =>
  posts
    .map(({ head }) => head.updatedAt)
    .toSorted()
    .at(-1);
