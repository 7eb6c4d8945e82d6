import type { TemplateOutline } from '@sitedesk/contract/page-templates';
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { TAKEN_OVER } from './take-over';

/** How a locked block is shown. */
interface LockWords {
  /** What people who don't see it hear of a locked block. */
  readonly description: string;
}

/**
 * Keeps the blocks that a template locks as they are, and others where they may stand: a change that would do anything else isn't
 * made. The server refuses the same. What others saved is taken over in any case.
 */
export const templateLocks = (outline: TemplateOutline, words: LockWords): Extension =>
  Extension.create({
    name: 'templateLocks',
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction: (tr, { doc }) =>
          !tr.docChanged ||
          tr.getMeta(TAKEN_OVER) === true ||
          !fits(doc, doc, outline) ||
          fits(doc, tr.doc, outline),
        // Nobody could write where nothing stands.
        appendTransaction: (transactions, _before, { doc, tr }) =>
          transactions.some(({ docChanged }) => docChanged) ? fillRegions(doc, tr, outline) : null,
        props: {
          decorations: ({ doc }) =>
            lockedDecorations(doc, outline, { contenteditable: 'false', ...wordsOf(words) }),
        },
      }),
    ],
  });

/** Shows which blocks of a template are locked; they can be changed. */
export const shownLocks = (locked: () => readonly string[], words: LockWords): Extension =>
  Extension.create({
    name: 'shownLocks',
    addProseMirrorPlugins: () => [
      new Plugin({ props: { decorations: ({ doc }) => lockedDecorations(doc, locked(), wordsOf(words)) } }),
    ],
  });

const wordsOf = ({ description }: LockWords): Record<string, string> => ({ 'aria-description': description });

const idOf = (node: Node): unknown => node.attrs['id'];

function fits(before: Node, after: Node, outline: TemplateOutline): boolean {
  const kept = new Map(
    before.children.filter((node) => outline.includes(String(idOf(node)))).map((node) => [idOf(node), node]),
  );
  let place = 0;
  for (const node of after.children) {
    const own = kept.get(idOf(node));
    if (!own) {
      if (outline[place] !== null) return false;
      continue;
    }
    if (outline[place] === null) place += 1;
    if (outline[place] !== idOf(node) || !own.eq(node)) return false;
    place += 1;
  }
  if (outline[place] === null) place += 1;
  return place === outline.length;
}

/** Puts an empty paragraph wherever a free region has lost its last block. */
function fillRegions(doc: Node, tr: Transaction, outline: TemplateOutline): Transaction | null {
  const paragraph = doc.type.schema.nodes['paragraph'];
  if (!paragraph || !fits(doc, doc, outline)) return null;
  const missing: number[] = [];
  let [place, isEmpty] = [0, true];
  doc.forEach((node, offset) => {
    if (outline[place] === null && outline.includes(String(idOf(node)))) {
      if (isEmpty) missing.push(offset);
      place += 1;
    }
    if (outline[place] === null) isEmpty = false;
    else {
      place += 1;
      isEmpty = true;
    }
  });
  if (outline[place] === null && isEmpty) missing.push(doc.content.size);
  for (const position of missing.toReversed()) tr.insert(position, paragraph.create());
  return missing.length > 0 ? tr : null;
}

function lockedDecorations(
  doc: Node,
  locked: readonly (string | null)[],
  attributes: Record<string, string>,
): DecorationSet {
  const found: Decoration[] = [];
  doc.forEach((node, offset) => {
    const id = idOf(node);
    if (typeof id === 'string' && locked.includes(id))
      found.push(Decoration.node(offset, offset + node.nodeSize, { class: 'locked-block', ...attributes }));
  });
  return DecorationSet.create(doc, found);
}
