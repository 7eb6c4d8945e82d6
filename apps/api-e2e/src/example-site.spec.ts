import type { ArticleSummary } from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { openApi } from './harness/backends.js';
import { createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { ADMINISTRATOR, EditorBrowser } from './harness/editor.js';
import { type Answer, call } from './harness/http.js';
import type { Running } from './harness/processes.js';
import { Visitor } from './harness/visitor.js';

const PATHS = ['/', '/about', '/contact', '/journal', '/journal/a-family-bible'] as const;

describe('the example site of a demonstration', () => {
  let database: E2eDatabase;
  let site: string;
  let api: Running | undefined;

  beforeEach(async () => void (database = await createMigratedDatabase()));
  afterEach(async () => {
    await api?.stop();
    await database.drop();
  });

  async function start(env: Readonly<Record<string, string>> = { DEMONSTRATION: '1' }): Promise<void> {
    await api?.stop();
    const port = await freePort();
    site = `http://127.0.0.1:${port}`;
    api = await openApi(database.url, {
      DEMO_MAIL_URL: 'none:',
      SITE_PORT: String(port),
      SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
      SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...env,
    });
  }
  const visit = (path: string): Promise<Answer> => call(`${site}${path}`);
  const statuses = (): Promise<readonly number[]> =>
    Promise.all(PATHS.map(async (path) => (await visit(path)).status));
  const articles = (): Promise<readonly object[]> =>
    database.query('SELECT number, title, status, owner_id FROM article ORDER BY number');

  it('is there at the first start, links only to what there is, and takes messages', async () => {
    await start();
    for (const path of PATHS) {
      const { status, text } = await visit(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain('Pike &amp; Linden');
      for (const [, link = ''] of text.matchAll(/(?:href|src)="(\/[^"#]*)"/g))
        expect([path, link, (await visit(link)).status]).toEqual([path, link, 200]);
    }
    expect((await visit('/')).text.match(/<li>.*?journal\//gs)).toHaveLength(3);
    expect((await new Visitor(site).submit()).status).toBe(200);
  });

  it('is finished after a start that was cut off, and made once', async () => {
    await start();
    const whole = await articles();
    // As if the process had ended between a page and its publication, before the last two.
    await database.query(`DELETE FROM live_page WHERE path IN ('/', '/journal/a-family-bible')`);
    await database.query(`DELETE FROM path_history WHERE path IN ('/', '/journal/a-family-bible')`);
    await database.query(
      `UPDATE article SET publication_id = NULL, live_version = NULL, live_hash = NULL, published_at = NULL, first_published_at = NULL, status = 'draft'
       WHERE path IN ('/', '/journal/a-family-bible')`,
    );
    await start();
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    expect(await articles()).toEqual(whole);
    await start();
    expect(await articles()).toEqual(whole);
  });

  it('doesn’t come back when its pages are taken away', async () => {
    await start();
    const editor = new EditorBrowser(api?.url ?? '', {});
    await editor.signIn(ADMINISTRATOR);
    const { items } = (await editor.get('/articles')).json() as { readonly items: readonly ArticleSummary[] }; // the contract's word
    for (const { number } of items.filter(({ path }) => ['/', '/about'].includes(path)))
      expect((await editor.post(`/articles/${number}/withdraw`, { answer: 404 })).status).toBe(204);
    await start();
    expect(await statuses()).toEqual([404, 404, 200, 200, 200]);
  });

  it('is made neither beside a site that someone has begun nor where anything real is configured', async () => {
    await start({});
    expect([await articles(), (await visit('/')).status]).toEqual([[], 404]);
    const editor = new EditorBrowser(api?.url ?? '', {});
    await editor.signIn(ADMINISTRATOR);
    expect((await editor.post('/articles', { type: 0, title: 'Mine' })).status).toBe(201);
    await start();
    expect(await articles()).toHaveLength(1);
  });
});
