import type { ArticleFields, ArticleStatus } from './articles.js';
import { type ArticleDocument, type AttributeRule, type DocumentNode, NODES } from './documents.js';
import type { MessageCode } from './messages.js';

/** Numbers of replacing text in many articles. */
export const REPLACE_LIMITS = {
  search: { min: 1, max: 200 },
  replacement: { min: 0, max: 500 },
  /** Drafts that one answer looks through. */
  scanned: 250,
  /** Articles of one answer. */
  found: 25,
  /** Places of an article that are shown; all of them are counted. */
  places: 10,
  /** Characters shown before and after. */
  context: 60,
} as const;

/** What is searched for, as it's written, and what takes its place. */
export interface TextReplacement {
  readonly search: string;
  /** Empty to remove what is found. */
  readonly replacement: string;
  /** Whether capital letters differ from small ones. */
  readonly matchCase: boolean;
  /** Whether parts of words are left alone. */
  readonly wholeWords: boolean;
}

/** Fields of an article that are text. */
export const REPLACED_FIELDS = [
  'title',
  'introduction',
  'bannerText',
  'searchTitle',
  'searchDescription',
] as const;
export type ReplacedField = (typeof REPLACED_FIELDS)[number];

/** One place where the text stands, with a little of what is around it. */
export interface ReplacedPlace {
  /** Null in the text itself. */
  readonly field: ReplacedField | null;
  /** ID of the block; null for a field, and for a block without one. */
  readonly block: string | null;
  readonly before: string;
  readonly found: string;
  readonly after: string;
}

/** What would be replaced in one article. */
export interface ArticleReplacement {
  readonly number: number;
  readonly title: string;
  readonly path: string;
  readonly status: ArticleStatus;
  /** Of the draft that was looked through. */
  readonly revision: number;
  readonly count: number;
  /** The first of them. */
  readonly places: readonly ReplacedPlace[];
  /** How many more stand in blocks that the article's template locks, and stay. */
  readonly locked: number;
  /** Why nothing is replaced there, for people to read; null where it can be. */
  readonly reason: string | null;
  readonly reasonCode: MessageCode | null;
}

/** Answer of `GET /editor/articles/replacements`: those with the highest numbers first. */
export interface ArticleReplacements {
  readonly items: readonly ArticleReplacement[];
  /** How many drafts were looked through. */
  readonly scanned: number;
  /** There may be more, even if `items` is empty. */
  readonly nextCursor: string | null;
}

/** A draft with the text replaced. */
export interface ReplacedText {
  readonly fields: ArticleFields;
  readonly document: ArticleDocument;
  readonly count: number;
  readonly places: readonly ReplacedPlace[];
  readonly locked: number;
}

const LETTER = String.raw`[\p{L}\p{N}\p{M}_]`;

/** Finds what is searched for as it's written; nothing in it is a pattern. */
export function replacementPattern({ search, matchCase, wholeWords }: TextReplacement): RegExp {
  const literal = search.normalize('NFC').replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const whole = wholeWords ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal;
  return new RegExp(whole, matchCase ? 'gu' : 'giu');
}

/**
 * Replaces text in the fields and the blocks of a draft, also where part of it is marked: what takes its place is marked like its
 * first character. Addresses and tags aren't touched.
 * @param lockedBlocks IDs of outermost blocks that stay as they are
 */
export function replaceText(
  { fields, document }: { readonly fields: ArticleFields; readonly document: ArticleDocument },
  replacement: TextReplacement,
  lockedBlocks: readonly string[] = [],
): ReplacedText {
  const work = new Replacing(replacement);
  const changed: { -readonly [Field in ReplacedField]?: ArticleFields[Field] } = {};
  for (const field of REPLACED_FIELDS) {
    const value = fields[field];
    if (value === null) continue;
    const next = work.text(value, { field, block: null });
    if (next === value) continue;
    if (field === 'title') changed.title = next;
    else changed[field] = next === '' ? null : next;
  }
  const content = (document.content ?? []).map((node) => {
    const id = idOf(node);
    if (id === null || !lockedBlocks.includes(id)) return work.block(node);
    work.lock(node);
    return node;
  });
  const { count, places, locked } = work;
  const isChanged = count > 0;
  return {
    fields: isChanged ? { ...fields, ...changed } : fields,
    document: isChanged ? { ...document, content } : document,
    count,
    places,
    locked,
  };
}

const idOf = (node: DocumentNode): string | null => {
  const id = node.attrs?.['id'];
  return typeof id === 'string' ? id : null;
};

type Where = Pick<ReplacedPlace, 'field' | 'block'>;

class Replacing {
  count = 0;
  locked = 0;
  readonly places: ReplacedPlace[] = [];
  private readonly pattern: RegExp;
  private readonly replacement: string;

  constructor(private readonly wanted: TextReplacement) {
    this.pattern = replacementPattern(wanted);
    this.replacement = wanted.replacement.normalize('NFC');
  }

  text(text: string, where: Where): string {
    const found = this.find(text, where);
    if (found.length === 0) return text;
    return text.replaceAll(this.pattern, () => this.replacement);
  }

  block(node: DocumentNode, outer: string | null = null): DocumentNode {
    const id = idOf(node) ?? outer;
    const attrs = this.attributes(node, id);
    const children = node.content;
    if (!children) return attrs ? { ...node, attrs } : node;
    const isText = children.some(({ type }) => type === 'text' || type === 'hardBreak');
    const content = isText ? this.inline(children, id) : children.map((child) => this.block(child, id));
    return { ...node, ...(attrs && { attrs }), content };
  }

  /** Counts what stands in a block that stays. */
  lock(node: DocumentNode): void {
    const inside = new Replacing(this.wanted);
    inside.block(node);
    this.locked += inside.count;
  }

  /** Words that an attribute shows, such as those for an image. */
  private attributes(node: DocumentNode, block: string | null): DocumentNode['attrs'] {
    if (!node.attrs || node.type === 'text' || node.type === 'hardBreak') return undefined;
    const { attributes = {} } = NODES[node.type] as { attributes?: Readonly<Record<string, AttributeRule>> };
    const changed: Record<string, unknown> = {};
    for (const [name, rule] of Object.entries(attributes)) {
      const value = node.attrs[name];
      if ((rule.is !== 'line' && rule.is !== 'text') || typeof value !== 'string') continue;
      const next = this.text(value, { field: null, block });
      if (next !== value) changed[name] = next === '' && rule.default === null ? null : next;
    }
    return Object.keys(changed).length > 0 ? { ...node.attrs, ...changed } : undefined;
  }

  private inline(children: readonly DocumentNode[], block: string | null): readonly DocumentNode[] {
    const whole = children.map(({ text }) => text ?? '\n').join('');
    const found = this.find(whole, { field: null, block });
    if (found.length === 0) return children;
    let at = 0;
    return children.flatMap((child): readonly DocumentNode[] => {
      const start = at;
      at += child.text?.length ?? 1;
      if (child.text === undefined) return [child];
      let text = '';
      let from = start;
      for (const { index, length } of found) {
        if (index + length <= start || index >= at) continue;
        if (index > from) text += whole.slice(from, index);
        if (index >= start) text += this.replacement;
        from = Math.min(index + length, at);
      }
      text += whole.slice(from, at);
      return text === '' ? [] : [{ ...child, text }];
    });
  }

  private find(text: string, where: Where): readonly { readonly index: number; readonly length: number }[] {
    const found = [...text.matchAll(this.pattern)].map(({ 0: { length }, index }) => ({ index, length }));
    this.count += found.length;
    const { places, context } = REPLACE_LIMITS;
    for (const { index, length } of found) {
      if (this.places.length === places) break;
      const end = index + length;
      this.places.push({
        ...where,
        before: tail(text.slice(0, index), context),
        found: text.slice(index, end),
        after: head(text.slice(end), context),
      });
    }
    return found;
  }
}

/** Whole characters, on one line. */
const head = (text: string, count: number): string => [...text.slice(0, 2 * count)].slice(0, count).join('');
const tail = (text: string, count: number): string => [...text.slice(-2 * count)].slice(-count).join('');
