import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { ImportRun } from '@sitedesk/contract/imports';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createArticle, publishArticle } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import {
  codesOf,
  finish,
  importedArticle,
  pictureFolder,
  putExport,
  reportOf,
  uploadExport,
} from './harness/imports.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { shapeOf } from './harness/shapes.js';
import { DETAILS, EXPECTED } from './import-samples/ghost/expected.js';

/** A post as Ghost 5 exports it. */
const post = (values: object): object => ({
  uuid: '6f0b2c1e-0000-4000-8000-000000000000',
  mobiledoc: null,
  lexical: '{"root":{"children":[{"type":"paragraph","text":"[{]} \\"posts\\": [1]"}]}}',
  html: '<p>Text</p>',
  plaintext: 'Text',
  feature_image: null,
  type: 'post',
  status: 'published',
  visibility: 'public',
  custom_excerpt: null,
  canonical_url: null,
  published_at: '2021-05-04T10:00:00.000Z',
  ...values,
});

/** An export of Ghost 5. Tables are in an order of their own, so what belongs to posts can come after them. */
const exported = (data: object): object => ({
  db: [{ meta: { exported_on: 1_700_000_000_000, version: '5.80.1' }, data }],
});

describe('import of a Ghost export', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;

  beforeAll(async () => {
    sites = await startTwoEditorSites({ RATELIMIT__DOCSIMPORT: '1000000/60' });
    ({ a } = sites);
  });

  afterAll(() => sites.site.stop());

  const article = (run: ImportRun, name: string): Promise<ArticleDetails> => importedArticle(a, run, name);
  const counts = (): Promise<unknown> =>
    sites.site.database.query(
      'SELECT (SELECT count(*) FROM account)::int AS users, (SELECT count(*) FROM author_profile)::int AS profiles',
    );

  it('makes posts and pages of it, with authors, tags, pictures and former addresses (J-10, J-17)', async () => {
    const { id: accountId, credentials } = await colleague(sites.site, a, {
      roles: ['Author'],
      host: HOSTS.a,
    });
    const blog = await createArticle(a, { type: 2, title: 'News', blogKey: 'ghost-news' });
    await publishArticle(a, blog.number);
    const own = (await a.post('/authors', { name: 'Pen name', accountId })).json() as { id: string };
    const before = await counts();
    const content = JSON.stringify(
      exported({
        posts: [
          post({
            id: 'p1',
            title: 'Hello "world"',
            slug: 'hello',
            html: '<!--kg-card-begin: html--><h2>Part</h2><!--kg-card-end: html--><p>See <a href="__GHOST_URL__/about/">about us</a> and <a href="__GHOST_URL__/second/">the second</a>.</p><figure><img src="__GHOST_URL__/content/images/2021/view.png" alt="A view"></figure>',
            custom_excerpt: 'In short',
            feature_image: '__GHOST_URL__/content/images/2021/cover.png',
          }),
          post({ id: 'p2', title: 'Second', slug: 'second', visibility: 'paid' }),
          post({ id: 'p3', title: 'About', slug: 'about', type: 'page' }),
          post({ id: 'p4', title: 'Draft', slug: 'draft', status: 'draft', html: null, published_at: null }),
          post({ id: 'p5', title: 'Newsletter', slug: 'newsletter', status: 'sent' }),
          post({
            id: 'p6',
            title: 'Later',
            slug: 'later',
            status: 'scheduled',
            published_at: '2999-01-01T00:00:00.000Z',
          }),
        ],
        tags: [
          { id: 't1', name: 'Bread', slug: 'bread', description: 'All of it' },
          { id: 't2', name: '#import', slug: 'hash-import' },
          { id: 't3', name: 'Butter', slug: 'butter' },
        ],
        posts_tags: [
          { id: '1', post_id: 'p1', tag_id: 't3', sort_order: 1 },
          { id: '2', post_id: 'p1', tag_id: 't1', sort_order: 0 },
          { id: '3', post_id: 'p1', tag_id: 't2', sort_order: 2 },
        ],
        users: [
          { id: 'u1', name: 'Someone', email: credentials.email.toUpperCase(), password: 'secret' },
          { id: 'u2', name: 'Nobody', email: 'nobody@elsewhere.example', bio: 'Writes.' },
        ],
        posts_authors: [
          { id: '1', post_id: 'p1', author_id: 'u1', sort_order: 0 },
          { id: '2', post_id: 'p2', author_id: 'u2', sort_order: 0 },
        ],
        posts_meta: [
          {
            id: 'm',
            post_id: 'p1',
            meta_description: 'For engines',
            feature_image_alt: 'A cover',
            og_title: 'Shared',
          },
        ],
      }),
      null,
      1,
    );
    const options = {
      source: 'Ghost',
      blogKey: 'ghost-news',
      status: 'published',
      hosts: ['old.example'],
    };
    const arrived = await uploadExport(a, 'old.ghost.2024-08-01.json', content, options);
    expect(arrived).toMatchObject({ items: 5, read: 0, hosts: ['old.example'] });
    expect(arrived.notes.map(({ params }) => params?.['what']).sort()).toEqual([
      'author bio',
      'sent',
      'social card',
      'tag description',
    ]);
    const checked = await finish(a, arrived.id, 'check');
    expect(checked).toMatchObject({
      counts: { created: 5, refused: 0 },
      pictures: { waiting: 2, fetched: 0, failed: 0 },
    });
    const run = await finish(a, arrived.id, 'import', { report: checked.reportHash });

    const hello = await article(run, 'post/p1');
    expect(hello).toMatchObject({
      title: 'Hello "world"',
      path: '/ghost-news/hello',
      status: 'live',
      introduction: 'In short',
      publishedAt: '2021-05-04T10:00:00.000Z',
    });
    expect(hello.fields).toMatchObject({
      tags: ['Bread', 'Butter'],
      authors: [own.id],
      searchDescription: 'For engines',
    });
    expect(shapeOf(hello.document.content)).toEqual([
      ['heading 2', 'Part'],
      ['paragraph', 'See ', ['about us', '/about'], ' and ', ['the second', '/ghost-news/second'], '.'],
    ]);
    expect(await article(run, 'page/p3')).toMatchObject({ path: '/about', status: 'live', type: 0 });
    for (const name of ['post/p2', 'post/p4', 'post/p6'])
      expect((await article(run, name)).status).toBe('draft');
    const report = await reportOf(a, run.id);
    expect(codesOf(report.get('post/p1'))).toEqual(
      expect.arrayContaining(['import.imageElsewhere', 'import.linksRewritten']),
    );
    expect(codesOf(report.get('post/p2'))).toEqual(
      expect.arrayContaining(['import.membersOnly', 'import.authorUnknown']),
    );
    expect(codesOf(report.get('post/p4'))).toContain('import.noHtml');
    const redirects = (await a.get('/redirects?q=/hello')).json() as { items: { path: string }[] };
    expect(redirects.items.map(({ path }) => path)).toContain('/hello');
    expect(await counts()).toEqual(before);

    const again = await uploadExport(a, 'again.json', content, options);
    await finish(a, again.id, 'check');
    expect((await finish(a, again.id, 'import')).counts).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 5,
    });
  });

  it('reads every kind of card in what Ghost itself exported, with 30 posts and pages (J-10)', async () => {
    const { b } = sites;
    const sample = (path: string): Buffer => readFileSync(join(import.meta.dirname, 'import-samples', path));
    const blog = await createArticle(b, { type: 2, title: 'The skerry light', blogKey: 'skerry' });
    await publishArticle(b, blog.number);
    const authors: string[] = [];
    for (const name of ['Tom Ọkáfọ̀r', 'Ines Vogel', 'Runa “Fog” Lind'])
      authors.push(((await b.post('/authors', { name })).json() as { id: string }).id);
    const [tom, ines, runa] = authors;
    const folder = await pictureFolder(b, 'skerry', {
      'content/images/2026/11/lamp.png': sample('jekyll/images/bridge.png'),
      'content/images/2026/11/lens.png': sample('pandoc/tin.png'),
    });
    const content = sample('ghost/skerry.json').toString();
    const options = {
      source: 'Skerry',
      blogKey: 'skerry',
      status: 'published',
      hosts: ['skerry.example'],
      folder,
    };
    const arrived = await uploadExport(b, 'skerry.ghost.json', content, options);
    expect(arrived.items).toBe(30);
    expect(arrived.notes.map(({ params }) => [params?.['what'], Number(params?.['count'])]).sort()).toEqual([
      ['code injection', 1],
      ['feature image caption', 1],
      ['featured mark', 1],
      ['hidden title and feature image', 1],
    ]);
    await finish(b, arrived.id, 'check');
    const run = await finish(b, arrived.id, 'import');
    expect(run.counts).toMatchObject({ created: 30, refused: 0 });

    const report = await reportOf(b, run.id);
    const names = new Map([...report.values()].map(({ externalId, path }) => [path, externalId]));
    const made = new Map<string, ArticleDetails>();
    for (const [path, name] of names) made.set(path ?? '', await importedArticle(b, run, name));
    const found = [...made].map(([path, one]) => [
      path,
      {
        title: one.title,
        shape: shapeOf(one.document.content),
        notes: codesOf(report.get(names.get(path) ?? '')),
        isDraft: one.status === 'draft',
        publishedAt: EXPECTED[path]?.publishedAt === undefined ? undefined : one.publishedAt,
      },
    ]);
    const wanted = Object.entries(EXPECTED).map(([path, one]) => [
      path,
      { notes: [], isDraft: false, publishedAt: undefined, ...one },
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
    const all = (nodes: readonly DocumentNode[] = []): readonly DocumentNode[] =>
      nodes.flatMap((node) => [node, ...all(node.content)]);
    for (const [path, type, attrs] of DETAILS) {
      const blocks = all(made.get(path)?.document.content).filter((node) => node.type === type);
      expect(blocks.map((node) => node.attrs)).toMatchObject(attrs);
    }
    expect(made.get('/skerry/the-lamp')).toMatchObject({
      introduction: 'A lamp, a lens,\nand a cloth.',
      fields: {
        authors: [tom, ines],
        tags: ['Lamps & lenses', 'Äpfel', 'C++'],
        searchTitle: 'The lamp, for engines',
        searchDescription: 'How we clean the lamp',
        canonical: 'https://lamps.example/the-lamp?a=1&b=2',
        bannerText: 'A lamp on a rock',
        bannerImage: expect.stringMatching(/\/lamp\.png$/),
      },
    });
    expect(made.get('/skerry/the-fog-bell')?.fields).toMatchObject({ authors: [runa], tags: ['Sound'] });
    expect(made.get('/visit')?.fields.bannerImage).toMatch(/\/lens\.png$/);
    // Someone else's site has none of it.
    expect((await a.get('/articles?q=lamp')).json()).toMatchObject({ items: [] });

    const again = await uploadExport(b, 'again.json', content, options);
    await finish(b, again.id, 'check');
    expect((await finish(b, again.id, 'import')).counts).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 30,
    });
  });

  it('reads exports of older versions, and texts that are cut anywhere', async () => {
    const posts = [post({ id: 1, title: 'Old page', slug: 'old-page', page: 1, type: undefined })];
    const long = 'ü'.repeat(70_000);
    const data = { posts: [...posts, post({ id: 2, title: 'Long', slug: 'long', html: `<p>${long}</p>` })] };
    const run = await uploadExport(a, 'old.json', JSON.stringify({ meta: {}, data }), { source: 'Ghost 2' });
    const { id } = await finish(a, run.id, 'check');
    const report = await reportOf(a, id);
    expect([...report.keys()]).toEqual(['page/1', 'post/2']);
    await finish(a, id, 'import');
    expect(shapeOf((await article(run, 'post/2')).document.content)).toEqual([['paragraph', long]]);
  });

  it.each([
    ['no JSON', 'PK\u0003\u0004', 'import.jsonBroken'],
    ['JSON that ends too early', '{"db":[{"data":{"posts":[{"id":"1"', 'import.jsonBroken'],
    ['brackets that don’t match', '{"db":[{"data":{"posts":[}}]}', 'import.jsonBroken'],
    ['another list', '[1, 2, 3]', 'import.notGhost'],
    ['something else', '{"name":"sitedesk","version":"1.0.0"}', 'import.notGhost'],
    ['what is nested without end', `{"db":${'['.repeat(10_000)}`, 'import.tooDeep'],
    ['a post that is none', '{"data":{"posts":[{"id":"1",}]}}', 'import.jsonBroken'],
  ])('refuses %s', async (_, content, code) => {
    const { id } = (await a.post('/import/runs', { source: 'Broken' })).json() as ImportRun;
    const answer = await putExport(a, id, 'export.json', content);
    expect([answer.status, /"code":"(import\.\w+)"/.exec(answer.text)?.[1]]).toEqual([400, code]);
    expect((await a.get(`/import/runs/${id}`)).json()).toMatchObject({ items: 0 });
    await a.delete(`/import/runs/${id}`);
  });
});
