import type { ArticleDetails } from '@sitedesk/contract/articles';
import {
  type DocAsset,
  DOCS_IMPORT_LIMITS,
  DOCS_IMPORT_PATH,
  type ImportedDoc,
} from '@sitedesk/contract/docs-import';
import type { ImportRun } from '@sitedesk/contract/imports';
import { createArticle, readArticle, saveFields } from './harness/articles.js';
import { formOf } from './harness/deployments.js';
import type { EditorBrowser } from './harness/editor.js';
import { PIXEL } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import { createImportKey } from './harness/import-keys.js';
import { finish } from './harness/imports.js';
import { startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

const PERMITS = 60;

describe('documents that programs send one by one', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let key: string;

  beforeAll(async () => {
    sites = await startTwoEditorSites({ RATELIMIT__DOCSIMPORT: `${PERMITS}/86400` });
    ({ a, b } = sites);
    for (const browser of [a, b]) await createArticle(browser, { type: 2, title: 'News', blogKey: 'news' });
  });

  // Requests are counted for each key.
  beforeEach(async () => {
    ({ key } = await createImportKey(a, { scope: 'publish' }));
  });

  afterEach(async () => {
    await sites.site.database.query('DELETE FROM import_key');
  });

  afterAll(() => sites.site.stop());

  const send = (
    method: string,
    path: string,
    body?: object | Buffer,
    {
      site = a,
      by = key,
      headers = {},
    }: { site?: EditorBrowser; by?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> =>
    call(site.baseUrl + DOCS_IMPORT_PATH + path, {
      method,
      headers: {
        ...site.ownHeaders,
        Authorization: `Bearer ${by}`,
        ...(body && !Buffer.isBuffer(body) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
  const put = (name: string, more: object, options = {}): Promise<Answer> =>
    send(
      'PUT',
      `/items/${encodeURIComponent(name)}`,
      { title: name, urlPath: name.replace(/\.md$/, ''), html: '<p>Text</p>', ...more },
      options,
    );
  const docOf = (answer: Answer): ImportedDoc => {
    if (answer.status !== 200) throw new Error(`It was answered ${answer.status}: ${answer.text}`);
    return answer.json() as ImportedDoc; // the contract's word
  };
  const article = (answer: Answer): Promise<ArticleDetails> => readArticle(a, docOf(answer).articleNumber);
  const runs = async (browser = a): Promise<readonly ImportRun[]> =>
    ((await browser.get('/import/runs')).json() as { items: ImportRun[] }).items;
  const asset = (relativePath: string, content: Buffer, options = {}): Promise<Answer> => {
    const { type, body } = formOf({ relativePath, file: content }, relativePath.split('/').at(-1));
    return send('POST', '/assets', body, { ...options, headers: { 'Content-Type': type } });
  };

  it('become articles, are updated, and are left alone when nothing has changed (J-01)', async () => {
    const first = await send('PUT', '/items/docs%2Fguide.md', {
      Title: 'Guide',
      UrlPath: '/docs/guide',
      Html: '<h1>Guide</h1><p>One</p>',
      Published: true,
      PublishedAt: '2024-05-06T07:08:09Z',
      Introduction: 'In short',
      Source: { Path: 'docs/guide.md', Hash: 'abc' },
    });
    expect(docOf(first)).toMatchObject({
      status: 'created',
      sourceKey: 'docs/guide.md',
      changed: true,
      notes: [],
    });
    expect(await article(first)).toMatchObject({
      title: 'Guide',
      path: '/docs/guide',
      introduction: 'In short',
      status: 'live',
    });
    const same = { title: 'Guide', urlPath: 'docs/guide', html: '<p>Two</p>', published: true };
    const changed = await put('docs/guide.md', same);
    expect(docOf(changed)).toMatchObject({ status: 'updated', changed: true });
    const counts = () =>
      sites.site.database.query(
        `SELECT (SELECT count(*) FROM article_version)::int AS versions, (SELECT sum(revision) FROM article_draft)::int AS saves,
           (SELECT count(*) FROM import_run)::int AS runs, (SELECT count(*) FROM publication)::int AS publications`,
      );
    const before = await counts();
    expect(docOf(await put('docs/guide.md', same))).toMatchObject({ status: 'updated', changed: false });
    expect(await counts()).toEqual(before);
    // It's listed, and undone as a whole: what was new moves to the trash.
    const [run] = await runs();
    expect(run).toMatchObject({ source: 'Docs API', keyName: 'CI', state: 'done', items: 1 });
    await finish(a, run?.id ?? '', 'undo');
    expect((await article(first)).status).toBe('trashed');
    expect(await runs(b)).toEqual([]);
  });

  it('lead to each other in any order, and show the pictures that were sent', async () => {
    const sent = await asset('img/dot.png', PIXEL);
    expect([sent.status, (sent.json() as DocAsset).path]).toEqual([201, 'img/dot.png']);
    const { url } = sent.json() as DocAsset;
    expect((await asset('img/dot.png', PIXEL)).json()).toEqual({ url, path: 'img/dot.png' });
    const html = `<p><a href="later.md#part">Later</a> <a href="../top.md">Top</a></p>
      <img src="../img/dot.png" alt="By its place"><img src="${url}" alt="By its address"><img src="/pub/docs/img/dot.png" alt="As before">
      <img src="dot.png" alt="Below the base">`;
    const made = await put('guide/now.md', {
      html,
      bannerImage: 'img/dot.png',
      assetBasePath: '/pub/docs/img',
    });
    const text = JSON.stringify((await article(made)).document);
    expect(text).toContain('/docs/guide/later#part');
    expect(text).toContain('"/docs/top"');
    expect(text.match(/"type":"image"/g)).toHaveLength(4);
    await put('guide/later.md', { urlPath: 'elsewhere/later' });
    expect(JSON.stringify((await article(await put('guide/now.md', { html }))).document)).toContain(
      '/elsewhere/later#part',
    );
    const files = async (browser: EditorBrowser): Promise<string> => (await browser.get('/folders')).text;
    expect([(await files(a)).includes('"Docs"'), (await files(b)).includes('"Docs"')]).toEqual([true, false]);
    const refused = await asset('img/page.html', Buffer.from('<script>alert(1)</script>'));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('filename')]);
    expect((await asset('../out.png', PIXEL)).status).toBe(400);
  });

  it('are refused by the field that is wrong, too large ones by 413, and what isn’t imported is named (J-15, P-57)', async () => {
    const fieldOf = async (more: object): Promise<string> => {
      const answer = await put('wrong.md', more);
      const { errors = [] } = answer.json() as { errors?: { field: string }[] };
      return `${answer.status} ${errors[0]?.field}`;
    };
    expect([
      await fieldOf({ title: '' }),
      await fieldOf({ title: 'x'.repeat(255) }),
      await fieldOf({ introduction: 'x'.repeat(513) }),
      await fieldOf({ urlPath: '/editor/x' }),
      await fieldOf({ urlPath: 'Not An Address' }),
      await fieldOf({ urlPath: 'news/a/b' }),
      await fieldOf({ articleType: 1 }),
      await fieldOf({ templateKey: 'Nothing' }),
      await fieldOf({ other: 1 }),
      await fieldOf({ html: undefined }),
    ]).toEqual([
      '400 title',
      '400 title',
      '400 introduction',
      '400 urlPath',
      '400 urlPath',
      '400 urlPath',
      '400 articleType',
      '400 templateKey',
      '400 other',
      '400 html',
    ]);
    const size = DOCS_IMPORT_LIMITS.html;
    expect((await put('large.md', { html: '<p>x</p>'.padEnd(size) })).status).toBe(200);
    expect((await put('large.md', { html: '<p>x</p>'.padEnd(size + 1) })).status).toBe(413);
    expect((await asset('big.png', Buffer.alloc(DOCS_IMPORT_LIMITS.asset + 1))).status).toBe(413);
    const hostile = await put('hostile.md', {
      html: '<p onclick="x()" style="color:red">Text</p><script>alert(1)</script><iframe src="https://evil.test/"></iframe>',
    });
    const dropped = docOf(hostile).notes.map(({ text }) => text);
    expect(dropped).toEqual([expect.stringContaining('script'), expect.stringContaining('iframe')]);
    expect(JSON.stringify((await article(hostile)).document)).not.toMatch(/alert|evil|onclick|style/);
  });

  it('that were edited here stay, others are deleted, come back, and get other names', async () => {
    const made = await put('life.md', { published: true, urlPath: 'docs/life' });
    const { articleNumber: number } = docOf(made);
    await saveFields(a, number, { introduction: 'By a person' });
    for (const answer of [
      await put('life.md', { html: '<p>New</p>', urlPath: 'docs/life' }),
      await send('DELETE', '/items/life.md'),
      await send('POST', '/rename', { fromPath: 'life.md', toPath: 'death.md', toTitle: 'X' }),
    ])
      expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('edited-here')]);
    const other = docOf(await put('docs/old.md', { published: true, urlPath: 'docs/old' }));
    const renamed = await send('POST', '/rename', {
      FromPath: 'docs/old.md',
      ToPath: 'docs/new.md',
      ToTitle: 'New',
    });
    expect(renamed.json()).toEqual({ status: 'renamed', articleNumber: other.articleNumber });
    expect(await readArticle(a, other.articleNumber)).toMatchObject({
      title: 'New',
      path: '/docs/new',
      status: 'live',
    });
    const gone = await send('DELETE', '/items/docs%2Fnew.md');
    expect(gone.json()).toEqual({
      status: 'deleted',
      articleNumber: other.articleNumber,
      sourceKey: 'docs/new.md',
    });
    expect((await readArticle(a, other.articleNumber)).status).toBe('trashed');
    expect(docOf(await put('docs/new.md', { urlPath: 'docs/new' })).articleNumber).toBe(other.articleNumber);
    for (const answer of [
      await send('DELETE', '/items/docs%2Fold.md'),
      await send('POST', '/rename', { fromPath: 'nothing.md', toPath: 'x.md', toTitle: 'X' }),
      await send('DELETE', '/items/life.md', undefined, { site: b, by: (await createImportKey(b)).key }),
    ])
      expect(answer.status).toBe(404);
    expect((await send('POST', '/rename', { fromPath: 'docs/new.md', toPath: 'x.md' })).status).toBe(400);
  });

  it('take a key, and to one that isn’t right and to a blog that it doesn’t reach there is one answer (J-16, P-16)', async () => {
    const own = await createImportKey(a, { blogKey: 'news' });
    const made = await put('post.md', { urlPath: 'news/post' }, { by: own.key });
    expect(await article(made)).toMatchObject({ path: '/news/post', blogKey: 'news', status: 'draft' });
    expect(docOf(await put('guide/p.md', { urlPath: 'pages/p' })).status).toBe('created');
    const docs = await createImportKey(a, { path: '/docs' });
    const moved = await article(await put('docs/moved.md', {}, { by: docs.key }));
    await saveFields(a, moved.number, { slug: 'elsewhere/moved' });
    const refusals = [
      await send('DELETE', '/items/docs%2Fmoved.md', undefined, { by: docs.key }),
      await put('page.md', {}, { by: own.key }),
      await put('page.md', { templateKey: 'unknown' }, { by: own.key }),
      await put('post.md', { urlPath: 'news/post' }, { by: `${own.key.slice(0, -1)}!` }),
      await put('post.md', { urlPath: 'news/post' }, { by: own.key, site: b }),
      await send(
        'POST',
        '/rename',
        { fromPath: 'post.md', toPath: '/pages/x', toTitle: 'X' },
        { by: own.key },
      ),
    ];
    expect(
      new Set(refusals.map(({ status, text }) => `${status} ${text.replace(/"instance":"[^"]*"/, '')}`)).size,
    ).toBe(1);
    expect(refusals[0]?.status).toBe(401);
    // Names of documents are its own: it doesn't reach those of other keys.
    expect((await send('DELETE', '/items/guide%2Fp.md', undefined, { by: own.key })).status).toBe(404);
    expect((await put('post.md', { urlPath: 'news/post', published: true }, { by: own.key })).status).toBe(
      403,
    );
    const bare = await call(`${a.baseUrl}${DOCS_IMPORT_PATH}/items/nothing.md`, {
      method: 'DELETE',
      headers: { ...a.ownHeaders, Authorization: key },
    });
    expect(bare.status).toBe(404);
  });

  it('are counted before anything of them is read, for each key', async () => {
    const other = await createImportKey(a);
    let answer: Answer | undefined;
    for (let sent = 0; sent <= PERMITS; sent += 1) answer = await send('DELETE', '/items/nothing.md');
    expect(answer?.status).toBe(429);
    const unread = await send('PUT', '/items/x.md', Buffer.from('{'), {
      headers: { 'Content-Type': 'text/plain' },
    });
    expect([unread.status, unread.headers['retry-after']]).toEqual([429, expect.any(String)]);
    expect((await send('DELETE', '/items/nothing.md', undefined, { by: other.key })).status).toBe(404);
  });
});
