import type { ArticleDetails, BlogEntry, BlogStream } from '@sitedesk/contract/articles';
import { randomUUID } from 'node:crypto';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';

describe('blogs for programs (specification 4.5)', () => {
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite();
    editor = await site.administrator();
    for (const [key, title] of [
      ['news', 'News'],
      ['empty', 'An empty <b>blog</b>'],
    ])
      await create({ type: 2, title, blogKey: key });
  });

  afterAll(() => site.stop());

  async function create(input: object): Promise<ArticleDetails> {
    return (await editor.post('/articles', input)).json() as ArticleDetails; // the contract's word
  }
  const read = async (number: number): Promise<ArticleDetails> =>
    (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
  async function publish(number: number): Promise<void> {
    const { revision } = await read(number);
    const answer = await editor.post(`/articles/${number}/publish`, undefined, {
      'If-Match': `"v${revision}"`,
    });
    expect(answer.status).toBe(200);
  }
  async function save(number: number, fields: object, document?: object): Promise<void> {
    const article = await read(number);
    const answer = await editor.put(
      `/articles/${number}/draft`,
      {
        operation: randomUUID(),
        fields: { ...article.fields, ...fields },
        document: document ?? article.document,
      },
      { 'If-Match': `"v${article.revision}"` },
    );
    expect(answer.status).toBe(200);
  }
  const streams = async (): Promise<readonly BlogStream[]> =>
    (await editor.get('/blogs/GetBlogs')).json() as readonly BlogStream[]; // the contract's word
  const entries = async (): Promise<readonly BlogEntry[]> =>
    (await editor.get('/blogs/news/getentries')).json() as readonly BlogEntry[]; // as above
  const numberOf = async (key: string): Promise<number> => {
    const [row] = await site.database.query<{ number: number }>(
      'SELECT number FROM article WHERE type = 2 AND blog_key = $1',
      [key],
    );
    return row?.number ?? 0;
  };

  it('lists blogs by title with exactly the members of the contract, in their order (B-01, B-02)', async () => {
    const [first, second] = await streams();
    expect(Object.keys(first ?? {})).toEqual([
      'id',
      'blogKey',
      'title',
      'description',
      'heroImage',
      'urlPath',
      'published',
    ]);
    expect(first).toMatchObject({
      blogKey: 'empty',
      title: 'An empty <b>blog</b>',
      description: '',
      heroImage: null,
      urlPath: '/empty',
      published: null,
    });
    expect(second).toMatchObject({ blogKey: 'news' });
    await publish(await numberOf('news'));
    expect((await streams())[1]?.published).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('lists posts with exactly the members of the contract, as they were published (B-01, B-02, P-06)', async () => {
    expect(await entries()).toEqual([]);
    const post = await create({ type: 1, title: 'Hello', blogKey: 'news' });
    await save(post.number, { introduction: 'Short', bannerImage: '/pictures/a.jpg' });
    const [draft] = await entries();
    expect(Object.keys(draft ?? {})).toEqual([
      'blogKey',
      'articleNumber',
      'title',
      'published',
      'updated',
      'urlPath',
      'introduction',
      'bannerImage',
    ]);
    expect(draft).toMatchObject({
      articleNumber: post.number,
      published: null,
      urlPath: 'news/hello',
      introduction: 'Short',
      bannerImage: '/pictures/a.jpg',
    });
    await publish(post.number);
    const live = await entries();
    expect(live[0]?.published).toBe(live[0]?.updated);
    await save(post.number, { title: 'Not yet', slug: 'not-yet', introduction: null, bannerImage: null });
    expect(await entries()).toEqual(live);
    await publish(post.number);
    expect(await entries()).toMatchObject([
      { title: 'Not yet', urlPath: 'news/not-yet', introduction: null, published: live[0]?.published },
    ]);
  });

  it('answers 304 until something that the list shows has changed (B-05)', async () => {
    const post = await create({ type: 1, title: 'Tagged', blogKey: 'news' });
    const tag = async (): Promise<string> =>
      String((await editor.get('/blogs/news/getentries')).headers.etag);
    const first = await tag();
    const known = await editor.get('/blogs/news/getentries', { 'If-None-Match': first });
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', first]);
    expect(known.headers['cache-control']).toBe('private, no-cache');
    await save(
      post.number,
      {},
      { type: 'doc', content: [{ type: 'paragraph' }, { type: 'horizontalRule' }] },
    );
    expect(await tag()).toBe(first);
    await save(post.number, { title: 'Tagged anew' });
    const second = await tag();
    expect(second).not.toBe(first);
    await publish(post.number);
    expect(await tag()).not.toBe(second);
    const blogs = await editor.get('/blogs/GetBlogs');
    const again = await editor.get('/blogs/GetBlogs', { 'If-None-Match': String(blogs.headers.etag) });
    expect(again.status).toBe(304);
  });

  it('is walked in pages by limit and cursor, and counted when asked to (B-06)', async () => {
    for (let index = 0; index < 5; index += 1)
      await create({ type: 1, title: `Page ${index}`, blogKey: 'news' });
    const all = await entries();
    const seen: BlogEntry[] = [];
    let path: string | undefined = '/blogs/news/getentries?limit=3&count=1';
    while (path !== undefined) {
      const answer = await editor.get(path);
      expect(answer.headers['x-total-count']).toBe(String(all.length));
      seen.push(...(answer.json() as readonly BlogEntry[])); // the contract's word
      path = /<\/editor([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    expect(seen).toEqual(all);
    expect((await editor.get('/blogs/news/getentries?limit=0')).status).toBe(400);
    expect((await editor.get('/blogs/news/getentries?what=1')).status).toBe(400);
    expect((await editor.get('/blogs/GetBlogs?limit=1')).json()).toHaveLength(1);
  });

  it('is for people and tokens who may see the dashboard (B-03)', async () => {
    const nobody = site.browser();
    for (const path of ['/blogs/GetBlogs', '/blogs/news/getentries']) {
      const answer = await nobody.get(path);
      expect(answer.status).toBe(401);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(answer.headers.location).toBeUndefined();
    }
    for (const key of ['unknown', 'NEWS', 'a.b', 'k'.repeat(65)])
      expect((await editor.get(`/blogs/${key}/getentries`)).status).toBe(404);
  });

  it('shows what is live of a blog to anyone, and can do nothing else (B-09, B-10)', async () => {
    const post = await create({
      type: 1,
      title: '<script>alert(1)</script>',
      blogKey: 'news',
      slug: 'hostile',
    });
    await publish(post.number);
    const nobody = site.browser();
    const preview = await nobody.get('/blogs/news/preview');
    expect(preview.status).toBe(200);
    expect(preview.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(preview.headers['content-security-policy']).toContain('sandbox;');
    expect(preview.headers['set-cookie']).toBeUndefined();
    expect(preview.text).toContain('&lt;script&gt;');
    expect(preview.text).not.toContain('<script');
    expect(preview.text).not.toContain('Page 0'); // a draft
    expect((await nobody.get('/blogs/empty/preview')).text).toContain('Nothing is published yet.');
    expect((await nobody.get('/blogs/unknown/preview')).status).toBe(404);
  });
});
