import { getSchema } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { history, undo } from '@tiptap/pm/history';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { editorExtensions } from './editor-schema';
import { takeOver } from './take-over';

const schema = getSchema(
  editorExtensions(
    () => '',
    () => '',
  ),
);
const paragraph = (letter: string, text: string): object => ({
  type: 'paragraph',
  attrs: { id: letter.repeat(12) },
  content: [{ type: 'text', text }],
});
const doc = (...content: readonly object[]): Node => schema.nodeFromJSON({ type: 'doc', content });
const textOf = (node: Node): string => node.textBetween(0, node.content.size, '|');

describe('taking over a merged text', () => {
  it('leaves the caret where it is, and undoes only what was typed here', () => {
    const before = doc(paragraph('a', 'One'), paragraph('b', 'Two'), paragraph('c', 'Three'));
    let state = EditorState.create({ doc: before, plugins: [history()] });
    const run = (tr: Transaction): void => void (state = state.apply(tr));
    run(state.tr.setSelection(TextSelection.create(state.doc, 9)));
    run(state.tr.insertText('!'));
    expect(textOf(state.doc)).toBe('One|Two!|Three');
    const merged = doc(
      paragraph('a', 'One more'),
      paragraph('d', 'New'),
      paragraph('b', 'Now Two!'),
      paragraph('c', 'Thirty-three'),
    );
    run(takeOver(state, merged).setMeta('addToHistory', false));
    expect(state.doc.eq(merged)).toBe(true);
    const { $from } = state.selection;
    expect([$from.parent.textContent, $from.parentOffset]).toEqual(['Now Two!', 8]);
    undo(state, run);
    expect(textOf(state.doc)).toBe('One more|New|Now Two|Thirty-three');
  });

  it('takes over whatever a text can become', () => {
    const states = [
      doc(paragraph('a', 'One')),
      doc({
        type: 'heading',
        attrs: { id: 'a'.repeat(12), level: 2 },
        content: [{ type: 'text', text: 'One' }],
      }),
      doc({
        type: 'blockquote',
        attrs: { id: 'q'.repeat(12) },
        content: [paragraph('a', 'One'), paragraph('b', 'One')],
      }),
      doc(paragraph('b', 'One'), paragraph('a', 'One')),
      doc({ type: 'contactForm', attrs: { id: 'f'.repeat(12) } }),
    ];
    for (const from of states)
      for (const to of states) {
        const state = EditorState.create({ doc: from });
        expect(takeOver(state, to).doc.toJSON()).toEqual(to.toJSON());
      }
  });
});
