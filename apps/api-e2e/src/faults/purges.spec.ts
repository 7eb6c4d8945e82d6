import type { Published } from '@sitedesk/contract/articles';
import type { CdnView, PurgeEntry } from '@sitedesk/contract/cdn';
import {
  type FakeCloudflare,
  freePort,
  startAzure,
  startCloudflare,
  startCloudFront,
  startEdge,
} from '@sitedesk/testing';
import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createArticle, publishArticle, saveFields } from '../harness/articles.js';
import { azureSettings, cloudFrontSettings } from '../harness/cdn.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { call } from '../harness/http.js';
import { startTwoEditorSites } from '../harness/people.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { WITHOUT_LIMITS } from '../harness/site.js';
import { figure, percentile } from './support/figure.js';
import { timed } from './support/load.js';

/** How many publications of one page, waiting purges, and purges that are watched. */
const PUBLICATIONS = Number(process.env['PUBLICATIONS'] ?? 1_000);
const WAITING = 10_000;
const WATCHED = Number(process.env['WATCHED_PURGES'] ?? 10_000);
/** A round publishes about half of these. */
const PAGES = 500;
const AT_ONCE = 4;
/** What the API does with a request now and then: one publication in so many asks for it. */
const FAILURES = ['not-success', 'garbage', 'error-500', 'throttled'] as const;
const ONE_FAILS_IN = 100;
const WATCHING_MS = 3_600_000;
/** Seconds that two sites publish with one token. */
const SHARED_SECONDS = Number(process.env['SHARED_SECONDS'] ?? 60);
/** Pairs of publications, with the CDN away and without one. */
const PAIRS = 150;
const MINUTE = 60_000;
/** What Cloudflare gives: requests at once, and a second. */
const BUCKETS = { free: [25, 5 / 60], pro: [25, 5], enterprise: [500, 50] } as const;

type Plan = keyof typeof BUCKETS;

const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

/** The most requests in any minute. */
const busiestMinute = (times: readonly number[]): number =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + MINUTE).length));

describe('purges under load', () => {
  let cloudflare: FakeCloudflare;
  let site: EditorSite<RunningProcess>;
  let editor: EditorBrowser;
  let environment: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const port = await freePort();
    cloudflare = await startCloudflare();
    cloudflare.serve(`http://127.0.0.1:${port}`);
    environment = {
      ...WITHOUT_LIMITS,
      SITE_PORT: String(port),
      SITE__PUBLICURL: cloudflare.edgeUrl,
      CDN_API_URLS: `cloudflare=${cloudflare.apiUrl}`,
      OUTBOUND_ALLOW: '127.0.0.1/32',
    };
    site = await startEditorSiteBy(startApi, environment);
    editor = await site.administrator();
  });
  afterAll(async () => {
    await site.database.drop(); // its process has been stopped
    await cloudflare.close();
  });

  const save = async (browser: EditorBrowser, values: object): Promise<void> => {
    const { version } = (await browser.get('/cdn')).json() as CdnView; // the contract's word
    const answer = await browser.put('/cdn', { values }, { 'If-Match': `"v${version}"` });
    if (answer.status !== 200) throw new Error(`The settings were answered ${answer.status}: ${answer.text}`);
  };
  /** Uses the stand-in from now on, with what a plan gives. */
  const use = async (plan: Plan, browser = editor): Promise<void> => {
    const [burst, perSecond] = BUCKETS[plan];
    cloudflare.setBucket(burst, perSecond);
    await site.database.query('DELETE FROM cdn_budget'); // the bucket is full as well
    await save(browser, {
      Provider: 'cloudflare',
      CloudflareZone: cloudflare.zone,
      CloudflareToken: cloudflare.token,
      CloudflarePlan: plan,
      CheckSeconds: null,
    });
  };
  const publish = async (browser: EditorBrowser, number: number, title: string): Promise<number> => {
    await saveFields(browser, number, { title });
    const answer = await publishArticle(browser, number);
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return (answer.json() as Published).version; // the contract's word
  };
  const create = async (browser: EditorBrowser, slug: string): Promise<number> =>
    (await createArticle(browser, { title: slug, slug })).number;
  const versionAt = async (slug: string): Promise<number> => {
    const { headers } = await call(`${cloudflare.edgeUrl}/${slug}`, {});
    return Number(String(headers['x-content-version']).split('.')[1]);
  };
  const waiting = async (): Promise<number> => {
    const rows = await site.database.query(
      `SELECT count(*)::int AS count FROM cdn_purge WHERE state IN ('waiting', 'sent')`,
    );
    return Number(rows[0]?.['count']);
  };
  it.each([
    ['free', 24],
    ['pro', 60],
  ] as const)(
    'publishing one page again and again takes what the plan %s gives, and the last one is live (N-02)',
    async (plan, most) => {
      await use(plan);
      const slug = `busy-${plan}`;
      const number = await create(editor, slug);
      const before = cloudflare.times.length;
      const [overdrawn, from] = [cloudflare.overdrawn, Date.now()];
      let last = 0;
      for (let count = 0; count < PUBLICATIONS; count += 1) {
        last = await publish(editor, number, `Edition ${count}`);
        if (count % 100 === 0) await versionAt(slug); // the edge keeps it
      }
      const seconds = Math.round((Date.now() - from) / 1_000);
      const ended = Date.now();
      await eventually(async () => expect(await versionAt(slug)).toBe(last));
      await eventually(async () => expect(await waiting()).toBe(0));
      const times = cloudflare.times.slice(before);
      const busiest = busiestMinute(times);
      figure('N-02', {
        plan,
        publications: PUBLICATIONS,
        seconds,
        calls: times.length,
        busiestMinute: busiest,
        liveAfterMs: Date.now() - ended,
        load: load(),
      });
      expect(busiest).toBeLessThanOrEqual(most);
      expect(cloudflare.overdrawn).toBe(overdrawn);
    },
  );

  it('a restart with 10,000 waiting purges loses none and sends none twice (N-15)', async () => {
    await use('enterprise');
    await site.api.stop();
    const before = cloudflare.purges.length;
    await site.database.query(
      `INSERT INTO cdn_purge (id, tenant_id, reason, scope, state, addresses, tags, pages, marks, created_at)
       SELECT gen_random_uuid(), (SELECT id FROM tenant), 'redirect', 'addresses', 'waiting', ARRAY['/waiting-' || n], '{}', '{}', '{}', now()
       FROM generate_series(1, ${WAITING}) n`,
    );
    await site.database.query(
      `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at)
       VALUES (gen_random_uuid(), (SELECT id FROM tenant), 'cdn-purge', 'cdn-purge', 'queued', now(), now())`,
    );
    const sent = (): readonly string[] =>
      cloudflare.purges
        .slice(before)
        .flatMap(({ files = [] }) => files.map((url) => new URL(url).pathname))
        .filter((path) => path.startsWith('/waiting-'));
    const from = Date.now();
    // A first process is stopped in the middle, as by a new version of the program.
    const first = await startApi(site.database.url, environment);
    await eventually(async () => expect(sent().length).toBeGreaterThan(WAITING / 10));
    await first.stop();
    const half = sent().length;
    const second = await startApi(site.database.url, environment);
    await eventually(async () => expect(await waiting()).toBe(0));
    await second.stop();
    const seconds = Math.round((Date.now() - from) / 1_000);
    const calls = cloudflare.purges.length - before;
    const twice = sent().length - new Set(sent()).size;
    const lost = WAITING - new Set(sent()).size;
    figure('N-15', { waiting: WAITING, half, lost, twice, calls, seconds, load: load() });
    expect(half).toBeLessThan(WAITING);
    expect([lost, twice]).toEqual([0, 0]);
  });
});

describe('purges that are watched', () => {
  let cloudflare: FakeCloudflare;
  let site: EditorSite<RunningProcess>;
  let editor: EditorBrowser;
  beforeAll(async () => {
    const port = await freePort();
    cloudflare = await startCloudflare();
    cloudflare.serve(`http://127.0.0.1:${port}`);
    site = await startEditorSiteBy(startApi, {
      ...WITHOUT_LIMITS,
      SITE_PORT: String(port),
      SITE__PUBLICURL: cloudflare.edgeUrl,
      CDN_API_URLS: `cloudflare=${cloudflare.apiUrl}`,
      OUTBOUND_ALLOW: '127.0.0.1/32',
    });
    editor = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await cloudflare.close();
  });
  const save = async (values: object): Promise<void> => {
    const { version } = (await editor.get('/cdn')).json() as CdnView; // the contract's word
    expect((await editor.put('/cdn', { values }, { 'If-Match': `"v${version}"` })).status).toBe(200);
  };

  let isLong = false;
  /** Other settings end what waits because the service has failed. */
  const endHold = async (): Promise<void> => {
    isLong = !isLong;
    await save({ CheckSeconds: isLong ? '1, 2, 3' : '1, 2' });
  };
  const pathOf = (page: number): string => `/watched-${page}`;
  const markAt = async (page: number): Promise<string> =>
    String((await call(cloudflare.edgeUrl + pathOf(page), {})).headers['x-content-version']);

  it(
    'are never called live while the edge has the old page, whatever happens (N-08)',
    async () => {
      const numbers = await inLanes(
        Array.from({ length: PAGES }, (_, page) => page),
        async (page) => {
          const { number } = await createArticle(editor, { title: `Page ${page}`, slug: `watched-${page}` });
          expect((await publishArticle(editor, number)).status).toBe(200);
          return number;
        },
      );
      const pageOf = new Map(numbers.map((number, page) => [number, page]));
      await save({
        Provider: 'cloudflare',
        CloudflareZone: cloudflare.zone,
        CloudflareToken: cloudflare.token,
        CloudflarePlan: 'enterprise',
        CheckSeconds: '1, 2',
      });
      let [watched, shownLive, shownOld, failures] = [0, 0, 0, 0];
      const wrong: string[] = [];
      const startedAt = Date.now();
      for (let round = 0; watched < WATCHED; round += 1) {
        const pages = numbers.map((_, page) => page).filter(() => randomInt(2) === 1);
        await inLanes(pages, markAt); // the edge keeps them
        for (const page of pages) cloudflare.keepOld(randomInt(5), pathOf(page));
        const wanted = new Map<number, string>();
        const [newest] = (await listed('')).items;
        await inLanes(pages, async (page) => {
          const number = numbers[page] ?? 0;
          if (randomInt(ONE_FAILS_IN) === 0) {
            cloudflare.behave(FAILURES[randomInt(FAILURES.length)] ?? 'ok', 1);
            failures += 1;
          }
          await saveFields(editor, number, { title: `Round ${round}` });
          const answer = await publishArticle(editor, number);
          wanted.set(number, `${number}.${(answer.json() as Published).version}`); // the contract's word
        });
        // Until each of them is live, or shown as still old.
        const seen = new Set<number>();
        await eventually(async () => {
          const { state: now } = (await editor.get('/cdn')).json() as CdnView; // the contract's word
          if (now.state === 'held') await endHold();
          for (const { state, article, liveAt } of await entries(newest?.id)) {
            if (article === null || seen.has(article) || (state !== 'live' && state !== 'old')) continue;
            const page = pageOf.get(article) ?? 0;
            const mark = await markAt(page);
            const right = wanted.get(article);
            if (state === 'live' && mark !== right) wrong.push(`${mark} instead of ${right}`);
            // Nor did the edge have it at the time from which it's called so.
            const last = cloudflare.evictions.findLast(
              ({ path, version }) => path === pathOf(page) && version !== right,
            );
            if (state === 'live' && (last?.at ?? 0) > Date.parse(liveAt ?? ''))
              wrong.push(`${last?.version} until ${last?.at}, live at ${liveAt}`);
            seen.add(article);
            if (state === 'live') shownLive += 1;
            else shownOld += 1;
          }
          expect(seen.size).toBe(pages.length);
        }, WATCHING_MS);
        watched += pages.length;
        expect(wrong).toEqual([]);
        cloudflare.behave('ok');
        for (const page of pages) cloudflare.keepOld(0, pathOf(page));
        await endHold();
      }
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      figure('N-08', { watched, shownLive, shownOld, failures, seconds, load: load() });
      expect(shownLive).toBeGreaterThan(0);
      expect(shownOld).toBeGreaterThan(0);
    },
    WATCHING_MS,
  );

  const listed = async (
    cursor: string,
  ): Promise<{ readonly items: readonly PurgeEntry[]; readonly nextCursor: string | null }> =>
    (
      await editor.get(`/cdn/purges?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    ).json() as {
      items: readonly PurgeEntry[];
      nextCursor: string | null;
    }; // the contract's word
  /** The newest first. @param until id of the first that isn't wanted; all without it */
  const entries = async (until: string | undefined): Promise<readonly PurgeEntry[]> => {
    const found: PurgeEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { items, nextCursor } = await listed(cursor);
      const end = items.findIndex(({ id }) => id === until);
      found.push(...items.slice(0, end < 0 ? undefined : end));
      cursor = end < 0 ? nextCursor : null;
    }
    return found;
  };

  it('cost a publication little, also while the service is away (N-16)', async () => {
    const number = numberOf(await createArticle(editor, { title: 'Timed', slug: 'timed' }));
    const once = async (title: string): Promise<number> => {
      await saveFields(editor, number, { title });
      const { answer, ms } = await timed(() => publishArticle(editor, number));
      expect(answer.status).toBe(200);
      return ms;
    };
    const times: Record<'off' | 'away', number[]> = { off: [], away: [] };
    for (let pair = 0; pair < PAIRS; pair += 10) {
      for (const state of ['off', 'away'] as const) {
        cloudflare.behave(state === 'away' ? 'silent' : 'ok');
        await save({ Provider: state === 'away' ? 'cloudflare' : 'none' });
        await once('Warm');
        for (let count = 0; count < 10; count += 1) times[state].push(await once(`${pair} ${count}`));
      }
    }
    cloudflare.behave('ok');
    figure('N-16', {
      pairs: PAIRS,
      offMedianMs: percentile(times.off, 0.5),
      awayMedianMs: percentile(times.away, 0.5),
      offP95Ms: percentile(times.off, 0.95),
      awayP95Ms: percentile(times.away, 0.95),
      load: load(),
    });
    // What waits is there: the publications weren't quick because nothing was noted.
    const rows = await site.database.query(
      'SELECT count(*)::int AS count FROM cdn_purge WHERE article = $1',
      [number],
    );
    expect(Number(rows[0]?.['count'])).toBeGreaterThanOrEqual(PAIRS);
  });
});

const numberOf = ({ number }: { readonly number: number }): number => number;

/** Does a work with each, so many at the same time. @returns results in the order of the items */
async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

describe('purges of CloudFront and Azure', () => {
  const LIMITS = { cloudfront: 12, azure: 2 } as const;

  it.each(['cloudfront', 'azure'] as const)(
    'publishing one page again and again asks %s seldom, and the last one is live (N-02)',
    async (provider) => {
      const port = await freePort();
      const edge = await startEdge();
      const [cloudfront, azure] = await Promise.all([startCloudFront(edge), startAzure(edge)]);
      edge.serve(`http://127.0.0.1:${port}`);
      const apis = `cloudfront=${cloudfront.apiUrl},azure=${azure.apiUrl},azurelogin=${azure.apiUrl}`;
      const site = await startEditorSiteBy(startApi, {
        ...WITHOUT_LIMITS,
        SITE_PORT: String(port),
        SITE__PUBLICURL: edge.url,
        CDN_API_URLS: apis,
        OUTBOUND_ALLOW: '127.0.0.1/32',
      });
      try {
        const editor = await site.administrator();
        const values = provider === 'cloudfront' ? cloudFrontSettings(cloudfront) : azureSettings(azure);
        expect((await editor.put('/cdn', { values }, { 'If-Match': '"v0"' })).status).toBe(200);
        const { number } = await createArticle(editor, { title: 'Busy', slug: 'busy' });
        const markAt = async (): Promise<unknown> =>
          (await call(`${edge.url}/busy`, {})).headers['x-content-version'];
        const from = Date.now();
        let last = '';
        for (let count = 0; count < PUBLICATIONS; count += 1) {
          await sleep(Math.max(0, from + (count * MINUTE) / PUBLICATIONS - Date.now()));
          await saveFields(editor, number, { title: `Edition ${count}` });
          const { version } = (await publishArticle(editor, number)).json() as Published; // the contract's word
          last = `${number}.${version}`;
          if (count % 100 === 0) await markAt(); // the edge keeps it
        }
        const ended = Date.now();
        await eventually(async () => expect(await markAt()).toBe(last), 3 * MINUTE);
        const times = (provider === 'cloudfront' ? cloudfront : azure).requests
          .filter(({ method, path }) => method === 'POST' && /\/(?:invalidation|purge)(?:\?|$)/.test(path))
          .map(({ at }) => at);
        const busiest = busiestMinute(times);
        figure('N-02', {
          provider,
          publications: PUBLICATIONS,
          seconds: Math.round((ended - from) / 1_000),
          calls: times.length,
          busiestMinute: busiest,
          liveAfterMs: Date.now() - ended,
          load: load(),
        });
        expect(busiest).toBeGreaterThan(0);
        expect(busiest).toBeLessThanOrEqual(LIMITS[provider]);
      } finally {
        await site.stop();
        await Promise.all([cloudfront.close(), azure.close(), edge.close()]);
      }
    },
  );
});

describe('two sites with one token', () => {
  it('stay within one bucket together (N-18)', async () => {
    const cloudflare = await startCloudflare();
    const sites = await startTwoEditorSites({
      ...WITHOUT_LIMITS,
      CDN_API_URLS: `cloudflare=${cloudflare.apiUrl}`,
      SITE__PUBLICURL: cloudflare.edgeUrl,
      OUTBOUND_ALLOW: '127.0.0.1/32',
    });
    try {
      const [burst, perSecond] = BUCKETS.pro;
      cloudflare.setBucket(burst, perSecond);
      const both = [sites.a, sites.b];
      for (const browser of both) {
        const { version } = (await browser.get('/cdn')).json() as CdnView; // the contract's word
        const values = {
          Provider: 'cloudflare',
          CloudflareZone: cloudflare.zone,
          CloudflareToken: cloudflare.token,
          CloudflarePlan: 'pro',
          CheckSeconds: '1',
        };
        expect((await browser.put('/cdn', { values }, { 'If-Match': `"v${version}"` })).status).toBe(200);
      }
      // Each asks for more addresses than the bucket has requests for, and asks again at once.
      const end = Date.now() + SHARED_SECONDS * 1_000;
      let asked = 0;
      await Promise.all(
        both.map(async (browser, at) => {
          while (Date.now() < end) {
            const urls = Array.from({ length: 500 }, (_, index) => `/${at}-${asked}-${index}`);
            const answer = await browser.post('/cdn/purge', { urls });
            if (answer.status < 300) asked += 1;
            await new Promise((resolve) => setTimeout(resolve, 500));
          }
        }),
      );
      const { overdrawn } = cloudflare;
      figure('N-18', {
        seconds: SHARED_SECONDS,
        asked,
        calls: cloudflare.times.length,
        overdrawn,
        load: load(),
      });
      expect(overdrawn).toBe(0);
      expect(cloudflare.times.length).toBeGreaterThan(burst + perSecond * SHARED_SECONDS * 0.5);
    } finally {
      await sites.site.stop();
      await cloudflare.close();
    }
  });
});

describe('two sites with services of their own', () => {
  it('one waits as long as its service asks, and the other doesn’t (N-04)', async () => {
    const edge = await startEdge();
    const [cloudflare, cloudfront] = [await startCloudflare({ edge }), await startCloudFront(edge)];
    const sites = await startTwoEditorSites({
      ...WITHOUT_LIMITS,
      CDN_API_URLS: `cloudflare=${cloudflare.apiUrl},cloudfront=${cloudfront.apiUrl}`,
      SITE__PUBLICURL: edge.url,
      OUTBOUND_ALLOW: '127.0.0.1/32',
    });
    try {
      const use = async (browser: EditorBrowser, values: object): Promise<void> => {
        const { version } = (await browser.get('/cdn')).json() as CdnView; // the contract's word
        expect((await browser.put('/cdn', { values }, { 'If-Match': `"v${version}"` })).status).toBe(200);
      };
      await use(sites.a, {
        Provider: 'cloudflare',
        CloudflareZone: cloudflare.zone,
        CloudflareToken: cloudflare.token,
        CloudflarePlan: 'enterprise',
      });
      await use(sites.b, cloudFrontSettings(cloudfront));
      const purge = async (browser: EditorBrowser): Promise<void> =>
        expect((await browser.post('/cdn/purge', { urls: ['/'] })).status).toBe(202);
      cloudflare.setRetryAfter(7);
      cloudflare.behave('throttled', 1);
      await purge(sites.a);
      await eventually(() => expect(cloudflare.times).toHaveLength(1));
      const from = Date.now();
      await purge(sites.b);
      await eventually(() => expect(cloudfront.invalidations).toHaveLength(1));
      const otherMs = Date.now() - from;
      expect(cloudflare.times).toHaveLength(1);
      await eventually(() => expect(cloudflare.purges).toHaveLength(1));
      const [first = 0, second = 0, ...more] = cloudflare.times;
      figure('N-04', { againAfterMs: second - first, otherMs, load: load() });
      expect(second - first).toBeGreaterThanOrEqual(7_000);
      expect(more).toEqual([]);
    } finally {
      await sites.site.stop();
      await Promise.all([cloudflare.close(), cloudfront.close(), edge.close()]);
    }
  });
});
