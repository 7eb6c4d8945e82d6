import fc from 'fast-check';
import type { ArticleDocument, DocumentNode } from './documents.js';
import { fitDocument, outlineOf, type TemplateContent, templateProblem } from './page-templates.js';

const idOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').padEnd(12, '0');
const paragraph = (name: string, text = name): DocumentNode => ({
  type: 'paragraph',
  attrs: { id: idOf(name) },
  content: text === '' ? [] : [{ type: 'text', text }],
});
const doc = (...content: readonly DocumentNode[]): ArticleDocument => ({ type: 'doc', content });
/** Blocks in capitals are locked. */
const template = (names: string): TemplateContent => ({
  document: doc(...[...names].map((name) => paragraph(name))),
  locked: [...names].filter((name) => /[A-Z]/.test(name)).map((name) => idOf(name)),
});
const texts = ({ content = [] }: ArticleDocument): string =>
  content.map((node) => (node.content ?? []).map(({ text = '' }) => text).join('')).join(' ');
const fitted = (document: ArticleDocument, before: string | undefined, after: string): string | undefined => {
  const result = fitDocument(document, before === undefined ? undefined : template(before), template(after));
  return result && texts(result);
};

describe('a text under a template (P-67)', () => {
  it('keeps what people wrote in the free regions, in order, and the rest in the last', () => {
    const written = doc(
      paragraph('A'),
      paragraph('one'),
      paragraph('B'),
      paragraph('two'),
      paragraph('three'),
    );
    expect(fitted(written, 'AxBy', 'CxDy')).toBe('C one D two three');
    expect(fitted(written, 'AxBy', 'CxD')).toBe('C one two three D');
    expect(fitted(written, 'AxBy', 'xCyDz')).toBe('one C two three D z');
    expect(fitted(written, undefined, 'CxD')).toBe('C A one B two three D');
    expect(fitted(doc(paragraph('empty', '')), undefined, 'CxD')).toBe('C x D');
    expect(fitted(written, 'AxBy', 'CD')).toBeUndefined();
    expect(fitted(doc(paragraph('A')), 'A', 'CD')).toBe('C D');
    expect(fitted(written, 'AxBy', 'x')).toBe('one two three');
    // Freed, and put under the same once more: what it had locked isn't there twice.
    expect(fitted(written, undefined, 'AxB')).toBe('A one two three B');
  });

  it('has a place for whatever stood in any template, and nothing of it is missing or twice', () => {
    const names = fc
      .uniqueArray(fc.constantFrom(...'ABCDefghijkl'), { minLength: 1, maxLength: 8 })
      .map((each) => each.join(''));
    const regions = fc.array(fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 3 }), { maxLength: 6 });
    fc.assert(
      fc.property(names, names, regions, (first, second, written) => {
        let region = 0;
        let count = 0;
        const content = outlineOf(template(first)).flatMap((id): readonly DocumentNode[] => {
          if (id !== null)
            return (template(first).document.content ?? []).filter(({ attrs }) => attrs?.['id'] === id);
          const own = (written[region] ?? []).map((word) => paragraph(`w${(count += 1)}`, `word${word}`));
          region += 1;
          return own;
        });
        const before = { ...template(first), name: 'First' };
        const after = { ...template(second), name: 'Second' };
        expect(templateProblem(before, doc(...content))).toBeUndefined();
        const result = fitDocument(doc(...content), before, after);
        if (!result) {
          expect([count > 0, outlineOf(after).includes(null)]).toEqual([true, false]);
          return;
        }
        const words = (text: string): readonly string[] =>
          text.split(' ').filter((word) => word.startsWith('word'));
        expect(words(texts(result))).toEqual(words(texts(doc(...content))));
        // An empty text is a paragraph, for which a template that locks everything has no place.
        if ((after.document.content ?? []).length > 0) expect(templateProblem(after, result)).toBeUndefined();
        const ids = (result.content ?? []).map(({ attrs }) => attrs?.['id']).filter(Boolean);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) },
    );
  });
});
