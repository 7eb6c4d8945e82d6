import type { DocumentNode } from '@sitedesk/contract/documents';
import { hasWords, protectedText, restoredText } from './protected-text.js';

const LINK = { type: 'link', attrs: { href: 'https://a.test/?q=1' } } as const;
const BOLD = { type: 'bold' } as const;
const CODE = { type: 'code' } as const;
const text = (words: string, ...marks: NonNullable<DocumentNode['marks']>): DocumentNode =>
  marks.length > 0 ? { type: 'text', text: words, marks } : { type: 'text', text: words };

const NODES: readonly DocumentNode[] = [
  text('Run '),
  text('npm start', CODE),
  text(', {name}, and '),
  text('read this ', LINK),
  { type: 'hardBreak' },
  text('at https://b.test/x. '),
];

describe('texts on their way to a model and back', () => {
  const source = protectedText(NODES);

  it('stand with tags for what isn’t translated, and come back as they were', () => {
    expect(source.text).toBe('Run <1/>, <2/>, and <3>read this</3> <4/>at <5/>. ');
    expect(restoredText(source.text, source)).toEqual([
      text('Run '),
      text('npm start', CODE),
      text(', {name}, and '),
      text('read this', LINK),
      text(' '),
      { type: 'hardBreak' },
      text('at https://b.test/x. '),
    ]);
  });

  it('may be in another order, and with words of their own', () => {
    const answer = 'Bei <5/><4/><3>lies das</3>, <2/>, und <1/>.\n';
    expect(restoredText(answer, source)).toEqual([
      text('Bei https://b.test/x'),
      { type: 'hardBreak' },
      text('lies das', LINK),
      text(', {name}, und '),
      text('npm start', CODE),
      text('. '),
    ]);
  });

  it.each([
    ['lost code', 'Lauf, <2/>, und <3>lies</3> <4/><5/>.'],
    ['lost link', 'Lauf <1/>, <2/>, und lies <4/><5/>.'],
    ['empty link', 'Lauf <1/>, <2/>, und <3></3> lies <4/><5/>.'],
    ['link that isn’t closed', 'Lauf <1/>, <2/>, und <3>lies <4/><5/>.'],
    ['twice', 'Lauf <1/><1/>, <2/>, und <3>lies</3> <4/><5/>.'],
    ['in each other', 'Lauf <1/>, <2/>, und <3>lies <3>das</3></3> <4/><5/>.'],
    ['added tag', 'Lauf <1/>, <2/>, und <3>lies</3> <4/><5/> <6/>.'],
    ['added placeholder', 'Lauf <1/>, <2/>, {ort}, und <3>lies</3> <4/><5/>.'],
    ['added markup', 'Lauf <1/>, <2/>, <b>und</b> <3>lies</3> <4/><5/>.'],
    ['added image', 'Lauf <1/>, <2/>, <img src=x> <3>lies</3> <4/><5/>.'],
    ['added email address', 'Lauf <1/>, <2/>, a@evil.test <3>lies</3> <4/><5/>.'],
    ['code in words', 'Lauf <1>npm</1>, <2/>, und <3>lies</3> <4/><5/>.'],
    ['nothing', ''],
  ])('%s: is refused', (_what, answer) => {
    expect(restoredText(answer, source)).toBeUndefined();
  });

  it('lose links and pictures that only the model has', () => {
    const answer =
      'Lauf <1/>, <2/>, ![x](https://evil.test/?q=s) und <3>[lies](https://evil.test)</3> https://evil.test/a <4/><5/>.';
    expect(JSON.stringify(restoredText(answer, source))).not.toContain('evil.test');
    expect(restoredText(answer, source)).toContainEqual(text('lies', LINK));
  });

  it('keep marks that stand next to each other apart, and tags that people wrote', () => {
    const nodes = [text('a ', BOLD), text('b', BOLD, LINK), text(' <1> and <br> c')];
    const own = protectedText(nodes);
    expect(own.text).toBe('<1>a</1> <2>b</2> <3/> and <4/> c');
    expect(restoredText(own.text, own)).toEqual([
      text('a', BOLD),
      text(' '),
      text('b', BOLD, LINK),
      text(' <1> and <br> c'),
    ]);
  });

  it.each([['42'], ['https://a.test'], ['{name}'], ['12 %s']])('%s has no words', (words) => {
    expect(hasWords(protectedText([text(words)]))).toBe(false);
  });

  it.each([['aa.'], ['<a'], ['`'], ['{{'], ['%('], ['[[x']])(
    'a long text of %j is read without going through it again and again',
    (piece) => {
      const long = piece.repeat(200_000);
      expect(protectedText([text(long)]).text.length).toBeGreaterThan(0);
    },
  );
});
