import type { TextPart } from '../theme/theme-views.js';

/*
 * What a search shows of a page: its text without markup, and the words that were looked for. Which pages match is the database's to say
 * (`page_search_words`); what is marked here follows the same rules.
 */

/** Words of a search, folded. */
export interface SearchedWords {
  readonly words: ReadonlySet<string>;
  /** What the last word begins with, when it may go on. */
  readonly beginning: string | undefined;
}

/** A word, as far as one can tell without the language. */
export const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/** A word without case and accents. */
export const fold = (word: string): string =>
  word
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđħŧı]/g, (letter) => LETTERS[letter] ?? letter);

/** @param goesOn whether the last word may be the beginning of one */
export function searchedWords(query: string, goesOn: boolean): SearchedWords {
  const words = [...query.matchAll(WORD)].map(([word]) => fold(word));
  return { words: new Set(words), beginning: goesOn ? words.at(-1) : undefined };
}

const isSearched = (word: string, { words, beginning }: SearchedWords): boolean => {
  const folded = fold(word);
  return words.has(folded) || (beginning !== undefined && folded.startsWith(beginning));
};

/** The text with the words that were looked for marked. */
export function marked(text: string, searched: SearchedWords): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isSearched(word, searched)) continue;
    if (index > done) parts.push({ text: text.slice(done, index), isMarked: false });
    parts.push({ text: word, isMarked: true });
    done = index + word.length;
  }
  return done < text.length ? [...parts, { text: text.slice(done), isMarked: false }] : parts;
}

/** Characters before the first word that was looked for, and of the excerpt as a whole. */
const BEFORE = 60;
const EXCERPT = 240;

/** Some words around the first one that was looked for; undefined where the text has none. */
export function excerpt(text: string, searched: SearchedWords): string | undefined {
  for (const { 0: word, index } of text.matchAll(WORD))
    if (isSearched(word, searched)) return cut(text, index);
  return undefined;
}

/** Whole words of a text, on one line. @param place of what has to be in it */
export function cut(text: string, place = 0): string {
  const from = place <= BEFORE ? 0 : text.indexOf(' ', place - BEFORE - 1) + 1 || place;
  const start = from > place ? place : from;
  const last = text.lastIndexOf(' ', start + EXCERPT);
  const end = text.length <= start + EXCERPT ? text.length : last > place ? last : start + EXCERPT;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

const MOST_HTML = 500_000;
const INLINE = /<\/?(?:a|b|code|em|i|mark|s|small|span|strong|sub|sup)(?:\s[^>]*)?>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** What HTML of the renderer says, on one line. */
export const textOf = (html: string): string =>
  html
    .slice(0, MOST_HTML)
    .replaceAll(INLINE, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
