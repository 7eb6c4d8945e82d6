import { freePort } from '@sitedesk/testing';
import type { Browser, Page } from 'playwright-core';
import { type EditorBrowser, type EditorSite, startEditorSite } from '../harness/editor.js';
import { readFile, tryUpload } from '../harness/files.js';
import { call } from '../harness/http.js';
import { launchBrowser } from './support/browser.js';

const AT_ONCE = 8;
const FOREIGN = 'evil.test';
const XHTML = 'http://www.w3.org/1999/xhtml';

const drawing = (content: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" ${attributes}>${content}</svg>`;

const HANDLERS =
  'onload onLoad ONLOAD onclick onmouseover onfocus onfocusin onbegin onend onrepeat onerror onanimationstart ontransitionend onwheel onpointerdown onunload'.split(
    ' ',
  );
const ELEMENTS = 'g path image text tspan use style animate set a title desc marker symbol switch view'.split(
  ' ',
);
const URLS = [
  'javascript:ran()',
  'JaVaScRiPt:ran()',
  ' java&#9;script:ran()',
  '&#106;&#97;vascript:ran()',
  'java&#10;script:ran()',
  'data:text/html,&lt;script>parent.ran()&lt;/script>',
  `data:image/svg+xml,${encodeURIComponent(drawing('<script>ran()</script>'))}`,
  `https://${FOREIGN}/x.svg#a`,
  `//${FOREIGN}/x.svg#a`,
];
const LINKING = 'a use image script feImage textPath pattern linearGradient mpath'.split(' ');
const SPECIAL = [
  drawing('<script>ran()</script>'),
  drawing('<script><![CDATA[ran()]]></script>'),
  drawing('<SCRIPT>ran()</SCRIPT>'),
  drawing(`<script href="data:text/javascript,ran()"/>`),
  drawing(`<script xlink:href="https://${FOREIGN}/x.js"/>`),
  drawing(`<x:script xmlns:x="${XHTML}">ran()</x:script>`),
  drawing(`<s:script xmlns:s="http://www.w3.org/2000/svg">ran()</s:script>`),
  drawing(
    `<foreignObject><body xmlns="${XHTML}" onload="ran()"><img src="x" onerror="ran()"/></body></foreignObject>`,
  ),
  drawing(
    `<foreignObject><iframe xmlns="${XHTML}" srcdoc="&lt;script>parent.ran()&lt;/script>"/></foreignObject>`,
  ),
  drawing(`<foreignObject><iframe xmlns="${XHTML}" src="javascript:parent.ran()"/></foreignObject>`),
  drawing(`<iframe xmlns="${XHTML}" src="javascript:parent.ran()"/>`),
  drawing(`<embed xmlns="${XHTML}" src="javascript:parent.ran()"/>`),
  drawing(`<object xmlns="${XHTML}" data="https://${FOREIGN}/x"/>`),
  drawing(`<audio xmlns="${XHTML}" src="x" onerror="ran()"/>`),
  drawing(`<meta xmlns="${XHTML}" http-equiv="refresh" content="0; url=javascript:ran()"/>`),
  drawing(`<link xmlns="${XHTML}" rel="stylesheet" href="https://${FOREIGN}/x.css"/>`),
  drawing(`<form xmlns="${XHTML}" action="javascript:ran()"><button>x</button></form>`),
  drawing('<a id="x"><text>x</text></a><set href="#x" attributeName="href" to="javascript:ran()"/>'),
  drawing('<a id="x"><text>x</text><animate attributeName="xlink:href" values="javascript:ran()"/></a>'),
  drawing('<g id="x"/><set href="#x" attributeName="onload" to="ran()"/>'),
  drawing('<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">ran()</handler>'),
  drawing(`<style>@import url(https://${FOREIGN}/x.css);</style>`),
  drawing(`<style>@import "https://${FOREIGN}/x.css";</style>`),
  drawing(`<style>\\40 import "https://${FOREIGN}/x.css"; g{fill:url(https://${FOREIGN}/a)}</style><g/>`),
  drawing(
    `<style>@font-face{font-family:a;src:url(https://${FOREIGN}/a.woff)}text{font-family:a}</style><text>x</text>`,
  ),
  drawing(`<style>svg{background:ur\\6c(https://${FOREIGN}/b)}</style>`),
  drawing(`<style>svg{background:image-set("https://${FOREIGN}/b" 1x)}</style>`),
  drawing(
    `<g style="background:url(https://${FOREIGN}/b)"/>`,
    `style="background:url(https://${FOREIGN}/c)"`,
  ),
  drawing(
    `<path d="M0 0h9v9z" fill="url(https://${FOREIGN}/x.svg#a)" filter="url( 'https://${FOREIGN}/f#a' )"/>`,
  ),
  drawing(
    `<path d="M0 0h9" marker-end="url(https://${FOREIGN}/x.svg#a)" clip-path="url(&quot;https://${FOREIGN}/x#a&quot;)"/>`,
  ),
  drawing(`<image xml:base="https://${FOREIGN}/" href="x.png"/>`),
  drawing(`<feImage href="https://${FOREIGN}/x.png"/>`),
  `<?xml-stylesheet type="text/css" href="https://${FOREIGN}/x.css"?>${drawing('<g/>')}`,
  `<?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent('<x/>')}"?>${drawing('<g/>')}`,
  `<!DOCTYPE svg [<!ENTITY x "&#60;script>ran()&#60;/script>">]>${drawing('&x;')}`,
  `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "ran()">]>${drawing('<g/>')}`,
  `<!DOCTYPE svg SYSTEM "https://${FOREIGN}/x.dtd">${drawing('<g/>')}`,
  `<?xml version="1.0" encoding="UTF-7"?>${drawing('+ADw-script+AD4-ran()+ADw-/script+AD4-')}`,
  `\uFEFF${drawing('<script>ran()</script>')}`,
  `<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:script>ran()</x:script></x:svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:h="${XHTML}"><h:script>ran()</h:script></svg>`,
  drawing('<title><script xmlns="http://www.w3.org/1999/xhtml">ran()</script></title>'),
  drawing('<metadata><script>ran()</script></metadata>'),
  drawing('<defs><g id="a" onload="ran()"/></defs><use href="#a"/>'),
];

const CORPUS: readonly string[] = [
  ...HANDLERS.flatMap((handler) => [
    drawing('<g/>', `${handler}="ran()"`),
    ...ELEMENTS.map((name) => drawing(`<${name} id="x" ${handler}="ran()">x</${name}>`)),
  ]),
  ...URLS.flatMap((url) =>
    LINKING.flatMap((name) =>
      ['href', 'xlink:href'].map((attribute) =>
        drawing(`<${name} ${attribute}="${url}"><text>x</text></${name}>`),
      ),
    ),
  ),
  ...SPECIAL,
];

describe('drawings that attack (F-20)', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let siteUrl: string;
  let browser: Browser;

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    site = await startEditorSite({ SITE_PORT: String(port) });
    editor = await site.administrator();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  /** Shows a document as any host would serve it, without a policy, and does with it what visitors do. */
  async function show(page: Page, svg: string): Promise<readonly string[]> {
    const found: string[] = [];
    await page.unrouteAll();
    await page.route('**/*', (route) => {
      const { hostname, pathname } = new URL(route.request().url());
      if (hostname === 'drawing.test' && pathname === '/x.svg')
        return route.fulfill({ contentType: 'image/svg+xml', body: svg });
      if (hostname === FOREIGN) found.push(route.request().url());
      return route.abort();
    });
    await page.goto('http://drawing.test/x.svg');
    await page.evaluate(TOUCH_EVERYTHING);
    // What runs later than the touch has run before this.
    await page.evaluate('new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)))');
    const count = await page.evaluate<number>('window.times ?? 0');
    return count > 0 ? [...found, `ran ${count} times`] : found;
  }

  it('do nothing once they are uploaded, even without the policy that they are served with', async () => {
    expect(CORPUS.length).toBeGreaterThan(400);
    const stored = new Map<string, string>();
    let refused = 0;
    const attempt = async (source: string, index: number): Promise<void> => {
      const answer = await tryUpload(editor, `drawing-${index}.svg`, source);
      if (answer.status !== 204) {
        expect([source, answer.status]).toEqual([source, 400]);
        refused += 1;
        return;
      }
      const { path } = await readFile(editor, answer.id);
      const served = await call(siteUrl + path);
      expect([source, served.status, served.headers['content-type']]).toEqual([source, 200, 'image/svg+xml']);
      expect(String(served.headers['content-security-policy'])).toMatch(/^sandbox; default-src 'none'/);
      stored.set(source, served.text);
    };
    for (let from = 0; from < CORPUS.length; from += AT_ONCE)
      await Promise.all(CORPUS.slice(from, from + AT_ONCE).map((each, index) => attempt(each, from + index)));
    expect(stored.size + refused).toBe(CORPUS.length);
    expect(stored.size).toBeGreaterThan(300);

    const context = await browser.newContext();
    await context.addInitScript('window.ran = () => { window.times = (window.times ?? 0) + 1; };');
    const page = await context.newPage();
    // As they were, some of them do run: so the page would notice.
    const attacks = SPECIAL.slice(0, 2);
    for (const source of attacks) expect(await show(page, source)).toEqual(['ran 1 times']);
    expect(await show(page, drawing(`<image href="https://${FOREIGN}/x.png"/>`))).not.toEqual([]);
    expect(await show(page, drawing('<g id="x" onclick="ran()"/>'))).not.toEqual([]);
    // Many attacks come out as the same drawing.
    for (const svg of new Set(stored.values())) expect([svg, await show(page, svg)]).toEqual([svg, []]);
    await context.close();
  });

  it('are opened on the public and the admin host in a sandbox', async () => {
    const { id } = await tryUpload(editor, 'opened.svg', drawing('<script>ran()</script><text>Shown</text>'));
    const { path } = await readFile(editor, id);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(siteUrl + path);
    expect(await page.evaluate('[self.origin, document.documentElement.textContent]')).toEqual([
      'null',
      'Shown',
    ]);
    await context.close();
    const download = await editor.get(`/files/${id}/content`);
    expect(download.headers['content-disposition']).toMatch(/^attachment/);
    const thumbnail = await editor.get(`/files/${id}/thumbnail`);
    expect(thumbnail.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  });
});

/** Everything that people can do with a drawing, at once. */
const TOUCH_EVERYTHING = `for (const element of document.querySelectorAll('*'))
  for (const kind of ['click', 'mouseover', 'focus', 'focusin', 'beginEvent', 'endEvent', 'repeatEvent', 'error', 'load', 'wheel', 'pointerdown', 'animationstart', 'transitionend'])
    element.dispatchEvent(kind === 'click' ? new MouseEvent('click', { bubbles: true, cancelable: true }) : new Event(kind))`;
