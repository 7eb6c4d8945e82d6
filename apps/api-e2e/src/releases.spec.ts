import type { ArticleDetails, ArticleStatus } from '@sitedesk/contract/articles';
import type { PublicationPlan, PublicationPlanPage } from '@sitedesk/contract/publication-plans';
import type { Release } from '@sitedesk/contract/releases';
import { freePort } from '@sitedesk/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { setAccess } from './harness/articles.js';
import { type EditorBrowser, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { colleague, HOSTS, setRoles, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { startApi } from './harness/processes.js';

const soon = (ms = 1_500): string => new Date(Date.now() + ms).toISOString();
const later = (): string => soon(3_600_000);

describe('releases', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let siteUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    siteUrl = `http://127.0.0.1:${port}`;
    ({ a, b } = sites);
  });
  afterAll(() => sites.site.stop());

  const create = async (input: object): Promise<ArticleDetails> =>
    (await a.post('/articles', { type: 0, ...input })).json() as ArticleDetails; // the contract's word
  const statusOf = async (number: number): Promise<ArticleStatus> =>
    ((await a.get(`/articles/${number}`)).json() as ArticleDetails).status; // as above
  const release = async (title: string, at = later(), browser = a): Promise<Release> => {
    const answer = await browser.post('/releases', { title, at });
    expect(answer.status).toBe(201);
    return answer.json() as Release; // as above
  };
  const add = (number: number, id: string, input: object = {}, browser = a): Promise<Answer> =>
    browser.post(`/articles/${number}/plans`, { action: 'publish', version: 1, release: id, ...input });
  const read = async (id: string): Promise<Release> => (await a.get(`/releases/${id}`)).json() as Release; // as above
  const plansOf = async (id: string): Promise<readonly PublicationPlan[]> =>
    ((await a.get(`/releases/${id}/plans`)).json() as PublicationPlanPage).items; // as above
  const state = (id: string, expected: string): Promise<Release> =>
    eventually(async () => {
      const found = await read(id);
      if (found.state !== expected) throw new Error(`The release is ${found.state}.`);
      return found;
    });
  const statusAt = async (path: string): Promise<number> =>
    (await call(`${siteUrl}${path}`, { headers: { Host: HOSTS.a } })).status;
  const again = (id: string): Promise<unknown> =>
    sites.site.database.query('UPDATE publication_release SET next_at = now() WHERE id = $1', [id]);

  it('publish and withdraw their articles together, at their time', async () => {
    const [one, two, three] = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => create({ title: `Spring ${title}` })),
    );
    if (!one || !two || !three) throw new Error('They are there.');
    await a.post(`/articles/${three.number}/publish`, undefined, { 'If-Match': '"v1"' });
    const { id } = await release('Spring');
    for (const { number } of [one, two]) expect((await add(number, id)).status).toBe(201);
    const withdrawal = await add(three.number, id, { action: 'withdraw', answer: 410, version: undefined });
    expect(withdrawal.status).toBe(201);
    expect(await read(id)).toMatchObject({ title: 'Spring', state: 'waiting', plans: 3 });
    expect(await statusOf(one.number)).toBe('scheduled');
    const at = soon();
    expect((await a.put(`/releases/${id}`, { at })).json()).toMatchObject({ at });
    expect((await plansOf(id)).every((plan) => plan.at === at && plan.release?.title === 'Spring')).toBe(
      true,
    );
    await state(id, 'done');
    expect(await Promise.all([one.path, two.path, three.path].map(statusAt))).toEqual([200, 200, 410]);
    expect(await statusOf(three.number)).toBe('withdrawn');
    const entries = (await a.get('/audit?action=release.publish')).json() as { items: object[] };
    expect(entries.items).toMatchObject([{ outcome: 'done', target: { kind: 'release', id } }]);
  });

  it('publish nothing when one article cannot go live, and say which and why (P-63)', async () => {
    const key = `blog-${Date.now()}`;
    await create({ type: 2, blogKey: key, title: 'Not live' });
    const early = await create({ type: 1, blogKey: key, title: 'Early post' });
    const fine = await create({ title: 'Nothing wrong here' });
    const { id } = await release('Too early');
    for (const { number } of [fine, early]) await add(number, id);
    await a.put(`/releases/${id}`, { at: soon() });
    for (const attempts of [1, 2, 3, 4]) {
      await eventually(async () => expect(await read(id)).toMatchObject({ state: 'waiting', attempts }));
      expect(await statusAt(fine.path)).toBe(404);
      await again(id);
    }
    const failed = await state(id, 'failed');
    expect(failed).toMatchObject({ attempts: 5, errorCode: { code: 'release.notTogether' } });
    expect(failed.error).toContain('1 of its articles');
    const plans = await plansOf(id);
    expect(plans.find(({ number }) => number === early.number)?.errorCode?.code).toBe(
      'article.streamNotLive',
    );
    expect(plans.find(({ number }) => number === fine.number)?.error).toBeNull();
    expect([await statusOf(fine.number), await statusAt(fine.path)]).toEqual(['draft', 404]);

    // Without the one that is in the way, at another time.
    expect((await a.put(`/releases/${id}`, {})).status).toBe(400);
    const post = plans.find(({ number }) => number === early.number);
    expect((await a.delete(`/articles/${early.number}/plans/${post?.id}`)).status).toBe(204);
    await a.put(`/releases/${id}`, { at: soon() });
    await state(id, 'done');
    expect([await statusAt(fine.path), await statusAt(early.path)]).toEqual([200, 404]);
  });

  it('publish a blog before its posts', async () => {
    const key = `together-${Date.now()}`;
    const post = { type: 1, blogKey: key, title: 'A post' };
    const blog = await create({ type: 2, blogKey: key, title: 'A blog' });
    const { number, path } = await create(post);
    const { id } = await release('A blog with a post');
    for (const each of [number, blog.number]) await add(each, id);
    await a.put(`/releases/${id}`, { at: soon() });
    await state(id, 'done');
    expect(await statusAt(path)).toBe(200);
  });

  it('have each article once, a time of their own, and take no plan once they have ended', async () => {
    const { number } = await create({ title: 'Once' });
    const { id } = await release('Once');
    const plan = (await add(number, id)).json() as PublicationPlan; // the contract's word
    expect((await add(number, id)).json()).toMatchObject({
      status: 400,
      errors: [{ code: 'release.twice' }],
    });
    const both = await add(number, id, { at: later() });
    expect(both.json()).toMatchObject({ status: 400, errors: [{ code: 'release.timeOrRelease' }] });
    const moved = await a.put(`/articles/${number}/plans/${plan.id}`, { at: later() });
    expect(moved.json()).toMatchObject({ status: 400, errors: [{ code: 'release.timeOfRelease' }] });
    const repinned = await a.put(`/articles/${number}/plans/${plan.id}`, { version: 1 });
    expect(repinned.json()).toMatchObject({ state: 'waiting', release: { id } });
    expect((await a.delete(`/releases/${id}`)).status).toBe(204);
    expect(await statusOf(number)).toBe('draft');
    expect(await read(id)).toMatchObject({ state: 'cancelled', plans: 0 });
    expect((await add(number, id)).json()).toMatchObject({ status: 409, reason: 'release.ended' });
    expect((await a.delete(`/releases/${id}`)).status).toBe(409);
    const unknown = await add(number, crypto.randomUUID());
    expect(unknown.json()).toMatchObject({ status: 400, errors: [{ code: 'release.unknown' }] });
  });

  it('belong to their site, and to those who may publish', async () => {
    const { id } = await release('Of one site');
    expect((await b.get(`/releases/${id}`)).status).toBe(404);
    expect((await b.put(`/releases/${id}`, { title: 'Taken' })).status).toBe(404);
    expect((await b.delete(`/releases/${id}`)).status).toBe(404);
    await b.post('/articles', { type: 0, title: 'Of the other' });
    expect((await add(1, id, {}, b)).json()).toMatchObject({ errors: [{ code: 'release.unknown' }] });
    const author = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    expect((await author.browser.post('/releases', { title: 'Mine', at: later() })).status).toBe(403);
    expect((await a.post('/releases', { title: ' ', at: later() })).status).toBe(400);
    expect((await a.post('/releases', { title: 'Past', at: '2020-01-01T00:00' })).status).toBe(400);
  });

  it('show the plans of articles that one may see', async () => {
    const { number } = await create({ title: 'Hidden' });
    const { id } = await release('With a secret');
    await add(number, id);
    await sites.site.database.query(
      `UPDATE article SET restricted = true FROM tenant_hostname h
       WHERE h.tenant_id = article.tenant_id AND h.hostname = $2 AND number = $1`,
      [number, HOSTS.a],
    );
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    expect((await editor.browser.get(`/releases/${id}/plans`)).json()).toMatchObject({ items: [] });
    expect(await plansOf(id)).toMatchObject([{ number, title: 'Hidden' }]);
    expect((await editor.browser.get(`/articles/${number}/publication-checks`)).status).toBe(404);
    expect((await add(number, id, {}, editor.browser)).status).toBe(404);
  });

  it('are moved and cancelled by those who see all their articles', async () => {
    const hidden = await create({ title: 'Board minutes' });
    const { number } = await create({ title: 'For everyone' });
    const at = later();
    const { id } = await release('Minutes', at);
    for (const each of [hidden.number, number]) await add(each, id);
    await setAccess(a, hidden.number, { restricted: true });
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    const refused = { status: 409, reason: 'release.unseen' };
    const moved = { at: soon(7_200_000) };
    expect((await editor.browser.put(`/releases/${id}`, moved)).json()).toMatchObject(refused);
    expect((await editor.browser.put(`/releases/${id}`, { title: 'Mine' })).json()).toMatchObject(refused);
    expect((await editor.browser.delete(`/releases/${id}`)).json()).toMatchObject(refused);
    expect(await read(id)).toMatchObject({ title: 'Minutes', state: 'waiting', at, plans: 2 });
    expect(await statusOf(hidden.number)).toBe('scheduled');

    const grants = [{ kind: 'account', id: editor.id, level: 'read' }];
    await setAccess(a, hidden.number, { grants });
    expect((await editor.browser.put(`/releases/${id}`, moved)).json()).toMatchObject(moved);
    expect((await editor.browser.delete(`/releases/${id}`)).status).toBe(204);
    expect(await statusOf(hidden.number)).toBe('draft');
  });

  it('are listed by state, the earliest first, page by page', async () => {
    const year = new Date().getUTCFullYear() + 2;
    for (const day of ['03', '01', '02']) await release(`Listed ${day}`, `${year}-06-${day}T09:00:00Z`);
    const titles: string[] = [];
    let cursor: string | null = null;
    do {
      const query = `state=waiting&limit=2${cursor === null ? '' : `&cursor=${String(cursor)}`}`;
      const page = (await a.get(`/releases?${query}`)).json() as {
        items: Release[];
        nextCursor: string | null;
      };
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(titles.filter((title) => title.startsWith('Listed'))).toEqual([
      'Listed 01',
      'Listed 02',
      'Listed 03',
    ]);
    expect(titles).not.toContain('Once');
  });

  it('are held when the person who made them may no longer publish, until someone takes them over', async () => {
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    const { number, path } = await create({ title: 'Held together' });
    const { id } = await release('Held', soon(2_500), editor.browser);
    await add(number, id);
    expect((await setRoles(a, editor.id, ['Author'])).status).toBe(200);
    expect(await state(id, 'held')).toMatchObject({ errorCode: { code: 'plan.makerLostPermission' } });
    expect(await statusAt(path)).toBe(404);
    await a.put(`/releases/${id}`, { at: soon() });
    await state(id, 'done');
    expect(await statusAt(path)).toBe(200);
  });
});

describe('a large release, when processes die', () => {
  const COUNT = 120;
  /** Each waits for the release at most a second. */
  const TOGETHER = 4;

  it('is wholly live or not at all, to a reader who never stops looking (P-63)', async () => {
    const site = await startEditorSite({ OUTBOX_WORKER: 'off' });
    const a = await site.administrator();
    try {
      const made = (await a.post('/releases', { title: 'Large', at: later() })).json() as Release; // the contract's word
      for (let index = 0; index < COUNT; index += TOGETHER) {
        const answers = await Promise.all(
          Array.from({ length: TOGETHER }, async (_, place) => {
            const article = await a.post('/articles', { type: 0, title: `Large ${index + place}` });
            const { number } = article.json() as ArticleDetails; // as above
            return a.post(`/articles/${number}/plans`, { action: 'publish', version: 1, release: made.id });
          }),
        );
        expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
      }
      await site.database.query('UPDATE publication_release SET next_at = now() WHERE id = $1', [made.id]);
      const live = async (): Promise<number> =>
        (await site.database.query<{ count: number }>('SELECT count(*)::int AS count FROM live_page'))[0]
          ?.count ?? 0;
      const seen = new Set<number>();
      let isOver = false;
      const reader = (async () => {
        while (!isOver) seen.add(await live());
      })();
      // The first is killed soon after it has begun.
      const first = await startApi(site.database.url);
      await sleep(100);
      await first.kill();
      const second = await startApi(site.database.url);
      try {
        await eventually(async () => expect(await live()).toBe(COUNT));
      } finally {
        isOver = true;
        await reader;
        await second.stop();
      }
      expect([...seen].filter((count) => count !== 0 && count !== COUNT)).toEqual([]);
      expect((await a.get('/audit/verify')).json()).toMatchObject({ ok: true });
    } finally {
      await site.stop();
    }
  });
});
