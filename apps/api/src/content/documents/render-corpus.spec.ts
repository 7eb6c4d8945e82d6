import {
  type ArticleDocument,
  CALLOUTS,
  type DocumentNode,
  documentProblem,
  EMBED_PROVIDERS,
  MARKS,
  NODES,
} from '@sitedesk/contract/documents';
import { createHash } from 'node:crypto';
import { RENDERER, renderDocument } from './render-document.js';

/** What each renderer makes of the corpus. One that writes anything else needs a number of its own, and a line here. */
const OCTETS: Readonly<Record<number, string>> = {
  1: 'c62112cb2cb2ec1c8c22b268ea6cb7ff6d1f94ddc447cc7db16ada27015c9af5',
  2: 'da4d5f7eda38e71b34ae81576995981aaa2a48ceef5b36d5385709bd00b87f5d',
  3: '4d068934fbf5566e962cc9fd89b6ce50553d788b60e30b59cf82b1151ff50372',
  4: 'f578540b5850e05a88a76594f7b201487f0b8b0baa35993ca8ee1e81e50d78bf',
  5: 'c6b34702bd86b4e33cee0b5337ac08dcada867a50bcc36de59af96fdb7631e0f',
};

const FILE = '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41';
const HOSTILE = 'a < b & "c" \'d\' – ü \u{1F4DA} é';
const text = (words: string, ...marks: NonNullable<DocumentNode['marks']>): DocumentNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 ? { marks } : {}),
});
const p = (...words: readonly string[]): DocumentNode => ({
  type: 'paragraph',
  content: words.map((each) => text(each)),
});
const block = (
  type: DocumentNode['type'],
  attrs?: DocumentNode['attrs'],
  ...content: readonly DocumentNode[]
): DocumentNode => ({ type, ...(attrs ? { attrs } : {}), ...(content.length > 0 ? { content } : {}) });
const heading = (level: number, words: string): DocumentNode => block('heading', { level }, text(words));
const cell = (
  type: 'tableCell' | 'tableHeader',
  attrs: DocumentNode['attrs'],
  ...words: string[]
): DocumentNode => block(type, attrs, ...words.map((each) => p(each)));

/** Every block, mark and attribute that there is. */
const CORPUS: ArticleDocument = {
  type: 'doc',
  content: [
    p(HOSTILE),
    block('introductionEnd'),
    block('tableOfContents'),
    heading(2, HOSTILE),
    heading(3, 'Über uns'),
    heading(3, 'Uber uns'),
    heading(4, '–'),
    block(
      'paragraph',
      undefined,
      text('bold', { type: 'bold' }),
      text('and italic', { type: 'italic' }, { type: 'bold' }),
      text('struck', { type: 'strike' }),
      text('code', { type: 'code' }),
      text('sub', { type: 'subscript' }),
      text('super', { type: 'superscript' }),
      text('marked', { type: 'highlight' }),
      block('hardBreak'),
      text('a link', { type: 'link', attrs: { href: '/a?b=1&c', title: HOSTILE } }),
      text('mail', { type: 'link', attrs: { href: 'mailto:a@example.com' } }),
      text('français', { type: 'language', attrs: { lang: 'fr' } }),
    ),
    block('paragraph'),
    block(
      'bulletList',
      undefined,
      block('listItem', undefined, p('tight')),
      block('listItem', undefined, p('a'), p('b')),
    ),
    block('orderedList', { start: 3 }, block('listItem', undefined, p('three'))),
    block('orderedList', undefined, block('listItem', undefined, p('one'))),
    block(
      'taskList',
      undefined,
      block('taskItem', { checked: true }, p('done')),
      block('taskItem', { checked: false }, p('open')),
    ),
    block('blockquote', undefined, p('plain')),
    block('blockquote', { source: HOSTILE, sourceAddress: 'https://example.com/?a=1&b' }, p('with a source')),
    block('blockquote', { source: 'Named' }, p('named')),
    block('codeBlock', { language: 'c++' }, text('<b>\n\tif (a && b)</b>')),
    block('codeBlock', undefined, text('plain')),
    block('horizontalRule'),
    block(
      'table',
      { caption: HOSTILE },
      block(
        'tableRow',
        undefined,
        cell('tableHeader', { colspan: 2 }, 'head'),
        cell('tableHeader', undefined, 'b'),
      ),
      block(
        'tableRow',
        undefined,
        cell('tableCell', { rowspan: 2 }, 'a', 'b'),
        cell('tableCell', undefined, 'c'),
      ),
    ),
    ...CALLOUTS.map((kind) => block('callout', { kind }, p(kind))),
    block(
      'details',
      undefined,
      block('detailsSummary', undefined, text('more')),
      block('detailsContent', undefined, p('inside')),
    ),
    block(
      'columns',
      undefined,
      block('column', undefined, p('left')),
      block('column', undefined, p('right')),
    ),
    ...EMBED_PROVIDERS.map((provider) => block('embed', { provider, key: 'a/b,c=1&d', title: HOSTILE })),
    ...['primary', 'secondary'].map((look) => block('button', { label: HOSTILE, href: '/go?a=1&b', look })),
    ...['list', 'cards'].map((look) => block('postList', { stream: 'news', count: 7, look })),
    block('postList', { stream: 'news' }),
    block('contactForm'),
    block('image', { file: FILE, alt: HOSTILE, caption: HOSTILE, look: 'wide', href: '/go?a=1&b' }),
    block('image', { file: FILE, alt: 'Not read', decorative: true }),
    block('gallery', undefined, block('image', { file: FILE }), block('image', { file: FILE, alt: 'b' })),
    block('file', { file: FILE, label: HOSTILE }),
    block('file', { file: FILE }),
    block('html', { html: `<p class=note>${HOSTILE} &nbsp;</p><!-- no --><img src='/a.png?b=1&c' alt>` }),
  ],
};

const kindsIn = (node: DocumentNode): readonly string[] => [
  node.type,
  ...(node.marks ?? []).map(({ type }) => type),
  ...(node.content ?? []).flatMap(kindsIn),
];
/** A document as it may stand in a database that a newer version, or a person, has written to. */
const unchecked = (...content: readonly object[]): ArticleDocument => ({
  type: 'doc',
  content: content as DocumentNode[],
});

describe('what the renderer writes', () => {
  it('is the same octets for the same document and number (P-55)', () => {
    expect(documentProblem(CORPUS)).toBeUndefined();
    const kinds = new Set(kindsIn(CORPUS));
    expect([...Object.keys(NODES), ...Object.keys(MARKS)].filter((kind) => !kinds.has(kind))).toEqual([]);
    const { unknown, ...rendered } = renderDocument(CORPUS);
    expect(unknown).toEqual([]);
    const hash = createHash('sha256').update(JSON.stringify(rendered)).digest('hex');
    expect([RENDERER, hash]).toEqual([RENDERER, OCTETS[RENDERER]]);
  });

  it('is nothing for what it doesn’t know, and named once (P-55)', () => {
    const hologram = { type: 'hologram', attrs: { depth: 3 }, content: [{ type: 'text', text: 'Secret' }] };
    const marked = { type: 'text', text: 'marked', marks: [{ type: 'sparkle' }, { type: 'bold' }] };
    const document = unchecked(
      { type: 'paragraph', content: [{ type: 'text', text: 'a' }, hologram, marked] },
      hologram,
      { type: 'embed', attrs: { provider: 'constructor', key: 'k', title: 't' } },
      { type: 'embed' },
      { type: 'bulletList', content: [{ type: 'listItem', content: [hologram] }, { type: 'listItem' }] },
      { type: 'toString' },
      { type: 'paragraph', content: [{ type: 'text', text: 'z' }] },
    );
    expect(renderDocument(document)).toMatchObject({
      html: '<p>a<strong>marked</strong></p><ul><li></li><li></li></ul><p>z</p>',
      unknown: ['hologram', 'sparkle', 'embed constructor', 'embed ', 'toString'],
    });
  });
});
