import { getSchema } from '@tiptap/core';
import { history, undo } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { editorExtensions } from './editor-schema';
import { findMatches, findPlugin, FOUND, replaceMatches, seek, step } from './find-text';

const schema = getSchema(
  editorExtensions(
    () => '',
    () => '',
  ),
);
const bold = (text: string): object => ({ type: 'text', text, marks: [{ type: 'bold' }] });
const plain = (text: string): object => ({ type: 'text', text });
const paragraph = (...content: readonly object[]): object => ({ type: 'paragraph', content });
const doc = (...content: readonly object[]): Node => schema.nodeFromJSON({ type: 'doc', content });
const textOf = (node: Node): string => node.textBetween(0, node.content.size, '|', '/');
const ANY = { isCase: false, isWord: false };
const found = (text: Node, term: string, options: Partial<typeof ANY> = {}): readonly string[] =>
  findMatches(text, { ...ANY, ...options, term }).map(({ from, to }) => textOf(text.cut(from, to)));

describe('finding in a text', () => {
  it('finds words in every block, in any case, across formats, with any space, and as they are typed', () => {
    const text = doc(
      paragraph(plain('Über die '), bold('Brü'), plain('cke. über')),
      { type: 'blockquote', content: [paragraph(plain('100\u00A0km (ÜBER)'))] },
      paragraph(plain('one'), { type: 'hardBreak' }, plain('two')),
    );
    expect(found(text, 'über')).toEqual(['Über', 'über', 'ÜBER']);
    expect(found(text, 'über', { isCase: true })).toEqual(['über']);
    expect(found(text, 'brücke')).toEqual(['Brücke']);
    expect(found(text, '100 km (')).toEqual(['100\u00A0km (']);
    expect(found(text, '.')).toEqual(['.']);
    expect(found(text, 'two')).toEqual(['two']);
    expect([found(text, 'onetwo'), found(text, '')]).toEqual([[], []]);
  });

  it('finds whole words only, in any script', () => {
    const text = doc(paragraph(plain('Haus, Häuser, Hausbau, haus')));
    expect(found(text, 'haus', { isWord: true })).toEqual(['Haus', 'haus']);
    expect(found(text, 'h', { isWord: true })).toEqual([]);
  });

  it('replaces one and goes on, or all as one step to undo, in the format of the old words', () => {
    const before = doc(paragraph(plain('a cat, '), bold('a cat')), paragraph(plain('cat')));
    let state = EditorState.create({ doc: before, plugins: [history(), findPlugin()] });
    const run = (tr: Transaction): void => void (state = state.apply(tr));
    const active = (): number | undefined => FOUND.getState(state)?.active;
    run(state.tr.insertText('!', 1));
    run(seek(state, { ...ANY, term: 'cat' }));
    expect([FOUND.getState(state)?.matches.length, active()]).toEqual([3, 0]);
    run(step(state, -1));
    expect(active()).toBe(2);
    run(step(state, 1));
    run(replaceMatches(state, FOUND.getState(state)?.matches.slice(0, 1) ?? [], 'catfish'));
    expect([textOf(state.doc), active()]).toEqual(['!a catfish, a cat|cat', 1]);
    run(replaceMatches(state, FOUND.getState(state)?.matches ?? [], 'dog'));
    expect(textOf(state.doc)).toBe('!a dogfish, a dog|dog');
    expect(state.doc.firstChild?.lastChild?.toJSON()).toEqual(bold('a dog'));
    undo(state, run);
    expect(textOf(state.doc)).toBe('!a catfish, a cat|cat');
    run(replaceMatches(state, FOUND.getState(state)?.matches ?? [], ''));
    expect(textOf(state.doc)).toBe('!a fish, a |');
    expect([state.doc.childCount, active()]).toEqual([2, -1]);
  });
});
