import { documentProblem } from '@sitedesk/contract/documents';
import { getSchema } from '@tiptap/core';
import { DOMParser as TextParser, type Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editorExtensions } from './editor-schema';
import { cleanPaste } from './paste';

/*
 * What programs put on the clipboard, and what becomes of it: a file per program, a payload after each "===", and the document
 * after "---".
 */
const FOLDER = join(import.meta.dirname, 'paste-corpus');
const PAYLOADS = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [, name = '', html = '', document = 'null'] = /^(.*)\n([^]*?)(?:\n--- (.*)\n)?$/.exec(part) ?? [];
      return {
        name: `${file.replace('.txt', '')}: ${name}`,
        html,
        document: JSON.parse(document) as unknown,
      };
    }),
);

const schema = getSchema(
  editorExtensions(
    (name) => name,
    (text) => text,
  ),
);
const parsed = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');
const documentOf = (html: string): Node =>
  TextParser.fromSchema(schema).parse(parsed(cleanPaste(html).html).body);

interface Block {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Block[];
}
/** Without attributes that say nothing. */
const brief = ({ type, attrs = {}, content, ...others }: Block): object => {
  const defaults = schema.nodes[type]?.spec.attrs ?? {};
  const told = Object.entries(attrs).filter(
    ([name, value]) => value !== null && value !== defaults[name]?.default,
  );
  return {
    type,
    ...(told.length > 0 ? { attrs: Object.fromEntries(told) } : {}),
    ...others,
    ...(content ? { content: content.map(brief) } : {}),
  };
};

/** What a reader of the source sees, without the marks of lists and what belongs to the page rather than to its text. */
const NO_TEXT =
  'head,style,script,title,svg,math,button,textarea,select,iframe,object,noscript,[hidden],[style*="display: none"],' +
  '[style*="mso-list:Ignore"],[style*="mso-special-format:bullet"],[style*="mso-element:comment-list"],.MsoCommentReference';
const lettersOf = (text: string | null): string => (text ?? '').replaceAll(/[\s\u200B]/g, '');
function lettersOfSource(html: string): string {
  const page = parsed(html.replaceAll(/<!--[^]*?-->|<!\[[^>]*>|<iframe[^>]*>/g, ''));
  page.querySelectorAll(NO_TEXT).forEach((element) => element.remove());
  return lettersOf(page.body.textContent);
}

describe('what programs copy (E-13)', () => {
  it('has sixty payloads and more', () => expect(PAYLOADS.length).toBeGreaterThanOrEqual(60));

  it.each(PAYLOADS)('$name', ({ html, document }) => {
    expect(brief(documentOf(html).toJSON() as Block)).toEqual(document);
  });

  it.each(PAYLOADS)('$name: with every letter, and nothing of its looks', ({ html }) => {
    const { html: clean } = cleanPaste(html);
    expect(clean).not.toMatch(/<[^>]*\s(?:style|class|on\w+)\s*=/i);
    const doc = documentOf(html);
    expect(documentProblem(doc.toJSON())).toBeUndefined();
    expect(lettersOf(doc.textContent)).toBe(lettersOfSource(html));
    doc.descendants((node, _position, parent) => {
      const isEmpty = node.type.name === 'paragraph' && node.content.size === 0;
      expect(isEmpty && !parent?.type.name.startsWith('table')).toBe(false);
    });
    expect(cleanPaste(clean).html).toBe(clean);
  });
});

/** What acts, in the ways in which it gets past those who look for it in the text. */
const ACTS = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<image src=https://stranger.example/a.png onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)//',
  '<svg><g onload="alert(1)"><p><style><!--</style><img title="--><img src onerror=alert(1)>">',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x><text>x</text></a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<textarea/><img src=x onerror=alert(1)></textarea/>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src=javascript:alert(1)>',
  '<form action=javascript:alert(1)><input type=image src=https://stranger.example/a.png formaction=javascript:alert(1)>',
  '<a href="javascript:alert(1)">go</a>',
  '<a href=" java\tscript:alert(1)">go</a>',
  '<a href="&#106;avascript:alert(1)">go</a>',
  '<a href="data:text/html,<script>alert(1)</script>">go</a>',
  '<a href="vbscript:x" target="_blank" ping="https://stranger.example/">go</a>',
  '<p style="background:url(https://stranger.example/a.png)">p</p>',
  '<table background="https://stranger.example/a.png"><tr><td background=x>c</td></tr></table>',
  '<video poster="https://stranger.example/a.png"><source onerror=alert(1)></video>',
  '<body onload=alert(1)><p/onclick=alert(1)>p</p>',
  '<base href="https://stranger.example/"><meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href="https://stranger.example/a.css"><style>@import "https://stranger.example/a.css"</style>',
  '<p id="location" name="body" class="x" contenteditable="true" data-pm-slice="1 1 []">own</p>',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]--><![CDATA[<img src=x onerror=alert(1)>]]>',
  '<details open ontoggle=alert(1)><summary>s</summary>d</details>',
  '<marquee onstart=alert(1)>m</marquee><isindex type=image src=x onerror=alert(1)>',
  '<p>\u0000<\u0000script>alert(1)</script>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
];
/** What stands around it, open or closed. */
const AROUND = [
  '<p>',
  '</p>',
  '<b>',
  '<ul><li>',
  '</li>',
  '<table><tr><td>',
  '</table>',
  '<!--',
  '-->',
  '<pre>',
  '"',
  "'>",
  '<div',
  ' words ',
];
const NAMES = /^(href|title|lang|start|data-[\w-]+)$/;
const ALLOWED =
  'p,h2,h3,h4,ul,ol,li,blockquote,cite,pre,code,hr,br,table,caption,tbody,tr,td,th,strong,em,s,u,sub,sup,mark,a,div,span,label,input';

describe('what acts, in pasted HTML (P-56)', () => {
  const hostile = fc
    .array(fc.constantFrom(...ACTS, ...AROUND), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join(''));
  const check = (html: string): void => {
    const { html: clean } = cleanPaste(html);
    // What was copied here is left as it is, and read by rules that take no such address.
    const isOwn = html.includes('data-pm-slice');
    for (const element of parsed(clean).body.querySelectorAll('*')) {
      if (!isOwn)
        expect([html, element.matches(ALLOWED), element.tagName]).toEqual([html, true, element.tagName]);
      for (const { name, value } of element.attributes) {
        expect([html, name]).toEqual([
          html,
          expect.stringMatching(isOwn ? /^(?!on|src|style|background|poster)/ : NAMES),
        ]);
        if (!isOwn) expect([html, /^\s*(java|vb)?script:|^data:/i.test(value)]).toEqual([html, false]);
      }
    }
    // Two spaces are one wherever it's read, and neighbours with the same marks too.
    const spaced = (text: string): string =>
      text.replaceAll(/ +/g, ' ').replaceAll(/<\/(strong|s|code)><\1>/g, '');
    expect([html, spaced(cleanPaste(clean).html)]).toEqual([html, spaced(clean)]);
    const document = documentOf(html).toJSON() as object;
    expect([html, documentProblem(document)?.message.text]).toEqual([html, undefined]);
  };

  it.each(ACTS)('%s: nothing of it', (html) => {
    check(html);
    check(`<p>before ${html} after</p>`);
    check(`<p data-pm-slice="1 1 []">own</p>${html}`);
  });

  it('is gone in whatever order and depth it comes, and a second time nothing changes', () => {
    fc.assert(fc.property(hostile, check), { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 500) });
  });

  it.each([
    ['nested a hundred thousand times', '<b><i>'.repeat(50_000)],
    ['of a megabyte that is never closed', '<b><p>'.repeat(170_000)],
    ['of lists in lists', '<ul><li>'.repeat(50_000)],
  ])('%s comes to an end, with its words', (_what, html) => {
    const { html: clean } = cleanPaste(`first ${html} deep`);
    expect(clean).toMatch(/first.*deep/);
    expect(cleanPaste(clean).html).toBe(clean);
  });

  it('stands side by side when it is nested too deep, with every word in its order', () => {
    const deep = (tag: string): string =>
      `${`<${tag}>`.repeat(400)}deep</${tag}>after${`</${tag}>`.repeat(399)}last`;
    for (const tag of ['div', 'b', 'blockquote', 'span'])
      expect(cleanPaste(deep(tag)).html.replaceAll(/<[^>]*>/g, '')).toBe('deepafterlast');
  });
});
