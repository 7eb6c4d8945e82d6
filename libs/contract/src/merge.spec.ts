import fc from 'fast-check';
import type { ArticleFields } from './articles.js';
import { type ArticleDocument, type DocumentNode, documentProblem, type NodeName } from './documents.js';
import { canKeepBoth, decideConflicts, mergeDocuments, mergeFields } from './merge.js';

const block = (
  type: NodeName,
  id: string,
  content: readonly DocumentNode[],
  attributes: object = {},
): DocumentNode => ({
  type,
  attrs: { id: id.padEnd(12, '0'), ...attributes },
  content,
});
const words = (text: string): readonly DocumentNode[] => (text === '' ? [] : [{ type: 'text', text }]);
const paragraph = (id: string, text: string): DocumentNode => block('paragraph', id, words(text));
const doc = (...content: readonly DocumentNode[]): ArticleDocument => ({ type: 'doc', content });
const textOf = (node: DocumentNode): string => node.text ?? (node.content ?? []).map(textOf).join('|');

const [a, b, c] = [paragraph('a', 'The quick brown fox'), paragraph('b', 'jumps over'), paragraph('c', 'it')];
const BASE = doc(a, b, c);

/** Text of the merged document and IDs of blocks in conflict, whoever of the two is first. */
function merged(
  ours: ArticleDocument,
  theirs: ArticleDocument,
  base = BASE,
): readonly [string, ...(string | null)[]] {
  const [one, other] = [mergeDocuments(base, ours, theirs), mergeDocuments(base, theirs, ours)];
  expect(other.document).toEqual(one.document);
  expect(other.conflicts).toEqual(
    one.conflicts.map((each) => ({ ...each, ours: each.theirs, theirs: each.ours })),
  );
  return [textOf(one.document), ...one.conflicts.map(({ block: id }) => id && id.replace(/0+$/, ''))];
}

describe('a merge of what two people made of a document (P-09)', () => {
  it('has the changes of both, in different blocks and in different words of one', () => {
    expect(
      merged(doc(paragraph('a', 'The slow brown fox'), b, c), doc(a, b, paragraph('c', 'it again'))),
    ).toEqual(['The slow brown fox|jumps over|it again']);
    expect(
      merged(
        doc(paragraph('a', 'A quick brown fox'), b, c),
        doc(paragraph('a', 'The quick brown hare'), b, c),
      ),
    ).toEqual(['A quick brown hare|jumps over|it']);
  });

  it('names a block in which both changed the same words', () => {
    const [text, ...conflicts] = merged(
      doc(paragraph('a', 'The slow brown fox'), b, c),
      doc(paragraph('a', 'The red brown fox'), b, c),
    );
    expect(conflicts).toEqual(['a']);
    expect(text).toBe('The red brown fox|jumps over|it');
  });

  it('has what people decide where both wrote, also both, and the merged rest', () => {
    const ours = doc(paragraph('a', 'The slow brown fox'), b, paragraph('c', 'ours'));
    const theirs = doc(
      paragraph('a', 'The red brown fox'),
      paragraph('b', 'jumps high over'),
      paragraph('c', 'theirs'),
    );
    const { document, conflicts } = mergeDocuments(BASE, ours, theirs);
    const [first, second] = conflicts;
    if (!first || !second) throw new Error('no conflicts');
    expect(conflicts.map((conflict) => canKeepBoth(document, conflict))).toEqual([true, true]);
    const decided = decideConflicts(document, [
      { conflict: first, choice: 'theirs' },
      { conflict: second, choice: 'both' },
    ]);
    expect(documentProblem(decided)).toBeUndefined();
    expect(textOf(decided)).toBe('The red brown fox|jumps high over|ours|theirs');
    const mine = conflicts.map((conflict) => ({ conflict, choice: 'ours' as const }));
    expect(textOf(decideConflicts(document, mine))).toBe('The slow brown fox|jumps high over|ours');
  });

  it('keeps what is in a block when people decide about its attributes, or about a whole document', () => {
    const callout = (kind: string, text: string): ArticleDocument =>
      doc(block('callout', 'n', [paragraph('a', text)], { kind }));
    const base = callout('note', 'one two three');
    const { document, conflicts } = mergeDocuments(
      base,
      callout('tip', 'zero one two three'),
      callout('warning', 'one two three four'),
    );
    const decided = decideConflicts(
      document,
      conflicts.map((conflict) => ({ conflict, choice: 'theirs' as const })),
    );
    expect(decided).toEqual(callout('warning', 'zero one two three four'));
    const whole = { block: null, base, ours: doc(a), theirs: doc(b) };
    expect(canKeepBoth(base, whole)).toBe(false);
    expect(decideConflicts(base, [{ conflict: whole, choice: 'theirs' }])).toEqual(doc(b));
  });

  it('has what both inserted, and moved', () => {
    expect(merged(doc(a, paragraph('x', 'ours'), b, c), doc(a, paragraph('y', 'theirs'), b, c))).toEqual([
      'The quick brown fox|ours|theirs|jumps over|it',
    ]);
    expect(merged(doc(c, a, b), doc(a, paragraph('b', 'jumps right over'), c))).toEqual([
      'it|The quick brown fox|jumps right over',
    ]);
    expect(merged(doc(block('callout', 'x', [a]), b, c), doc(paragraph('a', 'The quick fox'), b, c))).toEqual(
      ['The quick fox|jumps over|it'],
    );
  });

  it('keeps what one deleted and the other changed, and not what the other left alone', () => {
    expect(merged(doc(b, c), doc(paragraph('a', 'The quick brown cat'), b))).toEqual([
      'The quick brown cat|jumps over',
    ]);
    const list = block('bulletList', 'l', [
      block('listItem', 'm', [paragraph('n', 'one')]),
      block('listItem', 'o', [paragraph('p', 'two')]),
    ]);
    const item = (list.content ?? [])[0] ?? list;
    expect(merged(doc(a), doc(a, { ...list, content: [item] }), doc(a, list))).toEqual([
      'The quick brown fox|one',
    ]);
  });

  it('of blocks that cannot stand together is left to people', () => {
    const columns = block(
      'columns',
      'k',
      ['q', 'r', 's'].map((id) => block('column', id, [paragraph(`${id}p`, id)])),
    );
    const without = (...places: readonly number[]): ArticleDocument =>
      doc({ ...columns, content: (columns.content ?? []).filter((_, place) => !places.includes(place)) });
    expect(merged(without(0), without(1), doc(columns))).toEqual([expect.any(String), null]);
  });

  it('of fields names those that both changed', () => {
    const base = { title: 'One', slug: 'one', tags: ['a'] } as unknown as ArticleFields; // some of them
    expect(
      mergeFields(
        base,
        { ...base, title: 'Ours', tags: ['a', 'b'] },
        { ...base, title: 'Theirs', slug: 'two' },
      ),
    ).toEqual({ fields: { title: 'Ours', slug: 'two', tags: ['a', 'b'] }, conflicts: ['title'] });
  });
});

/** Pairs of edits that are tried; `PROPERTY_RUNS` is for more than every run has time for. */
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 2_000);

/** What someone does to a document: to the block, and the word in it, that two numbers choose. */
const EDITS = [
  'insert word',
  'delete word',
  'insert block',
  'delete block',
  'move block',
  'wrap block',
] as const;
const edits = fc.array(fc.tuple(fc.constantFrom(...EDITS), fc.nat(20), fc.nat(20)), { maxLength: 8 });
type Edits = readonly (readonly [(typeof EDITS)[number], number, number])[];

const isText = ({ type }: DocumentNode): boolean => type === 'paragraph';
const without = (list: readonly DocumentNode[], place: number): readonly DocumentNode[] =>
  list.toSpliced(place, 1);

/** @param who part of every ID and word that is new */
function edited(base: ArticleDocument, list: Edits, who: string): ArticleDocument {
  let content = base.content ?? [];
  for (const [index, [what, one, other]] of list.entries()) {
    const name = `${who}${index}`;
    const place = one % Math.max(content.length, 1);
    const chosen = content[place];
    if (!chosen) continue;
    if (what === 'delete block' && content.length > 1) content = without(content, place);
    if (what === 'insert block') content = content.toSpliced(place, 0, paragraph(name, name));
    if (what === 'move block') content = without(content, place).toSpliced(other % content.length, 0, chosen);
    if (what === 'wrap block' && isText(chosen))
      content = content.with(place, block('callout', name, [chosen]));
    if (what === 'insert word' || what === 'delete word') {
      const change = (node: DocumentNode): DocumentNode => {
        if (!isText(node)) return { ...node, content: (node.content ?? []).map(change) };
        const all = textOf(node).split(' ');
        const at = other % (all.length + 1);
        const next = what === 'insert word' ? all.toSpliced(at, 0, name) : all.toSpliced(at, 1);
        return { ...node, content: words(next.filter(Boolean).join(' ')) };
      };
      content = content.with(place, change(chosen));
    }
  }
  return doc(...content);
}

const bases = fc.array(fc.tuple(fc.nat(9), fc.boolean()), { minLength: 1, maxLength: 6 }).map((blocks) =>
  doc(
    ...blocks.map(([count, inCallout], index) => {
      const text = Array.from({ length: count }, (_, place) => `w${index}x${place}`).join(' ');
      const own = paragraph(`p${index}p`, text);
      return inCallout
        ? block('callout', `c${index}c`, [own, paragraph(`q${index}q`, `in ${text}`.trim())])
        : own;
    }),
  ),
);
const newWords = (document: ArticleDocument, who: string): readonly string[] =>
  textOf(document).match(new RegExp(`\\b${who}\\d+\\b`, 'g')) ?? [];

describe('a merge of any two edits (P-09)', () => {
  it('loses no word, makes a document, and is the same whoever is first', () => {
    fc.assert(
      fc.property(bases, edits, edits, (base, one, other) => {
        const [ours, theirs] = [edited(base, one, 'A'), edited(base, other, 'B')];
        const { document, conflicts } = mergeDocuments(base, ours, theirs);
        expect(documentProblem(document)).toBeUndefined();
        const shown = JSON.stringify([document, conflicts]);
        for (const word of [...newWords(ours, 'A'), ...newWords(theirs, 'B')]) expect(shown).toContain(word);
        expect(mergeDocuments(base, theirs, ours).document).toEqual(document);
      }),
      { numRuns: RUNS },
    );
  });

  it('is the one document where the other person changed nothing', () => {
    fc.assert(
      fc.property(bases, edits, (base, one) => {
        const ours = edited(base, one, 'A');
        expect(mergeDocuments(base, ours, base)).toEqual({ document: ours, conflicts: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('has no conflict where they changed different blocks', () => {
    fc.assert(
      fc.property(bases, edits, edits, (base, one, other) => {
        const own = (list: Edits, parity: number): Edits =>
          list.map(([, block, word], index) => [
            index % 2 ? 'insert word' : 'delete word',
            2 * (block % 3) + parity,
            word,
          ]);
        const content = base.content ?? [];
        fc.pre(content.length === 6);
        const [ours, theirs] = [edited(base, own(one, 0), 'A'), edited(base, own(other, 1), 'B')];
        expect(mergeDocuments(base, ours, theirs).conflicts).toEqual([]);
      }),
      { numRuns: RUNS / 20 },
    );
  });
});
