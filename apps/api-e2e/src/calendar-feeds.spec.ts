import type { NewCalendarFeed, OwnCalendarFeed } from '@sitedesk/contract/calendar-feeds';
import { HEADERS } from '@sitedesk/contract/headers';
import type { PublicationPlan } from '@sitedesk/contract/publication-plans';
import type { Release } from '@sitedesk/contract/releases';
import ICAL from 'ical.js';
import { createArticle, publishArticle, scheduleArticle, setAccess } from './harness/articles.js';
import { openApi } from './harness/backends.js';
import type { EditorBrowser } from './harness/editor.js';
import { type Answer, call } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  setRoles,
  startTwoEditorSitesBy,
  type TwoEditorSites,
} from './harness/people.js';
import { type Running, type RunningProcess, startApi } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY } from './harness/site.js';
import { MULTI } from './harness/tenants.js';

const inDays = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;

describe('feeds of the calendar', () => {
  let sites: TwoEditorSites<RunningProcess>;
  let other: Running;
  let a: EditorBrowser;
  let b: EditorBrowser;
  beforeAll(async () => {
    // What carries plans out is not needed here.
    sites = await startTwoEditorSitesBy(startApi, { OUTBOX_WORKER: 'off', ACCESS_LOG: 'on' });
    other = await openApi(sites.site.database.url, { ...MULTI, ...BEHIND_LOCAL_PROXY, OUTBOX_WORKER: 'off' });
    ({ a, b } = sites);
  });
  afterAll(async () => {
    await other.stop();
    await sites.site.stop();
  });

  const create = async (browser = a): Promise<NewCalendarFeed> => {
    const answer = await browser.post('/account/calendar-feed');
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return answer.json() as NewCalendarFeed; // the contract's word
  };
  /** As calendar programs read it: no cookie, no header of ours. */
  const fetchFeed = (
    path: string,
    headers: Readonly<Record<string, string>> = {},
    { host = HOSTS.a as string, url = sites.site.api.url, method = 'GET' } = {},
  ): Promise<Answer> =>
    call(`${url}${path}`, { method, headers: { [HEADERS.originHostname]: host, ...headers } });
  const calendarOf = ({ status, text }: Answer): ICAL.Component => {
    expect([status, text]).toEqual([200, text]);
    return new ICAL.Component(ICAL.parse(text) as unknown[]);
  };
  const eventsOf = (answer: Answer): readonly ICAL.Event[] =>
    calendarOf(answer)
      .getAllSubcomponents('vevent')
      .map((each) => new ICAL.Event(each));
  const titlesOf = async (path: string): Promise<readonly string[]> =>
    eventsOf(await fetchFeed(path)).map(({ summary }) => summary);
  const scheduled = async (title: string, at = inDays(3), browser = a): Promise<PublicationPlan> =>
    scheduleArticle(browser, (await createArticle(browser, { title })).number, { at });

  it('are read by calendar programs: UTC, folded, escaped, with what changed (RFC 5545)', async () => {
    const { path } = await create();
    const empty = await fetchFeed(path);
    expect(calendarOf(empty).getAllSubcomponents('vevent')).toEqual([]);
    expect(calendarOf(empty).getAllSubcomponents().length).toBe(1); // there is one component at least

    const title = `Überschrift; mit, allem\\ „Zeichen“ ${'🦉 lang '.repeat(9)}`.trim();
    const at = inDays(3);
    const plan = await scheduled(title, at);
    const answer = await fetchFeed(path);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(answer.text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(answer.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of answer.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const [event, ...others] = eventsOf(answer);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ uid: plan.id, summary: `Publish “${title}”` });
    expect(event?.startDate.toJSDate().toISOString()).toBe(plan.at);
    expect(event?.startDate.zone.tzid).toBe('UTC');
    expect(event?.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(event?.description).toBe(`Scheduled\n${plan.path}`);
    expect(event?.component.getFirstPropertyValue('url')).toMatch(
      new RegExp(`^https://.*/admin/articles/${plan.number}\\?panel=plans$`),
    );

    // Moved: the same event, later, in a newer revision.
    const revision = Number(event?.sequence);
    await sites.site.database.query(
      `UPDATE publication_job SET planned_at = planned_at - interval '1 hour' WHERE id = $1`,
      [plan.id],
    );
    const [before] = eventsOf(await fetchFeed(path));
    expect(Number(before?.sequence)).toBe(revision - 3_600);
    const moved = await a.put(`/articles/${plan.number}/plans/${plan.id}`, { at: inDays(5) });
    expect(moved.status).toBe(200);
    const [now] = eventsOf(await fetchFeed(path));
    expect(now?.uid).toBe(plan.id);
    expect(now?.startDate.toJSDate().toISOString()).toBe((moved.json() as PublicationPlan).at); // as above
    expect(Number(now?.sequence)).toBeGreaterThan(Number(before?.sequence));
    expect(now?.component.getFirstProperty('last-modified')).not.toBeNull();

    expect((await a.delete(`/articles/${plan.number}/plans/${plan.id}`)).status).toBe(204);
    const [cancelled] = eventsOf(await fetchFeed(path));
    expect(cancelled?.uid).toBe(plan.id);
    expect(cancelled?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(cancelled?.summary).toBe(`Canceled: Publish “${title}”`);
  });

  it('show a release as one event, and withdrawals', async () => {
    const { path } = await create();
    const answer = await a.post('/releases', { title: 'Spring', at: inDays(9) });
    const { id } = answer.json() as Release; // the contract's word
    for (const title of ['Tulips', 'Daffodils']) {
      const { number } = await createArticle(a, { title });
      const plan = await a.post(`/articles/${number}/plans`, { action: 'publish', version: 1, release: id });
      expect(plan.status).toBe(201);
    }
    const { number } = await createArticle(a, { title: 'Winter' });
    await publishArticle(a, number);
    await a.post(`/articles/${number}/plans`, { action: 'withdraw', answer: 410, at: inDays(9) });
    const events = eventsOf(await fetchFeed(path));
    const release = events.find(({ uid }) => uid === id);
    expect(release?.summary).toBe('Release “Spring”');
    expect(release?.description).toBe('Scheduled\nTulips (/tulips)\nDaffodils (/daffodils)');
    expect(events.map(({ summary }) => summary)).toContain('Withdraw “Winter”');
    expect(events.map(({ summary }) => summary).join()).not.toContain('Publish “Tulips”');
  });

  it('are not sent again unless something changed, on every instance', async () => {
    const { path } = await create();
    await scheduled('Once');
    const first = await fetchFeed(path);
    const tag = String(first.headers.etag);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers['set-cookie']).toBeUndefined();
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`]) {
      const again = await fetchFeed(path, { 'If-None-Match': known });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
    }
    expect((await fetchFeed(path, {}, { url: other.url })).headers.etag).toBe(tag);
    expect((await fetchFeed(path, {}, { method: 'HEAD' })).headers.etag).toBe(tag);
    await scheduled('Twice');
    expect((await fetchFeed(path, { 'If-None-Match': tag })).status).toBe(200);
  });

  it('speak the language of their owner', async () => {
    const { credentials, browser } = await colleague(sites.site, a, { host: HOSTS.a, roles: ['Editor'] });
    expect(credentials.email).toContain('@');
    await browser.patch('/account/preferences', { locale: 'de' });
    const { path } = await create(browser);
    await scheduled('Frühling');
    expect(await titlesOf(path)).toContain('„Frühling“ veröffentlichen');
  });

  it('show what their owner may see at that moment, and nothing of other sites', async () => {
    const ben = await colleague(sites.site, a, { host: HOSTS.a, roles: ['Editor'] });
    const { path } = await create(ben.browser);
    const plan = await scheduled('Secret merger');
    await scheduled('Elsewhere', inDays(2), b);
    expect(await titlesOf(path)).toContain('Publish “Secret merger”');
    expect((await setAccess(a, plan.number, { restricted: true })).status).toBe(200);
    const titles = await titlesOf(path);
    expect(titles).not.toContain('Publish “Secret merger”');
    expect(titles).not.toContain('Publish “Elsewhere”');
    // The administrator sees it, by a feed of the same site.
    expect(await titlesOf((await create()).path)).toContain('Publish “Secret merger”');
    // The token is of this site alone.
    expect((await fetchFeed(path, {}, { host: HOSTS.b })).status).toBe(404);
    // A role that may not see the calendar any longer, and may again.
    const role = async (permissions: readonly string[]): Promise<void> =>
      void (await sites.site.database.query(`UPDATE role SET permissions = $1 WHERE name = 'Planner'`, [
        permissions,
      ]));
    const made = await a.post('/roles', { name: 'Planner', permissions: ['pages.view'] });
    const { id } = made.json() as { readonly id: string }; // as above
    const planner = await colleague(sites.site, a, { host: HOSTS.a, roles: [id] });
    const feed = await create(planner.browser);
    expect((await fetchFeed(feed.path)).status).toBe(200);
    await role([]);
    expect((await fetchFeed(feed.path)).status).toBe(404);
    await role(['pages.view']);
    expect((await fetchFeed(feed.path)).status).toBe(200);
  });

  const owner = async (): Promise<Colleague & { readonly path: string }> => {
    const person = await colleague(sites.site, a, { host: HOSTS.a, roles: ['Editor'] });
    const { path } = await create(person.browser);
    expect((await fetchFeed(path)).status).toBe(200);
    return { ...person, path };
  };
  it('end with what ends API tokens: disabling, another role, a new password, deletion', async () => {
    const disabled = await owner();
    await a.post(`/users/${disabled.id}/disable`);
    expect((await fetchFeed(disabled.path)).status).toBe(404);
    await a.post(`/users/${disabled.id}/enable`);
    expect((await fetchFeed(disabled.path)).status).toBe(404); // it doesn't come back

    const deleted = await owner();
    expect((await a.delete(`/users/${deleted.id}`, {})).status).toBeLessThan(300);
    expect((await fetchFeed(deleted.path)).status).toBe(404);

    const moved = await owner();
    await setRoles(a, moved.id, ['Author']);
    expect((await fetchFeed(moved.path)).status).toBe(404);

    const changed = await owner();
    const passwords = {
      currentPassword: changed.credentials.password,
      newPassword: 'nine bridges over a silver lake',
    };
    expect((await changed.browser.post('/account/password', passwords)).status).toBe(200);
    expect((await fetchFeed(changed.path)).status).toBe(404);
    const ids = [disabled, deleted, moved, changed].map(({ id }) => id);
    const rows = await sites.site.database.query('SELECT 1 FROM calendar_feed WHERE account_id = ANY ($1)', [
      ids,
    ]);
    expect(rows).toEqual([]);
  });

  it('are replaced and deleted by their owner alone; what is stored opens nothing', async () => {
    const { browser, path, id } = await owner();
    const { feed } = (await browser.get('/account/calendar-feed')).json() as OwnCalendarFeed; // as above
    expect(feed).toEqual({
      createdAt: expect.any(String) as string,
      lastUsedAt: expect.any(String) as string,
    });
    const replaced = await create(browser);
    expect((await fetchFeed(path)).status).toBe(404);
    expect((await fetchFeed(replaced.path)).status).toBe(200);
    const [row] = await sites.site.database.query<{ token_hash: string }>(
      'SELECT token_hash FROM calendar_feed WHERE account_id = $1',
      [id],
    );
    const [, token = ''] = /calendar-feeds\/([\w-]{43})\//.exec(replaced.path) ?? [];
    expect(row?.token_hash).not.toContain(token);
    expect((await fetchFeed(replaced.path.replace(token, row?.token_hash ?? ''))).status).toBe(404);
    expect((await browser.delete('/account/calendar-feed')).status).toBe(204);
    expect((await browser.delete('/account/calendar-feed')).status).toBe(404);
    expect((await fetchFeed(replaced.path)).status).toBe(404);
    expect((await browser.get('/account/calendar-feed')).json()).toEqual({ feed: null });

    // Neither what is tried nor what works is in the log.
    const log = sites.site.api.output();
    expect(log).toContain('/editor/calendar-feeds/:token/articles.ics');
    expect(log).not.toContain(token);
    const entries = (await a.get('/audit?limit=50')).text;
    expect(entries).toContain('calendar-feed.create');
    expect(entries).not.toContain(token);
  });

  it('answer what isn’t right, and a site that isn’t there, alike, and aren’t made by programs', async () => {
    const { path } = await create();
    const wrong = `/editor/calendar-feeds/${'x'.repeat(43)}/articles.ics`;
    const answers = [
      await fetchFeed(wrong),
      await fetchFeed('/editor/calendar-feeds/short/articles.ics'),
      await fetchFeed(`/editor/calendar-feeds/${'%00'.repeat(9)}/articles.ics`),
      await fetchFeed(path, {}, { host: HOSTS.b }),
      await fetchFeed(path, {}, { host: 'nowhere.test' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const made = await a.post('/account/tokens', { name: 'Program', permissions: ['pages.view'] });
    const { token } = made.json() as { readonly token: string }; // as above
    const asProgram = { Authorization: `Bearer ${token}`, [HEADERS.originHostname]: HOSTS.a };
    const minted = await call(`${sites.site.api.url}/editor/account/calendar-feed`, {
      method: 'POST',
      headers: asProgram,
    });
    expect(minted.status).toBeGreaterThanOrEqual(401);
    expect(minted.status).toBeLessThanOrEqual(403);
    const { browser } = await colleague(sites.site, a, { host: HOSTS.a, roles: [] });
    expect((await browser.post('/account/calendar-feed')).status).toBe(403);
  });

  it('keep to what is near: a month back, 400 days ahead', async () => {
    const { path } = await create();
    const old = await scheduled('Long ago');
    const recent = await scheduled('Lately');
    await scheduled('Far ahead', inDays(500));
    for (const [id, days] of [
      [old.id, 40],
      [recent.id, 20],
    ] as const)
      await sites.site.database.query(
        `UPDATE publication_job SET due_at = now() - make_interval(days => $2), state = 'done', ended_at = now() WHERE id = $1`,
        [id, days],
      );
    const titles = await titlesOf(path);
    expect(titles).toContain('Publish “Lately”');
    expect(titles.join()).not.toMatch(/Long ago|Far ahead/);
  });
});
