import type {
  ArticleDetails,
  ArticleFields,
  ArticlePublication,
  ArticleVersion,
  ArticleVersionSummary,
} from '@sitedesk/contract/articles';
import type { ArticleComparison } from '@sitedesk/contract/comparison';
import { randomUUID } from 'node:crypto';
import {
  createArticle as create,
  createAtBoth,
  readArticle as read,
  seenBy as seen,
  setAccess,
} from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

const paragraph = (text: string, ...marks: object[]): object => ({
  type: 'paragraph',
  attrs: { id: 'aaaaaaaaaaaa' },
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
});
const doc = (...content: object[]): object => ({ type: 'doc', content });

describe('versions of articles', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let author: Colleague;
  let reviewer: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a, b } = sites);
    author = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    reviewer = await colleague(sites.site, a, { roles: ['Reviewer'], host: HOSTS.a });
  });

  afterAll(() => sites.site.stop());

  const both = async (input: object): Promise<number> => (await createAtBoth(sites, input)).number;
  const save = async (
    browser: EditorBrowser,
    number: number,
    { document, ...fields }: Partial<ArticleFields> & { readonly document?: object },
  ): Promise<void> => {
    const article = await read(browser, number);
    const body = {
      operation: randomUUID(),
      fields: { ...article.fields, ...fields },
      document: document ?? article.document,
    };
    const answer = await browser.put(`/articles/${number}/draft`, body, await seen(browser, number));
    expect(answer.status).toBe(200);
  };
  const publish = async (browser: EditorBrowser, number: number): Promise<void> => {
    const answer = await browser.post(`/articles/${number}/publish`, undefined, await seen(browser, number));
    expect(answer.status).toBe(200);
  };
  const keep = async (browser: EditorBrowser, number: number, name: string): Promise<Answer> =>
    browser.post(`/articles/${number}/versions`, { name }, await seen(browser, number));
  const rename = (
    browser: EditorBrowser,
    number: number,
    version: number,
    name: string | null,
  ): Promise<Answer> => browser.put(`/articles/${number}/versions/${version}/name`, { name });
  const restore = async (browser: EditorBrowser, number: number, version: number): Promise<Answer> =>
    browser.post(`/articles/${number}/versions/${version}/restore`, undefined, await seen(browser, number));
  const versions = async (
    browser: EditorBrowser,
    number: number,
  ): Promise<readonly ArticleVersionSummary[]> =>
    ((await browser.get(`/articles/${number}/versions`)).json() as { items: ArticleVersionSummary[] }).items;
  const version = async (number: number, of: number): Promise<ArticleVersion> =>
    (await a.get(`/articles/${number}/versions/${of}`)).json() as ArticleVersion; // the contract's word

  it('are listed with who, when, why and how many words, in pages', async () => {
    const number = await both({ title: 'History' });
    await save(a, number, { document: doc(paragraph('Four words are here')) });
    expect((await keep(a, number, '  Before the summer ')).json()).toMatchObject({
      version: 2,
      kind: 'named',
      name: 'Before the summer',
    });
    await publish(a, number);
    const all = await versions(a, number);
    expect(all).toMatchObject([
      { version: 3, kind: 'published', name: null, words: 4, isLive: true, title: 'History' },
      { version: 2, kind: 'named', name: 'Before the summer', words: 4, isLive: false },
      { version: 1, kind: 'checkpoint', name: null, words: 0, baseVersion: 0 },
    ]);
    expect(new Set(all.map((each) => each.author?.id)).size).toBe(1);
    expect(Number.isNaN(Date.parse(all[0]?.at ?? ''))).toBe(false);
    const paged: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer = await a.get(`/articles/${number}/versions?limit=1${cursor && `&cursor=${cursor}`}`);
      const page = answer.json() as { items: ArticleVersionSummary[]; nextCursor: string | null };
      paged.push(...page.items.map((each) => each.version));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual([3, 2, 1]);
    expect((await versions(b, number)).map((each) => each.version)).toEqual([1]);
  });

  it('are unknown by the number of another article’s or site’s, for every role (P-13)', async () => {
    const number = await both({ title: 'Two versions at one site' });
    await keep(b, number, 'Only there');
    for (const browser of [a, author.browser, reviewer.browser])
      for (const path of ['versions/2', 'versions/0', 'versions/x', 'compare?from=1&to=2'])
        expect((await browser.get(`/articles/${number}/${path}`)).status).toBe(404);
    expect((await rename(a, number, 2, 'Mine')).status).toBe(404);
    expect((await restore(a, number, 2)).status).toBe(404);
    expect(await versions(b, number)).toMatchObject([{ name: 'Only there' }, { name: null }]);
  });

  it('are named, and hold the same as before (P-10)', async () => {
    const number = await both({ title: 'Named later' });
    const before = await version(number, 1);
    expect((await rename(a, number, 1, 'The first')).status).toBe(204);
    expect(await version(number, 1)).toEqual({ ...before, name: 'The first' });
    expect((await rename(a, number, 1, 'x'.repeat(201))).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'name' }],
    });
    expect((await rename(a, number, 1, null)).status).toBe(204);
    expect(await version(number, 1)).toEqual(before);
    expect(await versions(b, number)).toMatchObject([{ name: null }]);
  });

  it('are kept only of a draft that was read as it is', async () => {
    const number = await both({ title: 'Read first' });
    expect((await a.post(`/articles/${number}/versions`, { name: 'Blind' })).status).toBe(428);
    const old = await seen(a, number);
    await save(a, number, { title: 'Changed' });
    const stale = await a.post(`/articles/${number}/versions`, { name: 'Old' }, old);
    expect(stale.json()).toMatchObject({ status: 412, code: 'changed-meanwhile' });
    const late = await a.post(`/articles/${number}/versions/1/restore`, undefined, old);
    expect(late.json()).toMatchObject({ status: 412 });
    expect(await versions(a, number)).toHaveLength(1);
  });

  it('are restored as new ones, and the draft they replace is kept (P-11)', async () => {
    const number = await both({ title: 'First title', slug: 'restored' });
    const profile = (await a.post('/authors', { name: 'Mia', biography: '', links: [] })).json() as {
      id: string;
    };
    await save(a, number, { document: doc(paragraph('First')), authors: [profile.id] });
    await keep(a, number, 'First');
    await a.delete(`/authors/${profile.id}`);
    await save(a, number, {
      title: 'Second title',
      slug: 'moved',
      document: doc(paragraph('Second')),
      authors: [],
    });
    const restored = await restore(a, number, 2);
    expect(restored.json()).toMatchObject({
      title: 'First title',
      path: '/moved',
      document: doc(paragraph('First')),
      fields: { slug: 'moved', authors: [] },
      lastVersion: 4,
    });
    expect(restored.headers.etag).toBe(`"v${(await read(a, number)).revision}"`);
    expect(await versions(a, number)).toMatchObject([
      { version: 4, kind: 'restored', baseVersion: 2, title: 'First title' },
      { version: 3, kind: 'checkpoint', title: 'Second title' },
      { version: 2, name: 'First' },
      { version: 1 },
    ]);
    const hashes = await sites.site.database.query<{ content_hash: string }>(
      'SELECT content_hash FROM article_version WHERE number = $1 AND version IN (2, 4) ORDER BY version',
      [number],
    );
    expect(hashes[0]).toEqual(hashes[1]);
    await save(a, number, { title: 'Goes on' });
    expect(await read(b, number)).toMatchObject({ title: 'First title', lastVersion: 1 });
  });

  it('of a live article are restored without a change of what is live (P-06)', async () => {
    const number = await both({ title: 'Stays live' });
    await publish(a, number);
    await save(a, number, { title: 'Changed' });
    await publish(a, number);
    expect((await restore(a, number, 1)).json()).toMatchObject({
      status: 'live-with-changes',
      liveVersion: 3,
    });
  });

  it('say what was live at a moment', async () => {
    const number = await both({ title: 'Live twice' });
    await publish(a, number);
    await save(a, number, { title: 'Live again' });
    await publish(a, number);
    const list = async (query = '', browser = a): Promise<readonly ArticlePublication[]> =>
      (
        (await browser.get(`/articles/${number}/publications${query}`)).json() as {
          items: ArticlePublication[];
        }
      ).items;
    const [second, first] = await list();
    expect([second, first]).toMatchObject([
      { version: 3, title: 'Live again', until: null },
      { version: 2, title: 'Live twice', until: second?.from, path: '/live-twice' },
    ]);
    expect(await list(`?at=${first?.from}`)).toEqual([first]);
    expect(await list(`?at=${second?.from}`)).toEqual([second]);
    expect(await list('?at=2001-01-01T00:00:00Z')).toEqual([]);
    await a.post(`/articles/${number}/withdraw`, { answer: 404 });
    expect((await list('?limit=1'))[0]?.until).toEqual(expect.any(String));
    expect(await list('', b)).toEqual([]);
    expect((await a.get(`/articles/${number}/publications?at=yesterday`)).json()).toMatchObject({
      status: 400,
    });
  });

  it('are compared, also with the draft and with what is live (P-14)', async () => {
    const number = await both({ title: 'Compared' });
    await save(a, number, { document: doc(paragraph('The quick fox')) });
    await publish(a, number);
    await save(a, number, {
      title: 'Compared again',
      document: doc(paragraph('The quick fox', { type: 'bold' })),
    });
    const compare = async (query: string): Promise<Answer> => a.get(`/articles/${number}/compare?${query}`);
    const result = (await compare('from=live&to=draft')).json() as ArticleComparison;
    expect(result).toEqual({
      from: 2,
      to: null,
      fields: [{ name: 'title', before: 'Compared', after: 'Compared again' }],
      blocks: [
        {
          change: 'changed',
          after: { type: 'paragraph', attrs: { id: 'aaaaaaaaaaaa' } },
          runs: [{ change: 'marked', text: 'The quick fox', after: [{ type: 'bold' }] }],
        },
      ],
      counts: {
        wordsInserted: 0,
        wordsRemoved: 0,
        blocksInserted: 0,
        blocksRemoved: 0,
        blocksMoved: 0,
        blocksChanged: 1,
      },
    });
    expect((await compare('from=1&to=2')).json()).toMatchObject({ counts: { wordsInserted: 3 } });
    expect((await compare('from=1&to=99')).status).toBe(404);
    expect((await compare('from=latest&to=1')).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'from' }],
    });
    const never = await b.get(`/articles/${number}/compare?from=live&to=draft`);
    expect(never.json()).toMatchObject({ status: 409, reason: 'article.notLive' });
  });

  it('are copied from as new drafts, by those who may read them (P-12)', async () => {
    const number = await both({ title: 'Source', slug: 'source' });
    await save(a, number, { document: doc(paragraph('Copied')), introduction: 'In short', tags: ['one'] });
    await publish(a, number);
    // None of it is of the text.
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const beside: readonly (readonly [string, object])[] = [
      ['plans', { action: 'publish', version: 1, at }],
      ['threads', { field: 'title', body: 'Good' }],
      ['preview-links', {}],
    ];
    for (const [path, body] of beside)
      expect((await a.post(`/articles/${number}/${path}`, body)).status).toBe(201);
    await setAccess(a, number, { grants: [{ kind: 'account', id: reviewer.id, level: 'edit' }] });
    const copied = await author.browser.post(`/articles/${number}/copy`);
    expect(copied.status).toBe(201);
    const copy = copied.json() as ArticleDetails; // the contract's word
    for (const [path] of beside) {
      const items = async (of: number): Promise<readonly unknown[]> =>
        ((await a.get(`/articles/${of}/${path}`)).json() as { items: unknown[] }).items;
      expect([path, (await items(number)).length, await items(copy.number)]).toEqual([path, 1, []]);
    }
    expect((await a.get(`/articles/${copy.number}/access`)).json()).toMatchObject({ grants: [] });
    expect(copy).toMatchObject({
      number: number + 1,
      status: 'draft',
      path: '/source-2',
      introduction: 'In short',
      fields: { title: 'Source', tags: ['one'] },
      document: doc(paragraph('Copied')),
      owner: { id: author.id },
      lastVersion: 1,
      liveVersion: null,
      publishedAt: null,
    });
    const named = await a.post(`/articles/${number}/copy`, { title: 'Another', slug: 'elsewhere' });
    expect(named.json()).toMatchObject({ title: 'Another', path: '/elsewhere' });
    const taken = await a.post(`/articles/${number}/copy`, { slug: 'source' });
    expect(taken.json()).toMatchObject({ status: 409, code: 'address-taken', article: { number } });
    const role = (await a.post('/roles', { name: 'Blind writer', permissions: ['pages.create'] })).json() as {
      id: string;
    };
    const blind = await colleague(sites.site, a, { roles: [role.id], host: HOSTS.a });
    expect((await blind.browser.post(`/articles/${number}/copy`)).json()).toMatchObject({
      status: 403,
      permission: 'pages.view',
    });
    expect((await b.get(`/articles/${copy.number}`)).status).toBe(404);
    for (const title of ['Even', 'Numbers']) await create(b, { title });
  });

  it('of a blog need a key for their copy, and of a post stay in its blog', async () => {
    const blog = await both({ type: 2, title: 'Notes', blogKey: 'notes' });
    const post = await both({ type: 1, title: 'A note', blogKey: 'notes' });
    expect((await a.post(`/articles/${blog}/copy`)).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'blogKey' }],
    });
    const other = await a.post(`/articles/${blog}/copy`, { blogKey: 'more-notes' });
    expect(other.json()).toMatchObject({ type: 2, path: '/more-notes' });
    const note = await a.post(`/articles/${post}/copy`);
    expect(note.json()).toMatchObject({ type: 1, stream: blog, path: '/notes/a-note-2' });
    for (const title of ['Still', 'Even']) await create(b, { title });
  });

  it('are an Author’s to keep and restore of their own articles, and nobody’s who may not edit (P-16)', async () => {
    const own = await create(author.browser, { title: 'An author’s' });
    await create(b, { title: 'An author’s' });
    const foreign = await both({ title: 'Not an author’s' });
    expect((await keep(author.browser, own.number, 'Mine')).status).toBe(201);
    expect((await restore(author.browser, own.number, 1)).status).toBe(200);
    for (const answer of [
      await keep(author.browser, foreign, 'x'),
      await rename(author.browser, foreign, 1, 'x'),
      await restore(author.browser, foreign, 1),
    ])
      expect(answer.json()).toMatchObject({ status: 403, permission: 'pages.edit-all' });
    for (const answer of [
      await keep(reviewer.browser, own.number, 'x'),
      await rename(reviewer.browser, own.number, 1, 'x'),
      await restore(reviewer.browser, own.number, 1),
      await reviewer.browser.post(`/articles/${own.number}/copy`),
    ])
      expect(answer.json()).toMatchObject({ status: 403, code: 'permission-missing' });
    await a.post(`/articles/${foreign}/trash`);
    expect((await keep(a, foreign, 'x')).json()).toMatchObject({ status: 409, reason: 'article.trashed' });
    expect((await restore(a, foreign, 1)).json()).toMatchObject({ status: 409, reason: 'article.trashed' });
    expect(await versions(reviewer.browser, foreign)).toHaveLength(1);
  });
});
