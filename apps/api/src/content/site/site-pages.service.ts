import { Injectable } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { readCaptchaSettings } from '../../contact/captcha/captcha-settings.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import { placesAbove } from '../articles/forwards.js';
import type { PageHead } from '../articles/page-head.js';
import { FeedsService, feedPlace, type FeedPlace } from './feeds.service.js';
import type { LiveSite } from './live-site.js';
import {
  CACHE_CONTROL,
  cacheTags,
  errorAnswer,
  forwardTo,
  htmlPage,
  pageOf,
  redirectTo,
  XML,
} from './page-answers.js';
import { PageBodiesService } from './page-bodies.service.js';
import { type StoredPage, storedPage } from './page-cache.js';
import type { FormPolicy } from './page-policy.js';
import { feedsOf, leadOf, pageView, perPage, POSTS_PER_LIST, streamPage } from './page-views.js';
import { cardOf, named } from './post-cards.js';
import { PublicDatabase } from './public-database.js';
import {
  AUTHOR_PATHS,
  FIND_LIST,
  FIND_PAGE,
  FIND_RULE,
  type FoundList,
  type FoundPage,
  type FoundRule,
  type ListedPage,
  NEWEST_IN_LIST,
  NEWEST_POSTS,
  OLDEST_IN_LIST,
  OLDEST_POSTS,
} from './public-rows.js';
import { SITE_FILES } from './site-files.js';
import { SitemapsService } from './sitemaps.service.js';
import { archivePages, type Named, renderPage, renderPost, renderStream } from './theme/theme.js';

const ARCHIVE = /^(?<stream>\/(?:(?:authors|tags)\/)?[^/]+)\/page\/(?<page>[1-9]\d{0,5})$/;
/** Lists that no blog has: what an author wrote, and what has a tag. */
const LIST = /^\/(?:authors|tags)\/[^/]+$/;

/** Puts the pages of a site together from what is live. */
@Injectable()
export class SitePagesService {
  constructor(
    private readonly database: PublicDatabase,
    private readonly settings: SettingsService,
    private readonly bodies: PageBodiesService,
    private readonly feeds: FeedsService,
    private readonly sitemaps: SitemapsService,
  ) {}

  /** What stands at a canonical path. */
  async at(site: LiveSite, path: string): Promise<StoredPage> {
    const [found] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, path]);
    if (!found) return this.unlisted(site, path);
    const redirect = { kind: 'automatic', path } as const;
    if (found.kind === 'redirect' && found.forward_url !== null)
      return { ...forwardTo(found.forward_url), redirect };
    if (found.kind === 'redirect' && found.target !== null) return { ...redirectTo(found.target), redirect };
    if (found.kind === 'gone') return errorAnswer(410, site.view);
    // An application is files of its own, and no page where none are live.
    if (found.kind !== 'page' || found.type === ARTICLE_TYPES.application) return site.notFound;
    return this.live(site, path, found);
  }

  /** What is at an address that no article has. */
  private async unlisted(site: LiveSite, path: string): Promise<StoredPage> {
    if (path === SITE_FILES.icon) return site.icon;
    if (path === SITE_FILES.sitemap) {
      const index = await this.sitemaps.index(site);
      return index === undefined ? site.notFound : storedPage(200, [...XML, CACHE_CONTROL], index);
    }
    const feed = feedPlace(path);
    if (feed) return this.feed(site, feed);
    return LIST.test(path) ? this.list(site, path, null) : this.archive(site, path);
  }

  private async feed(site: LiveSite, place: FeedPlace): Promise<StoredPage> {
    const found = await this.feeds.at(site, place);
    if (found.kind === 'none') return site.notFound;
    if (found.kind === 'moved')
      return { ...redirectTo(found.path), redirect: { kind: 'automatic', path: place.path } };
    const type = `${place.format.type}; charset=utf-8`;
    const caching = ['Cache-Control', CACHE_CONTROL, ...cacheTags(site.tenantId)];
    return storedPage(200, ['Content-Type', type, ...caching], found.body);
  }

  /** A live article at its path, or another version of it there. */
  async live(site: LiveSite, path: string, found: FoundPage): Promise<StoredPage> {
    const banner = await this.bodies.bannerOf(site, found.head);
    if (found.type === ARTICLE_TYPES.stream) {
      const posts = await this.bodies.listed(NEWEST_POSTS, site, found.number, perPage(found));
      const html = streamPage(site.view, path, found, { posts: posts.map(cardOf), page: null, banner });
      return pageOf(site, html, found);
    }
    const hasForm = found.slots.some(({ kind }) => kind === 'contact-form');
    const view = {
      ...pageView(site.view, path, found, await this.bodies.bodyOf(site, found), hasForm),
      banner,
      authors: await this.authorsOf(site, found.head),
    };
    const form = hasForm ? await this.formPolicy(site) : undefined;
    if (found.stream_number === null) return pageOf(site, renderPage(view), found, form);
    const streamPath = path.slice(0, path.lastIndexOf('/'));
    const [stream] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, streamPath]);
    const title = stream?.head?.title ?? streamPath.slice(1);
    const breadcrumbs = [...view.breadcrumbs, { label: title, path: streamPath }];
    const feeds = feedsOf(site.view, streamPath, title);
    const html = renderPost({ ...view, feeds, breadcrumbs, stream: { title, path: streamPath } });
    return pageOf(site, html, found, form);
  }

  /** Older posts of a blog, on pages that are counted from the oldest: a new post changes none of them. */
  private async archive(site: LiveSite, path: string): Promise<StoredPage> {
    const { stream: streamPath, page } = ARCHIVE.exec(path)?.groups ?? {};
    if (streamPath === undefined) return site.notFound;
    const number = Number(page);
    if (LIST.test(streamPath)) return this.list(site, streamPath, number);
    const [stream] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, streamPath]);
    // It has another key by now.
    if (stream?.kind === 'redirect' && stream.target !== null)
      return {
        ...redirectTo(`${stream.target}/page/${number}`),
        redirect: { kind: 'automatic', path: streamPath },
      };
    if (
      stream?.type !== ARTICLE_TYPES.stream ||
      number > archivePages(stream.live_count ?? 0, perPage(stream))
    )
      return site.notFound;
    const before = (number - 1) * perPage(stream);
    const posts = await this.bodies.listed(OLDEST_POSTS, site, stream.number, before, perPage(stream));
    const shown = { posts: posts.map(cardOf).toReversed(), page: number };
    const html = streamPage(site.view, streamPath, stream, shown);
    return pageOf(site, html, stream);
  }

  /** What an author wrote, or what has a tag. @param page of the archive; null for the newest */
  private async list(site: LiveSite, path: string, page: number | null): Promise<StoredPage> {
    const { tenantId, view } = site;
    const [list] = await this.database.run<FoundList>(FIND_LIST, [tenantId, path]);
    const pages = archivePages(list?.live_count ?? 0, POSTS_PER_LIST);
    if (!list || (page !== null && page > pages)) return site.notFound;
    const posts =
      page === null
        ? await this.database.run<ListedPage>(NEWEST_IN_LIST, [tenantId, path, POSTS_PER_LIST])
        : await this.database.run<ListedPage>(OLDEST_IN_LIST, [
            tenantId,
            path,
            (page - 1) * POSTS_PER_LIST,
            POSTS_PER_LIST,
          ]);
    const cards = posts.map(cardOf);
    const version = `list.${list.version}`;
    const html = renderStream({
      site: view,
      path,
      version,
      title: list.title,
      description: list.biography === null ? null : leadOf(list.biography),
      bannerImage: null,
      bannerAlt: null,
      canonical: null,
      noIndex: false,
      breadcrumbs: [{ label: view.name, path: '/' }],
      about: { pictureUrl: list.picture_url, links: list.links },
      posts: page === null ? cards : cards.toReversed(),
      page,
      pages,
    });
    const caching = ['Cache-Control', CACHE_CONTROL, ...cacheTags(tenantId)];
    return htmlPage(view, 200, html, [...caching, 'X-Content-Version', version]);
  }

  private async authorsOf(
    { tenantId }: LiveSite,
    { authors, authorIds = [] }: PageHead,
  ): Promise<readonly Named[]> {
    if (authorIds.length === 0) return authors.map(named);
    const found = await this.database.run<{ readonly id: string; readonly path: string }>(AUTHOR_PATHS, [
      tenantId,
      authorIds,
    ]);
    return authors.map((name, index) => ({
      name,
      path: found.find(({ id }) => id === authorIds[index])?.path ?? null,
    }));
  }

  private async formPolicy({ tenantId, view: { contactOrigin } }: LiveSite): Promise<FormPolicy> {
    const { requireCaptcha, scriptUrl } = await this.settings.read(tenantId, readCaptchaSettings);
    return { captchaUrl: requireCaptcha ? scriptUrl : undefined, contactOrigin };
  }
  /** What a redirect that someone made answers where nothing else is; undefined when there is none, or its article isn't live. */
  async ruled(site: LiveSite, path: string): Promise<StoredPage | undefined> {
    const [rule] = await this.database.run<FoundRule>(FIND_RULE, [site.tenantId, placesAbove(path), path]);
    if (!rule) return undefined;
    const { code, forward_url, target } = rule;
    const redirect = { kind: 'manual', path: rule.path } as const;
    if (code === 410) return { ...errorAnswer(410, site.view), redirect };
    if (forward_url !== null) return { ...forwardTo(forward_url, code), redirect };
    return target === null ? undefined : { ...redirectTo(target, code), redirect };
  }
}
