import { HEADERS } from '@sitedesk/contract/headers';
import { LIVE_LIMITS } from '@sitedesk/contract/live-events';
import { EditorBrowser } from './harness/editor.js';
import { Listener } from './harness/event-stream.js';
import { eventually } from './harness/eventually.js';
import { applyAction, storeContacts, tenantIdOf } from './harness/inbox.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY, WITHOUT_LIMITS } from './harness/site.js';
import { MULTI, visitorOf } from './harness/tenants.js';

let sites: TwoEditorSites;
let a: EditorBrowser;
let other: RunningProcess;
const open: Listener[] = [];

beforeAll(async () => {
  sites = await startTwoEditorSites();
  ({ a } = sites);
  other = await startApi(sites.site.database.url, { ...MULTI, ...BEHIND_LOCAL_PROXY, ...WITHOUT_LIMITS });
});

afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});

afterAll(async () => {
  await other.stop();
  await sites.site.stop();
});

const listen = async (browser: EditorBrowser): Promise<Listener> => {
  const listener = await Listener.open(browser);
  open.push(listener);
  return listener;
};

/** The same person at the other instance. */
const elsewhere = (browser: EditorBrowser): EditorBrowser => {
  const same = new EditorBrowser(other.url, browser.ownHeaders);
  for (const [name, value] of browser.cookies) same.cookies.set(name, value);
  return same;
};

const store = async (host: string): Promise<readonly string[]> =>
  storeContacts(sites.site.database, await tenantIdOf(sites.site.database, host), [{}, {}]);

describe('live events', () => {
  it('is a stream that no cache and no proxy keeps back, and begins with the numbers', async () => {
    const listener = await listen(a);
    expect(listener.answer.statusCode).toBe(200);
    expect(listener.answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(await listener.heard('counts')).toEqual({ kind: 'counts' });
  });

  it('tells of a new message on every instance, once, and nothing of another site', async () => {
    const [here, there, atB] = await Promise.all([listen(a), listen(elsewhere(a)), listen(sites.b)]);
    await visitorOf(other.url, HOSTS.a).submit();
    for (const listener of [here, there]) {
      const { ids } = await listener.heard('contact.received');
      expect((await a.get(`/contacts/${ids[0]}`)).status).toBe(200);
    }
    const [id = ''] = await store(HOSTS.b);
    await applyAction(sites.b, { action: 'archive', ids: [id] });
    expect(await atB.heard('contact.changed')).toMatchObject({ action: 'archive', count: 1, ids: [id] });
    for (const listener of [here, there]) {
      expect(listener.events.filter(({ kind }) => kind === 'contact.received')).toHaveLength(1);
      expect(listener.events.some(({ kind }) => kind === 'contact.changed')).toBe(false);
    }
    expect(atB.events.some(({ kind }) => kind === 'contact.received')).toBe(false);
  });

  it('tells how many were changed when they are too many to be named', async () => {
    const listener = await listen(a);
    await storeContacts(
      sites.site.database,
      await tenantIdOf(sites.site.database, HOSTS.a),
      Array.from({ length: LIVE_LIMITS.ids + 1 }, () => ({ folder: 'archived' as const })),
    );
    const filter = { view: 'archived' };
    await applyAction(a, { action: 'trash', filter, expected: LIVE_LIMITS.ids + 1 });
    expect(await listener.heard('contact.changed')).toEqual({
      kind: 'contact.changed',
      action: 'trash',
      ids: [],
      count: LIVE_LIMITS.ids + 1,
    });
  });

  it('anyone who may not see messages hears nothing of them', async () => {
    const author = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    const deaf = await listen(author.browser);
    const hearing = await listen(a);
    const [id = ''] = await store(HOSTS.a);
    await applyAction(a, { action: 'mark-read', ids: [id] });
    await hearing.heard('contact.changed');
    expect(deaf.events).toEqual([]);
  });

  it('ends when the session ends (ID-10)', async () => {
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    const listener = await listen(editor.browser);
    await listener.heard('counts');
    await editor.browser.delete('/session');
    const [id = ''] = await store(HOSTS.a);
    await applyAction(a, { action: 'mark-read', ids: [id] });
    await eventually(() => expect(listener.ended).toBe(true), 2 * LIVE_LIMITS.heartbeatSeconds * 1_000);
    expect(listener.events).toEqual([{ kind: 'counts' }]);
  });

  it('a sign-in has no more streams than it needs, and a closed one makes room', async () => {
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    for (let count = 0; count < LIVE_LIMITS.streamsPerSession; count += 1) await listen(editor.browser);
    const refused = await listen(editor.browser);
    expect(refused.answer.statusCode).toBe(429);
    open[0]?.close();
    await eventually(async () => expect((await listen(editor.browser)).answer.statusCode).toBe(200));
  });

  it('an answer that would never end is only for those who ask for one', async () => {
    const nobody = sites.site.browser({ [HEADERS.originHostname]: HOSTS.a });
    expect((await a.get('/events')).status).toBe(406);
    expect((await nobody.get('/events', { Accept: 'text/event-stream' })).status).toBe(401);
  });

  it('listening is no sign of life: the session is not kept open by it', async () => {
    const editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    const seen = (): Promise<unknown> =>
      sites.site.database.query('SELECT last_seen_at FROM session WHERE account_id = $1', [editor.id]);
    const listener = await listen(editor.browser);
    const before = await seen();
    const [id = ''] = await store(HOSTS.a);
    await applyAction(a, { action: 'mark-read', ids: [id] });
    await listener.heard('contact.changed');
    expect(await seen()).toEqual(before);
  });

  it('does not hold up a stop', async () => {
    const third = await startApi(sites.site.database.url, { ...MULTI, ...BEHIND_LOCAL_PROXY });
    const same = new EditorBrowser(third.url, a.ownHeaders);
    for (const [name, value] of a.cookies) same.cookies.set(name, value);
    const listener = await listen(same);
    await listener.heard('counts');
    expect(await third.stop()).toBe(0);
    expect(listener.ended).toBe(true);
  });
});
