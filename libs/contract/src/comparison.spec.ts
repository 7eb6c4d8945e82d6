import fc from 'fast-check';
import type { ArticleFields } from './articles.js';
import {
  attributeChanges,
  compareDocuments,
  type ComparedBlock,
  compareFields,
  countChanges,
  sideOf,
} from './comparison.js';
import {
  type ArticleDocument,
  type DocumentMark,
  type DocumentNode,
  documentProblem,
  type NodeName,
} from './documents.js';

const bold: DocumentMark = { type: 'bold' };
const link = (href: string): DocumentMark => ({ type: 'link', attrs: { href } });
const text = (words: string, ...marks: readonly DocumentMark[]): DocumentNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const block = (
  type: NodeName,
  id: string | undefined,
  content: readonly DocumentNode[],
  attributes: Readonly<Record<string, unknown>> = {},
): DocumentNode => {
  const attrs = { ...(id !== undefined && { id: id.padEnd(12, '0') }), ...attributes };
  return {
    type,
    ...(Object.keys(attrs).length > 0 && { attrs }),
    ...(content.length > 0 && { content }),
  };
};
const paragraph = (id: string | undefined, ...content: readonly (DocumentNode | string)[]): DocumentNode =>
  block(
    'paragraph',
    id,
    content.map((each) => (typeof each === 'string' ? text(each) : each)),
  );
const doc = (...content: readonly DocumentNode[]): ArticleDocument => ({ type: 'doc', content });

/** Each block as a line: how it differs, whether it moved, and its text with what differs. */
const lines = (blocks: readonly ComparedBlock[], depth = 0): readonly string[] =>
  blocks.flatMap(({ change, moved, before, after, blocks: inner = [], runs = [] }) => [
    `${'  '.repeat(depth)}${change}${moved ? ' moved' : ''} ${(after ?? before)?.type}: ${runs
      .map((run) => {
        const [open, close] = {
          same: ['', ''],
          marked: ['*', '*'],
          inserted: ['+', '+'],
          removed: ['-', '-'],
        }[run.change];
        return `${open}${run.text ?? '/'}${close}`;
      })
      .join('')}`,
    ...lines(inner, depth + 1),
  ]);
const compared = (before: ArticleDocument, after: ArticleDocument): readonly string[] =>
  lines(compareDocuments(before, after));

describe('a comparison of documents (P-14)', () => {
  it('shows words that differ, with the white space between them', () => {
    expect(
      compared(
        doc(paragraph('a', 'The quick brown fox jumps over it')),
        doc(paragraph('a', 'The slow red fox jumps right over it')),
      ),
    ).toEqual(['changed paragraph: The -quick brown -+slow red +fox jumps +right +over it']);
  });

  it('takes characters for words where a script has none', () => {
    expect(compared(doc(paragraph('a', '東京へ行く')), doc(paragraph('a', '京都へ行く')))).toEqual([
      'changed paragraph: -東-京+都+へ行く',
    ]);
  });

  it('shows what is only marked in another way, and where a link leads that has another target', () => {
    const before = doc(paragraph('a', 'Read ', text('this', link('https://one.test/')), ' twice'));
    const after = doc(
      paragraph('a', text('Read', bold), ' ', text('this', link('https://two.test/')), ' twice'),
    );
    expect(compared(before, after)).toEqual(['changed paragraph: *Read* *this* twice']);
    const [first] = compareDocuments(before, after);
    expect(first?.runs?.filter(({ change }) => change === 'marked')).toEqual([
      { change: 'marked', text: 'Read', after: [bold] },
      {
        change: 'marked',
        text: 'this',
        before: [link('https://one.test/')],
        after: [link('https://two.test/')],
      },
    ]);
    expect(countChanges(compareDocuments(before, after))).toMatchObject({
      blocksChanged: 1,
      wordsInserted: 0,
    });
  });

  it('shows attributes that differ; one that is left out has its default', () => {
    const embed = (title: string): DocumentNode =>
      block('embed', 'a', [], { provider: 'vimeo', key: '1', title });
    const [changed] = compareDocuments(doc(embed('A film')), doc(embed('Another film')));
    expect(changed).toMatchObject({ change: 'changed' });
    expect(changed?.before && changed.after && attributeChanges(changed.before, changed.after)).toEqual([
      { name: 'title', before: 'A film', after: 'Another film' },
    ]);
    const list = (attributes: object): ArticleDocument =>
      doc(block('orderedList', 'a', [block('listItem', 'b', [paragraph('c', 'x')])], { ...attributes }));
    expect(compared(list({}), list({ start: 1 }))[0]).toBe('same orderedList: ');
    expect(compared(list({}), list({ start: 2 }))[0]).toBe('changed orderedList: ');
  });

  it('shows a block that has moved as moved, wherever it is now', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => paragraph(id, `Text of ${id}`)) as [
      DocumentNode,
      DocumentNode,
      DocumentNode,
    ];
    expect(compared(doc(a, b, c), doc(c, a, b))).toEqual([
      'same moved paragraph: Text of c',
      'same paragraph: Text of a',
      'same paragraph: Text of b',
      'left paragraph: -Text of c-',
    ]);
    expect(compared(doc(a, b), doc(block('callout', 'd', [a]), b))).toEqual([
      'left paragraph: -Text of a-',
      'inserted callout: ',
      '  same moved paragraph: Text of a',
      'same paragraph: Text of b',
    ]);
    expect(countChanges(compareDocuments(doc(a, b, c), doc(c, a)))).toEqual({
      wordsInserted: 0,
      wordsRemoved: 3,
      blocksInserted: 0,
      blocksRemoved: 1,
      blocksMoved: 1,
      blocksChanged: 0,
    });
  });

  it('shows a paragraph that became a heading as the same block, and a list that did not', () => {
    expect(
      compared(doc(paragraph('a', 'On tides')), doc(block('heading', 'a', [text('On tides')], { level: 2 }))),
    ).toEqual(['changed heading: On tides']);
    expect(
      compared(
        doc(paragraph('a', 'One')),
        doc(block('bulletList', 'a', [block('listItem', 'b', [paragraph('c', 'One')])])),
      ),
    ).toEqual([
      'removed paragraph: -One-',
      'inserted bulletList: ',
      '  inserted listItem: ',
      '    inserted paragraph: +One+',
    ]);
  });

  it('finds blocks without IDs by their text, or their place', () => {
    const before = doc(...['One', 'Two', 'Three'].map((words) => paragraph(undefined, words)));
    const after = doc(
      ...['Zero', 'One', 'Three and more'].map((words, index) =>
        paragraph(index === 1 ? 'x' : undefined, words),
      ),
    );
    expect(compared(before, after)).toEqual([
      'inserted paragraph: +Zero+',
      'same paragraph: One',
      'changed paragraph: -Two-+Three and more+',
      'removed paragraph: -Three-',
    ]);
  });

  it('of texts that have little in common still has all of both', () => {
    const words = (count: number, letter: string): string =>
      Array.from({ length: count }, (_, index) => `${letter}${index}`).join(' ');
    const [before, after] = [words(3_000, 'a'), words(2_000, 'b')];
    const result = compareDocuments(doc(paragraph('a', before)), doc(paragraph('a', after)));
    expect(result[0]?.runs).toEqual([
      { change: 'removed', text: before },
      { change: 'inserted', text: after },
    ]);
    expect(countChanges(result)).toMatchObject({ wordsRemoved: 3_000, wordsInserted: 2_000 });
  });

  it('names fields that differ', () => {
    const fields = { title: 'One', tags: ['a'], unlisted: false } as unknown as ArticleFields; // some of them
    expect(compareFields(fields, { ...fields, title: 'Two', tags: ['a', 'b'] })).toEqual([
      { name: 'title', before: 'One', after: 'Two' },
      { name: 'tags', before: ['a'], after: ['a', 'b'] },
    ]);
  });
});

const WORDS = ['the', 'red', 'fox', ' ', ' ', '  ', 'it’s', 'Straße', '日本', '👍🏽', '-', 'e\u0301', '.'];
const marksOf = fc.subarray<DocumentMark>([bold, { type: 'italic' }, link('#a'), { type: 'highlight' }]);
const marked = fc
  .array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .tuple(fc.constantFrom(...WORDS), marksOf)
          .map(([words, marks]) => text(words, ...marks)),
      },
      { weight: 1, arbitrary: fc.constant<DocumentNode>({ type: 'hardBreak' }) },
    ),
    { maxLength: 12 },
  )
  .map((nodes) => {
    const content: DocumentNode[] = [];
    for (const node of nodes) {
      const last = content.at(-1);
      // As the editor writes it: what is marked in the same way is one piece.
      if (
        last?.text !== undefined &&
        node.text !== undefined &&
        JSON.stringify(last.marks) === JSON.stringify(node.marks)
      )
        content[content.length - 1] = { ...last, text: last.text + node.text };
      else content.push(node);
    }
    return content;
  });
const plain = fc
  .array(fc.constantFrom(...WORDS, '\n'), { maxLength: 8 })
  .map((words) => (words.length === 0 ? [] : [text(words.join(''))]));

const inside = (of: fc.Arbitrary<DocumentNode>, minLength = 1): fc.Arbitrary<DocumentNode[]> =>
  fc.array(of, { minLength, maxLength: 4 });
const { flow } = fc.letrec<{ small: DocumentNode; flow: DocumentNode }>((tie) => ({
  small: fc.oneof(
    { maxDepth: 3 },
    marked.map((content) => block('paragraph', undefined, content)),
    plain.map((content) => block('codeBlock', undefined, content)),
    fc
      .tuple(fc.constantFrom<NodeName>('bulletList', 'orderedList'), inside(tie('small')))
      .map(([type, items]) =>
        block(
          type,
          undefined,
          items.map((item) => block('listItem', undefined, [block('paragraph', undefined, []), item])),
        ),
      ),
  ),
  flow: fc.oneof(
    { maxDepth: 3 },
    tie('small'),
    fc
      .tuple(marked, fc.integer({ min: 2, max: 4 }))
      .map(([content, level]) => block('heading', undefined, content, { level })),
    fc
      .tuple(inside(tie('small')), fc.option(fc.constantFrom('Ada', 'Bo')))
      .map(([content, source]) => block('blockquote', undefined, content, { source })),
    inside(tie('small')).map((content) => block('callout', undefined, content)),
    fc.constant(block('horizontalRule', undefined, [])),
  ),
}));
const top = fc.oneof(
  { weight: 4, arbitrary: flow },
  {
    weight: 1,
    arbitrary: fc.tuple(inside(flow), inside(flow)).map((columns) =>
      block(
        'columns',
        undefined,
        columns.map((content) => block('column', undefined, content)),
      ),
    ),
  },
);

/** Few IDs, so that two documents share many; some blocks have none. */
const POOL = Array.from({ length: 24 }, (_, index) => `id${10 + index}`);
const anyDocument = fc
  .tuple(inside(top), fc.shuffledSubarray(POOL), fc.infiniteStream(fc.boolean()))
  .map(([content, ids, hasId]) => {
    const free = [...ids];
    const named = (node: DocumentNode): DocumentNode => {
      if (node.type === 'text' || node.type === 'hardBreak') return node;
      const id = hasId.next().value ? free.pop() : undefined;
      const { content: inner = [], attrs = {}, type } = node;
      return block(type, id, inner.map(named), attrs);
    };
    return doc(...content.map(named));
  });

describe('a comparison of any two documents', () => {
  it('holds both of them', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, (before, after) => {
        expect([documentProblem(before), documentProblem(after)]).toEqual([undefined, undefined]);
        const blocks = compareDocuments(before, after);
        expect(sideOf(blocks, 'before')).toEqual(before);
        expect(sideOf(blocks, 'after')).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  it('finds nothing between a document and itself', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const blocks = compareDocuments(document, structuredClone(document));
        expect(blocks.every(({ change, moved }) => change === 'same' && !moved)).toBe(true);
        expect(Object.values(countChanges(blocks))).toEqual([0, 0, 0, 0, 0, 0]);
      }),
    );
  });
});
