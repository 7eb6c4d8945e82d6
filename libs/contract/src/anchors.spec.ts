import { anchorOf, blockTexts, findAnchor, type TextAnchor } from './anchors.js';
import type { DocumentNode } from './documents.js';

const paragraph = (id: string, ...texts: readonly (string | null)[]): DocumentNode => ({
  type: 'paragraph',
  attrs: { id },
  content: texts.map((text) => (text === null ? { type: 'hardBreak' } : { type: 'text', text })),
});
const texts = (...content: readonly DocumentNode[]): ReadonlyMap<string, string> =>
  blockTexts({ type: 'doc', content });
const anchored = (quote: string, block: string, of: ReadonlyMap<string, string>): TextAnchor => {
  const from = of.get(block)?.indexOf(quote) ?? -1;
  const anchor = anchorOf(of, { block, from, to: from + quote.length });
  if (!anchor) throw new Error(`No ${quote}.`);
  return anchor;
};
const quoteAt = (of: ReadonlyMap<string, string>, anchor: TextAnchor): string | undefined => {
  const place = findAnchor(of, anchor);
  return place && `${place.block}: ${of.get(place.block)?.slice(place.from, place.to)} at ${place.from}`;
};

describe('an anchor of a comment', () => {
  const first = texts(
    paragraph('a', 'The cat sat. ', 'The cat ran.', null, 'The end.'),
    paragraph('b', 'Other'),
  );

  it('counts a line break as one character, as the editor does', () => {
    expect(first.get('a')).toBe('The cat sat. The cat ran.\nThe end.');
    expect(anchored('The end', 'a', first)).toMatchObject({
      from: 26,
      before: 'The cat sat. The cat ran.\n',
      after: '.',
    });
  });

  it.each([
    [{ block: 'c', from: 0, to: 1 }],
    [{ block: 'a', from: 3, to: 3 }],
    [{ block: 'a', from: 0, to: 99 }],
  ])('isn’t made of %j, which no block holds', (place) => {
    expect(anchorOf(first, place)).toBeUndefined();
  });

  it('isn’t made of half a character, nor of more than 300', () => {
    const of = texts(paragraph('a', `😀${'x'.repeat(301)}`));
    expect(anchorOf(of, { block: 'a', from: 1, to: 3 })).toBeUndefined();
    expect(anchorOf(of, { block: 'a', from: 2, to: 303 })).toBeUndefined();
    expect(anchorOf(of, { block: 'a', from: 2, to: 302 })).toBeDefined();
  });

  it('follows its words, not others like them', () => {
    const second = anchorOf(first, { block: 'a', from: 17, to: 20 });
    if (!second) throw new Error('There is a second cat.');
    const later = texts(paragraph('a', 'Once: the cat slept. The cat sat. The cat ran.'));
    expect(quoteAt(later, second)).toBe('a: cat at 38');
  });

  it('follows them to another block when the text around went along', () => {
    const anchor = anchored('The cat ran', 'a', first);
    expect(quoteAt(texts(paragraph('c', 'And The cat sat. The cat ran.')), anchor)).toBe(
      'c: The cat ran at 17',
    );
    expect(quoteAt(texts(paragraph('c', 'I said: The cat ran!')), anchor)).toBeUndefined();
  });

  it('stays with its sentence while most of its words stay', () => {
    const before = texts(paragraph('a', 'We close in August. We answer letters within a day. See you.'));
    const anchor = anchored('We answer letters within a day', 'a', before);
    const edited = (text: string): string | undefined => quoteAt(texts(paragraph('a', text)), anchor);
    expect(edited('We close in August. We answer letters within two days. See you.')).toBe(
      'a: We answer letters within two days at 20',
    );
    expect(edited('We close. In August we answer most letters within a day. See you.')).toBe(
      'a: answer most letters within a day at 23',
    );
    expect(edited('We answer letters within')).toBe('a: We answer letters within at 0');
    expect(edited('We close in August. Write to us. See you.')).toBeUndefined();
    expect(edited('We close in August. We go away for a day. See you.')).toBeUndefined();
  });

  it('is gone with its words, and back with them', () => {
    const anchor = anchored('sat', 'a', first);
    expect(quoteAt(texts(paragraph('a', 'The cat stood. The cat ran.')), anchor)).toBeUndefined();
    expect(quoteAt(first, anchor)).toBe('a: sat at 8');
  });
});
