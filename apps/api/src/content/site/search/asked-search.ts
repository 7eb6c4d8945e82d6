import { SITE_SEARCH } from '@sitedesk/contract/public-site';
import { WORD } from './search-text.js';

/** Where the search is, unless the site has a page there. */
export const SEARCH_PATH = '/search';

/** What a visitor searches for. */
export interface AskedSearch {
  /** On one line, not too long; empty where nothing is asked. */
  readonly query: string;
  /** The part of it that is looked for, with straight quotation marks around phrases. */
  readonly words: string;
  /** Whether the last word may be the beginning of one. */
  readonly goesOn: boolean;
  /** Of the results, from 1. */
  readonly page: number;
}

/** Octets of the shortest word that may go on: three letters, or one sign of a script that has a sign for a word. */
const SHORTEST = 3;

/** @param url target of a request, with its query */
export function askedSearch(url: string): AskedSearch {
  const parameters = new URLSearchParams(url.split('?').slice(1).join('?'));
  const line = (parameters.get('q') ?? '').replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  const query = [...line].slice(0, SITE_SEARCH.characters).join('').trim();
  const found = [...query.matchAll(WORD)].slice(0, SITE_SEARCH.words);
  const last = found.at(-1);
  const end = last === undefined ? 0 : last.index + last[0].length;
  const words = query.slice(0, end).replaceAll(/[“”„‟«»]/g, '"');
  const isQuoted = (words.match(/"/g)?.length ?? 0) % 2 === 1 && /^["“”‟«»]/.test(query.slice(end).trim());
  return {
    query,
    words,
    goesOn: !isQuoted && Buffer.byteLength(last?.[0] ?? '') >= SHORTEST,
    page: pageNumber(parameters.get('page')),
  };
}

const pageNumber = (value: string | null): number =>
  value !== null && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : 1;
