import type { ArticleCounts, ArticleSummary } from '@sitedesk/contract/articles';
import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { CommentThread } from '@sitedesk/contract/comments';
import { createArticle as create, publishArticle, saveFields } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

describe('the list of articles by author, tag and open comments', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a } = sites);
  });

  afterAll(() => sites.site.stop());

  const titles = async (query: string, browser = a): Promise<readonly string[]> =>
    ((await browser.get(`/articles?${query}`)).json() as { items: ArticleSummary[] }).items.map(
      ({ title }) => title,
    ); // the contract's word

  it('follows the draft', async () => {
    const author = (await a.post('/authors', { name: 'Ada' })).json() as AuthorProfile; // as above
    const [one, two] = [await create(a, { title: 'One' }), await create(a, { title: 'Two' })];
    await create(sites.b, { title: 'Other site' });
    await saveFields(a, one.number, { tags: ['Häfen', 'harbour'], authors: [author.id] });
    await saveFields(a, two.number, { tags: ['harbour'] });
    expect(await titles('tag=harbour')).toEqual(['Two', 'One']);
    expect(await titles(`tag=${encodeURIComponent('Häfen')}`)).toEqual(['One']);
    expect(await titles('tag=harbour', sites.b)).toEqual([]);
    expect(await titles(`author=${author.id}`)).toEqual(['One']);
    expect(await titles(`author=${author.id}&tag=quay`)).toEqual([]);
    await saveFields(a, one.number, { tags: [], authors: [] });
    expect(await titles('tag=harbour')).toEqual(['Two']);
    expect(await titles(`author=${author.id}`)).toEqual([]);
    expect((await a.get('/articles?author=ada')).status).toBe(400);
  });

  it('leaves out articles whose comments are all resolved', async () => {
    const { number } = await create(a, { title: 'Discussed' });
    const at = `/articles/${number}/threads`;
    const { id } = (await a.post(at, { field: 'title', body: 'Really?' })).json() as CommentThread; // as above
    expect(await titles('comments=open')).toEqual(['Discussed']);
    await a.post(`${at}/${id}/resolve`);
    expect(await titles('comments=open')).toEqual([]);
  });

  it('keeps to what visitors see, and counts what is scheduled', async () => {
    const { number: live } = await create(a, { title: 'Live' });
    await publishArticle(a, live);
    await saveFields(a, live, { introduction: 'Changed since' });
    const { number: gone } = await create(a, { title: 'Gone' });
    await publishArticle(a, gone);
    await a.post(`/articles/${gone}/withdraw`, { answer: 404 });
    const { number: planned } = await create(a, { title: 'Planned' });
    const at = new Date(Date.now() + 86_400_000).toISOString();
    await a.post(`/articles/${planned}/plans`, { action: 'publish', version: 1, at });
    expect(await titles('live=1')).toEqual(['Live']);
    expect(await titles('live=1&status=live-with-changes')).toEqual(['Live']);
    expect(await titles('live=1', sites.b)).toEqual([]);
    expect((await a.get('/articles?live=no')).status).toBe(400);
    const counts = async (browser: EditorBrowser): Promise<ArticleCounts> =>
      (await browser.get('/articles/counts')).json() as ArticleCounts; // as above
    expect(await counts(a)).toEqual({ needsMe: 0, scheduled: 1 });
    expect(await counts(sites.b)).toEqual({ needsMe: 0, scheduled: 0 });
  });

  it('finds a rare tag by its index, and a frequent one from the top of the list', async () => {
    const { database } = sites.site;
    await database.query(
      `INSERT INTO article (tenant_id, number, id, type, title, slug, path, status, last_version, created_at, updated_at, listed_at)
       SELECT tenant_id, 1000 + n, gen_random_uuid(), 0, 'Many ' || n, 'many-' || n, '/many-' || n, 'draft', 1, now(), now() - n * interval '1 second', now()
       FROM (SELECT DISTINCT tenant_id FROM article) t, generate_series(1, 20000) n`,
    );
    await database.query(
      `INSERT INTO article_draft (tenant_id, number, revision, base_version, fields, document, hash, saved_at)
       SELECT tenant_id, number, 1, 1, jsonb_build_object('tags', CASE WHEN number % 10000 = 0 THEN '["all", "rare"]' ELSE '["all"]' END::jsonb, 'authors', '[]'::jsonb),
         '{"type":"doc"}', '', now() FROM article WHERE number > 1000`,
    );
    await database.query('ANALYZE article, article_draft');
    expect(await titles('tag=rare')).toEqual(['Many 9000', 'Many 19000']);
    await eventually(async () => {
      const used = await database.query<{ readonly used: boolean }>(
        `SELECT idx_scan > 0 AS used FROM pg_stat_user_indexes WHERE indexrelname = 'article_draft_tags'`,
      );
      expect(used).toEqual([{ used: true }]);
    });
    expect(await titles('tag=all&limit=3')).toEqual(['Many 1', 'Many 2', 'Many 3']);
  });
});
