import { escapeHtml } from '../../platform/core/escape-html.js';

const TAG = /<[a-z][^>]*>/g;
/** Addresses in HTML of ours: quoted, and escaped. */
const ADDRESS = /(?<= (?:href|src|cite|poster)=")[^"]*(?=")/g;
const SOURCES = /(?<= srcset=")[^"]*(?=")/g;

/** A URL stays itself, a path becomes one of the site; undefined where the site's URL is not known. */
export function absoluteUrl(origin: string | null, target: string): string | undefined {
  if (/^https?:\/\//.test(target)) return URL.canParse(target) ? new URL(target).href : undefined;
  if (origin === null || !target.startsWith('/')) return undefined;
  const url = origin.replace(/\/+$/, '') + target;
  return URL.canParse(url) ? new URL(url).href : undefined;
}

/**
 * HTML of ours for where it's read elsewhere: links and pictures lead to the site.
 * @param url of the page that it is from
 */
export function absoluteHtml(html: string, url: string): string {
  const { origin } = new URL(url);
  const absolute = (address: string): string => {
    if (address.startsWith('#')) return `${escapeHtml(url)}${address}`;
    return address.startsWith('/') && !address.startsWith('//') ? `${origin}${encodePath(address)}` : address;
  };
  const all = (list: string): string => list.split(', ').map(absolute).join(', ');
  return html.replaceAll(TAG, (tag) => tag.replaceAll(ADDRESS, absolute).replaceAll(SOURCES, all));
}

/** What an address may hold as it is, stays: it may be encoded already. */
const encodePath = (path: string): string => path.replaceAll(/[^\u0021-\u007E]/gu, encodeURIComponent);
