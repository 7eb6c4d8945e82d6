import { readHtml } from '@sitedesk/contract/html-block';
import { readFileSync } from 'node:fs';
import { createArticle, publishArticle, readArticle, setAccess } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';
import { blocks, goToEnd, isSaved, openArticle, textOf } from './support/article-editor.js';

const RUN = `window.ran=1`;
/** Ways to make a page run something: as an element, an attribute, an address, or through what parsers repair. */
const HOSTILE = `<script>${RUN}</script>
<img src="/x" alt="" onerror="${RUN}">
<img src=x alt=x onerror=${RUN}>
<svg onload="${RUN}"></svg>
<svg><script>${RUN}</script></svg>
<math><mi xlink:href="javascript:${RUN}">x</mi></math>
<a href="javascript:${RUN}">x</a>
<a href=" javascript:${RUN}">x</a>
<a href="JaVaScRiPt:${RUN}">x</a>
<a href="java&#10;script:${RUN}">x</a>
<a href="&#106;avascript:${RUN}">x</a>
<a href="javascript&colon;${RUN}">x</a>
<a href="data:text/html,<script>${RUN}</script>">x</a>
<a href="vbscript:${RUN}">x</a>
<iframe src="javascript:${RUN}" title="x"></iframe>
<iframe srcdoc="<script>${RUN}</script>" title="x"></iframe>
<iframe src="https://player.vimeo.com/video/1" title="x" onload="${RUN}"></iframe>
<iframe src="https://player.vimeo.com/video/1" title="x"></iframe><p>after</p>
<object data="javascript:${RUN}"></object>
<embed src="javascript:${RUN}">
<form action="javascript:${RUN}"><button>x</button></form>
<input autofocus onfocus="${RUN}">
<details open ontoggle="${RUN}"><summary>x</summary></details>
<details open><summary>x</summary><p>y</p></details>
<video src="x" onerror="${RUN}"></video>
<style>@import "javascript:${RUN}"</style>
<p style="background:url(javascript:${RUN})">x</p>
<base href="//evil.example/">
<meta http-equiv="refresh" content="0;url=javascript:${RUN}">
<link rel="import" href="data:text/html,x">
<template><script>${RUN}</script></template>
<noscript><p title="</noscript><img src=x onerror=${RUN}>"></p></noscript>
<xmp><p title="</xmp><img src=x onerror=${RUN}>"></p></xmp>
<textarea><p title="</textarea><img src=x onerror=${RUN}>"></p></textarea>
<p title="</p><img src=x onerror=${RUN}>">x</p>
<p title='"><img src=x onerror=${RUN}>'>x</p>
<p title="\`><img src=x onerror=${RUN}>">x</p>
<p title=x/onmouseover=${RUN}>x</p>
<p title="--><script>${RUN}</script>">x</p>
<!-- --><p>x</p><!-- <script>${RUN}</script> -->
<!--> <img src=x onerror=${RUN}> -->
<!--- --!><img src=x onerror=${RUN}>
<![CDATA[<img src=x onerror=${RUN}>]]>
<?xml ><img src=x onerror=${RUN}>
</p><img src=x onerror=${RUN}>
<table><tr><td><a href="/a">x</a></td></tr></table>
<table><a href="/a"><table><a href="/b">x</a></table></a></table>
<b><p><b><p>x</p></b></p></b>
&lt;script&gt;${RUN}&lt;/script&gt;
&#60;img src=x onerror=${RUN}&#62;
<p id="ran">x</p>
<a id="ran" href="/x">x</a>
<p class="a b" dir="rtl" lang="ar" hidden>x</p>`.split('\n');

const ELEMENTS = 'p div b i blockquote details ul|li table|tr|td figure section'.split(' ');
const ADDRESSES = [
  `javascript:${RUN}`,
  `\tjavascript:${RUN}`,
  `java\nscript:${RUN}`,
  `JAVASCRIPT&colon;${RUN}`,
  `&#x6A;avascript:${RUN}`,
  `javascript&#58;${RUN}`,
  `\u0001javascript:${RUN}`,
  `data:text/html;base64,PHNjcmlwdD4=`,
  'vbscript:x',
  '//stranger.example',
  'https://stranger.example/?a="><script>',
  '/a?b=1&lt;script&gt;',
  '#"onclick=x',
  `mailto:a@example.org?subject=<img src=x onerror=${RUN}>`,
];
const WORDS = [
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;img src=x onerror=${RUN}&#62;`,
  `&amp;lt;svg onload=${RUN}&amp;gt;`,
  `--&gt; ]]&gt; &lt;/title&gt;`,
  '&quot;&apos;&grave; &NewLine;&Tab;&nbsp;',
  `<!-- <img src=x onerror=${RUN}> -->`,
  'a > b "c" \u2028 \u202E',
];
const VALUES = [
  `"><script>${RUN}</script>`,
  `' onmouseover=${RUN} x='`,
  `\`onerror=${RUN}`,
  `--><img src=x onerror=${RUN}>`,
  `</p></div></textarea></title></style><img src=x onerror=${RUN}>`,
  `&quot; autofocus onfocus=${RUN} &quot;`,
  `&#34;&#62;&#60;svg onload=${RUN}&#62;`,
];
const FORBIDDEN = [
  `<svg><desc><p title="</desc><script>${RUN}</script>">x</p></desc></svg>`,
  `<math><mtext><table><mglyph><style><img title="</style><img src=x onerror=${RUN}>"></mglyph></table></mtext></math>`,
  `<noscript><b title="</noscript><img src=x onerror=${RUN}>">x</b></noscript>`,
  `<form><button formaction="javascript:${RUN}">x</button></form>`,
  `<template><img src=x onerror=${RUN}></template>`,
];

/** The same each time: what can't stay, and what can, in each other. */
function generated(count: number): readonly string[] {
  let seed = 56;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >> 8) % below;
  };
  const one = (list: readonly string[]): string => list[random(list.length)] ?? '';
  const quoted = (value: string): string =>
    value.includes('"') ? `'${value.replaceAll("'", '&#39;')}'` : `"${value}"`;
  const inner = (): string =>
    [
      () => one(WORDS),
      () => `<a href=${quoted(one(ADDRESSES))} title=${quoted(one(VALUES))}>${one(WORDS)}</a>`,
      () => `<img src=${quoted(one(ADDRESSES))} alt=${quoted(one(VALUES))}>`,
      () => `<img src="/a.png" alt=${quoted(one(VALUES))}>`,
      () => `<b class=${quoted(one(VALUES))} id=${quoted(one(VALUES))}>${one(WORDS)}</b>`,
      () => (random(3) === 0 ? one(FORBIDDEN) : one(WORDS)),
    ][random(6)]?.() ?? '';
  return Array.from({ length: count }, () => {
    let html = inner() + (random(2) === 0 ? inner() : '');
    for (let depth = random(3); depth >= 0; depth -= 1)
      for (const name of one(ELEMENTS).split('|').toReversed())
        html = `<${name}${random(3) === 0 ? ` title=${quoted(one(VALUES))}` : ''}>${html}</${name}>`;
    return html;
  });
}

describe('HTML blocks in the editor', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  it('are written in a form that says what can’t stay, by those who may (P-57)', async () => {
    const { number } = await createArticle(anna, { title: 'With HTML' });
    const page = await openArticle(admin, number);
    await textOf(page).focus();
    await page.keyboard.type('/html');
    await page.getByRole('option', { name: 'HTML', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'HTML' });
    await dialog.getByLabel('HTML').fill('<p>Daily</p><script>x</script>');
    await dialog.getByRole('button', { name: 'Insert' }).press('Enter');
    await dialog.getByText('HTML blocks can’t have a <script>').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('HTML').fill('<p class="note">Daily</p>');
    await dialog.getByRole('button', { name: 'Insert' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await textOf(page).getByText('HTML: <p class="note">Daily</p>').waitFor();
    await isSaved(page);
    await eventually(async () =>
      expect(JSON.stringify((await readArticle(anna, number)).document)).toContain('Daily</p>'),
    );
    expect(blocks(await readArticle(anna, number))[0]).toBe('html');
    expect((await publishArticle(anna, number)).status).toBe(200);

    await page.goto('about:blank'); // gives the pen away
    const author = await colleague(admin.site, anna, { roles: ['Author'] });
    await setAccess(anna, number, { owner: author.id });
    const other = await openArticle(admin, number, { as: author.credentials });
    await textOf(other).getByText('HTML: <p').dblclick();
    await other.getByRole('button', { name: 'Block menu' }).waitFor();
    expect(await other.getByRole('dialog', { name: 'HTML' }).count()).toBe(0);
    await goToEnd(other); // what is typed would replace the block, which the author may not
    await other.keyboard.type('/html');
    await textOf(other).getByText('/html').waitFor();
    expect(await other.getByRole('option', { name: 'HTML', exact: true }).count()).toBe(0);
  });

  it('make no page run anything, whatever is written (P-56)', async () => {
    const page = await admin.browser.newPage();
    const naughty = JSON.parse(
      readFileSync(require.resolve('big-list-of-naughty-strings/blns.json'), 'utf8'),
    ) as readonly string[];
    const sources = [...HOSTILE, ...naughty.filter((text) => /[<&]/.test(text)), ...generated(500)];
    expect(sources.length).toBeGreaterThan(650);
    const written = sources.flatMap((source) => {
      const { html } = readHtml(source);
      return html === undefined ? [] : [{ source, html }];
    });
    expect(written.length).toBeGreaterThan(150);
    await page.route('**/*', (route) => route.abort());
    for (const { source, html } of written) {
      if (!html.includes('<iframe')) expect([source, readHtml(html).html]).toEqual([source, html]);
      await page.setContent(`<title>x</title><div class="html">${html}</div><p id="after">after</p>`);
      const found = await page.evaluate(`(() => {
        const all = [...document.querySelectorAll('body *')];
        const handlers = all.flatMap((each) => [...each.attributes].map(({ name }) => name)).filter((name) => name.startsWith('on') || name === 'style');
        const active = all.filter((each) => each.matches('script, svg, math, object, embed, form, style, base, meta, link, template'));
        const addresses = all.map((each) => each.href ?? each.src ?? '').filter((each) => /^(?:javascript|data|vbscript):/i.test(each));
        const out = document.querySelector('#after').parentElement === document.body;
        return { handlers, active: active.length, addresses, out, ran: window.ran === 1 };
      })()`);
      expect([source, found]).toEqual([
        source,
        { handlers: [], active: 0, addresses: [], out: true, ran: false },
      ]);
    }
    await page.close();
  });
});
