import { isLinkAddress } from '@sitedesk/contract/documents';
import { escapeHtml } from '../../../platform/core/escape-html.js';
import type { Link, Named } from './theme-views.js';

/** Escaped for an attribute. What is no address for a link leads nowhere, also if it was written past every check. */
export const href = (address: string): string => escapeHtml(isLinkAddress(address) ? address : '#');

const IMAGE = /^(?:https:\/\/|\/(?!\/))[^\s\\]+$/;
/** A picture that a page may show: a file of the site, or one from elsewhere over https. */
export const isImage = (address: string | null): address is string => address !== null && IMAGE.test(address);

export const link = ({ label, path }: Link, more = ''): string =>
  `<a href="${href(path)}"${more}>${escapeHtml(label)}</a>`;

export const named = ({ name, path }: Named): string =>
  path === null ? escapeHtml(name) : link({ label: name, path });

/** A moment as a day in UTC, so that everyone reads the same; nothing if it is none. */
export function day(iso: string | null, language: string): string {
  if (iso === null || Number.isNaN(Date.parse(iso))) return '';
  return formatter(language).format(new Date(iso));
}

export const time = (iso: string, language: string): string =>
  `<time datetime="${escapeHtml(iso)}">${escapeHtml(day(iso, language))}</time>`;

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(language: string): Intl.DateTimeFormat {
  const known = formatters.get(language);
  if (known) return known;
  const made = new Intl.DateTimeFormat(canonicalLanguage(language), { dateStyle: 'long', timeZone: 'UTC' });
  if (formatters.size < 100) formatters.set(language, made);
  return made;
}

function canonicalLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en'; // not a language tag
  }
}
