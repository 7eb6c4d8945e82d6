import type { ArticleDetails, BlogEntry, BlogStream } from '@sitedesk/contract/articles';
import type { NewApiToken } from '@sitedesk/contract/api-tokens';
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

  it('says when a post was published only while it is live (B-02)', async () => {
    const { number } = await create({ type: 1, title: 'Comes and goes', blogKey: 'news' });
    const published = async (): Promise<unknown> =>
      (await entries()).find(({ articleNumber }) => articleNumber === number)?.published;
    const plan = { action: 'publish', version: 1, at: new Date(Date.now() + 3_600_000).toISOString() };
    expect((await editor.post(`/articles/${number}/plans`, plan)).status).toBe(201);
    expect([(await read(number)).status, await published()]).toEqual(['scheduled', null]);
    await publish(number);
    const first = await published();
    expect(first).toBe((await read(number)).publishedAt);
    expect((await editor.post(`/articles/${number}/withdraw`, { answer: 404 })).status).toBe(204);
    expect(await published()).toBeNull();
    await publish(number);
    expect(await published()).toBe(first);
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
    const third = await tag();
    expect(third).not.toBe(second);
    await editor.post(`/articles/${post.number}/threads`, { field: 'title', body: 'Good' });
    await editor.post(
      `/articles/${post.number}/versions`,
      { name: 'Kept' },
      { 'If-Match': `"v${(await read(post.number)).revision}"` },
    );
    await create({ type: 0, title: 'No post' });
    expect(await tag()).toBe(third);
    await editor.post(`/articles/${post.number}/trash`, {});
    const fourth = await tag();
    expect(fourth).not.toBe(third);
    await editor.post(`/articles/${post.number}/restore`, {});
    expect([third, fourth]).not.toContain(await tag());
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
    const headOf = async (browser: EditorBrowser, path: string): Promise<readonly unknown[]> => {
      const { status, text, headers } = await browser.send('HEAD', path);
      return [status, text, headers.location];
    };
    expect(await headOf(nobody, '/blogs/news/getentries')).toEqual([401, '', undefined]);
    expect(await headOf(editor, '/blogs/unknown/getentries')).toEqual([404, '', undefined]);
    expect(await headOf(editor, '/blogs/GetBlogs')).toEqual([200, '', undefined]);
    expect(await headOf(nobody, '/blogs/news/preview')).toEqual([200, '', undefined]);
  });

  it('is for tokens that may view pages, too (B-03)', async () => {
    const statusFor = async (permission: string): Promise<number> => {
      const wanted = { name: `Reads blogs: ${permission}`, permissions: [permission] };
      const { token } = (await editor.post('/account/tokens', wanted)).json() as NewApiToken; // as above
      const program = site.browser({ Authorization: `Bearer ${token}` });
      return (await program.get('/blogs/news/getentries')).status;
    };
    expect(await statusFor('pages.view')).toBe(200);
    expect(await statusFor('dashboard.view')).toBe(200);
    expect(await statusFor('pages.review')).toBe(403);
  });

  it('lists nothing that is in the trash, and again what is restored (B-04)', async () => {
    await create({ type: 2, title: 'Passing', blogKey: 'passing' });
    const { number } = await create({ type: 1, title: 'Passing post', blogKey: 'passing' });
    const listed = async (): Promise<unknown> => [
      (await streams()).some(({ blogKey }) => blogKey === 'passing'),
      (await editor.get('/blogs/passing/getentries')).status,
      ((await editor.get('/blogs/passing/getentries')).json() as unknown[]).length,
    ];
    expect(await listed()).toEqual([true, 200, 1]);
    await editor.post(`/articles/${number}/trash`);
    expect(await listed()).toEqual([true, 200, 0]);
    await editor.post(`/articles/${number}/restore`, {});
    expect(await listed()).toEqual([true, 200, 1]);
    await editor.post(`/articles/${number}/trash`);
    const blog = await numberOf('passing');
    expect((await editor.delete(`/articles/${number}`)).status).toBe(204);
    expect((await editor.post(`/articles/${blog}/trash`)).status).toBe(204);
    expect((await listed()) as unknown[]).toMatchObject([false, 404]);
    expect((await editor.get('/blogs/passing/preview')).status).toBe(404);
    await editor.post(`/articles/${blog}/restore`, {});
    expect(await listed()).toEqual([true, 200, 0]);
  });

  it('is compressed for clients that take it, and says what the answer depends on (B-11)', async () => {
    const plain = await editor.get('/blogs/news/getentries');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const coding of ['br', 'gzip']) {
      const answer = await fetch(`${editor.baseUrl}/editor/blogs/news/getentries`, {
        headers: { ...editor.ownHeaders, Cookie: editor.cookieHeader, 'Accept-Encoding': coding },
      });
      expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
        coding,
        'Authorization, Cookie, Accept-Encoding',
      ]);
      expect(answer.headers.get('content-type')).toContain('application/json');
      expect(await answer.text()).toBe(plain.text);
    }
  });

  it('takes keys of 64 characters, and no others than people can give (B-12)', async () => {
    const longest = 'k'.repeat(64);
    await create({ type: 2, title: 'Longest', blogKey: longest });
    expect((await editor.get(`/blogs/${longest}/getentries`)).status).toBe(200);
    for (const key of ['k'.repeat(65), longest.toUpperCase(), 'a b', 'a%20b', 'ä', 'a/b', '%00'])
      expect([key, (await editor.get(`/blogs/${encodeURI(key)}/getentries`)).status]).toEqual([key, 404]);
    for (const blogKey of ['k'.repeat(65), 'Upper', 'a b', 'ä', ''])
      expect([blogKey, (await editor.post('/articles', { type: 2, title: 'x', blogKey })).status]).toEqual([
        blogKey,
        400,
      ]);
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

  it('shows the first words of a post without an introduction, and speaks the language of the site (B-09)', async () => {
    await create({ type: 2, title: 'Words', blogKey: 'words' });
    await publish(await numberOf('words'));
    const first = await create({ type: 1, title: 'With text', blogKey: 'words' });
    const text = [
      { type: 'text', text: 'Open <daily> &' },
      { type: 'text', text: ' free', marks: [{ type: 'bold' }] },
    ];
    const content = [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Hours' }] },
      { type: 'paragraph', content: text },
      { type: 'paragraph', content: [{ type: 'text', text: 'More' }] },
    ];
    await save(first.number, {}, { type: 'doc', content });
    await publish(first.number);
    const nobody = site.browser();
    const english = await nobody.get('/blogs/words/preview');
    expect(english.text).toContain('<p>Open &lt;daily&gt; &amp; free</p></article>');
    expect([english.headers['content-language'], english.text.includes('<html lang="en">')]).toEqual([
      'en',
      true,
    ]);
    const { groups } = (await editor.get('/settings')).json() as {
      groups: { group: string; version: number }[];
    };
    const version = groups.find(({ group }) => group === 'Site')?.version;
    const saved = await editor.put(
      '/settings/Site',
      { values: { Language: 'de' } },
      { 'If-Match': `"v${version}"` },
    );
    expect(saved.status).toBe(200);
    const german = await nobody.get('/blogs/empty/preview');
    expect([german.headers['content-language'], german.text]).toEqual([
      'de',
      expect.stringMatching(/<html lang="de">.*Noch ist nichts veröffentlicht\./),
    ]);
  });

  it('shows the preview without writing anything (B-09)', async () => {
    const tables = await site.database.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    );
    await site.database.query('CREATE TABLE IF NOT EXISTS test_clock.written (name text, said text)');
    await site.database.query(
      `CREATE OR REPLACE FUNCTION test_clock.note_write() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO test_clock.written VALUES (TG_TABLE_NAME, current_query()); RETURN NULL; END $$`,
    );
    for (const { name } of tables)
      await site.database.query(
        // By row, and a job's only when it's new: what runs in the background looks for work all the time, with updates that find nothing.
        `CREATE OR REPLACE TRIGGER note_write AFTER INSERT${name === 'job' ? '' : ' OR UPDATE OR DELETE'} ON ${name} FOR EACH ROW EXECUTE FUNCTION test_clock.note_write();
         CREATE OR REPLACE TRIGGER note_truncate AFTER TRUNCATE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION test_clock.note_write()`,
      );
    const written = (): Promise<readonly unknown[]> =>
      site.database.query('SELECT * FROM test_clock.written');
    await site.database.query('DELETE FROM test_clock.written');
    for (const path of ['/blogs/news/preview', '/blogs/empty/preview', '/blogs/unknown/preview'])
      expect([path, [200, 404]]).toEqual([
        path,
        expect.arrayContaining([(await site.browser().get(path)).status]),
      ]);
    expect(await written()).toEqual([]);
    await create({ type: 0, title: 'Writes' });
    expect((await written()).length).toBeGreaterThan(3);
  });
});
