import type { ArticleDetails, BlogEntry, BlogStream } from '@sitedesk/contract/articles';
import type { BlogRename, BlogSettings } from '@sitedesk/contract/blog-settings';
import { freePort } from '@sitedesk/testing';
import { createArticle, publishArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { type Answer, call } from './harness/http.js';
import { colleague } from './harness/people.js';

/** Enough that a change in several steps would be seen. */
const POSTS = 120;

describe('the settings of a blog', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    site = await startEditorSite({ SITE_PORT: String(port) });
    url = `http://127.0.0.1:${port}`;
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  const visit = (path: string): Promise<Answer> => call(`${url}${path}`, {});
  const answerAt = async (path: string): Promise<readonly unknown[]> => {
    const { status, headers } = await visit(path);
    return headers.location === undefined ? [status] : [status, headers.location];
  };
  const blog = async (blogKey: string): Promise<ArticleDetails> => {
    const article = await createArticle(editor, { type: 2, title: `Blog ${blogKey}`, blogKey });
    expect((await publishArticle(editor, article.number)).status).toBe(200);
    return article;
  };
  const post = async (blogKey: string, slug: string): Promise<ArticleDetails> =>
    createArticle(editor, { type: 1, title: slug, slug, blogKey });
  const live = async (blogKey: string, slug: string): Promise<ArticleDetails> => {
    const article = await post(blogKey, slug);
    expect((await publishArticle(editor, article.number)).status).toBe(200);
    return article;
  };
  const rename = (number: number, from: string, blogKey: string, browser = editor): Promise<Answer> =>
    browser.post(`/articles/${number}/blog/rename`, { from, blogKey });
  const preview = async (number: number, blogKey: string): Promise<BlogRename> =>
    (await editor.get(`/articles/${number}/blog/rename?blogKey=${blogKey}`)).json() as BlogRename; // the contract's word
  const faultOf = (answer: Answer): readonly unknown[] => {
    const { status, reason, errors } = answer.json() as {
      status: number;
      reason?: string;
      errors?: { field: string; code?: string }[];
    };
    return [status, errors?.[0]?.field ?? reason, ...(errors?.[0]?.code ? [errors[0].code] : [])];
  };

  it('give it another key in one step: pages, old addresses, texts and lists agree (P-47)', async () => {
    const { number } = await blog('journal');
    const first = await live('journal', 'first');
    await saveFields(editor, first.number, { slug: 'first-again' });
    await publishArticle(editor, first.number);
    for (let index = 1; index <= 11; index += 1) await live('journal', `entry-${index}`);
    const draft = await post('journal', 'not-live');
    const trashed = await post('journal', 'thrown-away');
    await editor.post(`/articles/${trashed.number}/trash`);
    const page = await createArticle(editor, { type: 0, title: 'With a list' });
    const document = {
      type: 'doc',
      content: [{ type: 'postList', attrs: { stream: 'journal', count: 3, look: 'list' } }],
    };
    const { revision, fields } = page;
    const saved = await editor.put(
      `/articles/${page.number}/draft`,
      { operation: '018f0000-0000-7000-8000-000000000001', fields, document },
      { 'If-Match': `"v${revision}"` },
    );
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    await publishArticle(editor, page.number);
    expect((await visit('/with-a-list')).text).toContain('href="/journal/entry-11"');

    expect(await preview(number, 'diary')).toEqual({ posts: 13, forwards: 13, conflict: null });
    const answer = await rename(number, 'journal', 'diary');
    expect(answer.json()).toEqual({
      blogKey: 'diary',
      postsPerPage: 10,
      posts: 13,
      livePosts: 12,
    } satisfies BlogSettings);
    expect((await visit('/diary')).text).toContain('href="/diary/entry-11"');
    expect((await visit('/diary/page/1')).status).toBe(200);
    expect((await visit('/with-a-list')).text).toContain('href="/diary/entry-11"');
    for (const [before, after] of [
      ['/journal', '/diary'],
      ['/journal/first', '/diary/first-again'],
      ['/journal/first-again', '/diary/first-again'],
      ['/journal/entry-1', '/diary/entry-1'],
      ['/journal/page/1', '/diary/page/1'],
    ] as const)
      expect([before, ...(await answerAt(before))]).toEqual([before, 301, after]);
    const streams = (await editor.get('/blogs/GetBlogs')).json() as BlogStream[]; // as above
    expect(streams).toMatchObject([{ blogKey: 'diary', urlPath: '/diary' }]);
    expect((await editor.get('/blogs/journal/getentries')).status).toBe(404);
    const entries = (await editor.get('/blogs/diary/getentries')).json() as BlogEntry[]; // as above
    expect(entries).toHaveLength(13);
    expect(entries.every(({ blogKey, urlPath }) => blogKey === 'diary' && urlPath.startsWith('diary/'))).toBe(
      true,
    );
    expect((await readArticle(editor, draft.number)).path).toBe('/diary/not-live');
    expect(await readArticle(editor, number)).toMatchObject({
      status: 'live',
      path: '/diary',
      fields: { slug: 'diary' },
    });
    await editor.post(`/articles/${trashed.number}/restore`, {});
    expect((await readArticle(editor, trashed.number)).path).toBe('/diary/thrown-away');
    expect((await publishArticle(editor, draft.number)).json()).toMatchObject({ path: '/diary/not-live' });

    // Back again: what forwarded is a page, and the other way round.
    expect((await rename(number, 'diary', 'journal')).status).toBe(200);
    expect((await visit('/journal/entry-1')).status).toBe(200);
    expect(await answerAt('/diary/entry-1')).toEqual([301, '/journal/entry-1']);
    expect(await answerAt('/journal/first')).toEqual([301, '/journal/first-again']);
    const { items } = (await editor.get(`/audit?target=${number}&limit=100`)).json() as {
      items: { action: string }[];
    };
    expect(items.filter(({ action }) => action === 'article.rename-blog')).toHaveLength(2);
  });

  it('show programs and visitors all posts under one key at every moment (P-47)', async () => {
    const { number } = await blog('many-0');
    const { number: one } = await live('many-0', 'p-0');
    // The same as publishing them one by one, which would take long.
    await site.database.query(
      `INSERT INTO article SELECT (jsonb_populate_record(a, jsonb_build_object('number', 100000 + i, 'id', gen_random_uuid(), 'slug', 'p-' || i,
         'path', '/many-0/p-' || i, 'publication_id', NULL, 'live_version', NULL, 'live_hash', NULL, 'status', 'draft'))).* FROM article a, generate_series(1, ${POSTS - 1}) i
       WHERE a.number = ${one}`,
    );
    let key = 'many-0';
    let isOver = false;
    const seen = new Set<string>();
    const readAlways = async (): Promise<void> => {
      while (!isOver) {
        for (const each of ['many-0', 'many-1', 'many-2', 'many-3']) {
          const { status, text } = await editor.get(`/blogs/${each}/getentries`);
          if (status === 404) continue;
          const entries = JSON.parse(text) as BlogEntry[]; // as above
          seen.add(
            `${entries.length} ${[...new Set(entries.map(({ blogKey, urlPath }) => `${blogKey} ${urlPath.split('/')[0]}`))].join()}`,
          );
        }
      }
    };
    const reading = readAlways();
    for (const next of ['many-1', 'many-2', 'many-3']) {
      expect((await rename(number, key, next)).status).toBe(200);
      key = next;
    }
    isOver = true;
    await reading;
    for (const each of seen) expect(each).toMatch(new RegExp(`^${POSTS} (many-\\d) \\1$`));
    expect(await answerAt('/many-0/p-0')).toEqual([301, '/many-3/p-0']);
  });

  it('refuse a key that is none, or whose addresses aren’t free, and name what is in the way (P-03, P-04)', async () => {
    const { number } = await blog('ours');
    await live('ours', 'clash');
    await blog('theirs');
    for (const [blogKey, code] of [
      ['Upper', 'article.blogKey'],
      ['ü', 'article.blogKey'],
      ['editor', 'article.reserved'],
    ] as const)
      expect(faultOf(await rename(number, 'ours', blogKey))).toEqual([400, 'blogKey', code]);
    expect((await rename(number, 'ours', 'k'.repeat(65))).status).toBe(400);
    expect(faultOf(await rename(number, 'ours', 'theirs'))).toEqual([409, 'article.keyTaken']);
    expect(faultOf(await rename(number, 'before', 'free'))).toEqual([409, 'article.otherKey']);

    // A page, where a post would be; then only an address that it had.
    const page = await createArticle(editor, { title: 'In the way', slug: 'section/clash' });
    expect((await preview(number, 'section')).conflict).toMatchObject({
      path: '/section/clash',
      article: { number: page.number },
    });
    expect(faultOf(await rename(number, 'ours', 'section'))).toEqual([409, 'article.keyTaken']);
    await publishArticle(editor, page.number);
    await saveFields(editor, page.number, { slug: 'elsewhere' });
    expect(faultOf(await rename(number, 'ours', 'section'))).toEqual([409, 'article.keyTaken']);
    await setAccess(editor, page.number, { restricted: true });
    const other = await colleague(site, editor, { roles: ['Editor'] });
    expect(faultOf(await rename(number, 'ours', 'section', other.browser))).toEqual([
      409,
      'article.keyTakenUnseen',
    ]);
    expect((await visit('/ours/clash')).status).toBe(200);
    expect(faultOf(await editor.get(`/articles/${page.number}/blog`))).toEqual([409, 'article.notBlog']);
    expect((await rename(number, 'ours', 'k'.repeat(64))).status).toBe(200);
  });

  it('say how many posts a page shows', async () => {
    const { number } = await blog('paged');
    for (let index = 1; index <= 5; index += 1) await live('paged', `post-${index}`);
    expect((await visit('/paged')).text).toContain('/paged/post-1"');
    const set = (postsPerPage: unknown): Promise<Answer> =>
      editor.put(`/articles/${number}/blog`, { postsPerPage });
    expect((await set(2)).json()).toMatchObject({ postsPerPage: 2 });
    const newest = await visit('/paged');
    expect(newest.text).toContain('/paged/post-4"');
    expect(newest.text).not.toContain('/paged/post-3"');
    expect((await visit('/paged/page/1')).text).toContain('/paged/post-1"');
    expect((await visit('/paged/page/2')).text).toContain('/paged/post-3"');
    for (const each of [0, 51, 1.5, '5']) expect((await set(each)).status).toBe(400);
  });
});
