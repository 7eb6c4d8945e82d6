import {
  type AttributeRule,
  contentExpression,
  isAttribute,
  isLinkAddress,
  MARKS,
  type MarkName,
  NODES,
  type NodeName,
  type NodeRule,
} from '@sitedesk/contract/documents';
import {
  type Attribute,
  type Extensions,
  Extension,
  InputRule,
  Mark,
  mergeAttributes,
  Node,
} from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Text } from '@tiptap/extension-text';
import type { Attrs } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import { moveBlock } from './block-actions';
import { FileView } from './file-view';

/*
 * The editor's schema is the contract's description of a document: what blocks hold and which attributes they have comes
 * from there. Of the editor's library it has what keys and typing do.
 */

/** What a block without text of its own is called in the editor. */
export type BlockWords = (name: NodeName, attributes: Attrs) => string;

export function editorExtensions(words: BlockWords, itemWords: (text: string) => string): Extensions {
  return [
    Node.create({ name: 'doc', topNode: true, content: contentExpression(NODES.doc.content) }),
    Text,
    HardBreak,
    described('paragraph', Paragraph),
    described('heading', Heading.configure({ levels: [2, 3, 4] })),
    described('bulletList', BulletList),
    described('orderedList', numberedList),
    described('listItem', ListItem),
    described('taskList', TaskList),
    described(
      'taskItem',
      TaskItem.configure({
        nested: true,
        a11y: { checkboxLabel: ({ textContent }) => itemWords(textContent) },
      }),
    ),
    described('blockquote', Blockquote),
    described('codeBlock', CodeBlock),
    described('horizontalRule', HorizontalRule),
    ...TABLE.map(({ name, tag, role }) => described(name, tableNode(name, tag, role))),
    described('callout', container('callout').extend({ defining: true })),
    described('details', container('details').extend({ isolating: true })),
    described('detailsSummary', container('detailsSummary')),
    described('detailsContent', container('detailsContent')),
    described('columns', container('columns')),
    described('gallery', container('gallery')),
    described('column', container('column').extend({ isolating: true })),
    ...ATOMS.map((name) => described(name, atom(name, words))),
    ...FILES.map((name) =>
      described(name, atom(name, words)).extend({
        addNodeView:
          () =>
          ({ node }) =>
            new FileView(node),
      }),
    ),
    ...[Bold, Italic, Strike, Code].map((mark) => mark.extend({ excludes: mark.name })),
    ...(['subscript', 'superscript', 'highlight'] as const).map((name) => simpleMark(name)),
    Link,
    Language,
    BlockIds,
    KeysOfBlocks,
  ];
}

const ATOMS = [
  'embed',
  'button',
  'postList',
  'contactForm',
  'tableOfContents',
  'html',
  'introductionEnd',
] as const satisfies readonly NodeName[];

/** Blocks that show what is in the library. */
const FILES = ['image', 'file'] as const satisfies readonly NodeName[];

const TABLE = [
  { name: 'table', tag: 'table', role: 'table' },
  { name: 'tableRow', tag: 'tr', role: 'row' },
  { name: 'tableCell', tag: 'td', role: 'cell' },
  { name: 'tableHeader', tag: 'th', role: 'header_cell' },
] as const satisfies readonly { name: NodeName; tag: string; role: string }[];

/** A block of the library with content and attributes as the contract has them. */
function described(name: NodeName, base: Node): Node {
  const rule: NodeRule = NODES[name];
  return base.extend({
    content: contentExpression(rule.content),
    addAttributes() {
      const own = (this.parent?.() ?? {}) as Readonly<Record<string, Attribute>>; // what the library says of its own
      return { ...attributesOf(rule.attributes ?? {}, own), id: ID };
    },
  });
}

type Rules = Readonly<Record<string, AttributeRule>>;

const attributesOf = (
  rules: Rules,
  own: Readonly<Record<string, Attribute>> = {},
): Record<string, Attribute> =>
  Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      {
        ...copied(name, rule),
        ...own[name],
        ...(rule.default === undefined ? { isRequired: true } : { default: rule.default }),
      },
    ]),
  );

/** How an attribute is kept while its block is copied or moved, which goes through HTML. */
const copied = (name: string, rule: AttributeRule): Attribute => ({
  parseHTML: (element) => readAttribute(element, name, rule),
  renderHTML: (attributes) =>
    attributes[name] === null || attributes[name] === undefined
      ? {}
      : { [`data-${name}`]: JSON.stringify(attributes[name]) },
});

function readAttribute(element: HTMLElement, name: string, rule: AttributeRule): unknown {
  try {
    const value: unknown = JSON.parse(element.getAttribute(`data-${name}`) ?? '');
    return isAttribute(rule, value) ? value : undefined;
  } catch {
    return undefined; // someone else's HTML
  }
}

/** A part of a copied block keeps no ID: there is one of each. */
const ID: Attribute = { default: null, rendered: false, keepOnSplit: false, parseHTML: () => null };

/** Whether copied HTML has whatever a block cannot be without. */
const isWhole = (element: HTMLElement, rules: Rules): null | false =>
  Object.entries(rules).every(
    ([name, rule]) => rule.default !== undefined || readAttribute(element, name, rule) !== undefined,
  )
    ? null
    : false;

/** With the first number as visitors see it. */
const numberedList = OrderedList.extend({
  renderHTML: ({ node, HTMLAttributes }) => [
    'ol',
    mergeAttributes(HTMLAttributes, node.attrs['start'] === 1 ? {} : { start: Number(node.attrs['start']) }),
    0,
  ],
});

const container = (name: NodeName): Node =>
  Node.create({
    name,
    group: 'block',
    parseHTML: () => [{ tag: `div[data-block="${name}"]` }],
    renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-block': name }), 0],
  });

/** A block that is made elsewhere: here it stands as its name. */
const atom = (name: (typeof ATOMS | typeof FILES)[number], words: BlockWords): Node =>
  Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    parseHTML: () => [
      {
        tag: `div[data-block="${name}"]`,
        getAttrs: (element) => isWhole(element, (NODES[name] as NodeRule).attributes ?? {}),
      },
    ],
    renderHTML: ({ node, HTMLAttributes }) => [
      'div',
      mergeAttributes(HTMLAttributes, { 'data-block': name }),
      ['span', {}, words(name, node.attrs)],
    ],
  });

const tableNode = (name: NodeName, tag: string, tableRole: string): Node =>
  Node.create({
    name,
    ...(name === 'table' ? { group: 'block', isolating: true } : {}),
    ...(tableRole.endsWith('cell') ? { isolating: true } : {}),
    extendNodeSchema: (extension) => (extension.name === name ? { tableRole } : {}),
    parseHTML: () => [{ tag }],
    renderHTML: ({ node, HTMLAttributes }) =>
      name === 'table'
        ? ['table', HTMLAttributes, ['tbody', 0]]
        : [tag, mergeAttributes(HTMLAttributes, spanOf(node.attrs)), 0],
    addProseMirrorPlugins: () => (name === 'table' ? [tableEditing()] : []),
  });

function spanOf({ colspan, rowspan }: Attrs): Record<string, unknown> {
  return { ...(colspan > 1 ? { colspan } : {}), ...(rowspan > 1 ? { rowspan } : {}) };
}

const TAGS = { subscript: 'sub', superscript: 'sup', highlight: 'mark' } as const;
const simpleMark = (name: keyof typeof TAGS): Mark =>
  Mark.create({
    name,
    parseHTML: () => [{ tag: TAGS[name] }],
    renderHTML: ({ HTMLAttributes }) => [TAGS[name], HTMLAttributes, 0],
  });

const MARKDOWN_LINK = /\[([^[\]]+)\]\((\S+)\)$/;

/** A link is never followed from the editor, and leads only where the contract lets it. */
const Link = Mark.create({
  name: 'link' satisfies MarkName,
  priority: 1000,
  inclusive: false,
  keepOnSplit: false,
  addAttributes: () => ({
    href: { isRequired: true },
    title: { default: null },
  }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (isLinkAddress(element.getAttribute('href') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', mergeAttributes(HTMLAttributes, { rel: 'noopener' }), 0],
  addInputRules() {
    return [
      new InputRule({
        find: MARKDOWN_LINK,
        handler: ({ state: { tr }, range: { from, to }, match: [, text = '', href = ''] }) => {
          if (!isLinkAddress(href)) return null;
          tr.replaceWith(from, to, this.type.schema.text(text, [this.type.create({ href })]));
          tr.removeStoredMark(this.type);
          return undefined;
        },
      }),
    ];
  },
});

const Language = Mark.create({
  name: 'language' satisfies MarkName,
  addAttributes: () => ({ lang: { isRequired: true } }),
  parseHTML: () => [
    {
      tag: 'span[lang]',
      getAttrs: (element) =>
        isAttribute(MARKS.language.attributes.lang, element.getAttribute('lang') ?? '') ? null : false,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const newBlockId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Every block has an ID of its own: a new one, or the copy of another, gets one. */
const BlockIds = Extension.create({
  name: 'blockIds',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, tr }) => {
        if (!transactions.some(({ docChanged }) => docChanged)) return null;
        const seen = new Set<unknown>([null]);
        doc.descendants((node, position) => {
          if (!('id' in node.attrs)) return;
          if (seen.has(node.attrs['id'])) tr.setNodeAttribute(position, 'id', newBlockId());
          else seen.add(node.attrs['id']);
        });
        return tr.docChanged ? tr.setMeta('addToHistory', false) : null;
      },
    }),
  ],
});

/** Keys beside those of the library. */
const KeysOfBlocks = Extension.create({
  name: 'keysOfBlocks',
  addKeyboardShortcuts() {
    const move = (by: -1 | 1) => (): boolean => this.editor.commands.command(({ tr }) => moveBlock(tr, by));
    const cell = (by: -1 | 1) => (): boolean =>
      goToNextCell(by)(this.editor.state, this.editor.view.dispatch);
    return {
      'Alt-Shift-ArrowUp': move(-1),
      'Alt-Shift-ArrowDown': move(1),
      Tab: cell(1),
      'Shift-Tab': cell(-1),
      Enter: () => {
        const { $from } = this.editor.state.selection;
        if ($from.parent.type.name !== 'detailsSummary') return false;
        return this.editor.commands.setTextSelection($from.after() + 2); // into the first block below
      },
    };
  },
});
