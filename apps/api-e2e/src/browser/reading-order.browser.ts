import { type DocumentMark, type DocumentNode, type NodeName, NODES } from '@sitedesk/contract/documents';
import type { LayoutDetails } from '@sitedesk/contract/layouts';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { createArticle, publishArticle, readArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { PIXEL, upload } from '../harness/files.js';
import { type Admin, settled, startAdmin } from './support/admin.js';
import { isOpen } from './support/article-editor.js';
import { launchBrowser } from './support/browser.js';
import { readingFindings } from './support/reading-order.js';

describe('the order of reading', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  });
  afterAll(() => browser.close());

  const findings = async (body: string): Promise<readonly string[]> => {
    await page.setContent(`<!doctype html><title>Planted</title><style>
      .row { display: flex; gap: 8px } .column { display: flex; flex-direction: column }
      .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
    </style>${body}`);
    return readingFindings(page, { stops: true });
  };
  const BUTTONS = '<button>One</button><button>Two</button><button>Three</button>';

  it.each([
    [
      'lines and columns',
      `<h1>Title</h1><div class="row"><ul><li>One<li>Two</ul><p>Beside</p></div><p>Below</p>`,
    ],
    [
      'a word in a sentence',
      `<p style="width: 9em">Some words <a href="/">and a link that is long</a>, and more of them.</p>`,
    ],
    [
      'what only screen readers read',
      `<p>Seen</p><div class="row"><p>Right</p></div><p class="hidden" style="top: 0">Said</p>`,
    ],
    ['a table', `<table><tr><th>Name<th>Size</tr><tr><td>A<td>B</tr></table>`],
    [
      'what sticks to the bottom',
      `<div style="height: 2000px">Long</div><p style="position: sticky; bottom: 0">Saved</p>`,
    ],
    [
      'what sticks to the top of a page that was scrolled',
      `<h1>Title</h1><p style="position: sticky; top: 0">Filters</p><p style="height: 9000px">Long</p><script>scrollTo(0, 3000)</script>`,
    ],
    [
      'a column that is longer than the one beside it',
      `<div class="row"><div><p>One<p>Two<p>Three</div><div><p>Four</div></div><p>Five</p>`,
    ],
    [
      'columns of text',
      `<div style="columns: 2; width: 30em">${'<p>Some words that fill the columns.</p>'.repeat(9)}</div>`,
    ],
    [
      'what Tab writes into, once Escape lets go',
      `<button>Before</button><textarea aria-label="Code" onkeydown="if (event.key === 'Tab' && !this.free) event.preventDefault(); this.free = event.key === 'Escape'"></textarea><button>After</button>`,
    ],
  ])('is right with %s', async (_what, body) => expect(await findings(body)).toEqual([]));

  it.each([
    [
      'a negative order',
      `<div class="column"><p>One</p><p style="order: -1">Two</p></div>`,
      '“Two” is read after StaticText “One”',
    ],
    [
      'a reversed row',
      `<div class="row" style="flex-direction: row-reverse">${BUTTONS}</div>`,
      '“Two” is read after StaticText “One”',
    ],
    [
      'a reversed column',
      `<div class="column" style="flex-direction: column-reverse"><p>One<p>Two</div>`,
      '“Two” is read after StaticText “One”',
    ],
    [
      'lines that wrap upwards',
      `<div class="row" style="flex-wrap: wrap-reverse; width: 30em"><p style="width: 100%">One<p>Two</div>`,
      '“Two” is read after StaticText “One”',
    ],
    [
      'a cell of a grid that is elsewhere',
      `<div style="display: grid"><p>One</p><p style="grid-row: 1">Two</p></div>`,
      '“Two” is read after StaticText “One”',
    ],
    [
      'what is drawn elsewhere',
      `<p style="margin-top: 99px">One</p><p style="position: absolute; top: 0">Two</p>`,
      '“Two” is read after StaticText “One”',
    ],
    [
      'a button above the text that it’s read after',
      `<div style="position: relative; padding-top: 50px"><p>One</p><p>More words, as wide as the page is and then some</p><button style="position: absolute; top: 0; right: 0">Close</button></div>`,
      '“Close” is read after',
    ],
    [
      'what floats beside an earlier line',
      `<div class="row" style="flex-direction: row-reverse"><aside>Aside</aside><main>Main</main></div>`,
      '“Main” is read after StaticText “Aside”',
    ],
    [
      'another owner',
      `<div id="b" role="group" aria-label="Group" aria-owns="c"><p>One</p></div><p>Two</p><div id="c"><p>Three</p></div>`,
      '“Two” is read after StaticText “Three”',
    ],
  ])('is found wrong with %s', async (_what, body, finding) =>
    expect((await findings(body)).join('\n')).toContain(finding),
  );

  it.each([
    [
      'a positive tabindex',
      `<button>One</button><button tabindex="1">Two</button>`,
      ['Tab goes from button “Two” back to button “One”'],
    ],
    [
      'a field that keeps Tab',
      `<input aria-label="Trap" onkeydown="event.preventDefault()"><button>After</button>`,
      ['Tab doesn’t leave input “Trap”'],
    ],
  ])('finds %s', async (_what, body, expected) => expect(await findings(body)).toEqual(expected));
});

const SITE_ENV = { DEMONSTRATION: '1', DEMO_MAIL_URL: 'none:' } as const;
const WIDTHS = [1280, 390] as const;

const words = (text: string, ...marks: readonly DocumentMark[]): DocumentNode => ({
  type: 'text',
  text,
  marks,
});
const block = (type: NodeName, attrs: object, ...content: readonly DocumentNode[]): DocumentNode => ({
  type,
  attrs: { ...attrs },
  ...(content.length > 0 && { content }),
});
const paragraph = (text: string): DocumentNode => block('paragraph', {}, words(text));
const cell = (type: 'tableCell' | 'tableHeader', text: string): DocumentNode =>
  block(type, {}, paragraph(text));

/** One of every kind of block. @param file a picture of the library @param posts key of a blog */
const everyBlock = (file: string, posts: string): readonly DocumentNode[] => [
  block(
    'paragraph',
    {},
    words('Words, '),
    words('a link', { type: 'link', attrs: { href: 'https://example.org/' } }),
    words(', and '),
    words('some that stand out', { type: 'bold' }, { type: 'highlight' }),
    words('.'),
  ),
  block('introductionEnd', {}),
  block('tableOfContents', {}),
  block('heading', { level: 2 }, words('A heading')),
  block(
    'bulletList',
    {},
    block('listItem', {}, paragraph('One item')),
    block('listItem', {}, paragraph('Another')),
  ),
  block('orderedList', { start: 3 }, block('listItem', {}, paragraph('The third'))),
  block('taskList', {}, block('taskItem', { checked: true }, paragraph('Done'))),
  block(
    'blockquote',
    { source: 'Somewhere', sourceAddress: 'https://example.org/' },
    paragraph('A quotation'),
  ),
  block('codeBlock', { language: 'ts' }, words('const one = 1;\nconst two = 2;')),
  block('horizontalRule', {}),
  block(
    'table',
    { caption: 'Sizes' },
    block('tableRow', {}, cell('tableHeader', 'Name'), cell('tableHeader', 'Size')),
    block('tableRow', {}, cell('tableCell', 'Boat'), cell('tableCell', '9 m')),
  ),
  block('callout', { kind: 'tip' }, paragraph('A tip'), block('button', { label: 'In it', href: '/about' })),
  block(
    'details',
    {},
    block('detailsSummary', {}, words('More about it')),
    block('detailsContent', {}, paragraph('Details')),
  ),
  block(
    'columns',
    {},
    block('column', {}, paragraph('Left'), paragraph('Left, below')),
    block('column', {}, paragraph('Right')),
  ),
  block('embed', { provider: 'youtube', key: 'dQw4w9WgXcQ', title: 'A song' }),
  block('button', { label: 'Book a table', href: '/contact' }),
  block('postList', { stream: posts, count: 3, look: 'cards' }),
  block('contactForm', {}),
  block('image', { file, alt: 'A picture', caption: 'Its caption' }),
  block(
    'gallery',
    {},
    block('image', { file, alt: 'The first' }),
    block('image', { file, alt: 'The second' }),
  ),
  block('file', { file, label: 'To download' }),
  block('html', { html: '<p>Own HTML</p>' }),
];

describe('what the product shows, with every kind of block (E-11)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let site: string;
  let number: number;
  beforeAll(async () => {
    const port = await freePort();
    site = `http://127.0.0.1:${port}`;
    admin = await startAdmin({ ...SITE_ENV, SITE_PORT: String(port) }, [`http://localhost:${port}`]);
    anna = await admin.site.administrator();
    const article = await createArticle(anna, { title: 'Everything', slug: 'everything' });
    number = article.number;
    const file = await upload(anna, 'pixel.png', PIXEL);
    const content = everyBlock(file.id, 'journal');
    expect(new Set(content.map(({ type }) => type))).toEqual(new Set(NODES.doc.content.blocks));
    const write = async (words: string): Promise<void> => {
      const { fields, revision } = await readArticle(anna, number);
      const document = { type: 'doc', content: [...content, paragraph(words)] };
      const answer = await anna.put(
        `/articles/${number}/draft`,
        { operation: randomUUID(), fields, document },
        { 'If-Match': `"v${revision}"` },
      );
      if (answer.status !== 200) throw new Error(answer.text);
    };
    await write('The end');
    expect((await publishArticle(anna, number)).status).toBe(200);
    await write('The other end'); // which is not live yet
    const thread = { body: 'Is that right?', field: 'title' };
    expect((await anna.post(`/articles/${number}/threads`, thread)).status).toBe(201);
  });
  afterAll(() => admin.stop());

  async function expectOrder(page: Page, stops = true): Promise<void> {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      expect([width, await readingFindings(page, { stops })]).toEqual([width, []]);
    }
  }

  it('is read in order in the editor, with each of its panels', async () => {
    const page = await admin.page({ at: null });
    for (const panel of ['page', 'review', 'comments', 'history']) {
      await page.goto(admin.url(`/articles/${number}?panel=${panel}`));
      await isOpen(page);
      await expectOrder(page);
    }
  });

  it('is read in order in the dialog of publishing', async () => {
    const page = await admin.page({ at: `/articles/${number}` });
    await isOpen(page);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('dialog', { name: /^Publish/ }).waitFor();
    await expectOrder(page);
  });

  it('is read in order in lists, tiles and the calendar', async () => {
    const page = await admin.page({ at: null });
    for (const path of ['/articles', '/articles/reviews', '/articles/calendar', '/files', '/layouts']) {
      await page.goto(admin.url(path));
      await expectOrder(page);
    }
  });

  it('is read in order where a layout is written, and on pages with both themes', async () => {
    const context = await admin.browser.newContext();
    const visitor = await context.newPage();
    const visit = async (): Promise<void> => {
      for (const path of ['/', '/everything', '/contact', '/journal', '/nowhere']) {
        await visitor.goto(site + path);
        await expectOrder(visitor);
      }
    };
    await visit();
    const layout = (
      await anna.post('/layouts', { name: 'Journal', theme: 'journal' })
    ).json() as LayoutDetails; // the contract's word
    const page = await admin.page({ at: `/layouts/${layout.id}` });
    await page.getByText('No problems found').waitFor();
    await expectOrder(page);
    const live = await anna.post(`/layouts/${layout.id}/publish`, {}, { 'If-Match': '"v1"' });
    expect(live.status).toBe(200);
    await eventually(async () => expect(await (await fetch(site)).text()).toContain('/_sd/layout.'));
    await visit();
    await context.close();
  });
});
