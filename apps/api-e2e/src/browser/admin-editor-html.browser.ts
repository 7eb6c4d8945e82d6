import { readHtml } from '@sitedesk/contract/html-block';
import { createArticle, publishArticle, readArticle, setAccess } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';
import { blocks, isSaved, openArticle, textOf } from './support/article-editor.js';

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

    await page.context().close(); // gives the pen away
    const author = await colleague(admin.site, anna, { roles: ['Author'] });
    await setAccess(anna, number, { owner: author.id });
    const other = await openArticle(admin, number, { as: author.credentials });
    await textOf(other).getByText('HTML: <p').dblclick();
    await other.getByRole('button', { name: 'Block menu' }).waitFor();
    expect(await other.getByRole('dialog', { name: 'HTML' }).count()).toBe(0);
    await textOf(other).locator('p').last().click();
    await other.keyboard.type('/html');
    await textOf(other).getByText('/html').waitFor();
    expect(await other.getByRole('option', { name: 'HTML', exact: true }).count()).toBe(0);
  });

  it('make no page run anything, whatever is written (P-56)', async () => {
    const page = await admin.browser.newPage();
    const written = HOSTILE.map((source) => readHtml(source).html);
    expect(written.filter((html) => html !== undefined).length).toBeGreaterThan(5);
    for (const [index, html = ''] of written.entries()) {
      await page.route('**/*', (route) => route.abort());
      await page.setContent(`<title>x</title><div class="html">${html}</div><p id="after">after</p>`);
      const found = await page.evaluate(`(() => {
        const all = [...document.querySelectorAll('body *')];
        const handlers = all.flatMap((each) => [...each.attributes].map(({ name }) => name)).filter((name) => name.startsWith('on') || name === 'style');
        const active = all.filter((each) => each.matches('script, svg, math, object, embed, form, style, base, meta, link, template'));
        const addresses = all.map((each) => each.href ?? each.src ?? '').filter((each) => /^(?:javascript|data|vbscript):/i.test(each));
        const out = document.querySelector('#after').parentElement === document.body;
        return { handlers, active: active.length, addresses, out, ran: window.ran === 1 };
      })()`);
      expect([HOSTILE[index], found]).toEqual([
        HOSTILE[index],
        { handlers: [], active: 0, addresses: [], out: true, ran: false },
      ]);
    }
    await page.close();
  });
});
