import type { Node } from '@tiptap/pm/model';
import { NodeSelection, Selection, type Transaction } from '@tiptap/pm/state';

/** A block, and where it begins. */
export interface PlacedBlock {
  readonly node: Node;
  readonly from: number;
}

/** What keys and the menu of blocks act on: a block without text that is selected, else the one of the document with the cursor. */
export function blockAt(selection: Selection): PlacedBlock | undefined {
  const { $from, from } = selection;
  if (selection instanceof NodeSelection) {
    const { node } = selection;
    if (node.isBlock && (node.isAtom || $from.depth === 0)) return { node, from };
  }
  return $from.depth === 0 ? undefined : { node: $from.node(1), from: $from.before(1) };
}

/** Moves the block up or down by one among its neighbours. @returns whether there is a place to move to */
export function moveBlock(tr: Transaction, by: -1 | 1): boolean {
  const block = blockAt(tr.selection);
  if (!block) return false;
  const { node, from } = block;
  const $start = tr.doc.resolve(from);
  const other = $start.parent.maybeChild($start.index() + by);
  if (!other) return false;
  const inside = tr.selection.from - from;
  const to = by < 0 ? from - other.nodeSize : from + other.nodeSize;
  tr.delete(from, from + node.nodeSize).insert(to, node);
  select(tr, to, inside);
  return true;
}

/** Selects a block that stands there: a place in its text, or the whole when it has none. */
function select(tr: Transaction, at: number, inside = 1): void {
  const isAtom = tr.doc.nodeAt(at)?.isAtom ?? false;
  tr.setSelection(
    isAtom ? NodeSelection.create(tr.doc, at) : Selection.near(tr.doc.resolve(at + Math.max(1, inside))),
  ).scrollIntoView();
}

/** Puts the same once more below. */
export function duplicateBlock(tr: Transaction): boolean {
  const block = blockAt(tr.selection);
  if (!block) return false;
  const end = block.from + block.node.nodeSize;
  tr.insert(end, block.node);
  select(tr, end);
  return true;
}

/** Deletes it; what needs a block keeps an empty paragraph. */
export function deleteBlock(tr: Transaction): boolean {
  const block = blockAt(tr.selection);
  if (!block) return false;
  const { node, from } = block;
  const $start = tr.doc.resolve(from);
  const isLast = $start.parent.childCount === 1;
  const paragraph = tr.doc.type.schema.nodes['paragraph']?.create();
  if (isLast && paragraph) tr.replaceWith(from, from + node.nodeSize, paragraph);
  else tr.delete(from, from + node.nodeSize);
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)))).scrollIntoView();
  return true;
}
