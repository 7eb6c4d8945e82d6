import type { ArticleDocument, DocumentNode } from '@sitedesk/contract/documents';
import { CODE_LIMITS } from './colored-code.js';
import { renderDocument } from './render-document.js';

const doc = (...content: readonly DocumentNode[]): ArticleDocument => ({ type: 'doc', content });
const text = (words: string, ...marks: NonNullable<DocumentNode['marks']>): DocumentNode => ({
  type: 'text',
  text: words,
  marks,
});
const paragraph = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'paragraph', content });
const render = (...content: readonly DocumentNode[]): string => renderDocument(doc(...content)).html;
const heading = (level: number, words: string): DocumentNode => ({
  type: 'heading',
  attrs: { level },
  content: [text(words)],
});
const item = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'listItem', content });

describe('the renderer', () => {
  it.each<[string, DocumentNode, string]>([
    ['text', paragraph(text('a < b & "c"')), '<p>a &lt; b &amp; &quot;c&quot;</p>'],
    ['a line break', paragraph(text('a'), { type: 'hardBreak' }, text('b')), '<p>a<br>b</p>'],
    ['a tight list', { type: 'bulletList', content: [item(paragraph(text('a')))] }, '<ul><li>a</li></ul>'],
    [
      'a loose one',
      {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [item(paragraph(text('a')), paragraph(text('b')))],
      },
      '<ol start="3"><li><p>a</p><p>b</p></li></ol>',
    ],
    [
      'a quote with its source',
      { type: 'blockquote', attrs: { source: 'A & B' }, content: [paragraph(text('q'))] },
      '<figure class="quote"><blockquote><p>q</p></blockquote><figcaption>A &amp; B</figcaption></figure>',
    ],
    [
      'code',
      { type: 'codeBlock', attrs: { language: 'html' }, content: [text('<b>\n')] },
      '<pre><code class="hljs language-html"><span class="hljs-tag">&lt;<span class="hljs-name">b</span>&gt;</span>\n</code></pre>',
    ],
    [
      'code in a language that has no colors',
      { type: 'codeBlock', attrs: { language: 'abap' }, content: [text('<b>\n')] },
      '<pre><code class="language-abap">&lt;b&gt;\n</code></pre>',
    ],
    [
      'code without a language',
      { type: 'codeBlock', content: [text('let a')] },
      '<pre><code>let a</code></pre>',
    ],
    [
      'a button',
      { type: 'button', attrs: { label: '<Go>', href: '/a?b=1&c="', look: 'primary' } },
      '<p><a class="button primary" href="/a?b=1&amp;c=&quot;">&lt;Go&gt;</a></p>',
    ],
    [
      'details',
      {
        type: 'details',
        content: [
          { type: 'detailsSummary', content: [text('s')] },
          { type: 'detailsContent', content: [paragraph(text('c'))] },
        ],
      },
      '<details><summary>s</summary><div><p>c</p></div></details>',
    ],
    [
      'a cell that spans',
      {
        type: 'tableRow',
        content: [
          { type: 'tableHeader', attrs: { colspan: 2, rowspan: 1 }, content: [paragraph(text('h'))] },
        ],
      },
      '<tr><th colspan="2">h</th></tr>',
    ],
  ])('writes %s', (_what, node, html) => {
    expect(render(node)).toBe(html);
  });

  it('opens a mark once over several pieces of text', () => {
    const link = { type: 'link', attrs: { href: '/x' } } as const;
    expect(render(paragraph(text('a', link), text('b', { type: 'bold' }, link), text('c')))).toBe(
      '<p><a href="/x">a<strong>b</strong></a>c</p>',
    );
    expect(
      render(
        paragraph(
          text('a', { type: 'bold' }),
          text('b', { type: 'italic' }, { type: 'bold' }),
          text('c', { type: 'italic' }),
        ),
      ),
    ).toBe('<p><strong>a<em>b</em></strong><em>c</em></p>');
  });

  it('gives headings addresses of their own, and lists them', () => {
    expect(
      render(
        { type: 'tableOfContents' },
        heading(2, 'Über uns'),
        heading(3, 'Über uns'),
        heading(2, '你好'),
        heading(2, '!'),
      ),
    ).toBe(
      '<nav class="contents"><ol><li class="level-2"><a href="#uber-uns">Über uns</a></li>' +
        '<li class="level-3"><a href="#uber-uns-2">Über uns</a></li><li class="level-2"><a href="#你好">你好</a></li>' +
        '<li class="level-2"><a href="#section">!</a></li></ol></nav>' +
        '<h2 id="uber-uns">Über uns</h2><h3 id="uber-uns-2">Über uns</h3><h2 id="你好">你好</h2><h2 id="section">!</h2>',
    );
  });

  it('leaves slots for what changes without the article', () => {
    const rendered = renderDocument(
      doc(
        paragraph(text('<!--slot 1-->')),
        { type: 'postList', attrs: { stream: 'news' } },
        { type: 'contactForm' },
      ),
    );
    expect(rendered.html).toBe('<p>&lt;!--slot 1--&gt;</p><!--slot 0--><!--slot 1-->');
    expect(rendered.slots).toEqual([
      { kind: 'posts', stream: 'news', count: 5, look: 'list' },
      { kind: 'contact-form' },
    ]);
  });

  it('takes the introduction from what stands before its end', () => {
    const of = (...content: readonly DocumentNode[]) => renderDocument(doc(...content)).introduction;
    expect(
      of(
        paragraph(text('a '), text('b', { type: 'bold' })),
        { type: 'introductionEnd' },
        paragraph(text('c')),
      ),
    ).toBe('a b');
    expect(of(paragraph(text('a')))).toBeUndefined();
  });

  it('colors code up to a limit for all of a document', () => {
    const code = '1'.repeat(CODE_LIMITS.line).concat('\n').repeat(19);
    const blocks = Array.from({ length: 6 }, () => ({
      type: 'codeBlock' as const,
      attrs: { language: 'js' },
      content: [text(code)],
    }));
    expect(render(...blocks).match(/<code class="[^"]*">/g)).toEqual([
      ...Array.from({ length: 5 }, () => '<code class="hljs language-js">'),
      '<code class="language-js">',
    ]);
  });
});
