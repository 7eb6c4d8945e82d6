import type { ArticleDetails, ArticleFields, ArticleSummary, Published } from '@sitedesk/contract/articles';
import type { ReviewOverview } from '@sitedesk/contract/reviews';
import { randomUUID } from 'node:crypto';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { colleague, type Colleague } from './harness/people.js';
import type { Answer } from './harness/http.js';

const paragraph = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: object[]): object => ({ type: 'doc', content });

/** How often an article is renamed. */
const TIMES = Array.from({ length: 10 }, (_, index) => index + 1);

interface Draft {
  readonly fields?: Partial<ArticleFields>;
  readonly document?: object;
  readonly operation?: string;
}

describe('articles', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let author: Colleague;
  let reviewer: Colleague;

  beforeAll(async () => {
    site = await startEditorSite();
    editor = await site.administrator();
    author = await colleague(site, editor, { roles: ['Author'] });
    reviewer = await colleague(site, editor, { roles: ['Reviewer'] });
  });

  afterAll(() => site.stop());

  const create = async (
    input: Readonly<Record<string, unknown>>,
    browser = editor,
  ): Promise<ArticleDetails> => {
    const answer = await browser.post('/articles', { type: 0, ...input });
    expect(answer.status).toBe(201);
    return answer.json() as ArticleDetails; // the contract's word
  };
  const read = async (number: number): Promise<ArticleDetails> =>
    (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
  const save = async (
    number: number,
    { fields, document, operation = randomUUID() }: Draft,
    { browser = editor, revision }: { browser?: EditorBrowser; revision?: number } = {},
  ): Promise<Answer> => {
    const article = await read(number);
    return browser.put(
      `/articles/${number}/draft`,
      { operation, fields: { ...article.fields, ...fields }, document: document ?? article.document },
      { 'If-Match': `"v${revision ?? article.revision}"` },
    );
  };
  const publish = async (number: number, browser = editor): Promise<Answer> =>
    browser.post(`/articles/${number}/publish`, undefined, {
      'If-Match': `"v${(await read(number)).revision}"`,
    });

  it('are created with the next number and an address made from the title', async () => {
    const first = await create({ title: 'Über uns: Öffnungszeiten & Straße' });
    const second = await create({ title: 'Über uns: Öffnungszeiten & Straße' });
    expect(first).toMatchObject({
      type: 0,
      status: 'draft',
      path: '/uber-uns-offnungszeiten-strasse',
      publishedAt: null,
      may: { edit: true, publish: true, delete: true },
    });
    expect(second).toMatchObject({ number: first.number + 1, path: `${first.path}-2` });
  });

  it.each<[Readonly<Record<string, unknown>>, string]>([
    [{ type: 4 }, 'type'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(255) }, 'title'],
    [{ type: 2, blogKey: 'no-title', title: '😀'.repeat(129) }, 'title'],
    [{ type: 1 }, 'blogKey'],
    [{ type: 1, blogKey: 'nobody' }, 'blogKey'],
    [{ type: 2, blogKey: 'News' }, 'blogKey'],
    [{ type: 2, blogKey: 'a b' }, 'blogKey'],
    [{ type: 2, blogKey: 'k'.repeat(65) }, 'blogKey'],
    [{ type: 2, blogKey: 'media' }, 'blogKey'],
    [{ type: 0, blogKey: 'news' }, 'blogKey'],
    [{ slug: 'Upper' }, 'slug'],
    [{ slug: 'a//b' }, 'slug'],
    [{ slug: '../a' }, 'slug'],
    [{ slug: 'editor/x' }, 'slug'],
    ...['editor', 'admin', '_api', 'media', '_sd', '_preview'].map(
      (slug): [{ readonly slug: string }, string] => [{ slug }, 'slug'],
    ),
    [{ type: 2, blogKey: 'homely', home: true }, 'home'],
  ])('%j is refused, and names the field (P-03, P-05)', async (input, field) => {
    const answer = await editor.post('/articles', { type: 0, title: 'A title', ...input });
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ field }] });
  });

  it.each([
    [{ title: '😀'.repeat(254), slug: 'long-title' }],
    [{ type: 2, blogKey: 'k'.repeat(64), title: '😀'.repeat(128) }],
    [{ title: 'Public hearings' }],
    [{ title: 'Home care' }],
    [{ title: 'Editors', slug: 'editors' }],
    [{ title: 'Nested', slug: 'company/press-2026' }],
  ])('%j is accepted (P-03, P-05)', async (input) => {
    await create(input);
  });

  it.each<[Partial<ArticleFields>, string]>([
    [{ title: '😀'.repeat(255) }, 'fields.title'],
    [{ introduction: '😀'.repeat(513) }, 'fields.introduction'],
    [{ slug: 's'.repeat(201) }, 'fields.slug'],
    [{ bannerImage: `/${'a'.repeat(2_048)}` }, 'fields.bannerImage'],
    [{ bannerText: '😀'.repeat(301) }, 'fields.bannerText'],
    [{ tags: ['😀'.repeat(61)] }, 'fields.tags'],
    [{ tags: Array.from({ length: 31 }, (_, index) => `tag ${index}`) }, 'fields.tags'],
    [{ searchTitle: '😀'.repeat(255) }, 'fields.searchTitle'],
    [{ searchDescription: '😀'.repeat(513) }, 'fields.searchDescription'],
  ])(
    'saved with %j are refused, and the field is named; one character less is taken (P-03)',
    async (fields, field) => {
      const { number } = await create({ title: 'Limited' });
      expect((await save(number, { fields })).json()).toMatchObject({ status: 400, errors: [{ field }] });
      const shorter = (value: unknown): unknown => {
        if (typeof value === 'string') return [...value].slice(0, -1).join('');
        const list = value as readonly string[]; // the others are
        return list.length > 1 ? list.slice(0, -1) : list.map(shorter);
      };
      const less = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shorter(value)]));
      const answer = await save(number, { fields: less });
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      expect((await read(number)).fields).toMatchObject(less);
    },
  );

  it('of two with the same address one is created, the other is offered three free ones (P-04)', async () => {
    const input = { type: 0, title: 'Opening hours', slug: 'opening-hours' };
    const answers = await Promise.all([editor.post('/articles', input), editor.post('/articles', input)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const made = answers.find(({ status }) => status === 201)?.json() as ArticleDetails; // the contract's word
    expect(answers.find(({ status }) => status === 409)?.json()).toMatchObject({
      code: 'address-taken',
      article: { number: made.number, title: 'Opening hours' },
      proposals: ['opening-hours-2', 'opening-hours-3', 'opening-hours-4'],
    });
  });

  it('leave no gap in the numbers when many are created at once (P-01)', async () => {
    const before = await create({ title: 'Before the many' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        // Every fourth is refused inside its transaction.
        editor.post('/articles', {
          type: 0,
          title: 'Many',
          slug: index % 4 === 0 ? 'before-the-many' : `many-${index}`,
        }),
      ),
    );
    const numbers = answers
      .filter(({ status }) => status === 201)
      .map((answer) => (answer.json() as ArticleDetails).number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 30 }, (_, index) => before.number + 1 + index),
    );
  });

  it('are saved over the revision that was seen, and not over another (P-08)', async () => {
    const { number } = await create({ title: 'Saved' });
    const first = await save(number, { document: doc(paragraph('One')) });
    expect(first.headers.etag).toBe('"v2"');
    const stale = await save(number, { document: doc(paragraph('Two')) }, { revision: 1 });
    expect(stale.json()).toMatchObject({ status: 412, code: 'changed-meanwhile' });
    const blind = await editor.put(`/articles/${number}/draft`, {});
    expect(blind.json()).toMatchObject({ status: 428 });
    expect((await read(number)).document).toEqual(doc(paragraph('One')));
  });

  it('keep their draft as it is while they are planned, commented on, reviewed and published (P-08)', async () => {
    const { number } = await create({ title: 'Not touched' });
    await save(number, { document: doc(paragraph('One')) });
    const { revision, document } = await read(number);
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const seen = { 'If-Match': `"v${revision}"` };
    const steps: readonly (() => Promise<Answer>)[] = [
      () => editor.post(`/articles/${number}/versions`, { name: 'Kept' }, seen),
      () => editor.post(`/articles/${number}/plans`, { action: 'publish', at, revision }),
      () => editor.post(`/articles/${number}/threads`, { field: 'title', body: 'Good' }),
      () => editor.post(`/articles/${number}/review`, {}, seen),
      async () => {
        const { review } = (await editor.get(`/articles/${number}/review`)).json() as ReviewOverview;
        return reviewer.browser.post(`/articles/${number}/review/approve`, { version: review?.version });
      },
      () => publish(number),
      () => editor.post(`/articles/${number}/withdraw`, { answer: 404 }),
    ];
    for (const [index, step] of steps.entries()) {
      const { status, text } = await step();
      expect([index, status < 300, text]).toEqual([index, true, text]);
      expect([index, await read(number)]).toEqual([index, expect.objectContaining({ revision, document })]);
    }
  });

  it('take a save that is sent twice for one (P-08)', async () => {
    const { number } = await create({ title: 'Twice' });
    const operation = randomUUID();
    const draft = { document: doc(paragraph('Once')), operation };
    const first = await save(number, draft, { revision: 1 });
    const again = await save(number, draft, { revision: 1 });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(first.text);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect((await read(number)).revision).toBe(2);
  });

  it.each([
    [doc({ type: 'script' }), 'document.content.0'],
    [doc({ type: 'html', attrs: { html: '<b>x</b>' } }), 'document.content.0.attrs.html'],
    [
      doc({ type: 'embed', attrs: { provider: 'stranger', key: 'https://stranger.example/', title: 'x' } }),
      'document.content.0.attrs.provider',
    ],
    [
      doc({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'style' }] }] }),
      'document.content.0.content.0.marks.0',
    ],
    [
      doc({ ...paragraph('x'), attrs: { id: 'abcdefghijkl', style: 'color:red' } }),
      'document.content.0.attrs',
    ],
    [
      doc({
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'x',
            marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)', title: null } }],
          },
        ],
      }),
      'document.content.0.content.0.marks.0.attrs.href',
    ],
    [{ type: 'doc' }, 'document.content'],
  ])('refuse %j and name the block, and store nothing of it (P-57)', async (document, field) => {
    const { number } = await create({ title: 'Strict' }, author.browser);
    const answer = await save(number, { document }, { browser: author.browser });
    expect(answer.json()).toMatchObject({ status: 400, code: 'document-refused', errors: [{ field }] });
    expect((await read(number)).revision).toBe(1);
  });

  it('take a document as deep as the limit, and refuse a deeper one (P-56)', async () => {
    const { number } = await create({ title: 'Deep' });
    const nested = (depth: number): object =>
      depth === 0
        ? paragraph('in the middle')
        : {
            type: 'bulletList',
            content: [{ type: 'listItem', content: [paragraph('x'), nested(depth - 1)] }],
          };
    expect((await save(number, { document: doc(nested(11)) })).status).toBe(200);
    expect((await save(number, { document: doc(nested(12)) })).json()).toMatchObject({ status: 400 });
    expect((await save(number, { document: doc(nested(1_000)) })).json()).toMatchObject({ status: 400 });
  });

  it('go live as they are saved, and stay as they were published while they are written on (P-06)', async () => {
    const { number } = await create({ title: 'Going live' });
    await save(number, { document: doc(paragraph('First')) });
    const first = await publish(number);
    expect(first.json()).toMatchObject({ version: 2, path: '/going-live', redirects: [] });
    expect(await read(number)).toMatchObject({ status: 'live', liveVersion: 2, revision: 2 });
    await save(number, { document: doc(paragraph('Second')) });
    expect(await read(number)).toMatchObject({ status: 'live-with-changes', liveVersion: 2 });
    await save(number, { document: doc(paragraph('First')) });
    expect(await read(number)).toMatchObject({ status: 'live' });
    const { publishedAt } = first.json() as Published;
    await save(number, { document: doc(paragraph('Third')) });
    expect((await publish(number)).json()).toMatchObject({ version: 3, publishedAt });
  });

  it('lead from every address they ever had to the newest one, and keep them (P-46)', async () => {
    const { number } = await create({ title: 'Renamed', slug: 'name-0' });
    await publish(number);
    for (const index of TIMES) {
      await save(number, { fields: { slug: `name-${index}` } });
      const { redirects } = (await publish(number)).json() as Published;
      expect(redirects).toEqual(Array.from({ length: index }, (_, former) => `/name-${former}`).toSorted());
    }
    const other = await editor.post('/articles', { type: 0, title: 'Another', slug: 'name-1' });
    expect(other.json()).toMatchObject({ status: 409, code: 'address-taken', article: { number } });
    await save(number, { fields: { slug: 'name-0' } });
    expect((await publish(number)).json()).toMatchObject({
      path: '/name-0',
      redirects: TIMES.map((index) => `/name-${index}`).toSorted(),
    });
  });

  it('are withdrawn, and published again', async () => {
    const { number } = await create({ title: 'Back and forth' });
    const { publishedAt } = (await publish(number)).json() as Published;
    const withdraw = (): Promise<Answer> => editor.post(`/articles/${number}/withdraw`, { answer: 410 });
    expect((await withdraw()).status).toBe(204);
    expect(await read(number)).toMatchObject({ status: 'withdrawn', publishedAt: null, liveVersion: null });
    expect((await withdraw()).json()).toMatchObject({ status: 409, code: 'wrong-state' });
    expect((await publish(number)).json()).toMatchObject({ publishedAt });
  });

  it('of a blog need it to be live, and it needs them withdrawn first', async () => {
    const blog = await create({ type: 2, title: 'Journal', blogKey: 'journal' });
    const post = await create({ type: 1, title: 'First post', blogKey: 'journal' });
    expect(post).toMatchObject({ path: '/journal/first-post', blogKey: 'journal', stream: blog.number });
    expect((await publish(post.number)).json()).toMatchObject({ status: 409, code: 'wrong-state' });
    await publish(blog.number);
    expect((await publish(post.number)).status).toBe(200);
    const withdrawn = await editor.post(`/articles/${blog.number}/withdraw`, { answer: 404 });
    expect(withdrawn.json()).toMatchObject({ status: 409, code: 'wrong-state' });
  });

  it('of their own are an Author’s to write, and nobody’s to publish who may not (P-16)', async () => {
    const own = await create({ title: 'Written by an author' }, author.browser);
    const foreign = await create({ title: 'Not an author’s' });
    const text = { document: doc(paragraph('x')) };
    const [as, asReviewer] = [{ browser: author.browser }, { browser: reviewer.browser }];
    expect((await save(own.number, text, as)).status).toBe(200);
    expect((await save(foreign.number, text, as)).json()).toMatchObject({
      status: 403,
      permission: 'pages.edit-all',
    });
    expect((await save(own.number, text, asReviewer)).json()).toMatchObject({ status: 403 });
    for (const { browser } of [author, reviewer]) {
      expect((await publish(own.number, browser)).json()).toMatchObject({
        status: 403,
        permission: 'pages.publish',
      });
      expect((await browser.post(`/articles/${own.number}/withdraw`, { answer: 404 })).status).toBe(403);
      expect((await browser.get(`/articles/${own.number}`)).status).toBe(200);
    }
    expect((await reviewer.browser.post('/articles', { type: 0, title: 'x' })).json()).toMatchObject({
      status: 403,
      permission: 'pages.create',
    });
  });

  it('become versions when someone else goes on, not with every save (P-07)', async () => {
    const { number } = await create({ title: 'Shared work' }, author.browser);
    for (const text of ['a', 'ab', 'abc'])
      await save(number, { document: doc(paragraph(text)) }, { browser: author.browser });
    expect((await read(number)).lastVersion).toBe(1);
    await save(number, { document: doc(paragraph('abc and more')) });
    expect((await read(number)).lastVersion).toBe(2);
    const [version] = await site.database.query<{ kind: string; author_id: string; document: object }>(
      `SELECT v.kind, v.author_id, c.document FROM article_version v JOIN article_content c ON c.tenant_id = v.tenant_id AND c.hash = v.content_hash
       WHERE v.number = $1 AND v.version = 2`,
      [number],
    );
    expect(version).toEqual({ kind: 'checkpoint', author_id: author.id, document: doc(paragraph('abc')) });
  });

  it('keep versions and publications as they are, whoever asks the database (P-10)', async () => {
    const { number } = await create({ title: 'Kept' });
    await publish(number);
    for (const table of ['article_version', 'article_content', 'publication', 'publication_body']) {
      for (const change of [`UPDATE ${table} SET tenant_id = tenant_id`, `DELETE FROM ${table}`])
        await expect(site.database.query(change)).rejects.toThrow(/never changed/);
    }
  });

  it('are listed by their last change, in pages, by status, type, owner and blog', async () => {
    const { number } = await create({ title: 'The newest' }, author.browser);
    const list = async (query: string): Promise<{ items: ArticleSummary[]; nextCursor: string | null }> =>
      (await editor.get(`/articles?${query}`)).json() as never; // the contract's word
    expect((await list('limit=1')).items).toMatchObject([{ number, owner: { id: author.id } }]);
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`limit=7${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items.map((item) => item.number));
      cursor = page.nextCursor;
    }
    const [{ count } = { count: '' }] = await site.database.query<{ count: string }>(
      'SELECT count(*)::text AS count FROM article',
    );
    expect(seen).toHaveLength(Number(count));
    expect(new Set(seen).size).toBe(seen.length);
    const owned = await list(`owner=${author.id}&limit=100`);
    expect(new Set(owned.items.map(({ owner }) => owner?.id))).toEqual(new Set([author.id]));
    expect((await list('blog=journal')).items).toMatchObject([{ title: 'First post', type: 1 }]);
    expect((await list('type=2&status=live')).items).toMatchObject([{ title: 'Journal' }]);
  });

  it('are found by words of title and address, or their beginnings', async () => {
    const { number } = await create({ title: 'Zürcher Brückenfest', slug: 'company/bridges-2026' });
    const found = async (q: string): Promise<readonly number[]> => {
      const answer = await editor.get(`/articles?${new URLSearchParams({ q }).toString()}`);
      return (answer.json() as { items: ArticleSummary[] }).items.map((item) => item.number); // the contract's word
    };
    for (const q of ['brückenf', 'BRÜCKEN zürcher', 'bridges', '/company/bridges-2026'])
      expect(await found(q)).toEqual([number]);
    for (const q of ['enfest', 'brückenfest nowhere', '...']) expect(await found(q)).toEqual([]);
  });

  it('are found wherever they are in a long list, however frequent the word is', async () => {
    const first = 1_000_000;
    await site.database.query(
      `INSERT INTO article (tenant_id, number, id, type, title, slug, path, status, created_at, updated_at, listed_at)
       SELECT t.id, ${first} + n, gen_random_uuid(), 0,
         CASE WHEN n > 2100 THEN 'Harbour gate' ELSE 'Meadow' END || CASE WHEN n = 2500 THEN ' lantern' ELSE '' END,
         'long-' || n, '/long-' || n, 'draft', now(), now() - (n || ' minutes')::interval, now()
       FROM (SELECT id FROM tenant LIMIT 1) t, generate_series(1, 24100) AS n`,
    );
    const found = async (q: string): Promise<readonly number[]> => {
      const numbers: number[] = [];
      for (let cursor: string | null = ''; cursor !== null && numbers.length < 6;) {
        const query = new URLSearchParams({ q, limit: '3', ...(cursor && { cursor }) });
        const answer = await editor.get(`/articles?${query.toString()}`);
        const page = answer.json() as { items: ArticleSummary[]; nextCursor: string | null }; // the contract's word
        numbers.push(...page.items.map(({ number }) => number - first));
        cursor = page.nextCursor;
      }
      return numbers;
    };
    expect(await found('meadow')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await found('gate')).toEqual([2101, 2102, 2103, 2104, 2105, 2106]);
    expect(await found('lantern gate')).toEqual([2500]);
  });

  it('are unknown by anything that is not a number of the site', async () => {
    for (const number of ['0', '-1', '1.5', '1e3', '999999', '99999999999', 'x', randomUUID()])
      expect((await editor.get(`/articles/${number}`)).status).toBe(404);
  });
});
