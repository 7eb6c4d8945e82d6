import type { NodeName } from '@sitedesk/contract/documents';
import type { Attrs, Fragment, Node, NodeType } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { blockAt } from './block-actions';

const LISTS: Readonly<Record<string, NodeName>> = {
  bulletList: 'listItem',
  orderedList: 'listItem',
  taskList: 'taskItem',
};
const TEXTS = new Set<string>(['paragraph', 'heading', 'codeBlock']);
const WRAPPERS = new Set<string>(['blockquote', 'callout']);

/** Whether a kind of block can become another, and another can become it. */
export const isTurnable = (name: string): boolean => TEXTS.has(name) || WRAPPERS.has(name) || name in LISTS;

/**
 * Makes another kind of block of the one at the cursor. No word gets lost; what the other kind can't hold becomes plain
 * paragraphs in it.
 */
export function turnInto(tr: Transaction, name: NodeName, attrs: Attrs = {}): boolean {
  const block = blockAt(tr.selection);
  const type = tr.doc.type.schema.nodes[name];
  if (!block || !type || !isTurnable(block.node.type.name)) return false;
  const { node, from } = block;
  const inside = tr.selection.from - from;
  tr.replaceWith(from, from + node.nodeSize, [...turned(node, type, attrs)]);
  const at = Math.min(from + Math.max(1, inside), tr.doc.content.size);
  tr.setSelection(TextSelection.near(tr.doc.resolve(at))).scrollIntoView();
  return true;
}

function turned(node: Node, type: NodeType, attrs: Attrs): readonly Node[] {
  const { id } = node.attrs as { readonly id?: unknown };
  const lines = linesOf(node);
  if (type.name === 'codeBlock') {
    const code = lines.map(codeOf).join('\n');
    return [type.create({ ...attrs, id }, code === '' ? null : type.schema.text(code))];
  }
  // Each line keeps its ID, and so the comments on its words.
  if (type.isTextblock)
    return lines.map((line) => type.create({ ...attrs, id: line.attrs['id'] }, line.content));
  const paragraphs = lines.map((line) => paragraphOf(line));
  const item = type.schema.nodes[LISTS[type.name] ?? ''];
  if (!item) return [whole(type, { ...attrs, id }, inner(node)) ?? type.create(attrs, paragraphs)];
  const items = node.type.name in LISTS ? node.children.map((each) => whole(item, null, each.children)) : [];
  const isKept = items.length > 0 && items.every((each) => each !== undefined);
  return [type.create({ ...attrs, id }, isKept ? items : paragraphs.map((each) => item.create(null, each)))];
}

/** What a wrapper would hold of a block. */
const inner = (node: Node): readonly Node[] => (WRAPPERS.has(node.type.name) ? node.children : [node]);

/** @returns undefined when the kind can't hold that */
function whole(type: NodeType, attrs: Attrs | null, content: readonly Node[]): Node | undefined {
  const made = type.create(attrs, [...content]);
  return type.validContent(made.content) ? made : undefined;
}

/** Its lines of text, wherever they are in it; code by its lines. */
function linesOf(node: Node): readonly Node[] {
  if (node.type.name === 'codeBlock') {
    const { schema } = node.type;
    const lines = node.textContent.split('\n').filter((line, index) => line !== '' || index === 0);
    return lines.map((line) => paragraph(schema.nodes['paragraph'], line === '' ? null : schema.text(line)));
  }
  return node.isTextblock ? [node] : node.children.flatMap(linesOf);
}

const paragraph = (
  type: NodeType | undefined,
  content: Node | Fragment | null,
  attrs: Attrs | null = null,
): Node => {
  if (!type) throw new Error('A text without paragraphs');
  return type.create(attrs, content);
};
const paragraphOf = ({ type, content, attrs }: Node): Node =>
  paragraph(type.schema.nodes['paragraph'], content, { id: attrs['id'] });

const codeOf = (line: Node): string =>
  line.textBetween(0, line.content.size, '\n', ({ type }) => (type.name === 'hardBreak' ? '\n' : ''));
