import type { DocumentNode } from './documents.js';
import { characters } from './text.js';

/** Characters (code points) of what a comment is about, and of what stands on either side of it. */
export const ANCHOR_LIMITS = { quote: 300, context: 32 } as const;

/** Where a comment stood in a text: a range of a block, in UTF-16 units, with its words and some around them. */
export interface TextAnchor {
  readonly block: string;
  readonly from: number;
  readonly to: number;
  readonly quote: string;
  readonly before: string;
  readonly after: string;
}

/** Where it stands now. */
export interface TextPlace {
  readonly block: string;
  readonly from: number;
  readonly to: number;
}

/** In another block, so many characters around the words must be the same too. */
const ENOUGH_AROUND = 8;

/** UTF-16 units that hold the text around the words. */
const REACH = 2 * ANCHOR_LIMITS.context;

/** The text of every block that has an ID and holds text itself. A line break is one character. */
export function blockTexts(document: DocumentNode): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const walk = ({ attrs, content = [] }: DocumentNode): void => {
    const id = attrs?.['id'];
    const isInline = content.some(({ type }) => type === 'text' || type === 'hardBreak');
    if (isInline && typeof id === 'string') texts.set(id, content.map(({ text }) => text ?? '\n').join(''));
    if (!isInline) for (const node of content) walk(node);
  };
  walk(document);
  return texts;
}

/** The anchor of a range; undefined when the block doesn't hold it. */
export function anchorOf(
  texts: ReadonlyMap<string, string>,
  { block, from, to }: TextPlace,
): TextAnchor | undefined {
  const text = texts.get(block);
  if (text === undefined || from >= to || to > text.length) return undefined;
  const before = [...text.slice(Math.max(0, from - REACH), from)].slice(-ANCHOR_LIMITS.context).join('');
  const after = [...text.slice(to, to + REACH)].slice(0, ANCHOR_LIMITS.context).join('');
  const quote = text.slice(from, to);
  const isWhole = [before, quote, after].every((part) => !/\p{Surrogate}/u.test(part));
  return isWhole && characters(quote) <= ANCHOR_LIMITS.quote
    ? { block, from, to, quote, before, after }
    : undefined;
}

/**
 * Where the words of an anchor are now: in their block, else wherever the text around them went along, else what they were edited
 * to while most of them stayed. Undefined when they are gone; nothing is stored of that, so undo brings them back.
 */
export function findAnchor(texts: ReadonlyMap<string, string>, anchor: TextAnchor): TextPlace | undefined {
  const text = texts.get(anchor.block);
  const own = text === undefined ? undefined : bestIn(text, anchor);
  if (own) return { block: anchor.block, from: own.from, to: own.from + anchor.quote.length };
  const around = anchor.before.length + anchor.after.length;
  let best: { readonly block: string; readonly from: number; readonly score: number } | undefined;
  for (const [block, other] of texts) {
    const found = bestIn(other, anchor);
    if (found && found.score >= Math.min(ENOUGH_AROUND, around) && found.score > (best?.score ?? -1))
      best = { block, ...found };
  }
  if (best) return { block: best.block, from: best.from, to: best.from + anchor.quote.length };
  const edited = text === undefined ? undefined : editedIn(text, anchor);
  return edited && { block: anchor.block, ...edited };
}

/** UTF-16 units of a block on either side of where the words were, in which they are looked for after an edit. */
const EDIT_REACH = 1_000;

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}
const wordsOf = (text: string, start = 0): readonly Word[] =>
  Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu), ({ 0: word, index }) => ({
    text: word,
    from: start + index,
    to: start + index + word.length,
  }));

/** From the first word that stayed to the last, and what was typed up to the text that followed them. */
function editedIn(
  text: string,
  { quote, before, after, from }: TextAnchor,
): { readonly from: number; readonly to: number } | undefined {
  const start = Math.max(0, from - EDIT_REACH);
  const now = wordsOf(text.slice(start, from + quote.length + EDIT_REACH), start);
  const around = wordsOf(before).length;
  const quoted = wordsOf(quote).length;
  const isQuoted = (index: number): boolean => index >= around && index < around + quoted;
  const old = [...wordsOf(before), ...wordsOf(quote), ...wordsOf(after)].map((word) => word.text);
  const stayed = sameWords(old, now, (index) => (isQuoted(index) ? 2 : 1));
  const kept = stayed.filter(([index]) => isQuoted(index));
  const [first, last] = [kept[0]?.[1], kept.at(-1)?.[1]];
  if (!first || !last || kept.length * 2 <= quoted) return undefined;
  const following = stayed.find(([index]) => index >= around + quoted)?.[1];
  const typed = following && text.slice(last.to, following.from).trimEnd().length;
  return { from: first.from, to: last.to + (typed ?? 0) };
}

/** Words that both have in the same order, those that count most: the position in `old`, and the word in `now`. */
function sameWords(
  old: readonly string[],
  now: readonly Word[],
  weight: (index: number) => number,
): readonly (readonly [number, Word])[] {
  const width = now.length + 1;
  const heaviest = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => heaviest[i * width + j] ?? 0;
  const together = (i: number, j: number): number =>
    old[i] === now[j]?.text ? at(i + 1, j + 1) + weight(i) : 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      heaviest[i * width + j] = Math.max(together(i, j), at(i + 1, j), at(i, j + 1));
  const same: [number, Word][] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    const word = now[j];
    if (word && together(i, j) === at(i, j)) {
      if (old[i] === word.text) same.push([i, word]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) === at(i, j)) i += 1;
    else j += 1;
  }
  return same;
}

/** Of several places with the words: the one with most of the same text around, then the nearest. */
function bestIn(
  text: string,
  { quote, before, after, from }: TextAnchor,
): { readonly from: number; readonly score: number } | undefined {
  let best: { readonly from: number; readonly score: number } | undefined;
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) {
    const score =
      sameStart([...text.slice(Math.max(0, at - REACH), at)].toReversed(), [...before].toReversed()) +
      sameStart([...text.slice(at + quote.length, at + quote.length + REACH)], [...after]);
    const isNearer = best !== undefined && Math.abs(at - from) < Math.abs(best.from - from);
    if (!best || score > best.score || (score === best.score && isNearer)) best = { from: at, score };
  }
  return best;
}

function sameStart(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < b.length && a[count] === b[count]) count += 1;
  return count;
}
