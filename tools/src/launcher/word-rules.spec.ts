import { NAME_RULES, proseOf, TEXT_RULES, wrongWords } from '../../launcher/word-rules.mjs';

const found = (text: string): readonly string[] => wrongWords('a.md', text, TEXT_RULES);

describe('words in what people read', () => {
  it.each([
    'Two mails wait.',
    'Open the mail.',
    'Choose another mail provider.',
    'Somebody changed it.',
    'Whoever has the link signs in.',
    'It is tried again by itself.',
    'Enter the set-up code.',
  ])('finds what is planted: %s', (text) => {
    expect(found(text)).toHaveLength(1);
  });

  it.each([
    'Two emails are queued.',
    'Alle E-Mails',
    'the mail server',
    'the mail catcher',
    'someone set it up',
  ])('lets the right words pass: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it('names the file, the line and the right word', () => {
    expect(found('first\nsecond, anew')).toEqual([
      'a.md:2: "anew" is not our word; write: in the meantime, again. See CONTRIBUTING.md.',
    ]);
  });

  it('looks at the comments and sentences of a source, not at its identifiers', () => {
    const source = "/** somebody */\nconst mails = 'mails'; // whoever\nconst text = 'Everybody wrote.';";
    expect([...wrongWords('a.ts', proseOf(source), TEXT_RULES)].sort()).toEqual([
      expect.stringContaining('a.ts:1: "somebody"'),
      expect.stringContaining('a.ts:2: "whoever"'),
      expect.stringContaining('a.ts:3: "Everybody"'),
    ]);
  });
});

describe('names in code', () => {
  it('finds one that was replaced, also as the beginning of another', () => {
    expect(wrongWords('a.ts', 'class DoorkeeperModule {}', NAME_RULES)).toEqual([
      expect.stringContaining('HttpAuthHandlers'),
    ]);
    expect(wrongWords('a.ts', 'class HttpAuthHandlersModule {}', NAME_RULES)).toEqual([]);
  });
});
