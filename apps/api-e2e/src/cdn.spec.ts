import type {
  CdnCheck,
  CdnView,
  PurgeDetails,
  PurgeEntry,
  PurgeReceipt,
  PurgeState,
} from '@sitedesk/contract/cdn';
import type { DeployZipResult } from '@sitedesk/contract/deployments';
import type { Published } from '@sitedesk/contract/articles';
import { type FakeCloudflare, freePort, startCloudflare } from '@sitedesk/testing';
import { createArticle, publishArticle, saveFields } from './harness/articles.js';
import {
  createApplication,
  createKey,
  deployZip,
  manifestOf,
  sha256,
  withKey,
} from './harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { openApi } from './harness/backends.js';
import { type Answer, call } from './harness/http.js';
import { colleague } from './harness/people.js';
import { WITHOUT_LIMITS } from './harness/site.js';
import { zipOfFiles } from './harness/zip.js';

describe('the CDN', () => {
  let cloudflare: FakeCloudflare;
  let site: EditorSite;
  let editor: EditorBrowser;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const port = await freePort();
    cloudflare = await startCloudflare();
    environment = {
      ...WITHOUT_LIMITS,
      SITE_PORT: String(port),
      SITE__PUBLICURL: cloudflare.edgeUrl,
      CDN_API_URLS: `cloudflare=${cloudflare.apiUrl}`,
      OUTBOUND_ALLOW: '127.0.0.1/32',
    };
    site = await startEditorSite(environment);
    cloudflare.serve(`http://127.0.0.1:${port}`);
    editor = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await cloudflare.close();
  });

  const view = async (): Promise<CdnView> => (await editor.get('/cdn')).json() as CdnView; // the contract's word
  const save = async (values: object): Promise<Answer> =>
    editor.put('/cdn', { values }, { 'If-Match': `"v${(await view()).version}"` });
  const purges = async (): Promise<readonly PurgeEntry[]> =>
    ((await editor.get('/cdn/purges')).json() as { items: PurgeEntry[] }).items; // as above
  const details = async (id: string): Promise<PurgeDetails> =>
    (await editor.get(`/cdn/purges/${id}`)).json() as PurgeDetails; // as above
  const visit = (path: string): Promise<Answer> => call(`${cloudflare.edgeUrl}${path}`, {});
  const live = async (slug: string): Promise<number> => {
    const { number } = await createArticle(editor, { title: slug, slug });
    expect((await publishArticle(editor, number)).status).toBe(200);
    return number;
  };
  /** Publishes other words. @returns the version mark of the page */
  const publish = async (number: number, title: string): Promise<string> => {
    await saveFields(editor, number, { title });
    const answer = await publishArticle(editor, number);
    expect(answer.status).toBe(200);
    return `${number}.${(answer.json() as Published).version}`; // the contract's word
  };
  const markAt = async (path: string): Promise<unknown> => (await visit(path)).headers['x-content-version'];
  /** Until the newest purge of an article is in a state. */
  const reaches = (number: number, state: PurgeState): Promise<PurgeEntry> =>
    eventually(async () => {
      const newest = (await purges()).find(({ article }) => article === number);
      expect(newest?.state).toBe(state);
      return newest as PurgeEntry; // the expectation holds
    });
  const settings = (): object => ({
    Provider: 'cloudflare',
    CloudflareZone: cloudflare.zone,
    CloudflareToken: cloudflare.token,
    CloudflarePlan: 'enterprise',
    CheckSeconds: '1',
  });

  it('is off until someone sets it up, and never shows the token again', async () => {
    expect((await view()).state).toMatchObject({ state: 'off', publicUrl: cloudflare.edgeUrl });
    await live('before');
    expect(await purges()).toEqual([]);
    expect((await editor.post('/cdn/check')).json()).toMatchObject({ status: 409, reason: 'cdn.off' });
    const wrong = await save({ CloudflareZone: 'example.com' });
    expect(wrong.json()).toMatchObject({
      status: 400,
      errors: [{ field: 'values.CloudflareZone', code: 'cdn.zone' }],
    });
    expect((await save({ Provider: 'cloudflare' })).status).toBe(200);
    expect((await view()).state.state).toBe('incomplete');
    const saved = await save(settings());
    expect(saved.json()).toMatchObject({ state: { state: 'active' } });
    for (const path of ['/cdn', '/audit', '/settings', '/settings/history'])
      expect((await editor.get(path)).text).not.toContain(cloudflare.token);
    const [row] = await site.database.query<{ value: string }>(
      `SELECT value FROM setting WHERE name = 'CloudflareToken'`,
    );
    expect(row?.value).not.toContain(cloudflare.token);
    // Another zone could be someone else's: the token isn't for it.
    await save({ CloudflareZone: 'a'.repeat(32) });
    const entry = (await view()).entries.find(({ name }) => name === 'CloudflareToken');
    expect(entry?.secret?.isSet).toBe(false);
    await save(settings());
  });

  it('is purged of what an application’s deployment changes, and the answer to an archive says so (Y-04)', async () => {
    const app = await createApplication(editor, 'Tides');
    const key = await createKey(editor, app.number);
    const deploy = async (zip: Buffer): Promise<DeployZipResult> =>
      (await deployZip(site.api.url, key.key, app.number, zip)).json() as DeployZipResult; // the contract's word
    const first = await deploy(zipOfFiles({ 'index.html': '<title>First</title>' }));
    expect(first).toMatchObject({ success: true, live: true, cdnPurged: true });
    const ofApp = async (): Promise<number> =>
      (await purges()).filter(({ reason, article }) => reason === 'deployment' && article === app.number)
        .length;
    expect(await ofApp()).toBe(1);
    // However often a deployment is finished, it's one change.
    const page = '<title>Listed</title>';
    const ask = (method: string, path: string, body?: object | string): Promise<Answer> =>
      withKey(site.api.url, key.key, method, path, body);
    await ask('POST', '', manifestOf({ 'index.html': page }));
    await ask('PUT', `/2/blobs/${sha256(page)}`, page);
    for (const answer of await Promise.all([1, 2, 3].map(() => ask('POST', '/2/finish'))))
      expect(answer.json()).toMatchObject({ state: 'live', live: true });
    expect(await ofApp()).toBe(2);
    await editor.put(`/spa/${app.number}/lock`, { locked: true });
    const waiting = await deploy(zipOfFiles({ 'index.html': '<title>Second</title>' }));
    expect(waiting).toMatchObject({ success: true, live: false, cdnPurged: false });
    // Its request goes in the background, and would be taken for one of the tests below.
    await eventually(async () =>
      expect((await purges()).filter(({ state }) => ['waiting', 'sent'].includes(state))).toEqual([]),
    );
  });

  it.each([
    ['all is right', { right: 'edit' }, 'ok', null],
    ['the token may only purge', {}, 'ok', null],
    ['the token is disabled', { status: 'disabled' }, 'ok', 'credentials'],
    ['nothing answers', {}, 'reset', 'tls'],
    ['the answer is no answer', {}, 'garbage', 'credentials'],
    ['it leads elsewhere', {}, 'redirect', 'credentials'],
    ['the token is unknown', {}, 'unauthorised', 'credentials'],
  ] as const)('is checked without a purge where %s (N-01)', async (_, token, behaviour, failing) => {
    const before = cloudflare.requests.length;
    cloudflare.setToken(token);
    cloudflare.behave(behaviour, behaviour === 'ok' ? 1 : 2);
    const { ok, steps } = (await editor.post('/cdn/check')).json() as CdnCheck; // the contract's word
    cloudflare.behave('ok');
    cloudflare.setToken({});
    expect([ok, steps.find(({ outcome }) => outcome === 'failed')?.step ?? null]).toEqual([
      failing === null,
      failing,
    ]);
    const asked = cloudflare.requests.slice(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((request) => request.includes('purge_cache'))).toEqual([]);
  });

  it('gets rid of the old page, and someone looks whether it did', async () => {
    const number = await live('news');
    await reaches(number, 'live');
    const before = await markAt('/news');
    expect((await visit('/news')).headers['cf-cache-status']).toBe('HIT');
    const mark = await publish(number, 'Newer');
    const { id } = await reaches(number, 'live');
    expect(await markAt('/news')).toBe(mark);
    expect(mark).not.toBe(before);
    const purge = await details(id);
    expect(purge).toMatchObject({
      reason: 'publish',
      provider: 'cloudflare',
      answers: [{ status: 200 }],
      looks: [
        {
          url: `${cloudflare.edgeUrl}/news`,
          expected: mark,
          seen: mark,
          isNew: true,
          cache: 'MISS',
        },
      ],
    });
    expect(purge.addresses).toEqual(expect.arrayContaining(['/news', '/', '/feed.xml', '/sitemap.xml']));
    expect(JSON.stringify(purge)).not.toContain(cloudflare.token);
    expect((await view()).state.liveAfter[0]?.median).toBeGreaterThan(0);
  });

  it('has a withdrawn page gone, and an old address leading on (N-10)', async () => {
    const number = await live('leaving');
    await reaches(number, 'live');
    const before = await markAt('/leaving');
    cloudflare.keepOld(1);
    await editor.post(`/articles/${number}/withdraw`, { answer: 410 });
    const { id } = await reaches(number, 'live');
    // The page that the edge still has isn't gone.
    expect((await details(id)).looks).toMatchObject([
      { expected: 'gone', seen: before, isNew: false },
      { expected: 'gone', seen: '410', isNew: true },
    ]);
    expect((await visit('/leaving')).status).toBe(410);
    const moved = await live('moving');
    await reaches(moved, 'live');
    await visit('/moving');
    await saveFields(editor, moved, { slug: 'moved' });
    await publishArticle(editor, moved);
    await reaches(moved, 'live');
    expect((await visit('/moving')).headers.location).toBe('/moved');
  });

  it('is purged again while the old page is still there, and never called live then (N-08, N-09)', async () => {
    const number = await live('stubborn');
    await reaches(number, 'live');
    await visit('/stubborn');
    cloudflare.keepOld(1);
    await publish(number, 'Once more');
    const again = await details((await reaches(number, 'live')).id);
    expect([again.repeats, again.looks.map(({ isNew }) => isNew)]).toEqual([1, [false, true]]);
    const before = await markAt('/stubborn');
    cloudflare.keepOld(1_000);
    await publish(number, 'For good');
    const old = await details((await reaches(number, 'old')).id);
    expect([old.repeats, old.looks.every(({ isNew, seen }) => !isNew && seen === before)]).toEqual([2, true]);
    cloudflare.keepOld(0);
    expect((await editor.post(`/cdn/purges/${old.id}/retry`)).status).toBe(200);
    await reaches(number, 'live');
  });

  it('keeps what the service refuses until the settings are changed (N-05)', async () => {
    const number = await live('refused');
    await reaches(number, 'live');
    cloudflare.behave('unauthorised');
    const before = cloudflare.requests.length;
    await publish(number, 'Refused');
    await eventually(async () => {
      expect((await view()).state).toMatchObject({
        state: 'held',
        hold: { failure: 'refused', nextAttemptAt: null },
      });
    });
    await live('refused-too');
    expect(cloudflare.requests.length - before).toBe(1);
    cloudflare.behave('ok');
    await save({ CloudflareToken: `Bearer ${cloudflare.token} ` });
    await reaches(number, 'live');
    expect((await view()).state).toMatchObject({ state: 'active', waiting: 0, hold: null });
  });

  it.each(['throttled', 'not-success', 'garbage', 'truncated', 'error-500'] as const)(
    'takes no other word for a success: %s (N-14)',
    async (behaviour) => {
      cloudflare.behave(behaviour, 1);
      const number = await live(behaviour);
      const { id, error } = await eventually(async () => {
        const found = (await purges()).find(({ article }) => article === number);
        expect(found?.failure).not.toBeNull();
        return found as PurgeEntry; // the expectation holds
      });
      expect([error, (await details(id)).state]).toEqual([expect.any(String), 'waiting']);
      await editor.post(`/cdn/purges/${id}/retry`);
      await reaches(number, 'live');
      expect(JSON.stringify(await details(id))).not.toContain(cloudflare.token);
    },
  );

  it('waits as long as the service asks (N-04)', async () => {
    const number = await live('patient');
    await reaches(number, 'live');
    cloudflare.setRetryAfter(3);
    cloudflare.behave('throttled', 1);
    const before = cloudflare.times.length;
    await publish(number, 'Patience');
    await reaches(number, 'live');
    const [first = 0, second = 0, ...more] = cloudflare.times.slice(before);
    expect([second - first >= 3_000, more]).toEqual([true, []]);
    cloudflare.setRetryAfter(1);
  });

  it('is purged by hand, of its own addresses (N-06, N-13)', async () => {
    const ask = (body: object): Promise<Answer> => editor.post('/cdn/purge', body);
    const sent = cloudflare.purges.length;
    for (const url of [
      'https://example.org/',
      '//example.org/',
      'javascript:alert(1)',
      `${cloudflare.edgeUrl.replace('//', '//a:b@')}/`,
    ])
      expect((await ask({ urls: ['/ok', url] })).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'urls.1', code: 'cdn.foreignUrl' }],
      });
    expect((await ask({ urls: ['/'], tags: ['a'] })).status).toBe(400);
    expect((await ask({})).status).toBe(400);
    const many = Array.from({ length: 250 }, (_, index) => `/many/${index}`);
    expect((await ask({ urls: many, dryRun: true })).json()).toEqual({
      id: null,
      requests: [100, 100, 50].map((count) => ({ kind: 'addresses', count })),
    });
    expect(cloudflare.purges).toHaveLength(sent);
    const { id } = (await ask({ urls: many })).json() as PurgeReceipt; // the contract's word
    await eventually(async () => {
      expect(await details(String(id))).toMatchObject({ state: 'unchecked', reason: 'manual', count: 250 });
    });
    expect(cloudflare.purges).toHaveLength(sent + 3);
  });

  it('is purged as a whole by who may, has just signed in and types its hostname, once in a minute (N-17)', async () => {
    const { host } = new URL(cloudflare.edgeUrl);
    const ask = (browser: EditorBrowser, body: object = { all: true, confirm: host }): Promise<Answer> =>
      browser.post('/cdn/purge', body);
    const sent = cloudflare.purges.length;
    const { browser: stranger } = await colleague(site, editor, { roles: ['Editor'] });
    expect((await ask(stranger)).status).toBe(403);
    const made = await editor.post('/account/tokens', { name: 'robot', permissions: ['cdn.manage'] });
    const { token } = made.json() as { token: string };
    const program = site.browser({ Authorization: `Bearer ${token}` });
    expect((await ask(program)).json()).toMatchObject({ status: 403, code: 'sign-in-required' });
    await site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    expect((await ask(editor)).json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
    await site.database.query('UPDATE session SET authenticated_at = now()');
    for (const confirm of [undefined, '', 'example.org', `${host}.`])
      expect((await ask(editor, { all: true, confirm })).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'confirm' }],
      });
    // Of two at the same moment one is refused as well.
    const both = await Promise.all([ask(editor), ask(editor)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect((await ask(editor)).json()).toMatchObject({ status: 409, reason: 'cdn.tooSoon' });
    await eventually(() => expect(cloudflare.purges.at(-1)).toEqual({ hosts: [host] }));
    expect(cloudflare.purges).toHaveLength(sent + 1);
    await site.database.query(
      `UPDATE cdn_purge SET created_at = created_at - interval '60 seconds' WHERE scope = 'site'`,
    );
    expect((await ask(editor)).status).toBe(202);
    const { items } = (await editor.get('/audit?action=cdn.purge&outcome=done')).json() as {
      items: { after: { all?: boolean } | null }[];
    };
    // Neither what was refused nor a dry run has purged anything.
    expect(items.map(({ after }) => after?.all)).toEqual([true, true, false]);
    await eventually(() => expect(cloudflare.purges).toHaveLength(sent + 2));
  });

  it('has many changes go together, and what is forgotten stays', async () => {
    cloudflare.behave('unauthorised');
    const first = await live('first-of-many');
    await eventually(async () => expect((await view()).state.state).toBe('held'));
    const numbers = await Promise.all(['a', 'b', 'c'].map((slug) => live(`many-${slug}`)));
    const forgotten = (await purges()).find(({ article }) => article === numbers[0]);
    expect((await editor.post(`/cdn/purges/${forgotten?.id}/forget`)).json()).toMatchObject({
      state: 'forgotten',
    });
    cloudflare.behave('ok');
    const sent = cloudflare.purges.length;
    const waiting = (await purges()).find(({ article }) => article === first);
    await editor.post(`/cdn/purges/${waiting?.id}/retry`);
    for (const number of [first, ...numbers.slice(1)]) await reaches(number, 'live');
    expect(cloudflare.purges.length - sent).toBe(1);
    expect((await details(String(forgotten?.id))).state).toBe('forgotten');
  });

  it('looks at live pages every night, and purges one that is old', async () => {
    const number = await live('overlooked');
    await reaches(number, 'live');
    await visit('/overlooked');
    // Nobody purges while there is no CDN.
    await save({ Provider: '' });
    const mark = await publish(number, 'Seen by nobody');
    await save(settings());
    expect(await markAt('/overlooked')).not.toBe(mark);
    const sampled = (): Promise<PurgeEntry> =>
      eventually(async () => {
        const found = (await purges()).find(({ reason }) => reason === 'sample');
        expect(found?.state).toBe('live');
        return found as PurgeEntry; // the expectation holds
      });
    const start = async (): Promise<unknown> =>
      (await openApi(site.database.url, { ...environment, SITE_PORT: String(await freePort()) })).stop();
    await start();
    const { id, repeats } = await sampled();
    expect(repeats).toBe(1);
    const { looks } = await details(id);
    expect(looks.find(({ isNew }) => !isNew)).toMatchObject({ expected: mark, cache: 'HIT' });
    expect(await markAt('/overlooked')).toBe(mark);
    // Once a night, however many instances there are.
    await start();
    expect((await purges()).filter(({ reason }) => reason === 'sample')).toHaveLength(1);
    await site.database.query(`UPDATE cdn_purge SET created_at = created_at - interval '1 day'`);
    await start();
    await eventually(async () => {
      const [newest] = await purges();
      expect(newest).toMatchObject({ reason: 'sample', state: 'live', repeats: 0 });
    });
  });

  it('is purged by the tag that pages have of their article', async () => {
    const number = await live('tagged');
    await reaches(number, 'live');
    await visit('/tagged');
    await visit('/news');
    const { siteTag } = (await view()).state;
    expect((await editor.post('/cdn/purge', { tags: [`${siteTag}-a${number}`] })).status).toBe(202);
    await eventually(async () => expect((await visit('/tagged')).headers['cf-cache-status']).toBe('MISS'));
    expect((await visit('/news')).headers['cf-cache-status']).toBe('HIT');
  });

  it('collects changes as long as the settings say, and a person who purges takes them along', async () => {
    const numbers = await Promise.all(['x', 'y', 'z'].map((slug) => live(`collected-${slug}`)));
    for (const number of numbers) await reaches(number, 'live');
    await save({ CollectSeconds: '60' });
    const sent = cloudflare.purges.length;
    for (const number of numbers) await publish(number, 'Collected');
    for (const number of numbers) await reaches(number, 'waiting');
    expect(cloudflare.purges).toHaveLength(sent);
    await editor.post('/cdn/purge', { urls: ['/by-hand'] });
    for (const number of numbers) await reaches(number, 'live');
    expect(cloudflare.purges).toHaveLength(sent + 1);
    const { files = [] } = cloudflare.purges.at(-1) ?? {};
    const urls = ['x', 'y', 'z'].map((slug) => `${cloudflare.edgeUrl}/collected-${slug}`);
    expect(files).toEqual(expect.arrayContaining([...urls, `${cloudflare.edgeUrl}/by-hand`]));
    await save({ CollectSeconds: '' });
  });

  it('is purged when an article that is live is deleted permanently', async () => {
    const number = await live('to-be-deleted');
    await reaches(number, 'live');
    await visit('/to-be-deleted');
    await editor.post(`/articles/${number}/trash`, { answer: 404 });
    await reaches(number, 'live');
    expect((await visit('/to-be-deleted')).status).toBe(404);
    expect((await editor.delete(`/articles/${number}`)).status).toBe(204);
    await eventually(async () => {
      expect((await purges())[0]).toMatchObject({ article: number, reason: 'delete', state: 'live' });
    });
  });

  it('is purged as a whole when the site gets another name', async () => {
    expect((await editor.patch('/site', { name: 'Bakery and café' })).status).toBe(200);
    await eventually(async () => {
      expect((await purges())[0]).toMatchObject({ reason: 'settings', scope: 'site', state: 'unchecked' });
    });
  });

  it('is purged as a whole when every page is different', async () => {
    const answer = await editor.get('/menu');
    await editor.put(
      '/menu',
      { items: [{ label: 'Home', url: '/' }] },
      { 'If-Match': String(answer.headers.etag) },
    );
    const { host } = new URL(cloudflare.edgeUrl);
    await eventually(async () => {
      expect((await purges())[0]).toMatchObject({ reason: 'menu', scope: 'site', state: 'unchecked' });
      expect(cloudflare.purges.at(-1)).toEqual({ hosts: [host] });
    });
  });
});
