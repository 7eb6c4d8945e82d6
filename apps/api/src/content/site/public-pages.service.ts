import { Injectable } from '@nestjs/common';
import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import { readCaptchaSettings } from '../../contact/captcha/captcha-settings.js';
import { readContactSettings } from '../../contact/settings/contact-settings.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import type { ResolvedTenant } from '../../platform/tenancy/tenants.service.js';
import { tagPath } from '../articles/live-lists.service.js';
import type { PageHead } from '../articles/page-head.js';
import { type Slot, slotMarker } from '../documents/render-document.js';
import { PageCache, type StoredPage, storedPage } from './page-cache.js';
import { pagePolicy } from './page-policy.js';
import { PublicDatabase } from './public-database.js';
import {
  AUTHOR_PATHS,
  FIND_LIST,
  FIND_PAGE,
  type FoundList,
  type FoundPage,
  type ListedPage,
  MENU_PAGES,
  NEWEST_IN_LIST,
  NEWEST_POSTS,
  OLDEST_IN_LIST,
  OLDEST_POSTS,
} from './public-rows.js';
import { readSiteSettings } from './site-settings.js';
import {
  archivePages,
  errorPage,
  type HeadView,
  type Named,
  type PageView,
  type PostCard,
  renderContactForm,
  renderPage,
  renderPost,
  renderPostList,
  renderStream,
  type SiteView,
} from './theme/theme.js';

const POSTS_PER_PAGE = 10;
const ARCHIVE = /^(?<stream>\/(?:(?:authors|tags)\/)?[^/]+)\/page\/(?<page>[1-9]\d{0,5})$/;
/** Lists that no blog has: what an author wrote, and what has a tag. */
const LIST = /^\/(?:authors|tags)\/[^/]+$/;
const CACHE_CONTROL = 'public, max-age=0, s-maxage=60, stale-while-revalidate=30, stale-if-error=86400';
const REDIRECT_SECONDS = 3_600;

/** What is the same for all pages of a site. */
interface Site {
  readonly tenantId: string;
  readonly view: SiteView;
  /** Where none of them may be shown. */
  readonly editorHost: string | undefined;
  /** Kept beside the pages, with its compressed forms: addresses that aren't there are asked for all the time. */
  readonly notFound: StoredPage;
}

/** Where no site is, or none can be read now. */
const NO_SITE: SiteView = { name: '', language: 'en', address: null, menu: [], feeds: [] };

/** Puts the pages of the public site together from what is live. */
@Injectable()
export class PublicPagesService {
  private readonly cache = new PageCache();
  private readonly sites = new Map<string, Site>();

  constructor(
    private readonly database: PublicDatabase,
    private readonly settings: SettingsService,
    changes: DatabaseChanges,
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
    return site && site.editorHost !== host ? this.cache.get(id, path) : undefined;
  }

  /** The same, read and put together. @param path undefined for what can be the address of nothing */
  async read(tenant: ResolvedTenant, host: string, path: string | undefined): Promise<StoredPage> {
    const generation = this.cache.generation(tenant.id);
    const site = this.sites.get(tenant.id) ?? (await this.readSite(tenant, generation));
    if (site.editorHost === host) return this.error(404);
    if (path === undefined) return site.notFound;
    const page = await this.build(site, path);
    // What isn't there is not kept: addresses can be invented without end.
    if (page.status !== 404) this.cache.keep(tenant.id, path, page, generation);
    return page;
  }

  error(status: 404 | 410 | 503, site: SiteView = NO_SITE): StoredPage {
    return htmlPage(status, errorPage(status, site), ['Cache-Control', 'no-store']);
  }

  private forget(tenantId: string): void {
    this.sites.delete(tenantId);
    this.cache.forget(tenantId);
  }

  private async readSite({ id, name, hostnames }: ResolvedTenant, generation: string): Promise<Site> {
    const { publicUrl, language, menu, editorHost } = await this.settings.read(id, readSiteSettings);
    const pages = menu.length === 0 ? [] : await this.database.run<ListedPage>(MENU_PAGES, [id, menu]);
    const hostname = hostnames.find((each) => each !== editorHost);
    const view = {
      name,
      language,
      address: publicUrl ?? (hostname === undefined ? null : `https://${hostname}`),
      menu: menu.flatMap((path) =>
        pages.filter((page) => page.path === path).map(({ head }) => ({ label: head.title, path })),
      ),
      feeds: [],
    };
    const site = { tenantId: id, view, editorHost, notFound: this.error(404, view) };
    if (generation === this.cache.generation(id)) this.sites.set(id, site);
    return site;
  }

  private async build(site: Site, path: string): Promise<StoredPage> {
    const [found] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, path]);
    if (!found) return LIST.test(path) ? this.list(site, path, null) : this.archive(site, path);
    if (found.kind === 'redirect' && found.forward_url !== null) return forwardTo(found.forward_url);
    if (found.kind === 'redirect' && found.target !== null) return redirectTo(found.target);
    if (found.kind === 'gone') return this.error(410, site.view);
    if (found.kind !== 'page') return site.notFound;
    if (found.type === ARTICLE_TYPES.stream) {
      const posts = await this.listed(NEWEST_POSTS, site, found.number, POSTS_PER_PAGE);
      return livePage(streamPage(site.view, path, found, posts.map(cardOf), null), found);
    }
    const hasForm = found.slots.some(({ kind }) => kind === 'contact-form');
    const view = {
      ...pageView(site.view, path, found, await this.bodyOf(site, found), hasForm),
      authors: await this.authorsOf(site, found.head),
    };
    const policy = hasForm ? pagePolicy(await this.captchaUrl(site)) : undefined;
    if (found.stream_number === null) return livePage(renderPage(view), found, policy);
    const streamPath = path.slice(0, path.lastIndexOf('/'));
    const [stream] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, streamPath]);
    const title = stream?.head?.title ?? streamPath.slice(1);
    const breadcrumbs = [...view.breadcrumbs, { label: title, path: streamPath }];
    return livePage(renderPost({ ...view, breadcrumbs, stream: { title, path: streamPath } }), found, policy);
  }

  /** Older posts of a blog, on pages that are counted from the oldest: a new post changes none of them. */
  private async archive(site: Site, path: string): Promise<StoredPage> {
    const { stream: streamPath, page } = ARCHIVE.exec(path)?.groups ?? {};
    if (streamPath === undefined) return site.notFound;
    const number = Number(page);
    if (LIST.test(streamPath)) return this.list(site, streamPath, number);
    const [stream] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, streamPath]);
    if (
      stream?.type !== ARTICLE_TYPES.stream ||
      number > archivePages(stream.live_count ?? 0, POSTS_PER_PAGE)
    )
      return site.notFound;
    const before = (number - 1) * POSTS_PER_PAGE;
    const posts = await this.listed(OLDEST_POSTS, site, stream.number, before, POSTS_PER_PAGE);
    return livePage(
      streamPage(site.view, streamPath, stream, posts.map(cardOf).toReversed(), number),
      stream,
    );
  }

  /** What an author wrote, or what has a tag. @param page of the archive; null for the newest */
  private async list(site: Site, path: string, page: number | null): Promise<StoredPage> {
    const { tenantId, view } = site;
    const [list] = await this.database.run<FoundList>(FIND_LIST, [tenantId, path]);
    const pages = archivePages(list?.live_count ?? 0, POSTS_PER_PAGE);
    if (!list || (page !== null && page > pages)) return site.notFound;
    const posts =
      page === null
        ? await this.database.run<ListedPage>(NEWEST_IN_LIST, [tenantId, path, POSTS_PER_PAGE])
        : await this.database.run<ListedPage>(OLDEST_IN_LIST, [
            tenantId,
            path,
            (page - 1) * POSTS_PER_PAGE,
            POSTS_PER_PAGE,
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
    return htmlPage(200, html, ['Cache-Control', CACHE_CONTROL, 'X-Content-Version', version]);
  }

  private async authorsOf(
    { tenantId }: Site,
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

  private async bodyOf(site: Site, { html, slots }: FoundPage): Promise<string> {
    let body = html;
    for (const [index, slot] of slots.entries()) {
      const filling = await this.filling(site, slot);
      body = body.replace(slotMarker(index), () => filling); // as it is: a text may hold `$&`
    }
    return body;
  }

  private async filling(site: Site, slot: Slot): Promise<string> {
    const { language } = site.view;
    if (slot.kind === 'contact-form') {
      const { maxMessageLength, formPosts } = await this.settings.read(site.tenantId, readContactSettings);
      return renderContactForm({ language, maxMessageLength, takesPosts: formPosts });
    }
    const [stream] = await this.database.run<FoundPage>(FIND_PAGE, [site.tenantId, `/${slot.stream}`]);
    const isLive = stream?.type === ARTICLE_TYPES.stream;
    const posts = isLive ? await this.listed(NEWEST_POSTS, site, stream.number, slot.count) : [];
    return renderPostList(posts.map(cardOf), slot.look === 'cards' ? 'cards' : 'list', language);
  }

  private listed(
    statement: typeof NEWEST_POSTS,
    { tenantId }: Site,
    stream: number,
    ...range: readonly number[]
  ): Promise<readonly ListedPage[]> {
    return this.database.run<ListedPage>(statement, [tenantId, stream, ...range]);
  }

  private async captchaUrl({ tenantId }: Site): Promise<string | undefined> {
    const { requireCaptcha, scriptUrl } = await this.settings.read(tenantId, readCaptchaSettings);
    return requireCaptcha ? scriptUrl : undefined;
  }
}

const POLICY = pagePolicy();

function htmlPage(status: number, html: string, headers: readonly string[], policy = POLICY): StoredPage {
  const type = ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy', policy];
  return storedPage(status, [...type, ...headers], html);
}

function livePage(html: string, { number, version }: FoundPage, policy?: string): StoredPage {
  const headers = ['Cache-Control', CACHE_CONTROL, 'X-Content-Version', `${number}.${version}`];
  return htmlPage(200, html, headers, policy);
}

/** @param path canonical, decoded */
export const redirectTo = (path: string): StoredPage => movedTo(encodeURI(path));

/** @param address as someone entered it */
function forwardTo(address: string): StoredPage {
  const { origin, href } = new URL(address, THIS_SITE);
  return movedTo(origin === THIS_SITE ? href.slice(origin.length) : href);
}

/** Stands for whatever hostname the visitor uses. */
const THIS_SITE = 'http://this-site.invalid';

const movedTo = (location: string): StoredPage =>
  storedPage(301, ['Location', location, 'Cache-Control', `public, max-age=${REDIRECT_SECONDS}`], '');
/** The beginning of a biography: whole words, on one line. */
function leadOf(biography: string): string | null {
  const line = biography.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return null;
  const start = /^.{1,320}(?!\S)/u.exec(line)?.[0] ?? line;
  return start === line ? line : `${start}…`;
}

const named = (name: string): Named => ({ name, path: null });

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

const pageView = (
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

const streamPage = (
  site: SiteView,
  path: string,
  found: FoundPage,
  posts: readonly PostCard[],
  page: number | null,
): string =>
  renderStream({
    ...headView(site, path, found),
    posts,
    page,
    pages: archivePages(found.live_count ?? 0, POSTS_PER_PAGE),
  });

const cardOf = ({ path, head }: { readonly path: string; readonly head: PageHead }): PostCard => ({
  title: head.title,
  path,
  introduction: head.introduction,
  publishedAt: head.publishedAt,
  authors: head.authors.map(named),
  bannerImage: head.bannerImage,
});
