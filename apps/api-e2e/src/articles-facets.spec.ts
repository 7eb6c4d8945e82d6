import { type ArticleFacets, type ArticleSummary, ARTICLE_LIMITS } from '@sitedesk/contract/articles';
import {
  createArticle as create,
  createAtBoth,
  publishArticle as publish,
  setAccess,
} from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

describe('what the list of articles can be narrowed to', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let editor: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a } = sites);
    editor = await colleague(sites.site, a, {
      roles: ['Editor'],
      displayName: 'Facet Editor',
      host: HOSTS.a,
    });
  });

  afterAll(() => sites.site.stop());

  const facets = async (browser: EditorBrowser, query = ''): Promise<ArticleFacets> =>
    (await browser.get(`/articles/facets${query}`)).json() as ArticleFacets; // the contract's word
  /** Those that there is something of. */
  const counts = (
    found: ArticleFacets,
    facet: keyof ArticleFacets,
  ): Readonly<Record<string, number | null>> =>
    Object.fromEntries(
      found[facet].flatMap(({ value, label, count }) => (count === 0 ? [] : [[label ?? value, count]])),
    );
  const listed = async (browser: EditorBrowser, query: string): Promise<number> =>
    ((await browser.get(`/articles${query}`)).json() as { items: ArticleSummary[] }).items.length;

  it('counts each with the other filters, and only what someone sees (P-18)', async () => {
    const stream = await createAtBoth(sites, { type: 2, title: 'Harbour news', blogKey: 'harbour' });
    await publish(a, stream.number);
    for (const title of ['Quay', 'Pier']) await create(a, { type: 1, title, blogKey: 'harbour' });
    const { number: hidden } = await create(a, { type: 1, title: 'Secret berth', blogKey: 'harbour' });
    await setAccess(a, hidden, { restricted: true });
    await create(editor.browser, { title: 'By the editor' });

    const all = await facets(a);
    expect(counts(all, 'status')).toEqual({ draft: 4, live: 1 });
    expect(counts(all, 'type')).toEqual({ 0: 1, 1: 3, 2: 1 });
    expect(counts(all, 'blog')).toEqual({ 'Harbour news': 3 });
    expect(Object.values(counts(all, 'owner')).toSorted()).toEqual([1, 4]);
    const seen = await facets(editor.browser);
    expect([counts(seen, 'status'), counts(seen, 'blog')]).toEqual([
      { draft: 3, live: 1 },
      { 'Harbour news': 2 },
    ]);

    const narrowed = await facets(a, '?status=draft&blog=harbour');
    expect([counts(narrowed, 'status'), counts(narrowed, 'type')]).toEqual([{ draft: 3 }, { 1: 3 }]);
    for (const { value, count } of all.owner) expect(await listed(a, `?owner=${value}`)).toBe(count);
    expect(await listed(a, '?blog=harbour')).toBe(3);
    expect(await listed(editor.browser, '?blog=harbour')).toBe(2);
    expect(counts(await facets(a, '?q=quay'), 'type')).toEqual({ 0: null, 1: null, 2: null });
  });

  it('names a blog and an owner of whom someone sees nothing to nobody', async () => {
    const stream = await create(a, { type: 2, title: 'Board only', blogKey: 'board' });
    const owner = await colleague(sites.site, a, {
      roles: ['Author'],
      displayName: 'Quiet Owner',
      host: HOSTS.a,
    });
    const own = await create(owner.browser, { title: 'For the board' });
    for (const { number } of [stream, own]) await setAccess(a, number, { restricted: true });
    const shown = JSON.stringify(await facets(a));
    expect([shown.includes('Board only'), shown.includes('Quiet Owner')]).toEqual([true, true]);
    const seen = JSON.stringify(await facets(editor.browser));
    expect([seen.includes('Board only'), seen.includes('Quiet Owner')]).toEqual([false, false]);
  });

  it('counts to a thousand, and says when there are more', async () => {
    await sites.site.database.query(
      `INSERT INTO article (tenant_id, number, id, type, title, slug, path, status, last_version, created_at, updated_at, listed_at)
       SELECT a.tenant_id, 100000 + n, gen_random_uuid(), 0, 'Many ' || n, 'many-' || n, '/many-' || n, 'withdrawn', 1, now(), now(), now()
       FROM (SELECT tenant_id FROM article WHERE title = 'Board only') a, generate_series(1, $1) n`,
      [ARTICLE_LIMITS.facetCountedTo + 1],
    );
    const { status } = await facets(a);
    expect(status.find(({ value }) => value === 'withdrawn')).toMatchObject({
      count: ARTICLE_LIMITS.facetCountedTo,
      more: true,
    });
    expect(status.find(({ value }) => value === 'live')).toMatchObject({ count: 1, more: false });
  });
});
