import type { DocumentMark, DocumentNode } from '@sitedesk/contract/documents';
import { writableText } from '@sitedesk/contract/documents';
import { withoutForeignAddresses } from '../helps/readable-answer.js';

/*
 * A text as a model sees it. `<1>…</1>` stands around words that are a link or marked, `<2/>` for what isn't translated: code, words in a
 * language of their own, line breaks, addresses and placeholders. All of them come back once, or the answer isn't used.
 */

/** What is no word: addresses, and what programs or people replace. */
const PROTECTED = new RegExp(
  [
    String.raw`\b(?:https?:\/\/|www\.)[^\s<>"')\]]*[^\s<>"')\].,;:!?]`,
    String.raw`(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+`,
    String.raw`\{\{[^{}\n]{1,80}\}\}|\$?\{[^{}\n]{1,80}\}`,
    String.raw`\[\[[^\[\]\n]{1,80}\]\]`,
    String.raw`%(?:\d+\$)?[sdif@]\b|%\(\w+\)[sd]`,
    '`[^`\\n]+`',
    String.raw`<\/?[A-Za-z0-9][^<>\n]*>`,
  ].join('|'),
  'g',
);
const TAG = /<(\/?)(\d{1,5})(\/?)>/g;
const WORD = /\p{L}/u;

/** A text with what it's put together from again. */
export interface ProtectedText {
  readonly text: string;
  /** By the number of the tag, from 1 on: what stands there as it is, or the marks of the words inside. */
  readonly tags: readonly ProtectedTag[];
}

type ProtectedTag = { readonly node: DocumentNode } | { readonly marks: readonly DocumentMark[] };

/** @param nodes text and line breaks of a block */
export function protectedText(nodes: readonly DocumentNode[]): ProtectedText {
  const tags: ProtectedTag[] = [];
  const tag = (each: ProtectedTag): number => tags.push(each);
  const words = (text: string, marks: readonly DocumentMark[]): string =>
    text.replace(PROTECTED, (found) => `<${tag({ node: textNode(found, marks) })}/>`);
  const text = nodes.map((node) => {
    const { text: own, marks = [] } = node;
    const isWhole = own === undefined || marks.some(({ type }) => type === 'code' || type === 'language');
    if (isWhole) return `<${tag({ node })}/>`;
    if (marks.length === 0 || own.trim() === '') return words(own, []);
    // Models drop blanks at the ends of what is inside.
    const { before, inner, after } = parted(own);
    const number = tag({ marks });
    return `${before}<${number}>${words(inner, marks)}</${number}>${after}`;
  });
  return { text: text.join(''), tags };
}

/** A text with the blanks around it. */
function parted(text: string): { readonly before: string; readonly inner: string; readonly after: string } {
  const inner = text.trim();
  const start = text.length - text.trimStart().length;
  return { before: text.slice(0, start), inner, after: text.slice(start + inner.length) };
}

/** Whether there's a word to translate. */
export const hasWords = ({ text }: ProtectedText): boolean => WORD.test(text.replace(TAG, ''));

/**
 * An answer as text and line breaks of a block.
 * @returns undefined when it lost or added something that is protected
 */
export function restoredText(
  answer: string,
  { text: source, tags }: ProtectedText,
): readonly DocumentNode[] | undefined {
  const cleaned = withoutForeignAddresses(writableText(answer), source);
  const lines = source.includes('\n') ? cleaned : cleaned.replace(/\s*\n\s*/g, ' ');
  const { before, after } = parted(source);
  const text = `${before}${lines.trim()}${after}`;
  const seen = new Set<number>();
  const nodes: DocumentNode[] = [];
  let open: { readonly number: number; readonly marks: readonly DocumentMark[]; holds: boolean } | undefined;
  let from = 0;
  const add = (words: string): boolean => {
    if (words.search(PROTECTED) >= 0) return false;
    if (words === '') return true;
    if (open) open.holds = true;
    nodes.push(textNode(words, open?.marks ?? []));
    return true;
  };
  for (const match of text.matchAll(TAG)) {
    const [whole, closing, digits, single] = match;
    if (!add(text.slice(from, match.index))) return undefined;
    from = match.index + whole.length;
    const number = Number(digits);
    const tag = tags[number - 1];
    if (!tag || (closing && single)) return undefined;
    if (closing) {
      if (open?.number !== number || !open.holds) return undefined;
      open = undefined;
      continue;
    }
    if (seen.has(number)) return undefined;
    seen.add(number);
    if ('node' in tag) {
      if (!single) return undefined;
      if (open) open.holds = true;
      nodes.push(tag.node);
    } else {
      if (single || open) return undefined;
      open = { number, marks: tag.marks, holds: false };
    }
  }
  if (!add(text.slice(from)) || open || seen.size < tags.length || nodes.length === 0) return undefined;
  return joined(nodes);
}

/** Words that stand next to each other and are marked alike are one text. */
function joined(nodes: readonly DocumentNode[]): readonly DocumentNode[] {
  const all: DocumentNode[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    const isSame =
      last?.text !== undefined &&
      node.text !== undefined &&
      JSON.stringify(last.marks ?? []) === JSON.stringify(node.marks ?? []);
    if (isSame) all[all.length - 1] = textNode(`${last.text}${node.text}`, node.marks ?? []);
    else all.push(node);
  }
  return all;
}

export const textNode = (text: string, marks: readonly DocumentMark[]): DocumentNode =>
  marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text };
