import type { ArticleSummary } from '@sitedesk/contract/articles';
import type { LayoutDetails } from '@sitedesk/contract/layouts';
import type { NewPreviewLink } from '@sitedesk/contract/preview-links';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { createArticle, publishArticle } from '../harness/articles.js';
import { openApi } from '../harness/backends.js';
import { createMigratedDatabase, type E2eDatabase } from '../harness/database.js';
import { ADMINISTRATOR, EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import type { Running } from '../harness/processes.js';
import { axeFindings } from './support/admin.js';
import { launchBrowser, watch } from './support/browser.js';
import { startPageServer } from './support/page-server.js';

/** Octets over the network of all that a page needs, without its images. */
const MOST_OCTETS = 30_000;
const WIDTHS = [1280, 390, 320] as const;
const THEMES = ['light', 'dark'] as const;
/** Shifts of the layout that nobody asked for, added up: https://web.dev/cls */
const SHIFTS = `new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => (sum += hadRecentInput ? 0 : value)))
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
})`;

/** Whether a page showed something before all of it had arrived. */
const SHOWN_EARLY = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime
  < performance.getEntriesByType('navigation')[0].responseEnd`;

/** The size of the pieces in which a page arrives, and the pause between two of them. */
const PIECE = { octets: 300, ms: 40 };

/** Serves the site as over a slow connection, so that a browser shows its pages while they arrive. */
async function startSlowConnection(site: string): Promise<Server> {
  const passOn = async (path: string, response: ServerResponse): Promise<void> => {
    const answer = await fetch(site + path);
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'Content-Type': type });
    const size = type.startsWith('text/html') ? PIECE.octets : body.length;
    for (let start = 0; start < body.length; start += size) {
      response.write(body.subarray(start, start + size));
      if (start + size < body.length) await sleep(PIECE.ms);
    }
    response.end();
  };
  const server = createServer((request, response) => {
    passOn(request.url ?? '/', response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

describe('the default theme, on every page of the example site', () => {
  let database: E2eDatabase;
  let api: Running;
  let site: string;
  let browser: Browser;
  let editor: EditorBrowser;
  /** Every path that a link on a page leads to, from the home page on, and one that leads nowhere. */
  let paths: readonly string[];
  beforeAll(async () => {
    database = await createMigratedDatabase();
    const port = await freePort();
    site = `http://127.0.0.1:${port}`;
    api = await openApi(database.url, {
      DEMONSTRATION: '1',
      DEMO_MAIL_URL: 'none:',
      SITE_PORT: String(port),
      SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
      SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
    });
    editor = new EditorBrowser(api.url);
    await editor.signIn(ADMINISTRATOR);
    await publishCode();
    browser = await launchBrowser();
    paths = [...(await linked()), '/code', '/nowhere'];
  });
  afterAll(async () => {
    await browser.close();
    await api.stop();
    await database.drop();
  });

  /** A page with code that has a word of each color. */
  async function publishCode(): Promise<void> {
    const block = (language: string, code: string): object => ({
      type: 'codeBlock',
      attrs: { language },
      content: [{ type: 'text', text: code }],
    });
    const content = [
      block(
        'ts',
        "// All of them\nconst price = total(12.5, 'EUR');\nfunction total(value: number, unit: string) {}",
      ),
      block('html', '<p class="note">&copy; 2026</p>'),
      block('php', '<?php echo "$name";'),
      block('diff', '-old\n+new'),
    ];
    const { number, fields, revision } = await createArticle(editor, { title: 'Code' });
    const draft = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    await editor.put(`/articles/${number}/draft`, draft, { 'If-Match': `"v${revision}"` });
    await publishArticle(editor, number);
  }

  async function linked(): Promise<ReadonlySet<string>> {
    const found = new Set(['/']);
    for (const path of found) {
      const text = await (await fetch(site + path)).text();
      for (const [, link = ''] of text.matchAll(/<a [^>]*href="(\/[^"#?]*)"/g))
        if (!/\.(?:xml|json)$/.test(link)) found.add(link); // feeds are no pages
    }
    return found;
  }

  async function eachPage(
    options: { readonly width: number; readonly theme: 'light' | 'dark'; readonly script?: boolean },
    look: (page: Page, path: string) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext({
      viewport: { width: options.width, height: 800 },
      colorScheme: options.theme,
      javaScriptEnabled: options.script ?? true,
    });
    try {
      const page = await context.newPage();
      const complaints = await watch(page);
      for (const path of paths) {
        complaints.errors.length = 0;
        const answer = await page.goto(site + path);
        expect([path, answer?.status()]).toEqual([path, path === '/nowhere' ? 404 : 200]);
        await look(page, path);
        if (options.script === false) continue;
        expect([path, await complaints.violations()]).toEqual([path, []]);
        expect([path, complaints.errors.filter((text) => !text.includes('404'))]).toEqual([path, []]);
      }
    } finally {
      await context.close();
    }
  }

  it('has pages, posts, a blog, and the form', () =>
    expect(paths).toEqual(expect.arrayContaining(['/', '/about', '/contact', '/journal', '/nowhere'])));

  it.each(WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme }))))(
    'has no finding of axe, doesn’t move, and fits, %j',
    (options) =>
      eachPage(options, async (page, path) => {
        // The dark theme changes nothing but colours.
        const only = options.theme === 'dark' ? ['color-contrast'] : [];
        expect([path, await axeFindings(page, { minor: true, only })]).toEqual([path, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth - innerWidth')]).toEqual([
          path,
          0,
        ]);
        expect([path, await page.evaluate(SHIFTS)]).toEqual([path, 0]);
      }),
  );

  it.each([1280, 320])('doesn’t move while it arrives, at %i px', async (width) => {
    const slow = await startSlowConnection(site);
    const early: string[] = [];
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    try {
      const page = await context.newPage();
      for (const path of paths) {
        await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`);
        if (await page.evaluate(SHOWN_EARLY)) early.push(path);
        expect([path, await page.evaluate(SHIFTS)]).toEqual([path, 0]);
      }
      expect(early).not.toEqual([]);
    } finally {
      await context.close();
      slow.close();
    }
  });

  it('shows code in colors, by classes alone (P-58)', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const { violations } = await watch(page);
    await page.goto(`${site}/code`);
    const colors = await page.evaluate<readonly string[]>(
      "[...document.querySelectorAll('pre, pre span')].map((each) => getComputedStyle(each).color)",
    );
    expect(new Set(colors).size).toBe(7);
    expect(await page.locator('pre [style]').count()).toBe(0);
    expect(await violations()).toEqual([]);
    await context.close();
  });

  it('needs little, without images', async () => {
    for (const path of paths) {
      const context = await browser.newContext(); // nothing in its cache
      const page = await context.newPage();
      const finished: Promise<number>[] = [];
      page.on('requestfinished', (request) => {
        if (request.resourceType() === 'image') return;
        finished.push(request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize));
      });
      await page.goto(site + path, { waitUntil: 'networkidle' });
      const octets = (await Promise.all(finished)).reduce((sum, each) => sum + each, 0);
      expect(finished.length).toBeGreaterThan(1); // the page and its style
      expect(octets).toBeGreaterThan(1_000);
      expect([path, octets]).toEqual([path, Math.min(octets, MOST_OCTETS)]);
      await context.close();
    }
  });

  it('says the same without script', async () => {
    const words = new Map<string, string>();
    await eachPage({ width: 1280, theme: 'light' }, async (page, path) => {
      words.set(path, await page.locator('h1').innerText());
    });
    await eachPage({ width: 1280, theme: 'light', script: false }, async (page, path) => {
      expect([path, await page.locator('h1').innerText()]).toEqual([path, words.get(path)]);
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(20);
    });
  });

  it('runs no script of a body, not even one written straight into the database (P-58)', async () => {
    const hostile = `<script>window.ran = 'script'</script><img src="/none.png" alt="" onerror="window.ran = 'onerror'"><svg onload="window.ran = 'onload'"></svg>`;
    // Publications are never changed, so there is another one.
    await database.query(
      `WITH live AS (
         SELECT p AS publication, b.html, b.slots FROM live_page l
         JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
         JOIN publication_body b ON b.tenant_id = p.tenant_id AND b.hash = p.body_hash WHERE l.path = '/about'
       ), body AS (
         INSERT INTO publication_body (tenant_id, hash, html, slots)
         SELECT (publication).tenant_id, 'hostile', html || $1, slots FROM live
       ), other AS (
         INSERT INTO publication SELECT (jsonb_populate_record(publication, jsonb_build_object('id', gen_random_uuid(), 'body_hash', 'hostile'))).* FROM live
         RETURNING id
       ) UPDATE live_page SET publication_id = other.id FROM other WHERE path = '/about'`,
      [hostile],
    );
    await database.query(
      `SELECT pg_notify('sitedesk_pages', tenant_id::text) FROM live_page WHERE path = '/about'`,
    );
    await eventually(async () => expect(await (await fetch(`${site}/about`)).text()).toContain(hostile));
    const context = await browser.newContext();
    const page = await context.newPage();
    const { violations } = await watch(page);
    await page.goto(`${site}/about`);
    // The browser came to each of them, and refused.
    await eventually(async () =>
      expect((await violations()).toSorted()).toEqual([
        'script-src-attr inline',
        'script-src-attr inline',
        'script-src-elem inline',
      ]),
    );
    expect(await page.evaluate('window.ran')).toBeUndefined();
    await context.close();
  });

  it('shows a preview in a frame of another site, where there are no cookies (P-53)', async () => {
    const { items } = (await editor.get('/articles?q=about')).json() as { items: readonly ArticleSummary[] }; // the contract's word
    const answer = await editor.post(`/articles/${items[0]?.number}/preview-links`, {});
    const { url } = answer.json() as NewPreviewLink; // as above
    const other = await startPageServer(api.url);
    try {
      const preview = site + url.slice(url.indexOf('/_preview/'));
      other.page('/', { html: `<!doctype html><title>Elsewhere</title><iframe src="${preview}"></iframe>` });
      const context = await browser.newContext();
      const page = await context.newPage();
      const { errors } = await watch(page);
      await page.goto(`${other.url.replace('127.0.0.1', 'localhost')}/`);
      const frame = page.frameLocator('iframe');
      await frame.getByText('Preview of the draft.').waitFor();
      await frame.getByRole('heading', { level: 1, name: 'About us' }).waitFor();
      expect(await page.frames()[1]?.evaluate('self.origin')).toBe('null');
      expect([await context.cookies(), errors]).toEqual([[], []]);
      await context.close();
    } finally {
      await other.close();
    }
  });

  it('runs an inline script of the layout by its hash, and no other (P-58)', async () => {
    const made = await editor.post('/layouts', { name: 'With a script' });
    const { id, name, source } = made.json() as LayoutDetails; // as above
    const footer = `${source.footer}<script>document.documentElement.dataset.layout = 'ran';</script>`;
    const input = { name, source: { ...source, footer } };
    const saved = await editor.put(`/layouts/${id}`, input, { 'If-Match': '"v1"' });
    expect(saved.status).toBe(200);
    const live = await editor.post(`/layouts/${id}/publish`, {}, { 'If-Match': String(saved.headers.etag) });
    expect(live.status).toBe(200);
    const page = await browser.newPage();
    const { violations } = await watch(page);
    await eventually(async () => {
      await page.goto(`${site}/contact`);
      expect(await page.evaluate('document.documentElement.dataset.layout')).toBe('ran');
    });
    expect(await violations()).toEqual([]);
    await page.close();
  });
});
