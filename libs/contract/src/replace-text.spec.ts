import fc from 'fast-check';
import type { ArticleFields } from './articles.js';
import { type ArticleDocument, type DocumentNode, documentProblem } from './documents.js';
import { replaceText, type TextReplacement } from './replace-text.js';

const FIELDS: ArticleFields = {
  title: 'Titel', // none of the letters below
  slug: 'titel',
  introduction: null,
  bannerImage: null,
  bannerText: null,
  tags: ['cat'],
  authors: [],
  canonical: null,
  searchTitle: null,
  searchDescription: null,
  unlisted: false,
};
const doc = (...content: readonly DocumentNode[]): ArticleDocument => ({ type: 'doc', content });
const text = (words: string, ...marks: readonly ('bold' | 'italic')[]): DocumentNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const replaced = (
  document: ArticleDocument,
  about: Partial<TextReplacement> & Pick<TextReplacement, 'search'>,
  locked: readonly string[] = [],
) =>
  replaceText(
    { fields: FIELDS, document },
    { replacement: 'dog', matchCase: false, wholeWords: false, ...about },
    locked,
  );

describe('text that is replaced (P-68)', () => {
  it('is marked like its first character, and leaves what stands around it marked as it was', () => {
    const { document, count } = replaced(
      doc({
        type: 'paragraph',
        content: [text('a c'), text('a', 'bold'), text('t and', 'italic'), text(' cat')],
      }),
      { search: 'cat' },
    );
    expect([count, document.content]).toEqual([
      2,
      [{ type: 'paragraph', content: [text('a dog'), text(' and', 'italic'), text(' dog')] }],
    ]);
  });

  it('is found in lists, tables and words of images, and not in addresses, across blocks or lines', () => {
    const file = '018f0000-0000-7000-8000-000000000000';
    const { document, count, places } = replaced(
      doc(
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('cat')] }] }],
        },
        { type: 'image', attrs: { id: 'imageBlock01', file, alt: 'A Cat', href: 'https://cat.example/cat' } },
        { type: 'paragraph', content: [text('ca'), { type: 'hardBreak' }, text('t')] },
        { type: 'paragraph', content: [text('ca')] },
        { type: 'paragraph', content: [text('t')] },
        { type: 'codeBlock', content: [text('cat file')] },
      ),
      { search: 'cat', replacement: '' },
    );
    expect([count, documentProblem(document)]).toEqual([3, undefined]);
    expect(places[1]).toEqual({ field: null, block: 'imageBlock01', before: 'A ', found: 'Cat', after: '' });
    expect(document.content?.[0]).toEqual({
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [] }] }],
    });
    expect(document.content?.[1]?.attrs).toMatchObject({ alt: 'A ', href: 'https://cat.example/cat' });
  });

  it('can be whole words of any language, in exact letters, and is never a pattern', () => {
    const count = (
      words: string,
      about: Partial<TextReplacement> & Pick<TextReplacement, 'search'>,
    ): number => replaced(doc({ type: 'paragraph', content: [text(words)] }), about).count;
    expect(count('Straße, straße, Straßen', { search: 'straße', wholeWords: true })).toBe(2);
    expect(count('Éclair éclair', { search: 'éclair', matchCase: true })).toBe(1);
    expect(count('C++ (c++) C+', { search: 'c++', wholeWords: true })).toBe(2);
    expect(count('a.b axb', { search: 'a.b' })).toBe(1);
    expect(count('$1 [x] \\d ^', { search: '\\d' })).toBe(1);
    expect(count('well-known', { search: 'known', wholeWords: true })).toBe(1);
  });

  it('is counted where blocks are locked, and stays there', () => {
    const block = (id: string): DocumentNode => ({
      type: 'paragraph',
      attrs: { id },
      content: [text('cat')],
    });
    const { document, count, locked } = replaced(
      doc(block('lockedBlock1'), block('freeBlock001')),
      { search: 'cat' },
      ['lockedBlock1'],
    );
    expect([count, locked, document.content?.[0]]).toEqual([1, 1, block('lockedBlock1')]);
  });

  it('is the same as in plain text, however that is marked', () => {
    const pieces = fc.array(fc.tuple(fc.stringMatching(/^[abc ]{1,4}$/), fc.boolean()), {
      minLength: 1,
      maxLength: 12,
    });
    const word = fc.stringMatching(/^[abc]{1,3}$/);
    fc.assert(
      fc.property(pieces, word, fc.stringMatching(/^[abcx$&]{0,4}$/), (parts, search, replacement) => {
        const content = parts.map(([words, isBold]) => (isBold ? text(words, 'bold') : text(words)));
        const { document, count } = replaced(doc({ type: 'paragraph', content }), { search, replacement });
        const plain = parts.map(([words]) => words).join('');
        const shown = (document.content?.[0]?.content ?? []).map((each) => each.text).join('');
        expect([shown, count]).toEqual([
          plain.replaceAll(search, () => replacement),
          plain.split(search).length - 1,
        ]);
        expect(documentProblem(document)).toBeUndefined();
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) },
    );
  });
});
