import { askedSearch } from './asked-search.js';
import { cut, excerpt, fold, marked, searchedWords, textOf } from './search-text.js';

const shown = (text: string, query: string, goesOn = false): string =>
  marked(text, searchedWords(query, goesOn))
    .map(({ text: part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('');

describe('what a visitor searches for', () => {
  const asked = (q: string): ReturnType<typeof askedSearch> =>
    askedSearch(`/search?q=${encodeURIComponent(q)}`);

  it('is on one line and not too long', () => {
    expect(asked(' a\u0000b\n\tc  ').query).toBe('a b c');
    expect(asked('😀'.repeat(300)).query).toBe('😀'.repeat(200));
    expect(asked('1 2 3 4 5 6 7 8 9 10').words).toBe('1 2 3 4 5 6 7 8');
    expect(askedSearch('/search')).toEqual({ query: '', words: '', goesOn: false, page: 1 });
  });

  it.each([
    ['word', true],
    ['wo', false],
    ['東', true],
    ['"a word"', false],
    ['"a word', true],
    ['“a word”', false],
    ['„ein Wort“', false],
    ['"a word" and another', true],
    ['?!', false],
  ])('may go on, unless it is short or quoted: %s %s', (q, goesOn) => expect(asked(q).goesOn).toBe(goesOn));

  it('has a page from 1', () => {
    for (const [page, number] of [
      ['2', 2],
      ['0', 1],
      ['-1', 1],
      ['1e3', 1],
      ['99999', 1],
    ] as const)
      expect(askedSearch(`/search?q=a&page=${page}`).page).toBe(number);
  });
});

describe('what a search shows of a page', () => {
  it('folds case, accents, and letters that Unicode doesn’t take apart', () =>
    expect(['Über', 'STRASSE', 'straße', 'Smørrebrød', 'Łódź', 'cafe\u0301', 'ﬁn'].map(fold)).toEqual([
      'uber',
      'strasse',
      'strasse',
      'smorrebrod',
      'lodz',
      'cafe',
      'fin',
    ]));

  it('marks whole words, and what the last one begins', () => {
    expect(shown('Über die Straße, über Wege', 'uber strasse')).toBe('[Über] die [Straße], [über] Wege');
    expect(shown('cat category concat', 'cat', true)).toBe('[cat] [category] concat');
    expect(shown('cat category', 'cat')).toBe('[cat] category');
    expect(shown('nothing', 'other')).toBe('nothing');
    expect(shown('', 'other', true)).toBe('');
  });

  it('cuts at words, around the first one that was looked for', () => {
    const text = `${'before '.repeat(50)}needle ${'after '.repeat(80)}`.trim();
    const cutOut = excerpt(text, searchedWords('needle', false)) ?? '';
    expect(cutOut).toMatch(/^… (?:before )+needle (?:after )+…$/);
    expect(cutOut.length).toBeLessThan(260);
    expect(excerpt(text, searchedWords('hay', false))).toBeUndefined();
    expect(cut('short')).toBe('short');
    expect(cut('x'.repeat(1_000))).toBe(`${'x'.repeat(240)} …`);
    const long = `${'x'.repeat(500)} needle`;
    expect(excerpt(long, searchedWords('needle', false))).toBe('… needle');
  });

  it('reads HTML of the renderer', () =>
    expect(
      textOf('<h2 id="a">A &amp; B</h2><p>half<strong>bold</strong> &lt;b&gt;<br>next</p><!--slot 0-->'),
    ).toBe('A & B halfbold <b> next'));
});
