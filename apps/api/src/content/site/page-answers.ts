import { ARTICLE_TYPES } from '@sitedesk/contract/articles';
import type { LiveSite } from './live-site.js';
import { type FormPolicy, pagePolicy } from './page-policy.js';
import { type StoredPage, storedPage } from './page-cache.js';
import type { FoundPage } from './public-rows.js';
import { DEFAULT_LAYOUT, errorPage, renderSearch, type SearchView, type SiteView } from './theme/theme.js';

/* What visitors are answered: a status, fields and a page. */

export const CACHE_CONTROL =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=30, stale-if-error=86400';
const REDIRECT_SECONDS = 3_600;
/** What is called by its content, and so never changes. */
export const YEAR_SECONDS = 31_536_000;

/** Fields of a page; its policy is the value of the last. */
export const HTML = ['Content-Type', 'text/html; charset=utf-8', 'Content-Security-Policy'];
/** Fields of a feed or sitemap; how it may be cached is the value of the last. */
export const XML = ['Content-Type', 'application/xml; charset=utf-8', 'Cache-Control'];

export function htmlPage(
  { layout }: SiteView,
  status: number,
  html: string,
  headers: readonly string[],
  form?: FormPolicy,
): StoredPage {
  const policy = pagePolicy(layout.policy, form);
  return storedPage(status, [...HTML, policy, ...headers], html, layout.hash);
}

export function pageOf(
  { tenantId, view }: LiveSite,
  html: string,
  { number, version, type, stream_number: stream }: FoundPage,
  form?: FormPolicy,
): StoredPage {
  const blog = type === ARTICLE_TYPES.stream ? number : stream;
  const tags = cacheTags(tenantId, `a${number}`, ...(blog === null ? [] : [`b${blog}`]));
  const headers = ['Cache-Control', CACHE_CONTROL, ...tags, 'X-Content-Version', `${number}.${version}`];
  return htmlPage(view, 200, html, headers, form);
}

/** What begins every tag of a site: short, as CDNs limit the size of the field, and different for each site of an installation. */
export const siteTag = (tenantId: string): string => `s${tenantId.slice(-8)}`;

/** The field that tells CDNs which answers can be purged together: all of a site, and of it those of an article or a blog. */
export const cacheTags = (tenantId: string, ...parts: readonly string[]): readonly string[] => {
  const site = siteTag(tenantId);
  return ['Cache-Tag', [site, ...parts.map((part) => `${site}-${part}`)].join(',')];
};

/** Kept nowhere: what it shows is as of now. */
export const searchPage = (status: number, view: SearchView, fields: readonly string[] = []): StoredPage => {
  const headers = ['Cache-Control', 'no-store', 'X-Robots-Tag', 'noindex', ...fields];
  return htmlPage(view.site, status, renderSearch(view), headers);
};

/** @param path canonical, decoded */
export const redirectTo = (path: string, code: MovedStatus = 301): StoredPage =>
  movedTo(encodeURI(path), code);

/** @param address as someone entered it */
export function forwardTo(address: string, code: MovedStatus = 301): StoredPage {
  const { origin, href } = new URL(address, THIS_SITE);
  return movedTo(origin === THIS_SITE ? href.slice(origin.length) : href, code);
}

/** Stands for whatever hostname the visitor uses. */
const THIS_SITE = 'http://this-site.invalid';

/** Answers that lead elsewhere. */
type MovedStatus = 301 | 302 | 308;
export const isMoved = ({ status }: StoredPage): boolean => [301, 302, 308].includes(status);

const movedTo = (location: string, status: MovedStatus): StoredPage => {
  const caching = status === 302 ? 'no-cache' : `public, max-age=${REDIRECT_SECONDS}`;
  return storedPage(status, ['Location', location, 'Cache-Control', caching], '');
};

/** Where no site is, or none can be read now. */
const NO_SITE: SiteView = {
  name: '',
  language: 'en',
  address: null,
  menu: [],
  feeds: [],
  layout: DEFAULT_LAYOUT,
};

export function errorAnswer(status: 404 | 410 | 503, site: SiteView = NO_SITE): StoredPage {
  return htmlPage(site, status, errorPage(status, site), ['Cache-Control', 'no-store']);
}
