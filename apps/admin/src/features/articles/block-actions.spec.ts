import { type DocumentNode, documentProblem, type NodeName, NODES } from '@sitedesk/contract/documents';
import { Editor, getSchema } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import { describe, expect, it, vi } from 'vitest';
import { deleteBlock, duplicateBlock, moveBlock } from './block-actions';
import { BLOCK_FORMS } from './block-forms';
import { editorExtensions } from './editor-schema';
import './messages-editor';
import { itemsAt, SLASH_ITEMS, TURN_ITEMS } from './slash-items';
import { turnInto } from './turn-into';

const schema = getSchema(
  editorExtensions(
    (name) => name,
    (text) => text,
  ),
);
const p = (text = '', id: string | null = null): DocumentNode => ({
  type: 'paragraph',
  attrs: { id },
  ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
});
const list = (
  type: 'bulletList' | 'orderedList',
  ...items: readonly (readonly DocumentNode[])[]
): DocumentNode => ({
  type,
  content: items.map((content) => ({ type: 'listItem', content })),
});
const BUTTON: DocumentNode = { type: 'button', attrs: { label: 'Buy', href: '/buy' } };

/** What forms ask for. */
const FILE = '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41';
const VALUES: Partial<Record<NodeName, object>> = {
  button: { label: 'Buy', href: '/buy' },
  embed: { provider: 'youtube', key: 'dQw4w9WgXcQ', title: 'A song' },
  postList: { stream: 'news', count: 3, look: 'list' },
  image: { file: FILE, alt: 'A door' },
  file: { file: FILE },
  html: { html: '<p>Open</p>' },
};
/** What is made of several chosen files. */
const GALLERY = { type: 'gallery', content: [{ type: 'image', attrs: VALUES.image }] };

/** A document with a block selected: the cursor in its text, or the whole. */
function state(blocks: readonly DocumentNode[], at: number): EditorState {
  const doc = schema.nodeFromJSON({ type: 'doc', content: blocks });
  doc.check();
  const start = blocks.slice(0, at).reduce((sum, _, index) => sum + doc.child(index).nodeSize, 0);
  const selection = doc.child(at).isAtom
    ? NodeSelection.create(doc, start)
    : TextSelection.near(doc.resolve(start + 1));
  return EditorState.create({ doc, selection });
}
function after(before: EditorState, change: (tr: Transaction) => boolean): EditorState | undefined {
  const { tr } = before;
  if (!change(tr)) return undefined;
  const next = before.apply(tr);
  next.doc.check();
  expect(documentProblem(next.doc.toJSON())?.message.text).toBeUndefined();
  return next;
}
/** Names and words, in short. */
const brief = (node: Node): string =>
  node.isTextblock || node.isAtom
    ? `${node.type.name}(${node.textBetween(0, node.content.size, ' ', '/')})`
    : `${node.type.name}[${node.children.map(brief).join(' ')}]`;
const content = (one: EditorState | undefined): string | undefined => one?.doc.children.map(brief).join(' ');

describe('a block is', () => {
  it.each([
    ['up', -1, 1, 'button() paragraph(a) paragraph(b)'],
    ['down', 1, 1, 'paragraph(a) paragraph(b) button()'],
  ] as const)('moved %s, also one without text, and stays selected', (_where, by, at, expected) => {
    const moved = after(state([p('a'), BUTTON, p('b')], at), (tr) => moveBlock(tr, by));
    expect(content(moved)).toBe(expected);
    expect((moved?.selection as NodeSelection | undefined)?.node.type.name).toBe('button');
  });

  it('not moved beyond the first and the last', () => {
    expect(after(state([p('a'), p('b')], 0), (tr) => moveBlock(tr, -1))).toBeUndefined();
    expect(after(state([p('a'), p('b')], 1), (tr) => moveBlock(tr, 1))).toBeUndefined();
  });

  it('moved inside the block that holds it, when it is selected alone', () => {
    const doc = schema.nodeFromJSON({
      type: 'doc',
      content: [p('a'), { type: 'callout', content: [p('b'), BUTTON] }],
    });
    const before = EditorState.create({ doc, selection: NodeSelection.create(doc, 7) });
    expect(content(after(before, (tr) => moveBlock(tr, -1)))).toBe(
      'paragraph(a) callout[button() paragraph(b)]',
    );
  });

  it('duplicated below, with the cursor in the copy', () => {
    const copied = after(state([list('bulletList', [p('a')]), p('b')], 0), duplicateBlock);
    expect(content(copied)).toBe(
      'bulletList[listItem[paragraph(a)]] bulletList[listItem[paragraph(a)]] paragraph(b)',
    );
    expect(copied?.selection.$from.index(0)).toBe(1);
  });

  it('deleted, and the last one leaves an empty paragraph', () => {
    expect(content(after(state([p('a'), BUTTON, p('b')], 1), deleteBlock))).toBe('paragraph(a) paragraph(b)');
    expect(content(after(state([BUTTON], 0), deleteBlock))).toBe('paragraph()');
  });
});

describe('turned into', () => {
  const turned = (block: DocumentNode, into: NodeName, attrs = {}): string | undefined =>
    content(after(state([block], 0), (tr) => turnInto(tr, into, attrs)));
  const nested = list('bulletList', [p('a'), list('orderedList', [p('b')])], [p('c')]);

  it.each([
    [
      nested,
      'orderedList',
      'orderedList[listItem[paragraph(a) orderedList[listItem[paragraph(b)]]] listItem[paragraph(c)]]',
    ],
    [
      nested,
      'taskList',
      'taskList[taskItem[paragraph(a) orderedList[listItem[paragraph(b)]]] taskItem[paragraph(c)]]',
    ],
    [nested, 'paragraph', 'paragraph(a) paragraph(b) paragraph(c)'],
    [nested, 'codeBlock', 'codeBlock(a\nb\nc)'],
    [
      nested,
      'callout',
      'callout[bulletList[listItem[paragraph(a) orderedList[listItem[paragraph(b)]]] listItem[paragraph(c)]]]',
    ],
    [
      { type: 'codeBlock', content: [{ type: 'text', text: 'a\n\nb' }] },
      'paragraph',
      'paragraph(a) paragraph(b)',
    ],
    [{ type: 'blockquote', content: [p('a'), p('b')] }, 'callout', 'callout[paragraph(a) paragraph(b)]'],
    [{ type: 'callout', content: [p('a')] }, 'paragraph', 'paragraph(a)'],
    [p(''), 'codeBlock', 'codeBlock()'],
  ] satisfies [DocumentNode, NodeName, string][])(
    '%#: another kind, with every word',
    (block, into, expected) => expect(turned(block, into)).toBe(expected),
  );

  it('keeps marks and line breaks where the other kind has them, and the ID', () => {
    const block = {
      ...p('', 'aaaaaaaaaaaa'),
      content: [
        { type: 'text', text: 'a', marks: [{ type: 'bold' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'b' },
      ],
    } satisfies DocumentNode;
    const heading = after(state([block], 0), (tr) => turnInto(tr, 'heading', { level: 3 }))?.doc.firstChild;
    expect(heading?.attrs).toMatchObject({ level: 3, id: 'aaaaaaaaaaaa' });
    expect(heading?.firstChild?.marks).toHaveLength(1);
    expect(turned(block, 'codeBlock')).toBe('codeBlock(a\nb)');
  });

  it('every kind from every kind', () => {
    for (const { block: from, attrs } of TURN_ITEMS) {
      const before = after(state([p('words')], 0), (tr) => turnInto(tr, from, attrs));
      for (const { block, attrs: next } of TURN_ITEMS) {
        const done = before && after(before, (tr) => turnInto(tr, block, next));
        expect(done?.doc.firstChild?.type.name).toBe(block);
        expect(done?.doc.textContent).toBe('words');
      }
    }
  });

  it('nothing, for what holds no plain text', () => {
    expect(turned(BUTTON, 'paragraph')).toBeUndefined();
    expect(
      turned(
        {
          type: 'details',
          content: [{ type: 'detailsSummary' }, { type: 'detailsContent', content: [p()] }],
        },
        'paragraph',
      ),
    ).toBeUndefined();
  });
});

describe('every block (E-10)', () => {
  it('is made where a slash was typed, written in, moved, and removed, by commands that keys have', () => {
    // The name of a file is asked of the server, which isn't here.
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ name: 'Prices.pdf' })));
    const kinds = new Set<string>();
    for (const { name, block, attrs, run } of SLASH_ITEMS) {
      const editor = new Editor({
        extensions: editorExtensions(
          (word) => word,
          (text) => text,
        ),
        content: schema
          .nodeFromJSON({ type: 'doc', content: [p('first'), p(), p('last')] })
          .toJSON() as object,
      });
      const valid = (): void => {
        editor.state.doc.check();
        expect([name, documentProblem(editor.getJSON())?.message.text]).toEqual([name, undefined]);
      };
      const places = (): readonly number[] =>
        editor.state.doc.children.flatMap((child, index) => (child.type.name === block ? [index] : []));
      editor.commands.setTextSelection(8); // in the empty paragraph
      expect([name, itemsAt(editor).map((item) => item.name)]).toEqual([
        name,
        expect.arrayContaining([name]),
      ]);
      if (run) run(editor.chain().focus()).run();
      else if (block === 'gallery') editor.commands.insertContent([GALLERY, p()]);
      else {
        expect([name, BLOCK_FORMS[block]]).toEqual([name, expect.anything()]);
        editor.commands.insertContent([{ type: block, attrs: VALUES[block] }, p()]);
      }
      expect([name, places()]).toEqual([name, [1]]);
      expect([name, editor.state.doc.child(1).attrs]).toEqual([name, expect.objectContaining(attrs ?? {})]);
      valid();
      // The caret is in it, or behind it where it holds no text.
      editor.commands.insertContent('words');
      expect([name, editor.getText()]).toEqual([name, expect.stringContaining('words')]);
      valid();
      const select = (): void => {
        const start = editor.state.doc.children
          .slice(0, places()[0])
          .reduce((sum, each) => sum + each.nodeSize, 0);
        editor.commands.setNodeSelection(start);
      };
      select();
      expect([name, editor.commands.command(({ tr }) => moveBlock(tr, -1))]).toEqual([name, true]);
      expect([name, places()]).toEqual([name, [0]]);
      valid();
      select();
      expect([name, editor.commands.command(({ tr }) => moveBlock(tr, 1))]).toEqual([name, true]);
      expect([name, places()]).toEqual([name, [1]]);
      select();
      expect([name, editor.commands.command(({ tr }) => deleteBlock(tr))]).toEqual([name, true]);
      expect([name, places()]).toEqual([name, []]);
      valid();
      kinds.add(block);
      editor.destroy();
    }
    expect(NODES.doc.content.blocks.filter((kind) => kind !== 'paragraph' && !kinds.has(kind))).toEqual([]);
  });
});
