import type { ArticleDetails, ArticleStatus } from '@sitedesk/contract/articles';
import type { AttentionTile } from '@sitedesk/contract/dashboard';
import type { PublicationPlan, PublicationPlanPage } from '@sitedesk/contract/publication-plans';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { plansOf, setAccess } from './harness/articles.js';
import { lastSunday, NEXT_YEAR } from './harness/clock-changes.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { tenantIdOf } from './harness/inbox.js';
import { colleague, HOSTS, setRoles, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { setSetting } from './harness/tenants.js';

const SOON_MS = 1_200;
/** For several requests before it, also on a machine that is busy. */
const LONG_ENOUGH_MS = 6_000;
const soon = (ms = SOON_MS): string => new Date(Date.now() + ms).toISOString();
const later = (): string => soon(3_600_000);

/** Each test does the same at both sites, so numbers and addresses are the same there; what is planned is of the first. */
describe('plans', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let siteUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    siteUrl = `http://127.0.0.1:${port}`;
    ({ a, b } = sites);
    for (const host of Object.values(HOSTS))
      await setSetting(sites.site.database, 'Site', 'TimeZone', 'Europe/Zurich', host);
  });

  afterAll(() => sites.site.stop());

  const read = async (number: number, browser = a): Promise<ArticleDetails> =>
    (await browser.get(`/articles/${number}`)).json() as ArticleDetails; // the contract's word
  const both = async (input: object): Promise<ArticleDetails> => {
    const [article, other] = await Promise.all(
      [a, b].map(async (browser) => {
        const answer = await browser.post('/articles', { type: 0, ...input });
        expect(answer.status).toBe(201);
        return answer.json() as ArticleDetails; // as above
      }),
    );
    expect(other?.number).toBe(article?.number);
    return article as ArticleDetails;
  };
  const save = async (number: number, text: string, title?: string): Promise<void> => {
    const { fields, revision } = await read(number);
    const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
    const body = { operation: randomUUID(), fields: { ...fields, ...(title && { title }) }, document };
    expect((await a.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` })).status).toBe(
      200,
    );
  };
  const publish = async (number: number): Promise<void> => {
    const { revision } = await read(number);
    const answer = await a.post(`/articles/${number}/publish`, undefined, { 'If-Match': `"v${revision}"` });
    expect(answer.status).toBe(200);
  };
  const schedule = async (
    number: number,
    input: object = {},
    browser: EditorBrowser = a,
  ): Promise<Answer> => {
    const { revision } = await read(number);
    const publication = 'action' in input ? {} : { action: 'publish', revision };
    return browser.post(`/articles/${number}/plans`, { at: soon(), ...publication, ...input });
  };
  const scheduled = async (number: number, input: object = {}): Promise<PublicationPlan> => {
    const answer = await schedule(number, input);
    expect(answer.status).toBe(201);
    return answer.json() as PublicationPlan; // as above
  };
  const ended = async (number: number, state: string): Promise<PublicationPlan> =>
    eventually(async () => {
      const [plan] = await plansOf(a, number);
      if (plan?.state !== state) throw new Error(`The plan is ${plan?.state}.`);
      return plan;
    });
  const visit = (path: string, host: string = HOSTS.a): Promise<Answer> =>
    call(`${siteUrl}${path}`, { headers: { Host: host } });
  const statusOf = async (number: number): Promise<ArticleStatus> => (await read(number)).status;
  const attention = async (code: string, browser = a): Promise<number> =>
    ((await browser.get('/dashboard/attention')).json() as AttentionTile).items.find(
      (item) => item.code === code,
    )?.count ?? 0;
  /** Makes the plans of these articles due now. A time of their own could come before a busy machine has done what precedes it. */
  const makeDue = (...numbers: readonly number[]): Promise<unknown> =>
    sites.site.database.query(
      `UPDATE publication_job SET due_at = now(), next_at = now() WHERE number = ANY($1) AND state = 'waiting'`,
      [numbers],
    );
  const attempt = (id: string): Promise<unknown> =>
    sites.site.database.query('UPDATE publication_job SET next_at = now() WHERE id = $1', [id]);

  it('publish the version that they name at the promised time, whatever is written since (P-29)', async () => {
    const { number } = await both({ title: 'Summer hours' });
    await save(number, 'Open from nine.');
    const plan = await scheduled(number, { at: soon(LONG_ENOUGH_MS) });
    expect(plan).toMatchObject({ action: 'publish', state: 'waiting', version: 2, isOutdated: false });
    expect(await statusOf(number)).toBe('scheduled');
    await save(number, 'Closed.', 'Winter hours');
    expect((await plansOf(a, number))[0]).toMatchObject({ isOutdated: true });
    expect((await visit('/summer-hours')).status).toBe(404);
    const done = await ended(number, 'done');
    expect(Date.parse(String(done.endedAt))).toBeGreaterThanOrEqual(Date.parse(plan.at));
    const article = await read(number);
    expect(article).toMatchObject({ status: 'live-with-changes', liveVersion: 2, publishedAt: plan.at });
    const page = await visit('/summer-hours');
    expect(page.text).toContain('Open from nine.');
    expect(page.text).not.toContain('Winter');
    expect((await visit('/summer-hours', HOSTS.b)).status).toBe(404);
    expect(await plansOf(b, number)).toEqual([]);
  });

  it('of one moment publish what was rendered as they were made, and render it when the renderer is another one', async () => {
    const { database } = sites.site;
    const prepared = async (): Promise<readonly unknown[]> =>
      (
        await database.query(
          'SELECT number FROM planned_page p JOIN publication_job j ON j.id = p.plan_id ORDER BY number',
        )
      ).map(({ number }) => number);
    const numbers: number[] = [];
    for (const title of ['Kept', 'Older', 'Missing', 'Cancelled']) {
      const { number } = await both({ title });
      await save(number, `The text of ${title}.`);
      await scheduled(number, { at: later() });
      numbers.push(number);
    }
    expect(await prepared()).toEqual(numbers);
    const [kept, older, missing, cancelled] = numbers;
    // So that one can tell where the page comes from.
    const mark = `UPDATE planned_page SET renderer = $2, html = '<p>Rendered before.</p>' WHERE plan_id = (SELECT id FROM publication_job WHERE number = $1)`;
    const { renderer } = (await database.query('SELECT renderer FROM planned_page LIMIT 1'))[0] as {
      renderer: number;
    }; // the column
    await database.query(mark, [kept, renderer]);
    await database.query(mark, [older, renderer - 1]);
    await database.query(
      'DELETE FROM planned_page WHERE plan_id = (SELECT id FROM publication_job WHERE number = $1)',
      [missing],
    );
    const [plan] = await plansOf(a, cancelled ?? 0);
    expect((await a.delete(`/articles/${cancelled}/plans/${plan?.id}`)).status).toBe(204);
    expect(await prepared()).toEqual([kept, older]);
    await makeDue(...numbers);
    for (const number of [kept, older, missing]) await ended(number ?? 0, 'done');
    expect((await visit('/kept')).text).toContain('Rendered before.');
    for (const name of ['older', 'missing']) {
      const { text } = await visit(`/${name}`);
      expect(text).toMatch(/The text of (?:Older|Missing)\./);
      expect(text).not.toContain('Rendered before.');
    }
    expect((await visit('/cancelled')).status).toBe(404);
    expect(await prepared()).toEqual([]);
  });

  it('are pinned to a version of their own, and to the newest when someone says so', async () => {
    const { number } = await both({ title: 'Pinned' });
    const plan = await scheduled(number, { at: later() });
    await save(number, 'Newer.');
    const { revision } = await read(number);
    const changed = await a.put(`/articles/${number}/plans/${plan.id}`, { revision });
    expect(changed.json()).toMatchObject({ id: plan.id, version: 2, at: plan.at, isOutdated: false });
    const first = await a.put(`/articles/${number}/plans/${plan.id}`, { version: 1, at: soon() });
    expect(first.json()).toMatchObject({ version: 1, isOutdated: true });
    await ended(number, 'done');
    expect((await read(number)).liveVersion).toBe(1);
  });

  it('can be cancelled until they are due, and the article is what it was', async () => {
    const { number } = await both({ title: 'Cancelled' });
    const { id } = await scheduled(number, { at: later() });
    expect((await a.delete(`/articles/${number}/plans/${id}`)).status).toBe(204);
    expect(await statusOf(number)).toBe('draft');
    expect((await plansOf(a, number))[0]).toMatchObject({ state: 'cancelled' });
    expect((await a.delete(`/articles/${number}/plans/${id}`)).status).toBe(409);
    expect((await a.put(`/articles/${number}/plans/${id}`, { at: later() })).status).toBe(409);
  });

  it.each([
    ['in the past', { at: '2020-01-01T00:00:00Z' }, 400, 'at'],
    ['in a far future', { at: '2999-01-01T00:00:00Z' }, 400, 'at'],
    ['at no time', { at: 'tomorrow' }, 400, 'at'],
    ['in an hour that is skipped (P-34)', { at: `${lastSunday(3)}T02:30` }, 400, 'at'],
    ['in an hour that comes twice (P-34)', { at: `${lastSunday(10)}T02:30` }, 400, 'at'],
    ['of nothing', { revision: undefined }, 400, 'revision'],
    ['of two things', { version: 1 }, 400, 'revision'],
    ['of an unknown version', { revision: undefined, version: 99 }, 400, 'version'],
    ['of a version for a withdrawal', { action: 'withdraw', answer: 404, version: 1 }, 400, 'version'],
    ['with an answer for a publication', { answer: 404 }, 400, 'answer'],
    ['of a withdrawal without an answer', { action: 'withdraw' }, 400, 'answer'],
    ['of a forward to nowhere', { action: 'withdraw', answer: 301 }, 400, 'forwardArticle'],
    [
      'of a forward to no article',
      { action: 'withdraw', answer: 301, forwardArticle: 9_999 },
      400,
      'forwardArticle',
    ],
    [
      'of a forward to a script',
      { action: 'withdraw', answer: 301, forwardUrl: 'javascript:1' },
      400,
      'forwardUrl',
    ],
    [
      'of a forward to another host',
      { action: 'withdraw', answer: 301, forwardUrl: '//other.test' },
      400,
      'forwardUrl',
    ],
    [
      'of a forward without its answer',
      { action: 'withdraw', answer: 410, forwardUrl: '/a' },
      400,
      'forwardUrl',
    ],
  ])('%s are refused, and nothing is planned', async (_what, input, status, field) => {
    const { number, revision } = await both({ title: 'Refused' });
    const body = {
      action: 'publish',
      at: later(),
      revision: 'action' in input ? undefined : revision,
      ...input,
    };
    const answer = await a.post(`/articles/${number}/plans`, body);
    expect(answer.json()).toMatchObject({ status, errors: [{ field }] });
    expect(await plansOf(a, number)).toEqual([]);
  });

  it('say which offsets an hour that comes twice can have (P-34)', async () => {
    const { number, revision } = await both({ title: 'Twice' });
    const plan = { action: 'publish', revision };
    const at = `${lastSunday(10)}T02:30`;
    const asked = await a.post(`/articles/${number}/plans`, { ...plan, at });
    expect(asked.text).toContain('+02:00 or +01:00');
    const answer = await a.post(`/articles/${number}/plans`, { ...plan, at: `${at}+01:00` });
    expect(answer.json()).toMatchObject({ at: `${lastSunday(10)}T01:30:00.000Z` });
    const local = await a.post(`/articles/${number}/plans`, { ...plan, at: `${NEXT_YEAR}-07-31T02:30` });
    expect(local.json()).toMatchObject({ at: `${NEXT_YEAR}-07-31T00:30:00.000Z` });
  });

  it('are refused for a draft that was changed, one that is not there, and a withdrawal of nothing', async () => {
    const { number, revision } = await both({ title: 'Stale' });
    await save(number, 'Changed.');
    expect((await schedule(number, { revision })).status).toBe(412);
    expect(
      (await a.post('/articles/99999/plans', { action: 'publish', version: 1, at: later() })).status,
    ).toBe(404);
    const nothing = await schedule(number, { action: 'withdraw', answer: 404, at: later() });
    expect(nothing.json()).toMatchObject({ status: 409, reason: 'plan.nothingToWithdraw' });
  });

  it('belong to those who may publish, and to their site', async () => {
    const { number } = await both({ title: 'Of one site' });
    const { id } = await scheduled(number, { at: later() });
    const author = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    expect((await schedule(number, { at: later() }, author.browser)).status).toBe(403);
    expect((await b.delete(`/articles/${number}/plans/${id}`)).status).toBe(404);
    expect((await b.put(`/articles/${number}/plans/${id}`, { at: later() })).status).toBe(404);
    const seen = (await b.get('/plans?state=waiting')).json() as PublicationPlanPage;
    expect(seen.items).toEqual([]);
  });

  it('are listed by month, page by page, the earliest first', async () => {
    const { number } = await both({ title: 'Calendar' });
    const days = ['03', '01', '02'];
    for (const day of days) await scheduled(number, { at: `${NEXT_YEAR}-06-${day}T09:00:00Z` });
    const query = `from=${NEXT_YEAR}-06-01T00:00:00Z&until=${NEXT_YEAR}-07-01T00:00:00Z&limit=2`;
    const first = (await a.get(`/plans?${query}`)).json() as PublicationPlanPage;
    expect(first).toMatchObject({ zone: 'Europe/Zurich', items: [{ title: 'Calendar' }, {}] });
    const second = (await a.get(`/plans?${query}&cursor=${first.nextCursor}`)).json() as PublicationPlanPage;
    const found = [...first.items, ...second.items].map(({ at }) => at.slice(8, 10));
    expect([found, second.nextCursor]).toEqual([days.toSorted(), null]);
  });

  it('are listed by blog and by who made them, for those who see the articles', async () => {
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    const blog = await both({ type: 2, title: 'Moorings', blogKey: 'moorings' });
    await publish(blog.number);
    const at = `${NEXT_YEAR}-08-03T09:00:00Z`;
    const plan = async (input: object, browser = a): Promise<number> => {
      const { number } = await both(input);
      expect((await schedule(number, { at }, browser)).status).toBe(201);
      return number;
    };
    const mine = await plan({ type: 1, title: 'A mooring', blogKey: 'moorings' });
    const theirs = await plan({ type: 1, title: 'Another mooring', blogKey: 'moorings' }, editor.browser);
    const hidden = await plan({ type: 1, title: 'A mooring of the board', blogKey: 'moorings' });
    await setAccess(a, hidden, { restricted: true });
    const outside = await plan({ title: 'No mooring' }, editor.browser);

    const listed = async (browser: EditorBrowser, query: string): Promise<readonly number[]> => {
      const answer = await browser.get(`/plans?from=${at}&until=${NEXT_YEAR}-08-04T00:00:00Z&${query}`);
      expect(answer.status).toBe(200);
      return (answer.json() as PublicationPlanPage).items
        .map(({ number }) => number)
        .toSorted((one, other) => one - other); // as above
    };
    expect(await listed(a, 'blog=moorings')).toEqual([mine, theirs, hidden]);
    expect(await listed(editor.browser, 'blog=moorings')).toEqual([mine, theirs]);
    expect(await listed(b, 'blog=moorings')).toEqual([]);
    expect(await listed(a, `planner=${editor.id}`)).toEqual([theirs, outside]);
    expect(await listed(a, `blog=moorings&planner=${editor.id}`)).toEqual([theirs]);
    expect(await listed(b, `planner=${editor.id}`)).toEqual([]);
    expect(await listed(a, 'blog=unknown')).toEqual([]);
    // Who changes a plan has made it.
    const [first] = await plansOf(a, mine);
    expect((await editor.browser.put(`/articles/${mine}/plans/${first?.id}`, { at })).status).toBe(200);
    expect(await listed(a, `planner=${editor.id}`)).toEqual([mine, theirs, outside]);
    for (const wrong of ['planner=nobody', 'blog='])
      expect((await a.get(`/plans?${wrong}`)).status).toBe(400);
  });

  it('of a blog are found behind thousands of others, page after page', async () => {
    const many = await both({ title: 'Planned and cancelled' });
    await both({ type: 2, title: 'Ferries', blogKey: 'ferries' });
    const { number } = await both({ type: 1, title: 'A ferry', blogKey: 'ferries' });
    await sites.site.database.query(
      `INSERT INTO publication_job (tenant_id, id, number, action, answer, state, due_at, next_at, planned_at)
       SELECT $1, gen_random_uuid(), $2, 'withdraw', 404, 'cancelled', at, at, now()
       FROM generate_series(1, 12000) n, LATERAL (SELECT $3::timestamptz + n * interval '1 second' AS at) moment`,
      [await tenantIdOf(sites.site.database, HOSTS.a), many.number, `${NEXT_YEAR}-10-01T00:00:00Z`],
    );
    const { id } = await scheduled(number, { at: `${NEXT_YEAR}-10-02T00:00:00Z` });
    const found: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const next = `blog=ferries&limit=5${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page: PublicationPlanPage = (
        await a.get(`/plans?from=${NEXT_YEAR}-10-01T00:00:00Z&${next}`)
      ).json() as PublicationPlanPage; // as above
      found.push(...page.items.map((each) => each.id));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== null);
    expect([found, pages]).toEqual([[id], 3]);
  });

  it('say what another plan of their article has to do with them', async () => {
    const on = (day: number): string => `${NEXT_YEAR}-09-0${day}T09:00:00Z`;
    const { number } = await both({ title: 'Autumn opening' });
    const withdrawal = { action: 'withdraw', answer: 410 };
    const conflicts = async (browser = a): Promise<readonly unknown[]> =>
      (await plansOf(browser, number)).toReversed().map(({ conflict }) => conflict);
    const opening = await scheduled(number, { at: on(1) });
    const closing = await scheduled(number, { ...withdrawal, at: on(3) });
    const move = async (day: number): Promise<void> => {
      const answer = await a.put(`/articles/${number}/plans/${opening.id}`, { at: on(day) });
      expect(answer.status).toBe(200);
    };
    expect((await schedule(number, { at: on(3) }, b)).status).toBe(201);
    expect([await conflicts(), await conflicts(b)]).toEqual([[null, null], [null]]);
    await move(5);
    expect(await conflicts()).toEqual(['not-live', null]);
    await move(3);
    expect(await conflicts()).toEqual(['same-time', 'same-time']);
    await move(1);
    await scheduled(number, { ...withdrawal, at: on(4) });
    expect(await conflicts()).toEqual([null, null, 'not-live']);
    const listed = (await a.get(`/plans?from=${on(4)}&until=${on(5)}`)).json() as PublicationPlanPage;
    expect(listed.items).toMatchObject([{ number, conflict: 'not-live' }]);
    expect((await a.delete(`/articles/${number}/plans/${closing.id}`)).status).toBe(204);
    expect(await conflicts()).toEqual([null, null, null]);
    await move(3);
    expect(await conflicts()).toEqual([null, null, null]);
    // What is live now decides where nothing else waits.
    await publish(number);
    expect((await a.delete(`/articles/${number}/plans/${opening.id}`)).status).toBe(204);
    expect(await conflicts()).toEqual([null, null, null]);
    expect((await a.post(`/articles/${number}/withdraw`, { answer: 410 })).status).toBe(204);
    expect(await conflicts()).toEqual([null, null, 'not-live']);
    expect(await conflicts(b)).toEqual([null]);
  });

  it.each([
    ['404', { answer: 404 }, 404, undefined],
    ['410', { answer: 410 }, 410, undefined],
    [
      'forward to a URL',
      { answer: 301, forwardUrl: 'https://example.org/new?a=1' },
      301,
      'https://example.org/new?a=1',
    ],
    ['forward to a path', { answer: 301, forwardUrl: '/new place#top' }, 400, undefined],
    ['forward to an encoded path', { answer: 301, forwardUrl: '/new%20place?a=1' }, 301, '/new%20place?a=1'],
  ])(
    'withdraw a page, whose address then answers as chosen: %s (P-33)',
    async (name, how, status, location) => {
      const { number, path } = await both({ title: `Withdrawn ${name}` });
      await publish(number);
      const answer = await schedule(number, { action: 'withdraw', ...how });
      if (status === 400) return expect(answer.status).toBe(400);
      expect(answer.status).toBe(201);
      expect(await statusOf(number)).toBe('live');
      await ended(number, 'done');
      expect(await statusOf(number)).toBe('withdrawn');
      const page = await visit(path);
      expect([page.status, page.headers.location]).toEqual([status, location]);
      await publish(number);
      expect((await visit(path)).status).toBe(200);
    },
  );

  it('forward to an article wherever it is, and from former addresses too', async () => {
    const { number, path } = await both({ title: 'Old home' });
    const { number: other } = await both({ title: 'New home' });
    await publish(number);
    await publish(other);
    const answer = await a.post(`/articles/${number}/withdraw`, { answer: 301, forwardArticle: other });
    expect(answer.status).toBe(204);
    expect((await visit(path)).headers.location).toBe('/new-home');
    const { fields, document, revision } = await read(other);
    await a.put(
      `/articles/${other}/draft`,
      { operation: randomUUID(), fields: { ...fields, slug: 'newest-home' }, document },
      { 'If-Match': `"v${revision}"` },
    );
    await publish(other);
    expect((await visit(path)).headers.location).toBe('/newest-home');
    const self = await a.post(`/articles/${other}/withdraw`, { answer: 301, forwardArticle: other });
    expect(self.json()).toMatchObject({ status: 400, errors: [{ field: 'forwardArticle' }] });
  });

  it('that fail are tried five times, then shown, and take no others with them (P-32)', async () => {
    const key = `blog-${Date.now()}`;
    await both({ type: 2, blogKey: key, title: 'Not live' });
    const { number } = await both({ type: 1, blogKey: key, title: 'Early post' });
    const { number: other } = await both({ title: 'Beside it' });
    const at = later();
    const { id } = await scheduled(number, { at });
    await scheduled(other, { at });
    await makeDue(number, other);
    await ended(other, 'done');
    for (const attempts of [1, 2, 3, 4]) {
      await eventually(async () => {
        const [plan] = await plansOf(a, number);
        expect(plan).toMatchObject({
          state: 'waiting',
          attempts,
          errorCode: { code: 'article.streamNotLive' },
        });
      });
      await attempt(id);
    }
    expect(await ended(number, 'failed')).toMatchObject({ attempts: 5 });
    expect(await statusOf(number)).toBe('draft');
    expect(await attention('plans-failed')).toBe(1);
    expect(await attention('plans-failed', b)).toBe(0);
    expect((await a.put(`/articles/${number}/plans/${id}`, {})).status).toBe(400);
    await a.delete(`/articles/${number}/plans/${id}`);
    expect(await attention('plans-failed')).toBe(0);
  });

  it('of one moment publish a blog before its posts', async () => {
    const key = `together-${Date.now()}`;
    const { number: blog } = await both({ type: 2, blogKey: key, title: 'Together' });
    const { number: post } = await both({ type: 1, blogKey: key, title: 'A post' });
    const at = later();
    for (const number of [post, blog]) await scheduled(number, { at });
    await makeDue(post, blog);
    await ended(post, 'done');
    expect((await visit(`/${key}`)).text).toContain('A post');
  });

  it('are held when whoever made them may no longer publish, until someone takes them over (P-35)', async () => {
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    const { number } = await both({ title: 'Held' });
    const { revision } = await read(number);
    const made = await editor.browser.post(`/articles/${number}/plans`, {
      action: 'publish',
      revision,
      at: later(),
    });
    const { id } = made.json() as PublicationPlan; // the contract's word
    expect((await setRoles(a, editor.id, ['Author'])).status).toBe(200);
    await makeDue(number);
    expect(await ended(number, 'held')).toMatchObject({
      attempts: 0,
      errorCode: { code: 'plan.makerLostPermission' },
    });
    expect(await statusOf(number)).toBe('draft');
    expect(await attention('plans-held')).toBe(1);
    const taken = await a.put(`/articles/${number}/plans/${id}`, { at: soon() });
    expect(taken.json()).toMatchObject({ state: 'waiting', error: null });
    await ended(number, 'done');
    expect(await statusOf(number)).toBe('live');
    expect(await attention('plans-held')).toBe(0);
  });

  it('of a disabled account are held (P-35)', async () => {
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    const { number, revision } = await both({ title: 'Disabled' });
    await editor.browser.post(`/articles/${number}/plans`, { action: 'publish', revision, at: later() });
    await sites.site.database.query(`UPDATE account SET status = 'disabled' WHERE id = $1`, [editor.id]);
    await makeDue(number);
    expect(await ended(number, 'held')).toMatchObject({ errorCode: { code: 'plan.makerDisabled' } });
    const [plan] = await plansOf(a, number);
    await a.delete(`/articles/${number}/plans/${plan?.id}`);
  });

  it('of a site wait for those of no other', async () => {
    const { number } = await both({ title: 'Locked' });
    await scheduled(number, { at: later() });
    const working = new pg.Client({ connectionString: sites.site.database.url });
    await working.connect();
    try {
      await working.query('BEGIN');
      await working.query(
        `SELECT 1 FROM article a JOIN tenant_hostname h ON h.tenant_id = a.tenant_id WHERE a.number = $1 AND h.hostname = $2 FOR UPDATE OF a`,
        [number, HOSTS.a],
      );
      await makeDue(number);
      const body = { action: 'publish', version: 1, at: soon() };
      expect((await b.post(`/articles/${number}/plans`, body)).status).toBe(201);
      await eventually(async () => expect(await plansOf(b, number)).toMatchObject([{ state: 'done' }]));
      expect(await plansOf(a, number)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    } finally {
      await working.end();
    }
    await ended(number, 'done');
  });

  it('are cancelled with the article that goes to the trash', async () => {
    const { number } = await both({ title: 'To the trash' });
    await scheduled(number, { at: later() });
    expect((await a.post(`/articles/${number}/trash`)).status).toBe(204);
    expect((await plansOf(a, number))[0]).toMatchObject({ state: 'cancelled' });
    await a.post(`/articles/${number}/restore`);
    expect(await statusOf(number)).toBe('draft');
    expect((await schedule(number, { at: later() })).status).toBe(201);
  });

  it('that are cancelled at their moment end one way or the other (P-31)', async () => {
    const numbers: number[] = [];
    const begun = Date.now();
    for (let index = 0; index < 30; index += 1)
      numbers.push((await both({ title: `At the moment ${randomUUID()}` })).number);
    // As many requests follow as were sent, which must be done by then on a slow machine too.
    const at = Date.now() + 1_500 + 2 * (Date.now() - begun);
    const plans = await Promise.all(
      numbers.map((number) => scheduled(number, { at: new Date(at).toISOString() })),
    );
    await new Promise((resolve) => setTimeout(resolve, at - Date.now()));
    const answers = await Promise.all(
      plans.map(({ number, id }) => a.delete(`/articles/${number}/plans/${id}`)),
    );
    await eventually(async () => {
      const states = await Promise.all(numbers.map(async (number) => (await plansOf(a, number))[0]?.state));
      expect(states).not.toContain('waiting');
    });
    for (const [index, number] of numbers.entries())
      expect([answers[index]?.status, await statusOf(number)]).toEqual(
        answers[index]?.status === 204 ? [204, 'draft'] : [409, 'live'],
      );
  });

  describe('a publication', () => {
    const undo = (number: number, version: number): Promise<Answer> =>
      a.post(`/articles/${number}/undo-publication`, { version });

    it('is undone to what was live before, at its former address', async () => {
      const { number } = await both({ title: 'Undone' });
      await save(number, 'First.');
      await publish(number);
      const { fields, document, revision } = await read(number);
      const second = { operation: randomUUID(), fields: { ...fields, slug: 'undone-later' }, document };
      await a.put(`/articles/${number}/draft`, second, { 'If-Match': `"v${revision}"` });
      await publish(number);
      expect((await visit('/undone')).headers.location).toBe('/undone-later');
      const { liveVersion } = await read(number);
      expect((await undo(number, Number(liveVersion))).status).toBe(204);
      expect(await read(number)).toMatchObject({
        status: 'live-with-changes',
        liveVersion: Number(liveVersion) - 1,
      });
      expect((await visit('/undone')).status).toBe(200);
      expect((await visit('/undone-later')).headers.location).toBe('/undone');
      expect((await undo(number, Number(liveVersion))).status).toBe(409);
    });

    it('that was the first is undone to a draft', async () => {
      const { number, path } = await both({ title: 'Undone at first' });
      await publish(number);
      const { liveVersion } = await read(number);
      expect((await undo(number, Number(liveVersion))).status).toBe(204);
      expect(await read(number)).toMatchObject({ status: 'draft', publishedAt: null });
      expect((await visit(path)).status).toBe(404);
    });

    it('can be undone for ten minutes', async () => {
      const { number } = await both({ title: 'Too late' });
      await publish(number);
      const { liveVersion } = await read(number);
      await sites.site.database.query(`ALTER TABLE publication DISABLE TRIGGER publication_rows`);
      await sites.site.database.query(
        `UPDATE publication SET at = at - interval '11 minutes' WHERE number = $1`,
        [number],
      );
      await sites.site.database.query(`ALTER TABLE publication ENABLE TRIGGER publication_rows`);
      const answer = await undo(number, Number(liveVersion));
      expect(answer.json()).toMatchObject({ status: 409, reason: 'plan.undoOver' });
    });
  });
});
