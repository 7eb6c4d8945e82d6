import { commonPlaces } from '@sitedesk/contract/sequences';
import type { Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';

/** A place in a text where other words stand in another one. */
export interface TextChange {
  /** Where it begins and ends, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
}

/** Stands for what is no text in a paragraph. */
export const OBJECT = '\uFFFC';

/** The text of a paragraph, in which each place is as far from the start as in the paragraph. */
export const textOfBlock = (block: Node): string =>
  block.textBetween(0, block.content.size, undefined, ({ type }) =>
    type.name === 'hardBreak' ? '\n' : OBJECT,
  );

/** What changes between two texts, word by word, from the start. Changes with only a space between them are one. */
export function textChanges(before: string, after: string): readonly TextChange[] {
  const [ours, theirs] = [wordsOf(before), wordsOf(after)];
  const [ourStarts, theirStarts] = [startsOf(ours), startsOf(theirs)];
  const changes: TextChange[] = [];
  let [place, otherPlace] = [0, 0];
  const until = (nextPlace: number, nextOther: number): void => {
    if (nextPlace === place && nextOther === otherPlace) return;
    const [from = 0, to = 0] = [ourStarts[place], ourStarts[nextPlace]];
    const [otherFrom = 0, otherTo = 0] = [theirStarts[otherPlace], theirStarts[nextOther]];
    const last = changes.at(-1);
    const gap = last ? before.slice(last.to, from) : '';
    if (last && gap === ' ') changes.pop();
    const start = last && gap === ' ' ? last.from : from;
    const words = after.slice(otherFrom, otherTo);
    const joined = last && gap === ' ' ? last.after + gap + words : words;
    changes.push({ from: start, to, before: before.slice(start, to), after: joined });
  };
  for (const [one, other] of [...commonPlaces(ours, theirs), [ours.length, theirs.length] as const]) {
    until(one, other);
    [place, otherPlace] = [one + 1, other + 1];
  }
  return changes;
}

/**
 * Makes changes in a paragraph, so that what they leave keeps its marks.
 * @param start where its text begins in the document
 */
export function applyChanges(tr: Transaction, start: number, changes: readonly TextChange[]): void {
  for (const { from, to, after } of changes.toReversed())
    if (after === '') tr.delete(start + from, start + to);
    else tr.insertText(after.replaceAll('\n', ' '), start + from, start + to);
}

/** Words, and what stands between them: put together they are the text. */
const wordsOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{M}\p{N}]+|\s|[^\p{L}\p{M}\p{N}\s]/gu) ?? [];

/** Where each begins, and where the last one ends. */
function startsOf(words: readonly string[]): readonly number[] {
  const starts = [0];
  for (const word of words) starts.push((starts.at(-1) ?? 0) + word.length);
  return starts;
}
