import type { LayoutPane, LayoutSource } from '@sitedesk/contract/layouts';
import { compileLayout } from './compile-layout.js';
import { filled, type SlotValues, themeLayout } from './compiled-layout.js';
import { THEMES } from './themes/themes.js';

const HEAD = '<title>{{page.full-title}}</title>{{style}}{{script}}{{meta}}';
const layout = (parts: Partial<LayoutSource> = {}): LayoutSource => ({
  head: HEAD,
  bodyAttributes: '',
  header: '{{skip-link}}',
  footer: '',
  css: '',
  js: '',
  ...parts,
});
/** Problems as `pane:line:column code`, errors with a `!`. */
const problems = async (parts: Partial<LayoutSource>): Promise<readonly string[]> =>
  (await compileLayout(layout(parts))).check.problems.map(
    ({ level, pane, line, column, code }) =>
      `${level === 'error' ? '!' : ''}${pane}:${line}:${column} ${code.code.replace('layout.', '')}`,
  );
const VALUES = new Proxy({}, { get: (_target, name) => () => `[${String(name)}]` }) as SlotValues; // has them all
/** A pane as it is on a page. */
const shown = async (
  pane: 'head' | 'bodyAttributes' | 'header' | 'footer',
  text: string,
  values: SlotValues = VALUES,
): Promise<string> => {
  const { check, compiled } = await compileLayout(
    layout({ [pane]: pane === 'head' ? HEAD + text : pane === 'header' ? `{{skip-link}}${text}` : text }),
  );
  expect(check.problems.filter(({ level }) => level === 'error')).toEqual([]);
  return filled(compiled[pane], values);
};
const withValue = (value: string): SlotValues => new Proxy({}, { get: () => () => value }) as SlotValues; // as above

describe('the compiler of layouts', () => {
  it.each(Object.values(THEMES))('takes a theme of ours as it is, and without a problem', async (source) => {
    const { check, compiled } = await compileLayout(source);
    expect(check.problems).toEqual([]);
    const theme = themeLayout(source, compiled.stylePath ?? '');
    expect({ ...compiled, hash: '' }).toEqual(theme);
  });

  it('keeps every character that is no slot', async () => {
    const html = '<p CLASS=\'a\'  data-x="&amp;">ä &copy; {{ not a slot }} {{site.name}} &#123;{menu}}</p\n>';
    expect(await shown('footer', html)).toBe(html.replace('{{site.name}}', '[site.name]'));
  });

  it.each([
    ['<p>{{page.title}}</p>', '<p>&lt;b title=&quot;x&quot;&gt; &amp; &#39;</p>'],
    ['<p title="{{page.title}}">', '<p title="&lt;b title=&quot;x&quot;&gt; &amp; &#39;">'],
    ["<p data-a='{{ page.title }}'>", "<p data-a='&lt;b title=&quot;x&quot;&gt; &amp; &#39;'>"],
    ['<a href="/search?q={{page.title}}">', '<a href="/search?q=%3Cb%20title%3D%22x%22%3E%20%26%20\'">'],
    ['<a href="{{page.path}}#top">', '<a href="##top">'],
    ['<textarea>{{page.title}}</textarea>', '<textarea>&lt;b title=&quot;x&quot;&gt; &amp; &#39;</textarea>'],
    [
      '<template><i>{{page.title}}</i></template>',
      '<template><i>&lt;b title=&quot;x&quot;&gt; &amp; &#39;</i></template>',
    ],
  ])('escapes a value by what is around it: %s', async (html, expected) => {
    expect(await shown('footer', html, withValue(`<b title="x"> & '`))).toBe(expected);
  });

  it('lets no value become the address of a script', async () => {
    expect(await shown('header', '<a href="{{page.path}}">', withValue('javascript:alert(1)'))).toContain(
      'href="#"',
    );
    expect(await problems({ header: '{{skip-link}}<a href="{{page.title}}">x</a>' })).toEqual([
      '!header:1:23 slotInAddress',
    ]);
  });

  it.each<[string, Partial<LayoutSource>, readonly string[]]>([
    ['an unknown slot', { header: '{{skip-link}}\n<p>{{nav}}' }, ['!header:2:4 unknownSlot']],
    ['a slot in a tag', { header: '{{skip-link}}<p {{page.title}}>' }, ['!header:1:17 slotPlace']],
    [
      'a slot as the name of an attribute',
      { header: '{{skip-link}}<p {{menu}}="a">' },
      ['!header:1:17 slotPlace'],
    ],
    ['a slot without quotation marks', { footer: '<p title={{page.title}}>' }, ['!footer:1:10 slotUnquoted']],
    [
      'a slot in a handler',
      { footer: '<p onclick="{{page.title}}">' },
      ['footer:1:4 handlerBlocked', '!footer:1:13 slotPlace'],
    ],
    [
      'a slot in a style',
      { footer: '<p style="{{page.title}}">' },
      ['footer:1:4 styleBlocked', '!footer:1:11 slotPlace'],
    ],
    [
      'a slot in a script',
      { footer: '<script>\nconst a = "{{page.title}}";</script>' },
      ['!footer:2:12 slotInCode'],
    ],
    ['a menu in an attribute', { footer: '<p title="{{menu}}">' }, ['!footer:1:11 slotPlace']],
    ['a menu in a paragraph', { footer: '<p><b>{{menu}}</b></p>' }, ['!footer:1:7 slotPlace']],
    ['a menu in a table', { footer: '<table><tr>{{menu}}</tr></table>' }, ['!footer:1:12 slotPlace']],
    ['a name in a table', { footer: '<table>{{site.name}}</table>' }, ['!footer:1:8 slotPlace']],
    ['a link in a link', { footer: '<a href="/"><b>{{home-link}}</b></a>' }, ['!footer:1:16 slotPlace']],
    ['the menu in the head', { head: `${HEAD}{{menu}}` }, ['!head:1:62 slotPlace']],
    ['what the head is for in the body', { footer: '{{meta}}' }, ['!footer:1:1 slotPlace']],
    ['text in the head', { head: `${HEAD}\nHello` }, ['!head:2:1 notInHead']],
    ['an element in the head', { head: `${HEAD}\n<div><p>x</p></div>` }, ['!head:2:1 notInHead']],
    ['no title', { head: '{{meta}}' }, ['!head:1:1 titleMissing']],
    ['no metadata', { head: '<title>x</title>' }, ['!head:1:1 slotMissing']],
    ['a base', { head: `${HEAD}<base href="/x/">` }, ['!head:1:62 baseBlocked']],
    ['another body', { header: '{{skip-link}}<body class="x">' }, ['!header:1:14 notHere']],
    ['the end of the page', { footer: '<p>x</p>\n</body>' }, ['!footer:2:1 notHere']],
    ['a second main', { header: '{{skip-link}}<main></main>' }, ['!header:1:14 notHere']],
    ['an open comment', { header: '{{skip-link}}<!-- open' }, ['!header:1:23 swallowed']],
    ['an open script', { header: '{{skip-link}}<script>//' }, ['!header:1:24 swallowed']],
    ['an open attribute', { header: '{{skip-link}}<p title="x' }, ['!header:1:25 swallowed']],
    ['attributes that end', { bodyAttributes: 'class="x"><p' }, ['!bodyAttributes:1:1 attributes']],
    ['a script with a fault', { footer: '<script>\nlet = = 1;</script>' }, ['!footer:2:1 syntax']],
    ['a script file with a fault', { js: 'let a = 1;\n\nlet a = 2;' }, ['!js:3:1 syntax']],
  ])('refuses %s', async (_what, parts, expected) => {
    expect((await problems(parts)).filter((each) => !/ (?:html|unclosed|strayEnd)$/.test(each))).toEqual(
      expected,
    );
  });

  it.each<[string, Partial<LayoutSource>, readonly string[]]>([
    ['an element that is never closed', { header: '{{skip-link}}\n<div>' }, ['header:2:1 unclosed']],
    ['an end without a beginning', { footer: '<p>a</p>\n</div>' }, ['footer:2:1 strayEnd']],
    ['an ID twice', { footer: '<i id="a"></i>\n<i id="a"></i>' }, ['footer:2:4 duplicateId']],
    [
      'a script of another host',
      { head: `${HEAD}<script src="//cdn.example/x.js"></script>` },
      ['head:1:70 hostBlocked'],
    ],
    [
      'a font of another host',
      { css: '@font-face{src:url(https://fonts.example/a.woff2)}' },
      ['css:1:1 hostBlocked'],
    ],
    ['a brace that is never closed', { css: 'a{}\nb{content:"}"' }, ['css:2:2 braces']],
    [
      'a style sheet that nothing includes',
      { head: HEAD.replace('{{style}}', ''), css: 'a{}' },
      ['css:1:1 unusedFile'],
    ],
    ['a header that keyboards can’t skip', { header: '<p>x</p>' }, ['header:1:1 skipLink']],
  ])('warns of %s', async (_what, parts, expected) => {
    expect(await problems(parts)).toEqual(expected);
  });

  it('takes what opens in the header and closes in the footer, comments, and words that only look like slots in code', async () => {
    const header = '{{skip-link}}<div class="page"><!-- {{menu}} {{nav}} -->';
    const js = 'const a = `${{a: 1}}`; // {{nav}}';
    expect(await problems({ header, footer: '</div><script>// {{nav}}</script>', js })).toEqual([]);
    expect(
      await problems({ header: '<a href="#content">Skip</a><img src="https://img.example/a.png" alt="">' }),
    ).toEqual([]);
  });

  it('hashes inline scripts and styles, and no data (P-58)', async () => {
    const head = `${HEAD}<style>p{color:red}</style><script>let a = 1;</script><script type="application/json">{}</script>`;
    const { check } = await compileLayout(layout({ head, footer: '<script src="/x.js"></script>' }));
    expect(check.policy).toEqual({
      scripts: ["'sha256-xY6QKfH9PRsQnLz56nj6MBwiK5oHg+im1Jkpdp1x/Ck='"],
      styles: ["'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='"],
    });
  });

  it('makes the same of the same source, with files that are called by what is in them', async () => {
    const source = layout({ css: 'a{}', js: 'let a;' });
    const [one, other] = [await compileLayout(source), await compileLayout({ ...source })];
    expect(one).toEqual(other);
    expect(one.files.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/_sd\/layout\.[0-9a-f]{24}\.css$/),
      expect.stringMatching(/^\/_sd\/layout\.[0-9a-f]{24}\.js$/),
    ]);
    const changed = await compileLayout({ ...source, css: 'b{}' });
    expect(changed.compiled.stylePath).not.toBe(one.compiled.stylePath);
    expect(changed.compiled.hash).not.toBe(one.compiled.hash);
  });

  it('refuses what is nested too deeply or has too many slots, whatever its size', async () => {
    expect(await problems({ header: '<div>'.repeat(30_000) })).toContain('!head:1:1 tooDeep');
    expect(await problems({ header: '<b><p>'.repeat(30_000) })).toContain('!head:1:1 tooManyElements');
    expect(await problems({ footer: '{{site.name}}'.repeat(10_000) })).toEqual(['!head:1:1 tooManySlots']);
    const many = await problems({ header: '<main title="<main>"></main>'.repeat(6_000) });
    expect(many.length).toBeLessThanOrEqual(200);
  });

  it('looks at every pane', async () => {
    const bad: Readonly<Record<LayoutPane, string>> = {
      head: `${HEAD}{{x}}`,
      bodyAttributes: 'class="{{x}}"',
      header: '{{skip-link}}{{x}}',
      footer: '{{x}}',
      css: 'a{',
      js: '{',
    };
    const found = await problems(bad);
    for (const pane of Object.keys(bad)) expect(found.join()).toContain(`${pane}:`);
  });
});
