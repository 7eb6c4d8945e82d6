import type { ArticleDetails, ArticleSummary, BlogEntry, BlogStream } from '@sitedesk/contract/articles';
import { randomUUID } from 'node:crypto';
import {
  createArticle as create,
  createAtBoth,
  publishArticle as publish,
  readArticle as read,
  saveFields,
} from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

/** Each test does the same at both sites, so numbers and addresses are the same there. */
describe('articles in the trash', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a, b } = sites);
  });

  afterAll(() => sites.site.stop());

  const both = (input: object): Promise<ArticleDetails> => createAtBoth(sites, input);
  const rename = (browser: EditorBrowser, number: number, slug: string): Promise<Answer> =>
    saveFields(browser, number, { slug });
  const trash = (browser: EditorBrowser, number: number, body: object = {}): Promise<Answer> =>
    browser.post(`/articles/${number}/trash`, body);
  const restore = (browser: EditorBrowser, number: number, body: object = {}): Promise<Answer> =>
    browser.post(`/articles/${number}/restore`, body);
  const remove = (browser: EditorBrowser, number: number): Promise<Answer> =>
    browser.delete(`/articles/${number}`);
  const list = async (browser: EditorBrowser, query = ''): Promise<readonly number[]> => {
    const { items } = (await browser.get(`/articles?limit=100${query}`)).json() as {
      items: ArticleSummary[];
    };
    return items.map(({ number }) => number);
  };
  const tenantOf = async (host: string): Promise<string> => {
    const [row] = await sites.site.database.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM tenant_hostname WHERE hostname = $1',
      [host],
    );
    return row?.tenant_id ?? '';
  };
  /** What the public site answers at an article's addresses. */
  const addresses = async (host: string, number: number): Promise<readonly string[]> => {
    const rows = await sites.site.database.query<{ path: string; kind: string }>(
      'SELECT path, kind FROM live_page WHERE tenant_id = $1 AND number = $2 ORDER BY path',
      [await tenantOf(host), number],
    );
    return rows.map(({ path, kind }) => `${path} ${kind}`);
  };
  const actions = async (browser: EditorBrowser, number: number): Promise<readonly string[]> => {
    const { items } = (await browser.get(`/audit?target=${number}&limit=100`)).json() as {
      items: { action: string; outcome: string }[];
    };
    return items.filter(({ outcome }) => outcome === 'done').map(({ action }) => action);
  };

  it('leave the list, and come back with number, text and versions (P-49)', async () => {
    const { number } = await both({ title: 'Kept in the trash' });
    await rename(a, number, 'renamed-before');
    const before = await read(a, number);
    expect((await trash(a, number)).status).toBe(204);
    expect(await list(a)).not.toContain(number);
    expect(await list(a, '&status=trashed')).toEqual([number]);
    expect(await read(a, number)).toMatchObject({
      status: 'trashed',
      trashedAt: expect.any(String),
      may: { edit: false, publish: false, delete: true },
    });
    expect([await list(b), await list(b, '&status=trashed')]).toEqual([[number], []]);
    for (const refused of [await trash(a, number), await rename(a, number, 'x'), await publish(a, number)])
      expect(refused.json()).toMatchObject({ status: 409, reason: 'article.trashed' });

    const restored = await restore(a, number);
    expect(restored.headers.etag).toBe(`"v${before.revision}"`);
    expect(restored.json()).toEqual({ ...before, updatedAt: expect.any(String) });
    expect(await list(a, '&status=trashed')).toEqual([]);
    expect((await restore(a, number)).json()).toMatchObject({ status: 409, reason: 'article.notTrashed' });
    expect(await actions(a, number)).toEqual(['article.restore', 'article.trash', 'article.create']);
    expect(await actions(b, number)).toEqual(['article.create']);
  });

  it('are listed by when they were moved there, in pages', async () => {
    const numbers: number[] = [];
    for (const title of ['One', 'Two', 'Three']) numbers.push((await both({ title })).number);
    const [one = 0, two = 0, three = 0] = numbers;
    for (const number of [two, three, one]) await trash(a, number);
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await a.get(`/articles?status=trashed&limit=1${cursor && `&cursor=${cursor}`}`);
      const page = answer.json() as { items: ArticleSummary[]; nextCursor: string | null };
      seen.push(...page.items.map(({ number }) => number));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([one, three, two]);
  });

  it.each([
    [{}, []],
    [{ answer: 404 }, []],
    [{ answer: 410 }, ['gone']],
  ])('take a live page along, and %j is what its address answers (P-33)', async (body, answers) => {
    const { number, path } = await both({ title: 'Live until then' });
    for (const browser of [a, b]) await publish(browser, number);
    await trash(a, number, body);
    expect(await addresses(HOSTS.a, number)).toEqual(answers.map((kind) => `${path} ${kind}`));
    expect(await addresses(HOSTS.b, number)).toEqual([`${path} page`]);
    expect(await read(a, number)).toMatchObject({ liveVersion: null, publishedAt: null });
    expect((await restore(a, number)).json()).toMatchObject({ status: 'withdrawn', path });
    expect((await publish(a, number)).json()).toMatchObject({ path });
    expect(await addresses(HOSTS.a, number)).toEqual([`${path} page`]);
  });

  it('leave blogs and their posts for programs in the same moment (P-33)', async () => {
    const blog = await both({ type: 2, title: 'Harbour news', blogKey: 'harbour' });
    const post = await both({ type: 1, title: 'High tide', blogKey: 'harbour' });
    for (const browser of [a, b])
      for (const { number } of [blog, post]) expect((await publish(browser, number)).status).toBe(200);
    const entries = async (browser: EditorBrowser, headers = {}): Promise<Answer> =>
      browser.get('/blogs/harbour/getentries', headers);
    const numbers = (answer: Answer): readonly number[] =>
      (answer.json() as BlogEntry[]).map(({ articleNumber }) => articleNumber);
    const keys = async (browser: EditorBrowser): Promise<readonly string[]> =>
      ((await browser.get('/blogs/GetBlogs')).json() as BlogStream[]).map(({ blogKey }) => blogKey);
    const first = await entries(a);
    const known = { 'If-None-Match': String(first.headers.etag) };
    expect((await entries(a, known)).status).toBe(304);

    expect((await trash(a, blog.number)).json()).toMatchObject({
      status: 409,
      reason: 'article.streamHasDrafts',
    });
    await trash(a, post.number);
    const second = await entries(a, known);
    expect([second.status, numbers(second)]).toEqual([200, []]);
    expect((await trash(a, blog.number)).status).toBe(204);
    expect(await keys(a)).not.toContain('harbour');
    expect((await entries(a)).status).toBe(404);
    expect([numbers(await entries(b)), await keys(b)]).toEqual([[post.number], ['harbour']]);

    const late = await a.post('/articles', { type: 1, title: 'Too late', blogKey: 'harbour' });
    expect(late.json()).toMatchObject({ status: 400, errors: [{ field: 'blogKey' }] });
    expect((await restore(a, post.number)).json()).toMatchObject({ reason: 'article.streamTrashed' });
    expect((await remove(a, blog.number)).json()).toMatchObject({ reason: 'article.streamKeepsPosts' });
    expect((await restore(a, blog.number)).status).toBe(200);
    expect((await restore(a, post.number)).status).toBe(200);
    expect(numbers(await entries(a))).toEqual([post.number]);
  });

  it('ask for another address when theirs is taken by now (P-49)', async () => {
    const { number } = await both({ title: 'First come', slug: 'wanted' });
    await trash(a, number);
    const taker = await create(a, { title: 'Second come', slug: 'wanted' });
    await create(b, { title: 'Numbers stay even' });
    expect((await restore(a, number)).json()).toMatchObject({
      status: 409,
      code: 'address-taken',
      article: { number: taker.number, title: 'Second come' },
      proposals: ['wanted-2', 'wanted-3', 'wanted-4'],
    });
    expect((await restore(a, number, { slug: 'Not Lower' })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'slug' }],
    });
    expect(await read(a, number)).toMatchObject({ status: 'trashed' });
    const restored = await restore(a, number, { slug: 'wanted-2' });
    expect(restored.json()).toMatchObject({ number, path: '/wanted-2', fields: { slug: 'wanted-2' } });
    expect(restored.headers.etag).toBe('"v2"');
  });

  it('of the home page there are none (P-49)', async () => {
    const { number } = await both({ title: 'Home', home: true });
    expect((await trash(a, number)).json()).toMatchObject({ status: 409, reason: 'article.homeStays' });
  });

  it('are deleted permanently with all that was written in them, except that their addresses stay theirs (P-02, P-10)', async () => {
    const { number } = await both({ title: 'Deleted soon', slug: 'deleted-0' });
    // The same text at the other site, and in another article, has to stay.
    const twin = await both({ title: 'Twin', slug: 'twin' });
    for (const browser of [a, b]) {
      await publish(browser, twin.number);
      await publish(browser, number);
      await rename(browser, number, 'deleted-1');
      await publish(browser, number);
    }
    expect((await remove(a, number)).json()).toMatchObject({ status: 409, reason: 'article.notTrashed' });
    await trash(a, number);
    expect((await remove(a, number)).status).toBe(204);
    expect((await a.get(`/articles/${number}`)).status).toBe(404);
    expect(await addresses(HOSTS.a, number)).toEqual(['/deleted-0 gone', '/deleted-1 gone']);
    const left = async (host: string): Promise<readonly number[]> =>
      Promise.all(
        ['article', 'article_draft', 'article_version', 'publication'].map(async (table) => {
          const rows = await sites.site.database.query(
            `SELECT 1 FROM ${table} WHERE tenant_id = $1 AND number = $2`,
            [await tenantOf(host), number],
          );
          return rows.length;
        }),
      );
    expect(await left(HOSTS.a)).toEqual([0, 0, 0, 0]);
    expect(await left(HOSTS.b)).toEqual([1, 1, 3, 2]);
    expect(await read(a, twin.number)).toMatchObject({ status: 'live' });
    expect((await publish(a, twin.number)).status).toBe(200);
    for (const slug of ['deleted-0', 'deleted-1']) {
      const taken = await a.post('/articles', { type: 0, title: 'Another', slug });
      expect(taken.json()).toMatchObject({ status: 409, code: 'address-taken', reason: 'article.deleted' });
    }
    expect(await actions(a, number)).toContain('article.delete');
    const { number: next } = await create(a, { title: 'Next' });
    expect(next).toBe(twin.number + 1);
    await create(b, { title: 'Next' });
  });

  it('give an address up when someone releases it who may publish, unless it is in use (P-46)', async () => {
    const { number } = await both({ title: 'Moves twice', slug: 'place-0' });
    for (const browser of [a, b]) {
      await publish(browser, number);
      await rename(browser, number, 'place-1');
      await publish(browser, number);
      await rename(browser, number, 'place-2');
    }
    const release = (path: string, browser = a): Promise<Answer> =>
      browser.post('/articles/release-address', { path, reason: 'No longer used' });
    for (const path of ['/place-1', '/place-2'])
      expect((await release(path)).json()).toMatchObject(
        path === '/place-1'
          ? { status: 409, reason: 'article.addressUsed' } // it's live there
          : { status: 400, errors: [{ field: 'path' }] }, // only its draft has it
      );
    expect((await release('/place-0')).status).toBe(204);
    expect(await addresses(HOSTS.a, number)).toEqual(['/place-1 page']);
    const taker = await create(a, { title: 'Takes its place', slug: 'place-0' });
    expect((await publish(a, taker.number)).status).toBe(200);
    expect(await addresses(HOSTS.b, number)).toEqual(['/place-0 redirect', '/place-1 page']);
    expect(await actions(a, number)).toContain('article.release-address');

    await trash(a, number);
    await remove(a, number);
    expect((await a.post('/articles', { type: 0, title: 'x', slug: 'place-1' })).json()).toMatchObject({
      reason: 'article.deleted',
    });
    expect((await release('/place-1')).status).toBe(204);
    expect((await release('/place-1')).json()).toMatchObject({ status: 400 });
    expect(await create(a, { title: 'x', slug: 'place-1' })).toMatchObject({ path: '/place-1' });
    for (const title of ['Evens', 'Out']) await create(b, { title });
  });

  it('leave no text behind that nothing else has (P-10)', async () => {
    const { number } = await both({ title: 'All alone' });
    const counts = async (host: string): Promise<unknown> => {
      const [row] = await sites.site.database.query(
        `SELECT (SELECT count(*)::int FROM article_content WHERE tenant_id = $1) AS texts,
                (SELECT count(*)::int FROM publication_body WHERE tenant_id = $1) AS bodies`,
        [await tenantOf(host)],
      );
      return row;
    };
    const before = [await counts(HOSTS.a), await counts(HOSTS.b)];
    const { fields } = await read(a, number);
    const text = { type: 'text', text: `Nobody else says ${number}` };
    await a.put(
      `/articles/${number}/draft`,
      {
        operation: randomUUID(),
        fields,
        document: { type: 'doc', content: [{ type: 'paragraph', content: [text] }] },
      },
      { 'If-Match': '"v1"' },
    );
    await publish(a, number);
    expect(await counts(HOSTS.a)).not.toEqual(before[0]);
    await trash(a, number);
    await remove(a, number);
    expect([await counts(HOSTS.a), await counts(HOSTS.b)]).toEqual(before);
  });

  it('are moved, restored and deleted by those who may delete pages, and deleted after a recent sign-in (P-16)', async () => {
    const host = HOSTS.a;
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host });
    const author = await colleague(sites.site, a, { roles: ['Author'], host });
    const reviewer = await colleague(sites.site, a, { roles: ['Reviewer'], host });
    const own = await create(author.browser, { title: 'An author’s own' });
    await create(b, { title: 'An author’s own' });
    for (const { browser } of [author, reviewer])
      for (const send of [trash, restore, remove])
        expect((await send(browser, own.number)).json()).toMatchObject({
          status: 403,
          permission: 'pages.delete',
        });
    expect((await trash(editor.browser, own.number)).status).toBe(204);
    expect((await restore(editor.browser, own.number)).status).toBe(200);
    await trash(editor.browser, own.number);
    const made = await a.post('/account/tokens', { name: 'robot', permissions: ['pages.delete'] });
    const { token } = made.json() as { token: string };
    const program = await b.send('DELETE', `/articles/${own.number}`);
    expect(program.json()).toMatchObject({ status: 409 }); // the other site's own
    await sites.site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    expect((await remove(editor.browser, own.number)).json()).toMatchObject({
      status: 403,
      code: 'recent-sign-in-required',
    });
    const robot = sites.site.browser({ ...a.ownHeaders, Authorization: `Bearer ${token}` });
    expect((await remove(robot, own.number)).json()).toMatchObject({ status: 403, code: 'sign-in-required' });
    await editor.browser.signIn(editor.credentials);
    expect((await remove(editor.browser, own.number)).status).toBe(204);
  });
});
