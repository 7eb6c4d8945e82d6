import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { POSTS_PER_PAGE } from '@sitedesk/contract/blog-settings';
import { SITE_SEARCH } from '@sitedesk/contract/public-site';
import { readCaptchaSettings } from '../../contact/captcha/captcha-settings.js';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import type { ResolvedTenant } from '../../platform/tenancy/tenants.service.js';
import type { RateCount } from '../../platform/throttling/policy-throttler.guard.js';
import { placesAbove } from '../articles/forwards.js';
import type { PageHead } from '../articles/page-head.js';
import { previewHash } from '../articles/preview-token.js';
import type { CompiledLayout } from '../layouts/compiled-layout.js';
import { AddressHitsService } from '../redirects/address-hits.service.js';
import { feedPaths, feedsAt } from './feed-formats.js';
import { FeedsService, feedPlace, type FeedPlace } from './feeds.service.js';
import type { LiveSite } from './live-site.js';
import type { MediaAnswer } from './media.service.js';
import {
  CACHE_CONTROL,
  cacheTags,
  forwardTo,
  HTML,
  htmlPage,
  isMoved,
  pageOf,
  redirectTo,
  searchPage,
  XML,
  YEAR_SECONDS,
} from './page-answers.js';
import { PageBodiesService } from './page-bodies.service.js';
import { PageCache, type StoredPage, storedPage } from './page-cache.js';
import { type FormPolicy, previewPolicy } from './page-policy.js';
import { feedsOf, leadOf, menuOf, pageView, perPage, POSTS_PER_LIST, streamPage } from './page-views.js';
import { cardOf, named } from './post-cards.js';
import { OPEN_PREVIEW, previewedPage, type PreviewRow } from './preview-rows.js';
import { PublicDatabase } from './public-database.js';
import {
  AUTHOR_PATHS,
  FIND_FILE,
  FIND_LIST,
  FIND_PAGE,
  FIND_RULE,
  type FoundAddress,
  type FoundFile,
  type FoundLayout,
  type FoundList,
  type FoundMenuItem,
  type FoundPage,
  type FoundRule,
  HAS_POSTS,
  HAS_RULES,
  LIVE_LAYOUT,
  LIVE_MENU,
  type ListedPage,
  NEXT_ADDRESSES,
  NEXT_LISTS,
  NEXT_RULES,
  NEWEST_IN_LIST,
  NEWEST_POSTS,
  OLDEST_IN_LIST,
  OLDEST_POSTS,
} from './public-rows.js';
import { FIND_FILES, type PageFile, pictureFile } from './page-files.js';
import { askedSearch, SEARCH_PATH } from './search/asked-search.js';
import { NO_RESULTS, searchResults } from './search/search-view.js';
import { SiteSearchService } from './search/site-search.service.js';
import { CLOSED_ROBOTS, iconFile, robotsFile, SITE_FILES } from './site-files.js';
import { sitemapChunk, SitemapsService } from './sitemaps.service.js';
import { originOf, readSiteSettings, type SitePicture } from './site-settings.js';
import {
  archivePages,
  archivePath,
  DEFAULT_LAYOUT,
  errorPage,
  type Named,
  renderPage,
  renderPost,
  renderPreviewNote,
  renderStream,
  type SiteIcon,
  type SiteImage,
  type SiteView,
} from './theme/theme.js';
import { themeTexts } from './theme/theme-texts.js';

const ARCHIVE = /^(?<stream>\/(?:(?:authors|tags)\/)?[^/]+)\/page\/(?<page>[1-9]\d{0,5})$/;
/** Lists that no blog has: what an author wrote, and what has a tag. */
const LIST = /^\/(?:authors|tags)\/[^/]+$/;
/** Where files of layouts begin, which are a site's own. */
export const LAYOUT_FILES = '/_sd/layout.';

/** Addresses are read so many at a time. */
const ADDRESSES = 500;

/** What a copy of the site has beside it. */
export interface Copied {
  /** Where the contact API is for it; undefined where it's at the copy's own origin. */
  readonly contactOrigin: string | undefined;
}

/** What may answer with something. */
export interface SiteAddress {
  /** Canonical, decoded. */
  readonly path: string;
  /** Whether it answers the same for every address below. */
  readonly withBelow: boolean;
}

/** Where no site is, or none can be read now. */
const NO_SITE: SiteView = {
  name: '',
  language: 'en',
  address: null,
  menu: [],
  feeds: [],
  layout: DEFAULT_LAYOUT,
};

/** Puts the pages of the public site together from what is live. */
@Injectable()
export class PublicPagesService {
  private readonly cache = new PageCache();
  private readonly sites = new Map<string, LiveSite>();

  constructor(
    private readonly database: PublicDatabase,
    private readonly settings: SettingsService,
    private readonly hits: AddressHitsService,
    private readonly bodies: PageBodiesService,
    private readonly feeds: FeedsService,
    private readonly sitemaps: SitemapsService,
    private readonly searches: SiteSearchService,
    changes: DatabaseChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    for (const channel of [CHANNELS.pages, CHANNELS.tenant])
      changes.on(channel, (tenantId) => this.forget(tenantId));
    changes.onLost(() => {
      this.sites.clear();
      this.cache.forgetAll();
    });
  }

  /** The answer for a canonical path of a site at a host, if it is in memory. */
  known({ id }: ResolvedTenant, host: string, path: string): StoredPage | undefined {
    const site = this.sites.get(id);
    const page = site && site.editorHost !== host ? this.cache.get(id, path) : undefined;
    if (page) this.hits.see(id, path, page);
    return page;
  }

  /** Whether pages are asked for under another hostname than the public one. */
  isElsewhere(tenantId: string, host: string): boolean {
    const publicHost = this.sites.get(tenantId)?.publicHost;
    return publicHost !== undefined && publicHost !== host;
  }

  /** What search engines may read at a host. */
  async robots(tenant: ResolvedTenant, host: string): Promise<StoredPage> {
    const site = await this.siteOf(tenant);
    const isPublic = site.editorHost !== host && (site.publicHost ?? host) === host;
    return isPublic ? site.robots : CLOSED_ROBOTS;
  }

  /** A chunk of the sitemap. @param number from 1 */
  async sitemap(
    tenant: ResolvedTenant,
    host: string,
    number: number,
    request: IncomingMessage,
  ): Promise<StoredPage | MediaAnswer> {
    const site = await this.siteOf(tenant);
    if (site.editorHost === host) return this.error(404);
    return (await this.sitemaps.answer(site, number, request, CACHE_CONTROL)) ?? site.notFound;
  }

  private async siteOf(tenant: ResolvedTenant): Promise<LiveSite> {
    return this.sites.get(tenant.id) ?? this.readSite(tenant, this.cache.generation(tenant.id));
  }

  /** The same as {@link known}, read and put together. @param path undefined for what can be the address of nothing */
  async read(tenant: ResolvedTenant, host: string, path: string | undefined): Promise<StoredPage> {
    const generation = this.cache.generation(tenant.id);
    const site = this.sites.get(tenant.id) ?? (await this.readSite(tenant, generation));
    if (site.editorHost === host) return this.error(404);
    if (path === undefined) return site.notFound;
    const built = await this.build(site, path);
    // What isn't there is not kept: addresses can be invented without end.
    if (built.status !== 404) this.cache.keep(tenant.id, path, built, generation);
    const ruled = built.status === 404 && site.hasRules ? await this.ruled(site, path) : undefined;
    const page = ruled ?? built;
    this.hits.see(tenant.id, path, page);
    return page;
  }

  /** Whether a host has the search, as opposed to a page of the site's own at its path. */
  async hasSearch(tenant: ResolvedTenant, host: string): Promise<boolean> {
    const { hasSearch, editorHost } = await this.siteOf(tenant);
    return hasSearch && editorHost !== host;
  }

  /**
   * The search of a site: its form, and what was found.
   * @param url target of the request
   * @param count counts the visitor's search
   */
  async search(
    tenant: ResolvedTenant,
    url: string,
    count: () => RateCount | Promise<RateCount>,
  ): Promise<StoredPage> {
    const site = await this.siteOf(tenant);
    const asked = askedSearch(url);
    const empty = { ...NO_RESULTS, site: site.view, query: asked.query };
    if (asked.words === '') return searchPage(200, empty);
    const { refused, retryAfterSeconds: seconds, fields } = await count();
    if (refused)
      return searchPage(429, { ...empty, refusal: { kind: 'too-many', seconds } }, [
        ...fields,
        'Retry-After',
        String(seconds),
      ]);
    const found = await this.searches.find(site.tenantId, asked);
    if (!found)
      return searchPage(503, { ...empty, refusal: { kind: 'busy' } }, [
        ...fields,
        'Retry-After',
        String(SITE_SEARCH.retrySeconds),
      ]);
    return searchPage(200, { ...empty, ...found, results: searchResults(asked, found) }, fields);
  }

  /**
   * What someone shared a link to: the page that an article would be, in a browser without the site's rights. Read each time, so
   * that a link that was revoked stops working at once on every instance.
   */
  async preview(tenant: ResolvedTenant, host: string, token: string): Promise<StoredPage> {
    const site = await this.siteOf(tenant);
    if (site.editorHost === host) return this.error(404);
    const values = [tenant.id, previewHash(token), new Date(this.clock.now())];
    const [row] = await this.database.call<PreviewRow>(OPEN_PREVIEW, values);
    if (!row) return site.notFound;
    const { path, found } = previewedPage(row);
    const note = renderPreviewNote(site.view.language, row.version, row.expires_at);
    const noted = { ...site, view: { ...site.view, note } };
    const { identity, headers } = await this.livePage(noted, path, found);
    const policy = headers[headers.indexOf('Content-Security-Policy') + 1] ?? '';
    return storedPage(200, [...HTML, previewPolicy(policy), ...PREVIEW_HEADERS], identity.toString());
  }

  /** What stands at a path of a site with another layout: HTML of the page, or of the one that says that there is none. */
  async withLayout(tenant: ResolvedTenant, path: string, layout: CompiledLayout): Promise<string> {
    const site = await this.siteOf(tenant);
    const view = { ...site.view, layout };
    const notFound = this.error(404, view);
    const page = await this.build({ ...site, view, notFound }, path);
    return (isMoved(page) ? notFound : page).identity.toString();
  }

  /**
   * Every address of a site that answers with a page or leads to one, archives included, a part at a time. Some may answer with neither:
   * what they are, {@link copy} says.
   */
  async *addresses(tenant: ResolvedTenant): AsyncGenerator<SiteAddress> {
    const { id: tenantId } = tenant;
    const chunks = await this.sitemaps.paths(await this.siteOf(tenant));
    for (const path of [SITE_FILES.robots, SITE_FILES.sitemap, ...feedPaths('/'), ...chunks])
      yield { path, withBelow: false };
    for (const statement of [NEXT_ADDRESSES, NEXT_LISTS, NEXT_RULES]) {
      let after = '';
      for (;;) {
        const found = await this.database.run<FoundAddress>(statement, [tenantId, after, ADDRESSES]);
        for (const { path, live_count, posts_per_page, with_below } of found) {
          yield { path, withBelow: with_below };
          const pages = archivePages(live_count ?? 0, posts_per_page ?? POSTS_PER_PAGE.default);
          for (let page = 1; page <= pages; page += 1)
            yield { path: archivePath(path, page), withBelow: false };
          if (statement === NEXT_ADDRESSES && live_count !== null)
            for (const feed of feedPaths(path)) yield { path: feed, withBelow: false };
        }
        if (found.length < ADDRESSES) break;
        after = found.at(-1)?.path ?? '';
      }
    }
  }

  /**
   * What stands at a path, for a copy of the site that is served elsewhere: the octets that visitors get, neither kept nor counted.
   * @param path undefined for what is the address of nothing
   */
  async copy(
    tenant: ResolvedTenant,
    path: string | undefined,
    { contactOrigin }: Copied,
  ): Promise<StoredPage> {
    const known = this.withoutSearch(
      this.sites.get(tenant.id) ?? (await this.readSite(tenant, this.cache.generation(tenant.id))),
    );
    const site = contactOrigin === undefined ? known : { ...known, view: { ...known.view, contactOrigin } };
    if (path === undefined) return site.notFound;
    if (path.startsWith(LAYOUT_FILES)) return (await this.fileOf(tenant.id, path)) ?? site.notFound;
    if (path === SITE_FILES.robots) return site.robots;
    const chunk = sitemapChunk(path);
    if (chunk !== undefined) {
      const text = await this.sitemaps.text(site, chunk);
      return text === undefined ? site.notFound : storedPage(200, [...XML, CACHE_CONTROL], text.toString());
    }
    const built = await this.build(site, path);
    return (built.status === 404 && site.hasRules ? await this.ruled(site, path) : undefined) ?? built;
  }

  /** Files can't search. */
  private withoutSearch(site: LiveSite): LiveSite {
    if (!site.hasSearch) return site;
    const view = { ...site.view, menu: site.view.menu.filter(({ path }) => path !== SEARCH_PATH) };
    return { ...site, view, notFound: this.error(404, view), hasSearch: false };
  }

  /** A file of a layout that is live at a host, or was. */
  async file(tenant: ResolvedTenant, host: string, path: string): Promise<StoredPage> {
    const generation = this.cache.generation(tenant.id);
    const site = this.sites.get(tenant.id) ?? (await this.readSite(tenant, generation));
    if (site.editorHost === host) return this.error(404);
    const page = await this.fileOf(tenant.id, path);
    if (!page) return site.notFound;
    this.cache.keep(tenant.id, path, page, generation);
    return page;
  }

  private async fileOf(tenantId: string, path: string): Promise<StoredPage | undefined> {
    const [file] = await this.database.run<FoundFile>(FIND_FILE, [tenantId, path]);
    if (!file) return undefined;
    const caching = ['Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`];
    return storedPage(200, ['Content-Type', file.type, ...caching], file.body);
  }

  error(status: 404 | 410 | 503, site: SiteView = NO_SITE): StoredPage {
    return htmlPage(site, status, errorPage(status, site), ['Cache-Control', 'no-store']);
  }

  private forget(tenantId: string): void {
    this.sites.delete(tenantId);
    this.cache.forget(tenantId);
  }

  private async readSite({ id, name, hostnames }: ResolvedTenant, generation: string): Promise<LiveSite> {
    const settings = await this.settings.read(id, readSiteSettings);
    const { language, editorHost } = settings;
    const menu = await this.database.run<FoundMenuItem>(LIVE_MENU, [id]);
    const [layout] = await this.database.run<FoundLayout>(LIVE_LAYOUT, [id]);
    const address = originOf(settings, hostnames);
    const posts = address === null ? [] : await this.database.run(HAS_POSTS, [id]);
    const [icon, image] = await this.pictures(id, [settings.icon, settings.socialImage]);
    const view = {
      name,
      language,
      address,
      icon,
      image,
      menu: menuOf(menu),
      feeds: posts.length === 0 ? [] : feedsAt('/', name),
      layout: layout?.compiled ?? DEFAULT_LAYOUT,
    };
    const rules = await this.database.run(HAS_RULES, [id]);
    const plain = {
      tenantId: id,
      view,
      editorHost,
      publicHost: address === null ? undefined : new URL(address).hostname,
      robots: robotsFile(settings.robotsTxt, address),
      icon: iconFile(icon, name),
      hasRules: rules.length > 0,
      hasSearch: false,
      notFound: this.error(404, view),
    };
    const site = settings.search ? await this.withSearch(plain) : plain;
    if (generation === this.cache.generation(id)) this.sites.set(id, site);
    return site;
  }

  /** With the search at the end of its menu, unless something of the site's own is at the path of the search. */
  private async withSearch(site: LiveSite): Promise<LiveSite> {
    const own = await this.build(site, SEARCH_PATH);
    const ruled = own.status === 404 && site.hasRules ? await this.ruled(site, SEARCH_PATH) : undefined;
    if (own.status === 200 || isMoved(own) || ruled) return site;
    const label = themeTexts(site.view.language).search.title;
    const view = { ...site.view, menu: [...site.view.menu, { label, path: SEARCH_PATH }] };
    return { ...site, view, notFound: this.error(404, view), hasSearch: true };
  }

  /** Pictures that stand for the whole site, as they are now. */
  private async pictures(
    tenantId: string,
    wanted: readonly (SitePicture | undefined)[],
  ): Promise<readonly ((SiteIcon & SiteImage) | undefined)[]> {
    const ids = wanted.flatMap((each) => (each?.file === undefined ? [] : [each.file]));
    const files = ids.length === 0 ? [] : await this.database.run<PageFile>(FIND_FILES, [tenantId, ids]);
    return wanted.map((each) =>
      each?.url === undefined ? pictureFile(files.find(({ id }) => id === each?.file)) : { path: each.url },
    );
  }

  /** What a redirect that someone made answers where nothing else is; undefined when there is none, or its article isn't live. */
  private async ruled(site: LiveSite, path: string): Promise<StoredPage | undefined> {
    const [rule] = await this.database.run<FoundRule>(FIND_RULE, [site.tenantId, placesAbove(path), path]);
    if (!rule) return undefined;
    const { code, forward_url, target } = rule;
    const redirect = { kind: 'manual', path: rule.path } as const;
    if (code === 410) return { ...this.error(410, site.view), redirect };
    if (forward_url !== null) return { ...forwardTo(forward_url, code), redirect };
    return target === null ? undefined : { ...redirectTo(target, code), redirect };
  }

  private async build(site: LiveSite, path: string): Promise<StoredPage> {
    const [found] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, path]);
    if (!found) return this.unlisted(site, path);
    const redirect = { kind: 'automatic', path } as const;
    if (found.kind === 'redirect' && found.forward_url !== null)
      return { ...forwardTo(found.forward_url), redirect };
    if (found.kind === 'redirect' && found.target !== null) return { ...redirectTo(found.target), redirect };
    if (found.kind === 'gone') return this.error(410, site.view);
    // An application is files of its own, and no page where none are live.
    if (found.kind !== 'page' || found.type === ARTICLE_TYPES.application) return site.notFound;
    return this.livePage(site, path, found);
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

  private async livePage(site: LiveSite, path: string, found: FoundPage): Promise<StoredPage> {
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
}

const PREVIEW_HEADERS = [
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex, nofollow'],
  ['Referrer-Policy', 'no-referrer'],
].flat();
