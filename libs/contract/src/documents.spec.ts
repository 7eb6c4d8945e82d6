import {
  type AttributeRule,
  contentExpression,
  DOCUMENT_LIMITS,
  documentProblem,
  isLinkAddress,
  MARKS,
  NODES,
  type NodeRule,
} from './documents.js';

const text = (words: string, ...marks: readonly object[]) => ({ type: 'text', text: words, marks });
const paragraph = (...content: readonly object[]) => ({ type: 'paragraph', content });
const doc = (...content: readonly unknown[]) => ({ type: 'doc', content });
const said = (value: unknown): string | undefined => documentProblem(value)?.message.text;

/** One of each: every kind of block with every attribute, where it is allowed. */
const FILE = '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41';
const valueOf = (rule: AttributeRule): unknown => {
  if (rule.is === 'word') return rule.words[0];
  if (rule.is === 'integer') return rule.min;
  if (rule.is === 'flag') return true;
  if (rule.is === 'address') return 'https://example.com/';
  if (rule.is === 'key') return ['en', FILE].find((key) => rule.pattern.test(key));
  return 'Words';
};
const attributesOf = (rules: Readonly<Record<string, AttributeRule>> = {}) =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, valueOf(rule)]));
let ids = 0;
function oneOf(name: string): object {
  const { attributes, content }: NodeRule = NODES[name as keyof typeof NODES];
  const attrs = { id: String((ids += 1)).padStart(12, '0'), ...attributesOf(attributes) };
  if (!content) return { type: name, attrs };
  if ('inline' in content) {
    const marks = Object.entries(MARKS).map(([type, rule]) => ({
      type,
      attrs: attributesOf('attributes' in rule ? rule.attributes : {}),
    }));
    return { type: name, attrs, content: [text('Words', ...(content.inline === 'marked' ? marks : []))] };
  }
  if ('sequence' in content) return { type: name, attrs, content: content.sequence.map(oneOf) };
  const child = content.first ?? content.blocks[0] ?? '';
  return { type: name, attrs, content: Array.from({ length: content.min }, () => oneOf(child)) };
}

describe('a document', () => {
  it.each(NODES.doc.content.blocks)('can hold %s', (name) => {
    expect(documentProblem(doc(oneOf(name)))).toBeUndefined();
  });

  it('may leave out attributes that have a default', () => {
    expect(
      said(doc({ type: 'orderedList', content: [{ type: 'listItem', content: [paragraph()] }] })),
    ).toBeUndefined();
  });

  it.each([
    ['null', null, 'This isn’t a block'],
    ['an array', [], 'This isn’t a block'],
    ['a paragraph on its own', paragraph(), 'A paragraph block can’t be in a doc block'],
    ['nothing inside', doc(), 'A doc block needs at least 1 blocks inside'],
    ['an unknown block', doc({ type: 'marquee' }), 'There’s no block "marquee"'],
    ['a name of every object', doc({ type: 'constructor' }), 'There’s no block "constructor"'],
    [
      'a block where it can’t be',
      doc({ type: 'listItem', content: [paragraph()] }),
      'A listItem block can’t be in a doc block',
    ],
    ['an unknown member', doc({ ...paragraph(), style: 'x' }), 'A paragraph block has no "style"'],
    [
      'an unknown attribute',
      doc({ ...paragraph(), attrs: { style: 'x' } }),
      'A paragraph block has no "style"',
    ],
    [
      'a heading of level 1',
      doc({ type: 'heading', attrs: { level: 1 } }),
      '"level" of a heading block isn’t valid',
    ],
    ['a heading without level', doc({ type: 'heading' }), 'A heading block needs "level"'],
    [
      'a child of a block that holds nothing',
      doc({ type: 'horizontalRule', content: [paragraph()] }),
      'A horizontalRule block holds nothing',
    ],
    [
      'one column',
      doc({ type: 'columns', content: [{ type: 'column', content: [paragraph()] }] }),
      'A columns block needs at least 2 blocks inside',
    ],
    [
      'details without a summary',
      doc({
        type: 'details',
        content: [{ type: 'detailsContent', content: [paragraph()] }, { type: 'detailsSummary' }],
      }),
      'A detailsContent block can’t be in a details block',
    ],
    [
      'a list item that begins with a list',
      doc({
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'bulletList', content: [] }] }],
      }),
      'A bulletList block can’t be in a listItem block',
    ],
    ['empty text', doc(paragraph(text(''))), 'Text can’t be empty or hold control characters'],
    ['NUL', doc(paragraph(text('a\0b'))), 'Text can’t be empty or hold control characters'],
    ['half a character', doc(paragraph(text('a\uD800'))), 'Text can’t be empty or hold control characters'],
    ['an unknown mark', doc(paragraph(text('a', { type: 'blink' }))), 'There’s no mark "blink"'],
    [
      'a mark twice',
      doc(paragraph(text('a', { type: 'bold' }, { type: 'bold' }))),
      'Text is marked "bold" twice',
    ],
    [
      'marked code',
      doc({ type: 'codeBlock', content: [text('a', { type: 'bold' })] }),
      'Text in a codeBlock block can’t be marked',
    ],
    [
      'a link to a script',
      doc(paragraph(text('a', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))),
      '"href" of a link block isn’t valid',
    ],
    [
      'a foreign frame',
      doc({ type: 'embed', attrs: { provider: 'evil', key: 'x', title: 'x' } }),
      '"provider" of a embed block isn’t valid',
    ],
    [
      'an ID that isn’t one',
      doc({ ...paragraph(), attrs: { id: 'x' } }),
      'A block ID has 12 letters and digits, and no two blocks share one',
    ],
  ])('refuses %s', (_what, value, message) => {
    expect(said(value)).toBe(message);
  });

  it('names the block and the place', () => {
    const bad = { type: 'heading', attrs: { id: 'abcdefghijkl', level: 9 } };
    expect(documentProblem(doc(paragraph(), bad))).toMatchObject({
      block: 'abcdefghijkl',
      path: 'content.1.attrs.level',
    });
  });

  it('refuses an ID that two blocks share', () => {
    const one = { ...paragraph(), attrs: { id: 'abcdefghijkl' } };
    expect(documentProblem(doc(one, one))?.path).toBe('content.1.attrs.id');
  });

  it('has bounds', () => {
    const deep = (levels: number): object =>
      levels === 0
        ? paragraph()
        : { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(), deep(levels - 1)] }] };
    expect(said(doc(deep(11)))).toBeUndefined();
    expect(said(doc(deep(12)))).toBe('Blocks are nested too deep: at most 24 levels');
    expect(said(doc(...Array.from({ length: DOCUMENT_LIMITS.blocks }, () => paragraph())))).toBe(
      'There are too many blocks: at most 5000',
    );
    expect(said(doc(paragraph(text('a'.repeat(DOCUMENT_LIMITS.octets)))))).toMatch('The text is too long');
  });
});

describe('a link', () => {
  it.each([
    'https://example.com/',
    'http://example.com',
    'mailto:a@example.com',
    'tel:+41446681800',
    '/about',
    '#part',
  ])('may lead to %s', (address) => expect(isLinkAddress(address)).toBe(true));
  it.each([
    '',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.test/',
    '/\\evil.test',
    'https://user:pass@example.com/',
    'https://',
    'about',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('may not lead to %j', (address) => expect(isLinkAddress(address)).toBe(false));
});

describe('the editor’s schema', () => {
  it.each([
    ['doc', /^\(paragraph\|.*introductionEnd\)\+$/],
    ['paragraph', /^inline\*$/],
    ['codeBlock', /^text\*$/],
    ['details', /^detailsSummary detailsContent$/],
    ['listItem', /^paragraph \(.*\)\*$/],
    ['columns', /^\(column\)\{2,4\}$/],
    ['table', /^\(tableRow\)\+$/],
    ['horizontalRule', /^$/],
  ] as const)('of %s is written from the same rules', (name, expected) => {
    expect(contentExpression((NODES[name] as NodeRule).content)).toMatch(expected);
  });
});
