import type { StoredPage } from '../site/page-cache.js';
import type { BlogList, ListState } from './blogs.service.js';

/** A list as it is sent: the array alone, with what belongs to the page in headers (RFC 8288 for the next one). @param url target of the request */
export function storedList(
  { items, next, total }: BlogList<unknown>,
  url: string,
  { tag }: Pick<ListState, 'tag'>,
): StoredPage {
  const headers = total === undefined ? [] : ['X-Total-Count', String(total)];
  if (next !== undefined) {
    const nextUrl = new URL(url, 'http://site');
    nextUrl.searchParams.set('cursor', next);
    headers.push('Link', `<${nextUrl.pathname}${nextUrl.search}>; rel="next"`);
  }
  return { status: 200, headers, identity: Buffer.from(JSON.stringify(items)), tag, answers: {} };
}
