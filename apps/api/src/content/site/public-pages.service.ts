import { Inject, Injectable } from '@nestjs/common';
import { POSTS_PER_PAGE } from '@sitedesk/contract/blog-settings';
import { SITE_SEARCH } from '@sitedesk/contract/public-site';
import { CLOCK, type Clock } from '../../platform/core/clock.js';
import { CHANNELS, DatabaseChanges } from '../../platform/database/database-changes.js';
import { Sql } from '../../platform/database/sql.js';
import { SettingsService } from '../../platform/settings/settings.service.js';
import type { ResolvedTenant } from '../../platform/tenancy/tenants.service.js';
import type { RateCount } from '../../platform/throttling/policy-throttler.guard.js';
import { previewHash } from '../articles/preview-token.js';
import type { CompiledLayout } from '../layouts/compiled-layout.js';
import { AddressHitsService } from '../redirects/address-hits.service.js';
import { feedPaths, feedsAt } from './feed-formats.js';
import type { LiveSite } from './live-site.js';
import type { MediaAnswer } from './media.service.js';
import { CACHE_CONTROL, errorAnswer, HTML, isMoved, searchPage, XML, YEAR_SECONDS } from './page-answers.js';
import { type ChangeDate, PageCache, type StoredPage, storedPage } from './page-cache.js';
import { previewPolicy } from './page-policy.js';
import { menuOf } from './page-views.js';
import { OPEN_PREVIEW, previewedPage, type PreviewRow } from './preview-rows.js';
import { PublicDatabase } from './public-database.js';
import {
  FIND_FILE,
  type FoundAddress,
  type FoundFile,
  type FoundLayout,
  type FoundMenuItem,
  HAS_POSTS,
  HAS_RULES,
  LIVE_LAYOUT,
  LIVE_MENU,
  NEXT_ADDRESSES,
  NEXT_LISTS,
  NEXT_RULES,
  SITE_CHANGE,
} from './public-rows.js';
import { FIND_FILES, type PageFile, pictureFile } from './page-files.js';
import { askedSearch, SEARCH_PATH } from './search/asked-search.js';
import { NO_RESULTS, searchResults } from './search/search-view.js';
import { SiteSearchService } from './search/site-search.service.js';
import { CLOSED_ROBOTS, iconFile, robotsFile, SITE_FILES } from './site-files.js';
import { sitemapChunk, SitemapsService } from './sitemaps.service.js';
import { SitePagesService } from './site-pages.service.js';
import { originOf, readSiteSettings, type SitePicture } from './site-settings.js';
import {
  archivePages,
  archivePath,
  DEFAULT_LAYOUT,
  renderPreviewNote,
  type SiteIcon,
  type SiteImage,
} from './theme/theme.js';
import { themeTexts } from './theme/theme-texts.js';
import type { SiteRequest } from './site-request.js';

/** Where files of layouts begin, which are a site's own. */
export const LAYOUT_FILES = '/_sd/layout.';

/** A notification of a change comes so many milliseconds after its date at most; a later one is of something that has no date. */
const NOTIFY_MS = 10_000;

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

/** Answers for the public site: finds the site of a host, and keeps what was put together until something of it changes. */
@Injectable()
export class PublicPagesService {
  private readonly cache = new PageCache();
  private readonly sites = new Map<string, LiveSite>();
  /** When notifications last said that a site has changed, by its id. */
  private readonly heard = new Map<string, number>();
  /** The same for all of them: before, nothing was heard. */
  private heardAll: number;

  constructor(
    private readonly database: PublicDatabase,
    private readonly settings: SettingsService,
    private readonly hits: AddressHitsService,
    private readonly pages: SitePagesService,
    private readonly sitemaps: SitemapsService,
    private readonly searches: SiteSearchService,
    private readonly sql: Sql,
    changes: DatabaseChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.heardAll = clock.now();
    for (const channel of [CHANNELS.pages, CHANNELS.tenant])
      changes.on(channel, (tenantId) => this.forget(tenantId));
    changes.onLost(() => {
      this.heardAll = clock.now();
      this.heard.clear();
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
    request: SiteRequest,
  ): Promise<StoredPage | MediaAnswer> {
    const site = await this.siteOf(tenant);
    if (site.editorHost === host) return errorAnswer(404);
    return (await this.sitemaps.answer(site, number, request, CACHE_CONTROL)) ?? site.notFound;
  }

  private async siteOf(tenant: ResolvedTenant): Promise<LiveSite> {
    return this.sites.get(tenant.id) ?? this.readSite(tenant, this.cache.generation(tenant.id));
  }

  /** The same as {@link known}, read and put together. @param path undefined for what can be the address of nothing */
  async read(tenant: ResolvedTenant, host: string, path: string | undefined): Promise<StoredPage> {
    const generation = this.cache.generation(tenant.id);
    const site = this.sites.get(tenant.id) ?? (await this.readSite(tenant, generation));
    if (site.editorHost === host) return errorAnswer(404);
    if (path === undefined) return site.notFound;
    const built = { ...(await this.pages.at(site, path)), changed: site.changed };
    // What isn't there is not kept: addresses can be invented without end.
    if (built.status !== 404) this.cache.keep(tenant.id, path, built, generation);
    const ruled = built.status === 404 && site.hasRules ? await this.pages.ruled(site, path) : undefined;
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
    if (site.editorHost === host) return errorAnswer(404);
    const values = [tenant.id, previewHash(token), new Date(this.clock.now())];
    const [row] = await this.database.call<PreviewRow>(OPEN_PREVIEW, values);
    if (!row) return site.notFound;
    const { path, found } = previewedPage(row);
    const note = renderPreviewNote(site.view.language, row.version, row.expires_at);
    const noted = { ...site, view: { ...site.view, note } };
    const { identity, headers } = await this.pages.live(noted, path, found);
    const policy = headers[headers.indexOf('Content-Security-Policy') + 1] ?? '';
    return storedPage(200, [...HTML, previewPolicy(policy), ...PREVIEW_HEADERS], identity.toString());
  }

  /** What stands at a path of a site with another layout: HTML of the page, or of the one that says that there is none. */
  async withLayout(tenant: ResolvedTenant, path: string, layout: CompiledLayout): Promise<string> {
    const site = await this.siteOf(tenant);
    const view = { ...site.view, layout };
    const notFound = errorAnswer(404, view);
    const page = await this.pages.at({ ...site, view, notFound }, path);
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
    const built = await this.pages.at(site, path);
    return (built.status === 404 && site.hasRules ? await this.pages.ruled(site, path) : undefined) ?? built;
  }

  /** Files can't search. */
  private withoutSearch(site: LiveSite): LiveSite {
    if (!site.hasSearch) return site;
    const view = { ...site.view, menu: site.view.menu.filter(({ path }) => path !== SEARCH_PATH) };
    return { ...site, view, notFound: errorAnswer(404, view), hasSearch: false };
  }

  /** A file of a layout that is live at a host, or was. */
  async file(tenant: ResolvedTenant, host: string, path: string): Promise<StoredPage> {
    const generation = this.cache.generation(tenant.id);
    const site = this.sites.get(tenant.id) ?? (await this.readSite(tenant, generation));
    if (site.editorHost === host) return errorAnswer(404);
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

  private forget(tenantId: string): void {
    this.heard.set(tenantId, this.clock.now());
    this.sites.delete(tenantId);
    this.cache.forget(tenantId);
  }

  private async readSite({ id, name, hostnames }: ResolvedTenant, generation: string): Promise<LiveSite> {
    // First, so that no page is older than its date.
    const changed = await this.changedAt(id);
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
      changed,
      editorHost,
      publicHost: address === null ? undefined : new URL(address).hostname,
      robots: robotsFile(settings.robotsTxt, address),
      icon: iconFile(icon, name),
      hasRules: rules.length > 0,
      hasSearch: false,
      notFound: errorAnswer(404, view),
    };
    const site = settings.search ? await this.withSearch(plain) : plain;
    if (generation === this.cache.generation(id)) this.sites.set(id, site);
    return site;
  }

  private async changedAt(tenantId: string): Promise<ChangeDate | undefined> {
    const [change] = await this.sql.run<{ readonly at: Date }>(SITE_CHANGE, [tenantId]);
    if (!change) return undefined;
    const heard = this.heard.get(tenantId) ?? this.heardAll;
    const at = change.at.getTime();
    const text = change.at.toUTCString();
    return { at, text, isComplete: heard <= at + NOTIFY_MS };
  }

  /** With the search at the end of its menu, unless something of the site's own is at the path of the search. */
  private async withSearch(site: LiveSite): Promise<LiveSite> {
    const own = await this.pages.at(site, SEARCH_PATH);
    const ruled = own.status === 404 && site.hasRules ? await this.pages.ruled(site, SEARCH_PATH) : undefined;
    if (own.status === 200 || isMoved(own) || ruled) return site;
    const label = themeTexts(site.view.language).search.title;
    const view = { ...site.view, menu: [...site.view.menu, { label, path: SEARCH_PATH }] };
    return { ...site, view, notFound: errorAnswer(404, view), hasSearch: true };
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
}

const PREVIEW_HEADERS = [
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex, nofollow'],
  ['Referrer-Policy', 'no-referrer'],
].flat();
