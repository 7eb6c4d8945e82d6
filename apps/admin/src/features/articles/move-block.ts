import { Selection, type Transaction } from '@tiptap/pm/state';

/** Moves the block of the document that has the cursor up or down by one. @returns whether there is a place to move to */
export function moveBlock(tr: Transaction, by: -1 | 1): boolean {
  const { $from } = tr.selection;
  if ($from.depth === 0) return false;
  const index = $from.index(0);
  const other = tr.doc.maybeChild(index + by);
  const block = tr.doc.child(index);
  if (!other) return false;
  const start = $from.before(1);
  const inside = $from.pos - start;
  const to = by < 0 ? start - other.nodeSize : start + other.nodeSize;
  tr.delete(start, start + block.nodeSize).insert(to, block);
  tr.setSelection(Selection.near(tr.doc.resolve(to + inside))).scrollIntoView();
  return true;
}
