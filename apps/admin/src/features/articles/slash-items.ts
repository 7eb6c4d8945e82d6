import { NODES, type NodeName, type NodeRule } from '@sitedesk/contract/documents';
import type { ChainedCommands, Editor, JSONContent } from '@tiptap/core';
import { isTurnable } from './turn-into';

/** A block that can be inserted. Its words are below `articles.tools`. */
export interface SlashItem {
  readonly name: string;
  readonly icon: string;
  readonly block: NodeName;
  readonly attrs?: Readonly<Record<string, unknown>>;
  /** Undefined for a block that is asked for in its form first. */
  readonly run?: (chain: ChainedCommands) => ChainedCommands;
}

const PARAGRAPH: JSONContent = { type: 'paragraph' };
const heading = (level: 2 | 3 | 4, icon: string): SlashItem => ({
  name: `heading${level}`,
  icon,
  block: 'heading',
  attrs: { level },
  run: (chain) => chain.setNode('heading', { level }),
});
const callout = (kind: string, icon: string): SlashItem => ({
  name: kind,
  icon,
  block: 'callout',
  attrs: { kind },
  run: (chain) => chain.wrapIn('callout', { kind }),
});
const insert = (block: NodeName, icon: string, content: JSONContent = { type: block }): SlashItem => ({
  name: block,
  icon,
  block,
  run: (chain) => chain.insertContent([content, PARAGRAPH]),
});

const row = (cell: string): JSONContent => ({
  type: 'tableRow',
  content: Array.from({ length: 3 }, () => ({ type: cell, content: [PARAGRAPH] })),
});
const TABLE = { type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] };
const DETAILS = {
  type: 'details',
  content: [{ type: 'detailsSummary' }, { type: 'detailsContent', content: [PARAGRAPH] }],
};
const COLUMNS = {
  type: 'columns',
  content: [
    { type: 'column', content: [PARAGRAPH] },
    { type: 'column', content: [PARAGRAPH] },
  ],
};

export const SLASH_ITEMS: readonly SlashItem[] = [
  heading(2, 'i-lucide-heading-2'),
  heading(3, 'i-lucide-heading-3'),
  heading(4, 'i-lucide-heading-4'),
  {
    name: 'bulletList',
    icon: 'i-lucide-list',
    block: 'bulletList',
    run: (chain) => chain.toggleList('bulletList', 'listItem'),
  },
  {
    name: 'orderedList',
    icon: 'i-lucide-list-ordered',
    block: 'orderedList',
    run: (chain) => chain.toggleList('orderedList', 'listItem'),
  },
  {
    name: 'taskList',
    icon: 'i-lucide-list-checks',
    block: 'taskList',
    run: (chain) => chain.toggleList('taskList', 'taskItem'),
  },
  {
    name: 'blockquote',
    icon: 'i-lucide-quote',
    block: 'blockquote',
    run: (chain) => chain.wrapIn('blockquote'),
  },
  {
    name: 'codeBlock',
    icon: 'i-lucide-square-code',
    block: 'codeBlock',
    run: (chain) => chain.setNode('codeBlock'),
  },
  insert('table', 'i-lucide-table', TABLE),
  insert('horizontalRule', 'i-lucide-minus'),
  callout('note', 'i-lucide-info'),
  callout('tip', 'i-lucide-lightbulb'),
  callout('important', 'i-lucide-message-square-warning'),
  callout('warning', 'i-lucide-triangle-alert'),
  callout('caution', 'i-lucide-octagon-alert'),
  insert('details', 'i-lucide-chevrons-up-down', DETAILS),
  insert('columns', 'i-lucide-columns-2', COLUMNS),
  { name: 'image', icon: 'i-lucide-image', block: 'image' },
  { name: 'gallery', icon: 'i-lucide-images', block: 'gallery' },
  { name: 'file', icon: 'i-lucide-file-down', block: 'file' },
  { name: 'button', icon: 'i-lucide-mouse-pointer-click', block: 'button' },
  { name: 'embed', icon: 'i-lucide-square-play', block: 'embed' },
  { name: 'postList', icon: 'i-lucide-newspaper', block: 'postList' },
  insert('tableOfContents', 'i-lucide-table-of-contents'),
  insert('contactForm', 'i-lucide-mail'),
  { name: 'html', icon: 'i-lucide-code-xml', block: 'html' },
  insert('introductionEnd', 'i-lucide-separator-horizontal'),
];

/** What a block of text can become. */
export const TURN_ITEMS: readonly SlashItem[] = [
  { name: 'paragraph', icon: 'i-lucide-pilcrow', block: 'paragraph' },
  ...SLASH_ITEMS.filter(({ block }) => isTurnable(block)),
];

/** What is typed behind a slash, and where. */
export interface SlashQuery {
  readonly from: number;
  readonly to: number;
  readonly term: string;
}

/** The slash at the cursor, in a paragraph; undefined without one. */
export function slashQuery({ state: { selection } }: Editor): SlashQuery | undefined {
  const { $from, empty } = selection;
  if (!empty || $from.parent.type.name !== 'paragraph') return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC');
  const term = /(?:^|\s)\/([\p{L}\p{N}-]{0,30})$/u.exec(before)?.[1];
  if (term === undefined) return undefined;
  return { from: $from.pos - term.length - 1, to: $from.pos, term };
}

/** Blocks that may stand where the cursor is. */
export function itemsAt({ state: { selection } }: Editor): readonly SlashItem[] {
  const { $from } = selection;
  const parent = $from.depth > 0 ? $from.node(-1).type.name : 'doc';
  const { content }: NodeRule = NODES[parent as NodeName] ?? {};
  const allowed = content && 'blocks' in content ? content.blocks : [];
  return SLASH_ITEMS.filter(({ block }) => allowed.includes(block));
}
