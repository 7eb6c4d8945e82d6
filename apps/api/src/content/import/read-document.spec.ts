import { type DocumentNode, documentProblem } from '@sitedesk/contract/documents';
import { HOSTILE_DOCUMENTS } from '@sitedesk/testing';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { renderDocument } from '../documents/render-document.js';
import { elementsIn } from './document-tree.js';
import { type ReadDocument, readDocument } from './read-document.js';
import { meaningsIn, Resolving } from './resolve-addresses.js';

const AROUND = { isPost: false, zone: 'Europe/Zurich' } as const;
const read = (content: string, externalId = 'a.md'): Promise<ReadDocument> =>
  readDocument({ externalId, format: externalId.endsWith('.html') ? 'html' : 'markdown', content }, AROUND);
const resolved = (document: ReadDocument): readonly DocumentNode[] =>
  new Resolving(meaningsIn('a.md', []), [], {
    documents: new Map(),
    paths: new Map(),
    files: new Map(),
    pictures: new Map(),
  }).content(document.content);

/** What could run: elements and attributes that no text of an article has. */
function findings(node: Tree.Node): readonly string[] {
  const own =
    'tagName' in node
      ? [
          ...(/^(?:script|style|iframe|object|embed|form|svg|math|base|link|meta)$/.test(node.tagName)
            ? [node.tagName]
            : []),
          ...node.attrs
            .filter(
              ({ name, value }) =>
                /^on|^style$|^srcdoc$/i.test(name) || /^\s*(?:javascript|vbscript|data):/i.test(value),
            )
            .map(({ name }) => `${node.tagName} ${name}`),
        ]
      : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(findings) : [])];
}

/** How often a parser has looked at a place of a text to find the end of something. */
async function stepsOf(markdown: string): Promise<number> {
  const { default: MarkdownIt } = await import('markdown-it');
  const parser = Object.getPrototypeOf(new MarkdownIt().inline) as { skipToken: (state: unknown) => void };
  const { skipToken } = parser;
  let steps = 0;
  parser.skipToken = function (state) {
    steps += 1;
    skipToken.call(this, state);
  };
  try {
    await read(markdown);
  } finally {
    parser.skipToken = skipToken;
  }
  return steps;
}

/** How often a reader has looked at what elements hold, or has taken one of them. */
async function visitsOf(html: string): Promise<number> {
  const { createElement } = defaultTreeAdapter;
  const generators = Object.getPrototypeOf(Object.getPrototypeOf(elementsIn(parseFragment('')))) as Generator;
  const { next } = generators;
  let visits = 0;
  defaultTreeAdapter.createElement = (...of) => {
    const element = createElement(...of);
    let { childNodes } = element;
    return Object.defineProperty(element, 'childNodes', {
      enumerable: true,
      get: () => {
        visits += 1;
        return childNodes;
      },
      set: (given: typeof childNodes) => {
        childNodes = given;
      },
    });
  };
  generators.next = function (...of) {
    visits += 1;
    return next.apply(this, of);
  };
  try {
    await read(html, 'a.html');
  } finally {
    defaultTreeAdapter.createElement = createElement;
    generators.next = next;
  }
  return visits;
}

describe('documents as they are read', () => {
  it.each([
    '<div>',
    '<span>',
    '<blockquote>',
    '<details>',
    '<ul><li>',
    '<dl><dd>',
    '<table><tr><td>',
    '<figure class="wp-block-embed">',
  ])('take work in proportion to their elements, however deep these are in %s (J-08)', async (around) => {
    const leaves = '<b>x</b><hr>'.repeat(1_000);
    const [flat, deep] = [await visitsOf(around + leaves), await visitsOf(around.repeat(60) + leaves)];
    expect(deep).toBeLessThanOrEqual(1.5 * flat);
  });

  it('place each block of a list of terms once, however deep it is (J-08)', async () => {
    const placed = async (depth: number): Promise<number> => {
      const spy = jest.spyOn(Array.prototype, 'includes');
      try {
        await read('<dl><dd>'.repeat(depth) + '<p>x</p>'.repeat(1_000), 'a.html');
        return spy.mock.calls.length;
      } finally {
        spy.mockRestore();
      }
    };
    expect(await placed(60)).toBeLessThanOrEqual(1.5 * (await placed(1)));
  });

  it('take work in proportion to their headings, whose names are all the same (J-08)', async () => {
    const lookups = async (count: number): Promise<number> => {
      const spies = [Set, Map].map(({ prototype }) => jest.spyOn(prototype, 'has'));
      try {
        await read('## Part\n\n'.repeat(count));
        return spies.reduce((all, { mock }) => all + mock.calls.length, 0);
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
    };
    const [once, twice] = [await lookups(500), await lookups(1_000)];
    expect(twice).toBeLessThanOrEqual(2.1 * once);
  });

  it.each(['![', '[', '![x][', '[x][', '[a](', '![a](b ', '[^a][', '*[', '](', '[a]: b\n[a][', '{[', '[\\'])(
    'take work in proportion to their length, of any number of %s (J-08)',
    async (hostile) => {
      const text = `[x]: y\n\n${hostile.repeat(1_000)}`;
      const [once, twice] = [await stepsOf(text), await stepsOf(`${text}${hostile.repeat(1_000)}`)];
      expect(twice).toBeLessThanOrEqual(2.1 * once + 100);
      // A small number for each, however deep brackets are within each other.
      expect(twice).toBeLessThanOrEqual(100 * 2 * 1_000);
    },
  );

  it('have links within them lead to their headings, whatever the ids of these were', async () => {
    const links = async (content: string, name?: string): Promise<readonly unknown[]> => {
      const { content: blocks, notes } = await read(content, name);
      const [first] = blocks;
      return [
        first?.content?.map(({ text, marks }) => [text, marks?.[0]?.attrs?.['href']]),
        notes.flatMap(({ params }) => (params ? [params] : [])),
      ];
    };
    expect(
      await links(
        '[a](#whats-new)[b](#What%27s-new)[c](#uber-uns)[d](#gone)\n\n## What’s new?\n\n## Über uns\n',
      ),
    ).toEqual([
      [
        ['a', '#what-s-new'],
        ['b', undefined],
        ['c', '#uber-uns'],
        ['d', undefined],
      ],
      [{ count: 2 }],
    ]);
    const page =
      '<p><a href="#intro">a</a> <a href="#two">b</a> <a href="#first-1">c</a></p><h2 id="intro">First</h2><h2><a name="two"></a>First</h2>';
    expect(await links(page, 'a.html')).toEqual([
      [
        ['a', '#first'],
        [' ', undefined],
        ['b', '#first-2'],
        [' c', undefined],
      ],
      [{ count: 1 }],
    ]);
  });

  it('lose no link to a heading whose name begins as that of a note does', async () => {
    const { content } = await read(
      '<p><a href="#fn1">1</a> <a href="#fnord">a</a> <a href="#footnotes">b</a></p><h2 id="fnord">Fnord</h2><h2>Footnotes</h2><p id="fn1">1 Note <a href="#fnref1">↩︎</a></p>',
      'a.html',
    );
    expect(content[0]?.content?.map(({ text, marks }) => [text, marks?.[0]?.attrs?.['href']])).toEqual([
      ['1 ', undefined],
      ['a', '#fnord'],
      [' ', undefined],
      ['b', '#footnotes'],
    ]);
    expect(content.at(-1)?.content?.[0]?.text).toBe('1 Note');
  });

  it('have nothing that runs, whatever they had (J-09)', async () => {
    expect(HOSTILE_DOCUMENTS).toHaveLength(200);
    for (const attack of HOSTILE_DOCUMENTS) {
      for (const name of ['a.md', 'a.html']) {
        const content = resolved(await read(attack, name));
        const document = {
          type: 'doc' as const,
          content: content.length > 0 ? content : [{ type: 'paragraph' as const }],
        };
        expect([attack, documentProblem(document)]).toEqual([attack, undefined]);
        const { html } = renderDocument(document);
        expect([attack, findings(parseFragment(html))]).toEqual([attack, []]);
      }
    }
  });

  it('end in a text or a refusal, however hostile they are (J-08)', async () => {
    const many = (text: string, count: number): string => text.repeat(count);
    const hostile = [
      many('> ', 5_000),
      Array.from({ length: 500 }, (_, at) => `${many(' ', 2 * at)}- x`).join('\n'),
      many('[', 50_000),
      many('![', 20_000),
      many('*a **b ', 20_000),
      many('`', 50_001),
      many('<a href="', 10_000),
      many('<div>', 50_000),
      many('<b><i>', 20_000),
      `${many('[a](', 10_000)}${many(')', 10_000)}`,
      many('&#x1F600;', 50_000),
      `|${many('a|', 5_000)}\n|${many('-|', 5_000)}\n|${many('b|', 5_000)}`,
      many('<table><tr><td>', 2_000),
      many('\\', 100_000),
      many('_a_', 50_000),
      many('http://a.b/', 20_000),
      many('<!--', 20_000),
      many('x\u0000\u202E', 10_000),
      `---\n${many('a: b\n', 2)}---\n`,
      many('\r', 50_000),
      ...['toggle', 'bookmark', 'product', 'signup'].map(
        (card) => many(`<div class="kg-card kg-${card}-card">`, 250) + many('<b>x</b>', 5_000),
      ),
    ];
    for (const content of hostile) {
      const outcome = await read(content).then(
        (document) => documentProblem({ type: 'doc', content: resolved(document) })?.message.code ?? 'read',
        (error: { readonly reason?: { readonly code: string } }) => error.reason?.code ?? String(error),
      );
      expect([content.slice(0, 20), outcome]).toEqual([
        content.slice(0, 20),
        expect.stringMatching(/^(?:read|import\.\w+|document\.\w+)$/),
      ]);
    }
  });

  it('say what they lose of what stands before their text', async () => {
    const names = (count: number): string =>
      Array.from({ length: count }, (_, at) => `/${'a'.repeat(3)}${at}`).join(', ');
    const { fields, authors, aliases, notes } = await read(
      `---\nauthors: [${names(30)}]\naliases: [${names(100)}]\ncanonical: /here\nimage_alt: ${'x'.repeat(301)}\ndescription: One\nmeta_description: Two\nmeta_title: ${'y'.repeat(255)}\n---\n# Title`,
    );
    expect(fields).toMatchObject({ introduction: 'One', searchDescription: 'Two', searchTitle: null });
    expect(notes.map(({ code, params }) => [code, params])).toEqual([
      ['import.canonicalWrong', { address: '/here' }],
      ['import.searchLong', { field: 'meta_title' }],
      ['import.bannerTextLong', { limit: 300 }],
      ['import.authorsMany', expect.objectContaining({ count: 30 - authors.length })],
      ['import.aliasesMany', expect.objectContaining({ count: 100 - aliases.length })],
    ]);
  });

  it('keep the original that an HTML page names, unless that is the page itself where it was', async () => {
    const canonicalOf = async (href: string, name: string): Promise<string | null | undefined> => {
      const { fields, notes } = await read(`<link rel="Canonical" href="${href}"><p>Text`, name);
      expect(notes.map(({ code }) => code)).not.toContain('import.canonicalWrong');
      return fields.canonical;
    };
    const elsewhere = 'https://other.example/first';
    expect(await canonicalOf(elsewhere, 'guide/second.html')).toBe(elsewhere);
    for (const [href, name] of [
      ['https://old.example/guide/second/', 'guide/second.html'],
      ['https://old.example/guide/%C3%BCber.php', 'guide/über.html'],
      ['https://old.example/guide/', 'guide/index.html'],
      ['https://old.example/', 'index.html'],
      ['/first', 'guide/second.html'],
    ] as const)
      expect([href, await canonicalOf(href, name)]).toEqual([href, null]);
  });

  it('have dates in the zone of the site, unless they name one', async () => {
    const dateOf = async (date: string): Promise<string | null> =>
      (await read(`---\ndate: ${date}\n---\n`)).date;
    expect(await dateOf('2024-07-01')).toBe('2024-06-30T22:00:00.000Z');
    expect(await dateOf('2024-01-01 12:30:15')).toBe('2024-01-01T11:30:15.000Z');
    expect(await dateOf('2024-01-01T12:30:15+0200')).toBe('2024-01-01T10:30:15.000Z');
    expect(await dateOf('2024-02-30')).toBeNull();
    expect(await dateOf('yesterday')).toBeNull();
  });

  it('have addresses of their folders and names', async () => {
    const slugs = ['a.md', 'Guide/02-Ünter Titel.md', 'guide/README.md', 'index.md', 'a/2024-01-02-x.md'].map(
      async (name) => (await read('# Home', name)).slug,
    );
    expect(await Promise.all(slugs)).toEqual(['a', 'guide/unter-titel', 'guide', 'home', 'a/2024-01-02-x']);
  });
});
