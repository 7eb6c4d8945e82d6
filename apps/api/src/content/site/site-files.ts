import { type StoredPage, storedPage } from './page-cache.js';
import { monogramSvg } from './theme/theme-head.js';
import type { SiteIcon } from './theme/theme.js';

/** Where programs look for them. */
export const SITE_FILES = { robots: '/robots.txt', sitemap: '/sitemap.xml', icon: '/favicon.ico' } as const;

const TEXT = ['Content-Type', 'text/plain; charset=utf-8', 'Cache-Control'];
/** As long as search engines keep it (RFC 9309). */
const ROBOTS_CACHING = 'public, max-age=3600';

/** What search engines may read where a site doesn't say it. */
const DEFAULT_ROBOTS = 'User-agent: *\nDisallow: /_preview/';

/** Under any other hostname than the public one: what is there is at its own address already. */
export const CLOSED_ROBOTS = storedPage(200, [...TEXT, 'no-cache'], 'User-agent: *\nDisallow: /\n');

/** What search engines may read, and where they find all pages. @param text as the site's settings have it */
export function robotsFile(text: string | undefined, origin: string | null): StoredPage {
  const sitemap = origin === null ? '' : `\n\nSitemap: ${origin}/sitemap.xml`;
  const own = text?.replaceAll('\r\n', '\n').trim() || DEFAULT_ROBOTS;
  return storedPage(200, [...TEXT, ROBOTS_CACHING], `${own}${sitemap}\n`);
}

/** For programs that look for an icon without reading a page. */
export function iconFile(icon: SiteIcon | undefined, siteName: string): StoredPage {
  const caching = ['Cache-Control', 'public, max-age=3600'];
  if (icon) return storedPage(302, ['Location', icon.path, ...caching], '');
  return storedPage(200, ['Content-Type', 'image/svg+xml', ...caching], monogramSvg(siteName));
}
