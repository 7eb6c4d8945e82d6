import { arrivingText } from './arriving-text.js';
import { linesOf } from './readable-answer.js';

/** What is shown after each part of a text. */
function shownAfter(parts: readonly string[], source = ''): readonly string[] {
  let [soFar, shown] = ['', ''];
  const take = arrivingText(source, (text) => (shown += text));
  return parts.map((part) => {
    take((soFar += part));
    return shown;
  });
}

/** What models write, and what strangers make them write, in parts that belong together or don't. */
const PARTS = [
  'word',
  'é',
  '日本',
  '.',
  ', ',
  ' ',
  '\n',
  '\r\n',
  '[',
  ']',
  '(',
  ')',
  '](',
  '![',
  '[name]',
  '```',
  '`',
  'https://evil.test/a',
  'ht',
  'tps://',
  '://',
  'www',
  'www.',
  'mailto:',
  'a@evil.test',
  'https://hotel.test',
  '\u200b',
  '\u202e',
  '\ud83d',
  '\ude00',
  '<',
  '>',
  '"',
] as const;

/** A sequence that looks random and is the same each time. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor(state / 65_536);
  }
}

describe('a text that is shown while it comes', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'words, when they are whole',
      ['Der Som', 'mer ', 'war\n', 'lang.'],
      ['Der', 'Der Sommer', 'Der Sommer war', 'Der Sommer war'],
    ],
    [
      'no part of a mask',
      ['Dear [na', 'me', '], ', 'hi '],
      ['Dear', 'Dear', 'Dear [name],', 'Dear [name], hi'],
    ],
    [
      'no part of a link',
      ['See [my', ' page](ht', 'tps://evil.test/?q=1) ', 'or '],
      ['See', 'See', 'See my page', 'See my page or'],
    ],
    [
      'no part of an address',
      ['See ht', 'tps://evil.test/', '?q=1 ', 'or '],
      ['See', 'See', 'See', 'See or'],
    ],
    [
      'addresses of the source',
      ['See https://hotel.', 'test ', 'or '],
      ['See', 'See https://hotel.test', 'See https://hotel.test or'],
    ],
    [
      'no code fence around it',
      ['``', '`text\nDer ', 'Sommer\n', '```'],
      ['', 'Der', 'Der Sommer', 'Der Sommer'],
    ],
    [
      'letters of scripts without spaces',
      ['夏は長', 'かった。Site', 'deskは'],
      ['夏は長', '夏は長かった。', '夏は長かった。Sitedeskは'],
    ],
    ['no characters that nobody sees', ['\u202eDer\u200b ', 'Sommer '], ['Der', 'Der Sommer']],
  ])('shows %s', (_what, parts, shown) => {
    expect(shownAfter(parts, 'https://hotel.test')).toEqual(shown);
  });

  it('stops where a word has no end', () => {
    const shown = shownAfter(['See ', 'x'.repeat(3_000), ' and ', 'more ']);
    expect(shown.at(-1)).toBe('See');
  });

  it('is the beginning of what it is in the end, wherever it’s split', () => {
    const random = numbers(1);
    const next = (below: number): number => (random.next().value ?? 0) % below;
    for (let time = 0; time < 5_000; time += 1) {
      const parts = Array.from({ length: 1 + next(14) }, () => PARTS[next(PARTS.length)] ?? '');
      const whole = parts.join('');
      const end = linesOf(whole, 'https://hotel.test');
      for (const shown of shownAfter(parts, 'https://hotel.test'))
        if (!end.startsWith(shown.trimEnd())) throw new Error(JSON.stringify({ parts, shown, end }));
    }
  });
});
