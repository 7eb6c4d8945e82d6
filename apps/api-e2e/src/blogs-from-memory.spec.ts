import type { NewApiToken } from '@sitedesk/contract/api-tokens';
import type { BlogEntry } from '@sitedesk/contract/articles';
import { HEADERS } from '@sitedesk/contract/headers';
import { createArticle, publishArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import { colleague, HOSTS, setRoles, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

const LIST = '/blogs/news/getentries';

describe('the posts of a blog from memory', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let blog: number;
  let post: number;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a, b } = sites);
    for (const [browser, name] of [
      [a, 'First'],
      [b, 'Second'],
    ] as const) {
      blog = (await createArticle(browser, { type: 2, title: 'News', blogKey: 'news' })).number;
      await publishArticle(browser, blog);
      post = (await createArticle(browser, { type: 1, title: `${name} at this site`, blogKey: 'news' }))
        .number;
      await createArticle(browser, { type: 1, title: 'Another', blogKey: 'news' });
    }
    await createArticle(a, { type: 2, title: 'Archive', blogKey: 'archive' });
  });

  afterAll(() => sites.site.stop());

  const titles = async (browser = a, path = LIST): Promise<readonly string[]> =>
    ((await browser.get(path)).json() as readonly BlogEntry[]).map(({ title }) => title); // the contract's word
  /** Changes a post without anything that the product does when it's changed: only an answer from memory stays what it was. */
  const changeBehind = (title: string): Promise<unknown> =>
    sites.site.database.query(
      `UPDATE article SET title = $1 WHERE number = $2 AND tenant_id = (SELECT tenant_id FROM tenant_hostname WHERE hostname = $3)`,
      [title, post, HOSTS.a],
    );

  it.each(['', '?count=1', '?limit=1', '?limit=1&count=1', '?count=1&limit=5'])(
    'are the same octets and fields as from the database: %j',
    async (query) => {
      for (const coding of ['identity', 'gzip', 'br']) {
        const read = async (method: string): Promise<unknown> => {
          const { status, text, headers } = await a.send(method, LIST + query, undefined, {
            'Accept-Encoding': coding,
          });
          // The time of a list that has just changed is sent once it has come.
          const own = { date: undefined, 'last-modified': undefined, [HEADERS.requestId]: undefined };
          return { status, text, headers: { ...headers, ...own } };
        };
        // A change, so that the first is from the database.
        await saveFields(a, post, { introduction: `Read with ${coding}${query}` });
        const fromDatabase = await read('GET');
        await changeBehind('Behind');
        expect(await read('GET')).toEqual(fromDatabase);
        expect(await read('HEAD')).toEqual({ ...(fromDatabase as object), text: '' });
        await changeBehind('First at this site');
      }
    },
  );

  it('are another list at once with whatever it shows, and never another site’s', async () => {
    const seen = new Set<string>();
    const isAnother = async (): Promise<void> => {
      const first = await a.get(LIST);
      expect(seen).not.toContain(first.text);
      seen.add(first.text);
      expect((await a.get(LIST)).text).toBe(first.text);
    };
    await isAnother();
    for (const change of [
      () => saveFields(a, post, { title: 'Renamed', slug: 'renamed' }),
      () => saveFields(a, post, { introduction: 'In short', bannerImage: '/pictures/a.jpg' }),
      () => publishArticle(a, post),
      () => a.post(`/articles/${post}/withdraw`, { answer: 404 }),
      () => a.post(`/articles/${post}/trash`),
    ]) {
      expect((await change()).status).toBeLessThan(300);
      await isAnother();
    }
    const without = (await a.get(LIST)).text;
    await a.post(`/articles/${post}/restore`, {});
    expect(await titles()).toContain('Renamed');
    for (const [away, back] of [
      [() => setAccess(a, post, { restricted: true }), () => setAccess(a, post, { restricted: false })],
      [() => move('archive'), () => move('news')],
    ] as const) {
      expect((await away()).status).toBe(200);
      expect((await a.get(LIST)).text).toBe(without);
      expect((await back()).status).toBe(200);
      expect(await titles()).toContain('Renamed');
    }
    const renamed = await a.post(`/articles/${blog}/blog/rename`, { from: 'news', blogKey: 'journal' });
    expect([renamed.status, (await a.get(LIST)).status]).toEqual([200, 404]);
    expect((await a.get('/blogs/journal/getentries')).text).toContain('"urlPath":"journal/renamed"');
    await a.post(`/articles/${blog}/blog/rename`, { from: 'journal', blogKey: 'news' });
    expect((await a.get(LIST)).text).toContain('"urlPath":"news/renamed"');
    expect((await titles(b)).toSorted()).toEqual(['Another', 'Second at this site']);
  });

  const move = (blogKey: string): Promise<Answer> =>
    a.post('/articles/bulk', { action: 'move-to-blog', blogKey, numbers: [post] });

  it('are for those alone who may read them when they ask', async () => {
    const { id, browser } = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    const withToken = async (permission: string): Promise<readonly [string, EditorBrowser]> => {
      const made = await a.post('/account/tokens', { name: permission, permissions: [permission] });
      const { id: tokenId, token } = made.json() as NewApiToken; // the contract's word
      const headers = { [HEADERS.originHostname]: HOSTS.a, Authorization: `Bearer ${token}` };
      return [tokenId, sites.site.browser(headers)];
    };
    const [tokenId, program] = await withToken('pages.view');
    const [, reviewing] = await withToken('pages.review');
    const statuses = async (): Promise<readonly number[]> =>
      Promise.all([browser, program, reviewing].map(async (each) => (await each.get(LIST)).status));
    expect(await statuses()).toEqual([200, 200, 403]);
    expect((await a.delete(`/account/tokens/${tokenId}`)).status).toBe(204);
    await setRoles(a, id, []);
    expect(await statuses()).toEqual([401, 401, 403]);
    const nobody = sites.site.browser({ [HEADERS.originHostname]: HOSTS.a });
    expect((await nobody.get(LIST)).status).toBe(401);
  });

  it('are read anew where they are more than are held at once', async () => {
    const { number } = await createArticle(a, { type: 1, title: 'Many', blogKey: 'archive' });
    const { path } = await readArticle(a, number);
    await sites.site.database.query(
      `INSERT INTO article SELECT (jsonb_populate_record(a, jsonb_build_object('number', 10000 + n, 'id', md5('many' || n), 'slug', 'many-' || n,
         'path', $2 || '-' || n))).* FROM article a JOIN tenant_hostname h ON h.tenant_id = a.tenant_id AND h.hostname = $3, generate_series(1, 1000) AS n
       WHERE a.number = $1`,
      [number, path, HOSTS.a],
    );
    const all = '/blogs/archive/getentries';
    const { headers } = await a.get(all);
    expect(headers['content-length']).toBeUndefined();
    expect(new Set(await titles(a, all))).toEqual(new Set(['Many']));
    await sites.site.database.query(`UPDATE article SET title = 'More' WHERE title = 'Many'`);
    expect((await titles(a, all)).filter((title) => title === 'More')).toHaveLength(1_001);
  });
});
