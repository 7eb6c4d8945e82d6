import { commonPlaces } from '@sitedesk/contract/sequences';
import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';

/** In a transaction that makes another text of it: nothing that was typed. */
export const TAKEN_OVER = 'takenOver';

/**
 * Makes another text of what is written, touching only what differs: the caret, the selection and what can be undone stay where they
 * are in the rest.
 */
export function takeOver(state: EditorState, next: Node): Transaction {
  const { doc } = state;
  const tr = state.tr;
  const [starts, nextStarts] = [startsOf(doc), startsOf(next)];
  const pairs = commonPlaces(namesOf(doc), namesOf(next)).concat([[doc.childCount, next.childCount]]);
  const changes: (readonly [start: number, end: number, from: number, until: number])[] = [];
  const change = (place: number, end: number, other: number, until: number): void =>
    void changes.push([starts[place] ?? 0, starts[end] ?? 0, nextStarts[other] ?? 0, nextStarts[until] ?? 0]);
  let [place, other] = [0, 0];
  for (const [end, until] of pairs) {
    if (end > place || until > other) change(place, end, other, until);
    if (end < doc.childCount) change(end, end + 1, until, until + 1);
    [place, other] = [end + 1, until + 1];
  }
  // From the end, so that places before stay.
  for (const [start, end, from, until] of changes.toReversed()) {
    const [ours, theirs] = [doc.content.cut(start, end), next.content.cut(from, until)];
    const first = ours.findDiffStart(theirs);
    const last = ours.findDiffEnd(theirs);
    if (first === null || last === null) continue;
    const overlap = Math.max(0, first - Math.min(last.a, last.b));
    tr.replace(start + first, start + last.a + overlap, next.slice(from + first, from + last.b + overlap));
  }
  return (tr.doc.eq(next) ? tr : state.tr.replaceWith(0, doc.content.size, next.content)).setMeta(
    TAKEN_OVER,
    true,
  );
}

/** What a block is known by: its ID, or all that it holds. */
const namesOf = (doc: Node): readonly string[] =>
  doc.children.map((child) => String(child.attrs['id'] ?? JSON.stringify(child.toJSON())));

/** Where each block begins, and where the last one ends. */
function startsOf(doc: Node): readonly number[] {
  const starts = [0];
  for (const child of doc.children) starts.push((starts.at(-1) ?? 0) + child.nodeSize);
  return starts;
}
