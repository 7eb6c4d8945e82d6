import type {
  CdnCheck,
  CdnView,
  PurgeDetails,
  PurgeEntry,
  PurgeReceipt,
  PurgeState,
} from '@sitedesk/contract/cdn';
import type { Published } from '@sitedesk/contract/articles';
import {
  type FakeAzure,
  type FakeCloudflare,
  type FakeCloudFront,
  type FakeEdge,
  type FakeSucuri,
  freePort,
  startAzure,
  startCloudflare,
  startCloudFront,
  startEdge,
  startLocalServer,
  startSucuri,
  startWebhookReceiver,
} from '@sitedesk/testing';
import { createArticle, publishArticle, saveFields } from './harness/articles.js';
import { azureSettings, cloudFrontSettings } from './harness/cdn.js';
import { createApplication, createKey, deployZip } from './harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { Listener } from './harness/event-stream.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { WITHOUT_LIMITS } from './harness/site.js';
import { createWebhook } from './harness/webhooks.js';
import { unzip, zipOfFiles } from './harness/zip.js';

describe('CloudFront, Azure and Sucuri', () => {
  let edge: FakeEdge;
  let cloudfront: FakeCloudFront;
  let azure: FakeAzure;
  let cloudflare: FakeCloudflare;
  let sucuri: FakeSucuri;
  let site: EditorSite;
  let editor: EditorBrowser;
  /** What was said by anything that may know a secret. */
  const told: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    edge = await startEdge();
    [cloudfront, azure, sucuri, cloudflare] = await Promise.all([
      startCloudFront(edge),
      startAzure(edge),
      startSucuri(edge),
      startCloudflare({ edge }),
    ]);
    const apis = {
      cloudflare: cloudflare.apiUrl,
      cloudfront: cloudfront.apiUrl,
      azure: azure.apiUrl,
      azurelogin: azure.apiUrl,
      sucuri: sucuri.apiUrl,
    };
    site = await startEditorSite({
      ...WITHOUT_LIMITS,
      LOG_LEVEL: 'trace',
      METRICS: 'on',
      SITE_PORT: String(port),
      SITE__PUBLICURL: edge.url,
      CDN_API_URLS: Object.entries(apis)
        .map((api) => api.join('='))
        .join(','),
      OUTBOUND_ALLOW: '127.0.0.1/32',
    });
    edge.serve(`http://127.0.0.1:${port}`);
    editor = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await Promise.all([cloudfront, azure, sucuri, cloudflare, edge].map((each) => each.close()));
  });

  const view = async (): Promise<CdnView> => (await editor.get('/cdn')).json() as CdnView; // the contract's word
  const save = async (values: object): Promise<Answer> =>
    editor.put('/cdn', { values }, { 'If-Match': `"v${(await view()).version}"` });
  const purges = async (): Promise<readonly PurgeEntry[]> =>
    ((await editor.get('/cdn/purges')).json() as { items: PurgeEntry[] }).items; // as above
  const details = async (id: string): Promise<PurgeDetails> =>
    (await editor.get(`/cdn/purges/${id}`)).json() as PurgeDetails; // as above
  const check = async (): Promise<CdnCheck> => (await editor.post('/cdn/check')).json() as CdnCheck; // as above
  /** The step that fails, and all that there are. */
  const failing = async (): Promise<readonly [string | null, boolean]> => {
    const { ok, steps } = await check();
    return [steps.find(({ outcome }) => outcome === 'failed')?.step ?? null, ok];
  };
  const ask = async (body: object): Promise<PurgeReceipt> =>
    (await editor.post('/cdn/purge', body)).json() as PurgeReceipt; // as above
  const markAt = async (path: string): Promise<unknown> =>
    (await call(`${edge.url}${path}`, {})).headers['x-content-version'];
  /** As `eventually`, with the budget full again: what it doesn’t allow has a test of its own. */
  const soon = <T>(look: () => Promise<T>): Promise<T> =>
    eventually(async () => {
      await site.database.query('UPDATE cdn_budget SET tokens = 9, at = clock_timestamp()');
      await site.database.query(
        `UPDATE job SET next_attempt_at = now() WHERE target = 'cdn-purge' AND state = 'queued'`,
      );
      await site.database.query(`SELECT pg_notify('sitedesk_jobs', '')`);
      return look();
    });
  const reaches = (number: number, state: PurgeState): Promise<PurgeDetails> =>
    soon(async () => {
      const newest = (await purges()).find(({ article }) => article === number);
      expect(newest?.state).toBe(state);
      return details(String(newest?.id));
    });
  const live = async (slug: string): Promise<number> => {
    const { number } = await createArticle(editor, { title: slug, slug });
    expect((await publishArticle(editor, number)).status).toBe(200);
    await reaches(number, 'live');
    return number;
  };
  /** @returns the version mark of the page */
  const republish = async (number: number, title: string): Promise<string> => {
    await saveFields(editor, number, { title });
    const answer = await publishArticle(editor, number);
    expect(answer.status).toBe(200);
    return `${number}.${(answer.json() as Published).version}`; // the contract's word
  };
  const COMMON = { CollectSeconds: '1', CheckSeconds: '1, 2, 3' };
  const useCloudFront = (): Promise<Answer> => save({ ...COMMON, ...cloudFrontSettings(cloudfront) });
  const useAzure = (product = 'frontdoor'): Promise<Answer> =>
    save({ ...COMMON, ...azureSettings(azure), AzureProduct: product });
  const useSucuri = (): Promise<Answer> =>
    save({ ...COMMON, Provider: 'sucuri', SucuriKey: `${sucuri.key}/${sucuri.secret}` });
  const many = Array.from({ length: 250 }, (_, index) => `/many/${index}?page=1&x=<y>`);

  describe('CloudFront', () => {
    beforeAll(async () => {
      expect((await useCloudFront()).json()).toMatchObject({
        state: { state: 'active', provider: 'cloudfront', hasTags: false },
      });
    });

    it('refuses values that can’t be right', async () => {
      for (const [name, value] of [
        ['CloudFrontDistribution', 'e1/../x'],
        ['CloudFrontKeyId', 'short'],
        ['CollectSeconds', '0'],
        ['CollectSeconds', '61'],
        ['SucuriKey', 'abc'],
        ['AzureClient', 'someone'],
        ['AzureEndpoint', 'a/b'],
        ['AzureDirectory', '..'],
      ])
        expect([name, (await save({ [String(name)]: value })).status]).toEqual([name, 400]);
    });

    it('names the step that fails, and invalidates nothing (N-01)', async () => {
      expect(await failing()).toEqual([null, true]);
      cloudfront.setClock(10 * 60_000);
      expect(await failing()).toEqual(['clock', false]);
      cloudfront.setClock(0);
      for (const [behaviour, step] of [
        ['reset', 'tls'],
        ['unauthorised', 'credentials'],
        ['forbidden', 'right'],
        ['garbage', 'credentials'],
      ] as const) {
        cloudfront.behave(behaviour, 1);
        expect(await failing()).toEqual([step, false]);
      }
      await save({ CloudFrontDistribution: 'E0000000000000' });
      expect(await failing()).toEqual(['target', false]);
      await save({ CloudFrontSecret: 'wrong' });
      expect(await failing()).toEqual(['credentials', false]);
      await useCloudFront();
      expect(cloudfront.invalidations).toEqual([]);
    });

    it('invalidates the changed pages, waits until it is through, and looks', async () => {
      const number = await live('cloudfront-news');
      await markAt('/cloudfront-news');
      cloudfront.setPolls(2);
      const mark = await republish(number, 'Newer');
      const working = await reaches(number, 'working');
      expect(working.looks).toEqual([]);
      const purge = await reaches(number, 'live');
      cloudfront.setPolls(0);
      expect(purge.looks.map(({ isNew }) => isNew)).toEqual([true]);
      expect(await markAt('/cloudfront-news')).toBe(mark);
      expect(cloudfront.invalidations.at(-1)?.items).toEqual(
        expect.arrayContaining(['/cloudfront-news', '/']),
      );
      expect((await view()).state.liveAfter).toMatchObject([{ provider: 'cloudfront', purges: 2 }]);
    });

    it('sends many addresses at once, and no tags that nobody reads (N-06)', async () => {
      const before = cloudfront.invalidations.length;
      expect((await ask({ urls: many, dryRun: true })).requests).toEqual([{ kind: 'addresses', count: 250 }]);
      const { id } = await ask({ urls: many });
      await soon(async () => expect((await details(String(id))).state).toBe('unchecked'));
      expect(cloudfront.invalidations).toHaveLength(before + 1);
      expect(cloudfront.invalidations.at(-1)?.items).toHaveLength(250);
      expect((await editor.post('/cdn/purge', { tags: ['a'] })).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'tags', code: 'cdn.tagsUnsupported' }],
      });
      await save({ CloudFrontTags: 'true' });
      const tagged = await ask({ tags: ['s:news'] });
      await soon(async () => expect((await details(String(tagged.id))).state).toBe('unchecked'));
      expect(cloudfront.invalidations.at(-1)?.items).toEqual(['#s:news']);
    });

    it('recovers from a wrong clock alone, and names it (N-11)', async () => {
      const number = await live('late');
      cloudfront.setClock(10 * 60_000);
      await republish(number, 'Later');
      await eventually(async () => {
        expect((await view()).state).toMatchObject({
          state: 'held',
          hold: {
            failure: 'clock',
            nextAttemptAt: expect.any(String),
            detailCode: { code: 'cdn.clockWrong' },
          },
        });
      });
      cloudfront.setClock(0);
      await reaches(number, 'live');
      expect((await view()).state.state).toBe('active');
    });

    it.each(['throttled', 'not-success', 'garbage', 'error-500'] as const)(
      'takes no other word for a success: %s (N-14)',
      async (behaviour) => {
        cloudfront.behave(behaviour, 1);
        const { id } = await ask({ urls: ['/'] });
        await eventually(async () => {
          const { failure, state } = await details(String(id));
          expect([failure === null, state]).toEqual([false, 'waiting']);
        });
        told.push(JSON.stringify(await details(String(id))));
        await editor.post(`/cdn/purges/${id}/retry`);
        await soon(async () => expect((await details(String(id))).state).toBe('unchecked'));
      },
    );
  });

  describe('Azure', () => {
    beforeAll(async () => {
      expect((await useAzure()).json()).toMatchObject({
        state: { state: 'active', provider: 'azure', endsOn: null },
      });
    });

    it('names the step that fails, and purges nothing (N-01)', async () => {
      expect(await failing()).toEqual([null, true]);
      for (const [number, code] of [
        [7_000_215, 'cdn.azureSecretWrong'],
        [7_000_222, 'cdn.azureSecretExpired'],
        [700_016, 'cdn.azureClientUnknown'],
        [90_002, 'cdn.azureDirectoryUnknown'],
      ] as const) {
        azure.setTokenError({ error: 'invalid_client', number });
        await save({ AzureSecret: `wrong-${number}` });
        expect((await check()).steps.find(({ outcome }) => outcome === 'failed')).toMatchObject({
          step: 'credentials',
          detailCode: { code },
        });
      }
      azure.setTokenError(undefined);
      await useAzure();
      for (const [behaviour, step] of [
        ['forbidden', 'right'],
        ['unauthorised', null],
        ['reset', 'tls'],
      ] as const) {
        await failing(); // has a token
        azure.behave(behaviour, 1);
        expect((await failing())[0]).toBe(step);
      }
      await save({ AzureEndpoint: 'another' });
      expect(await failing()).toEqual(['target', false]);
      await useAzure();
      expect(azure.purges).toEqual([]);
    });

    it('purges one thing after the other, asks until Azure is through, and looks', async () => {
      const number = await live('azure-news');
      await markAt('/azure-news');
      azure.setOperation({ polls: 2 });
      await republish(number, 'Newer');
      await reaches(number, 'working');
      azure.expireTokens();
      azure.setOperation({});
      const mark = await republish(number, 'Newest');
      await reaches(number, 'live');
      expect(await markAt('/azure-news')).toBe(mark);
      expect(azure.purges.map(({ overlapped }) => overlapped)).not.toContain(true);
      const { hostname } = new URL(edge.url);
      expect(azure.purges.at(-1)).toMatchObject({ product: 'frontdoor', domains: [hostname] });
    });

    it('says why a purge failed there', async () => {
      const number = await live('azure-fails');
      azure.setOperation({ ends: 'Failed' });
      await republish(number, 'Failing');
      expect(await reaches(number, 'failed')).toMatchObject({ errorCode: { code: 'cdn.azureEnded' } });
      azure.setOperation({});
      const failed = (await purges()).find(({ article }) => article === number);
      await editor.post(`/cdn/purges/${failed?.id}/retry`);
      await reaches(number, 'live');
    });

    it('never asks another host about a purge (N-12)', async () => {
      const visits: string[] = [];
      const stranger = await startLocalServer((request, response) => {
        visits.push(String(request.headers.authorization));
        response.end();
        return Promise.resolve();
      });
      azure.setPollingUrl(`${stranger.url}/operations/1`);
      const { id } = await ask({ urls: ['/'] });
      await eventually(async () => {
        expect(await details(String(id))).toMatchObject({
          state: 'failed',
          errorCode: { code: 'cdn.pollingElsewhere' },
        });
      });
      azure.setPollingUrl(undefined);
      await stranger.close();
      expect(visits).toEqual([]);
    });

    it('purges 250 addresses in three requests, or everything in one where that is allowed (N-06)', async () => {
      const before = azure.purges.length;
      const { id } = await ask({ urls: many });
      await soon(async () => expect((await details(String(id))).state).toBe('unchecked'));
      const sent = azure.purges.slice(before);
      expect(sent.map(({ contentPaths }) => contentPaths.length)).toEqual([100, 100, 50]);
      expect(sent.map(({ overlapped }) => overlapped)).not.toContain(true);
      await save({ AllowClearAll: 'true' });
      const all = await ask({ urls: many });
      await soon(async () => expect((await details(String(all.id))).state).toBe('unchecked'));
      expect(azure.purges.slice(before + 3)).toMatchObject([{ contentPaths: ['/*'] }]);
      expect((await details(String(all.id))).collapsed).toBe('many');
      await save({ AllowClearAll: 'false' });
    });

    it('knows CDN classic, and when it ends', async () => {
      expect((await useAzure('classic')).json()).toMatchObject({ state: { endsOn: '2027-09-30' } });
      expect(await failing()).toEqual([null, true]);
      const number = await live('classic');
      expect(azure.purges.at(-1)).toMatchObject({ product: 'classic', domains: [] });
      await editor.post(`/articles/${number}/withdraw`, { answer: 404 });
      expect((await reaches(number, 'live')).looks.at(-1)).toMatchObject({ expected: 'gone', seen: '404' });
    });

    it.each(['throttled', 'not-success', 'garbage', 'error-500'] as const)(
      'takes no other word for a success: %s (N-14)',
      async (behaviour) => {
        azure.behave(behaviour, 1);
        const { id } = await ask({ urls: ['/'] });
        await eventually(async () => {
          const { failure, state } = await details(String(id));
          expect([failure === null, state]).toEqual([false, 'waiting']);
        });
        told.push(JSON.stringify(await details(String(id))));
        await editor.post(`/cdn/purges/${id}/retry`);
        await soon(async () => expect((await details(String(id))).state).toBe('unchecked'));
      },
    );
  });

  describe('Sucuri', () => {
    beforeAll(async () => {
      expect((await useSucuri()).json()).toMatchObject({ state: { state: 'active', provider: 'sucuri' } });
    });

    it('names the step that fails, and clears nothing (N-01)', async () => {
      expect(await failing()).toEqual([null, true]);
      for (const [behaviour, step] of [
        ['unauthorised', 'credentials'],
        ['forbidden', 'credentials'],
        ['reset', 'tls'],
      ] as const) {
        sucuri.behave(behaviour, 1);
        expect(await failing()).toEqual([step, false]);
      }
      expect(sucuri.purges).toEqual([]);
    });

    it('clears path by path, the page first, or everything where that is allowed (N-06)', async () => {
      const three = await ask({ urls: ['/a', '/b', '/c'] });
      await soon(async () => expect((await details(String(three.id))).state).toBe('unchecked'));
      expect(sucuri.purges).toEqual(['/a', '/b', '/c']);
      await save({ AllowClearAll: 'true' });
      const number = await live('sucuri-news');
      expect(sucuri.purges.at(-1)).toBe('*');
      await markAt('/sucuri-news');
      const mark = await republish(number, 'Newer');
      await reaches(number, 'live');
      expect(await markAt('/sucuri-news')).toBe(mark);
      expect(sucuri.purges).toHaveLength(5);
      expect(sucuri.requests.filter(({ path }) => path !== '/api?v2')).toEqual([]);
    });

    it('keeps what the budget doesn’t allow, and loses nothing of it', async () => {
      await save({ AllowClearAll: 'false' });
      const before = sucuri.purges.length;
      const { id } = await ask({ urls: Array.from({ length: 12 }, (_, index) => `/slow/${index}`) });
      await eventually(async () => {
        expect(sucuri.purges.length).toBeGreaterThan(before);
        expect((await details(String(id))).state).toBe('waiting'); // and not while it is being sent
      });
      await site.database.query('UPDATE cdn_budget SET tokens = 9');
      await editor.post('/cdn/purge', { urls: ['/other'] });
      await eventually(async () => {
        await site.database.query('UPDATE cdn_budget SET tokens = 9');
        await site.database.query(`UPDATE job SET next_attempt_at = now() WHERE target = 'cdn-purge'`);
        expect((await details(String(id))).state).toBe('unchecked');
      });
      const slow = sucuri.purges.slice(before).filter((path) => path.startsWith('/slow/'));
      expect([slow.length, new Set(slow).size]).toEqual([12, 12]);
    });

    it.each(['throttled', 'not-success', 'garbage', 'error-500'] as const)(
      'takes no other word for a success: %s (N-14)',
      async (behaviour) => {
        await site.database.query('UPDATE cdn_budget SET tokens = 9');
        sucuri.behave(behaviour, 1);
        const { id } = await ask({ urls: ['/'] });
        await eventually(async () => {
          const { failure, state } = await details(String(id));
          expect([failure === null, state]).toEqual([false, 'waiting']);
        });
        told.push(JSON.stringify(await details(String(id))));
        await site.database.query('UPDATE cdn_budget SET tokens = 9');
        await editor.post(`/cdn/purges/${id}/retry`);
        await soon(async () => expect((await details(String(id))).state).toBe('unchecked'));
      },
    );
  });

  it('has no secret in any answer, log, event, export or column (N-07)', async () => {
    const receiver = await startWebhookReceiver();
    const listener = await Listener.open(editor);
    try {
      const hook = await createWebhook(editor, `${receiver.url}/hook`, { events: ['purge.failed'] });
      const app = await createApplication(editor, 'Sealed');
      const { key } = await createKey(editor, app.number);
      expect((await deployZip(site.api.url, key, app.number, zipOfFiles({ 'index.html': '' }))).status).toBe(
        200,
      );
      await save({
        ...COMMON,
        Provider: 'cloudflare',
        CloudflareZone: cloudflare.zone,
        CloudflareToken: cloudflare.token,
      });
      cloudflare.behave('error-500'); // the application's purge may come first
      const { id } = await ask({ urls: ['/'] });
      await eventually(async () => expect((await details(String(id))).failure).not.toBeNull());
      await editor.post(`/webhooks/${hook.id}/test`);
      await eventually(() => expect(receiver.requests.length).toBeGreaterThan(0));
      expect((await editor.post('/site/archive')).status).toBe(202);
      await eventually(async () =>
        expect((await editor.get('/site/archive')).json()).toMatchObject({ state: 'idle' }),
      );

      // What showed them on purpose is over: from here on nothing does.
      for (const path of [
        '/audit?limit=100',
        '/audit/export?format=csv',
        '/cdn',
        '/cdn/purges?limit=100',
        '/settings',
        '/settings/history',
        `/spa/${app.number}/keys`,
        '/webhooks',
        `/webhooks/${hook.id}/deliveries`,
      ]) {
        const { status, text, headers } = await editor.get(path);
        expect([path, status]).toEqual([path, 200]);
        told.push(text, JSON.stringify(headers));
      }
      const archive = await fetch(`${site.api.url}/editor/site/archive/file`, {
        headers: { ...editor.ownHeaders, Cookie: editor.cookieHeader },
      });
      expect(archive.status).toBe(200);
      const files = await unzip(Buffer.from(await archive.arrayBuffer()));
      expect(files.size).toBeGreaterThan(1);
      const tables = await site.database.query<{ name: string }>(
        `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`,
      );
      for (const { name } of tables)
        told.push(JSON.stringify(await site.database.query(`SELECT t::text FROM ${name} t`)));
      told.push(
        ...[...files.values()].map((content) => content.toString('latin1')),
        (await call(`${site.api.url}/metrics`, {})).text,
        site.api.output(),
        JSON.stringify(listener.events),
        ...receiver.requests.flatMap(({ path, body }) => [path, body]),
        ...[cloudfront, azure, sucuri].flatMap(({ requests }) => requests.map(({ path }) => path)),
        ...cloudflare.requests,
      );
      expect(listener.events.length).toBeGreaterThan(0);

      const tokens = azure.requests.flatMap(
        ({ headers: { authorization = '' } }) => authorization.split(' ')[1] ?? [],
      );
      const planted = {
        cloudfront: cloudfront.secretAccessKey,
        azure: azure.secret,
        azureToken: String(tokens.at(-1)),
        sucuriKey: sucuri.key,
        sucuri: sucuri.secret,
        cloudflare: cloudflare.token,
        webhook: String(hook.secret).replace('whsec_', ''),
        // Its beginning is what it's known by.
        deployKey: key.slice(14),
      };
      for (const secret of Object.values(planted)) expect(secret.length).toBeGreaterThan(20);
      const found = Object.entries(planted).flatMap(([name, secret]) =>
        [
          secret,
          encodeURIComponent(secret),
          ...(['base64', 'hex'] as const).map((form) => Buffer.from(secret).toString(form)),
        ]
          .filter((form) => told.some((text) => text.includes(form)))
          .map(() => name),
      );
      expect(found).toEqual([]);
    } finally {
      listener.close();
      await receiver.close();
    }
  });
});
