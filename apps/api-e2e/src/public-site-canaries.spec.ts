import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { Release } from '@sitedesk/contract/releases';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from './harness/editor.js';
import { createArticle, publishArticle, saveFields } from './harness/articles.js';
import { HOSTS as HOSTS_OF_SITES, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { pick, type Random, randomNumbers } from './harness/random.js';

/** In every text that visitors must never see. */
const CANARY = 'kanarienvogel';
const REQUESTS = 50_000;
const PER_CONNECTION = 500;
const LAST_REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

describe('what isn’t live', () => {
  let site: EditorSite<RunningProcess>;
  let editor: EditorBrowser;
  let port: number;
  let isPlanted: () => Promise<void>;

  beforeAll(async () => {
    port = await freePort();
    site = await startEditorSiteBy(startApi, { SITE_PORT: String(port) });
    editor = await site.administrator();
    const [draft, live, withdrawn, trashed] = [
      await article('Draft', 'draft'),
      await article('Live', 'live'),
      await article('Withdrawn', 'withdrawn'),
      await article('Trashed', 'trashed'),
    ];
    await save(draft, 'secret');
    await save(live, 'secret'); // stays in a version
    await send(live, 'versions', { name: `${CANARY} named` });
    await save(live, 'public');
    await send(live, 'publish');
    await save(live, 'secret');
    for (const number of [withdrawn, trashed]) {
      await save(number, 'secret');
      await send(number, 'publish');
    }
    await send(withdrawn, 'withdraw', { answer: 410 });
    await send(trashed, 'trash', {});
    const [planned, restricted] = [
      await article('Planned', 'planned'),
      await article('Restricted', 'restricted'),
    ];
    for (const number of [planned, restricted]) await save(number, 'secret');
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const release = await editor.post('/releases', { title: `${CANARY} release`, at });
    const { id } = release.json() as Release; // as above
    await send(planned, 'plans', { action: 'publish', version: 1, release: id });
    await send(planned, 'plans', { action: 'publish', version: 1, at });
    // About what is live, and not part of it.
    await send(live, 'threads', { field: 'title', body: `${CANARY} comment` });
    await send(live, 'review', { note: `${CANARY} note` });
    await send(live, 'plans', { action: 'publish', version: 3, at });
    await send(live, 'preview-links', { note: `${CANARY} link` });
    await send(restricted, 'publish');
    const access = await editor.get(`/articles/${restricted}/access`);
    const hidden = { owner: null, restricted: true, grants: [] };
    const seen = { 'If-Match': String(access.headers.etag) };
    expect((await editor.put(`/articles/${restricted}/access`, hidden, seen)).status).toBe(200);
    isPlanted = async () => {
      for (const path of [
        ...[draft, live, withdrawn, trashed, planned, restricted].map((number) => `/articles/${number}`),
        ...['threads', 'review', 'preview-links', 'versions'].map((what) => `/articles/${live}/${what}`),
        `/releases/${id}`,
      ])
        expect([path, (await editor.get(path)).text.includes(CANARY)]).toEqual([path, true]);
    };
  });
  afterAll(() => site.stop());

  async function article(title: string, slug: string): Promise<number> {
    return ((await editor.post('/articles', { type: 0, title, slug })).json() as ArticleDetails).number; // the contract's word
  }
  async function save(number: number, what: 'public' | 'secret'): Promise<void> {
    const { fields, revision } = (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
    const text = what === 'secret' ? CANARY : 'Hello';
    const answer = await editor.put(
      `/articles/${number}/draft`,
      {
        operation: randomUUID(),
        fields: {
          ...fields,
          title: `${text} ${number}`,
          introduction: text,
          tags: [text],
          searchTitle: text,
          searchDescription: text,
          bannerText: text,
        },
        document: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
      },
      { 'If-Match': `"v${revision}"` },
    );
    expect(answer.status).toBe(200);
  }
  async function send(number: number, action: string, body?: object): Promise<void> {
    const { revision } = (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
    const answer = await editor.post(`/articles/${number}/${action}`, body, {
      'If-Match': `"v${revision}"`,
    });
    expect([action, answer.status < 300]).toEqual([action, true]);
  }

  it('is in no public answer and in no log, whatever is asked (P-37)', async () => {
    await isPlanted();
    const random = randomNumbers(20_261_123);
    const statuses = new Map<string, number>();
    const leaks: string[] = [];
    let livePages = 0;
    const look = (sent: readonly string[], received: string): void => {
      for (const [, status = ''] of received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      livePages += received.split('<h1>Hello').length - 1;
      if (received.toLowerCase().includes(CANARY)) leaks.push(sent.join(''));
    };
    for (let sent = 0; sent < REQUESTS; sent += PER_CONNECTION) {
      const requests = Array.from({ length: PER_CONNECTION }, () => hostileRequest(random));
      look(requests, await exchange(port, requests));
    }
    const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    // Those that no server can read come alone, because it hangs up after each.
    for (let index = 0; index < 500; index += 1) {
      const request = unreadableRequest(random);
      look([request], await exchange(port, [request]));
    }
    expect(leaks).toEqual([]);
    expect(livePages).toBeGreaterThan(100);
    expect(answered).toBe(REQUESTS + REQUESTS / PER_CONNECTION);
    expect([...statuses.keys()].filter((status) => status.startsWith('5') && status !== '501')).toEqual([]);
    for (const status of ['200', '404', '405', '410', '400']) expect(statuses.get(status)).toBeGreaterThan(0);
    expect(site.api.output().toLowerCase()).not.toContain(CANARY);
  });
});

/** What one site shows is never a part of the other's. */
describe('two sites with the same addresses', () => {
  let sites: TwoEditorSites;
  let port: number;
  const NAMES = { a: 'Meadow', b: 'Harbour' } as const;
  const PATHS = [
    '/',
    '/about',
    '/log',
    '/log/entry',
    '/log/former',
    '/tags/shared',
    '/authors/mia',
    '/gone',
    '/nowhere',
  ];

  beforeAll(async () => {
    port = await freePort();
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    for (const site of ['a', 'b'] as const) await fill(sites[site], NAMES[site]);
  });
  afterAll(() => sites.site.stop());

  async function fill(browser: EditorBrowser, name: string): Promise<void> {
    const live = async (input: object, fields: object = {}): Promise<number> => {
      const { number } = await createArticle(browser, { ...input, title: `${name} words` });
      const saved = await saveFields(browser, number, { introduction: `Of ${name}`, ...fields });
      expect([saved.status, (await publishArticle(browser, number)).status]).toEqual([200, 200]);
      return number;
    };
    const mia = await browser.post('/authors', { name: 'Mia', biography: `Writes for ${name}`, links: [] });
    const { id } = mia.json() as { readonly id: string }; // the contract's word
    await live({ home: true });
    await live({ slug: 'about' });
    await live({ type: 2, blogKey: 'log' });
    const post = await live({ type: 1, blogKey: 'log', slug: 'former' }, { tags: ['Shared'], authors: [id] });
    await saveFields(browser, post, { slug: 'entry' });
    await publishArticle(browser, post);
    const gone = await live({ slug: 'gone' });
    await browser.post(`/articles/${gone}/withdraw`, { answer: 410 });
  }

  it('mix in none of 10,000 requests with any host (P-38)', async () => {
    const random = randomNumbers(20_261_124);
    const names = Object.keys(NAMES) as (keyof typeof NAMES)[]; // as typed
    const seen = new Map<string, number>();
    const wrong: unknown[] = [];
    for (let sent = 0; sent < 10_000; sent += PER_CONNECTION) {
      const asked = Array.from({ length: PER_CONNECTION }, () => {
        const site = random(5) === 0 ? undefined : pick(random, names);
        const host = site ? HOSTS_OF_SITES[site] : pick(random, STRANGE_HOSTS);
        const written = pick(random, [host, host, host.toUpperCase(), `${host}:8080`]);
        return { site, written, path: pick(random, PATHS) };
      });
      const received = await exchange(
        port,
        asked.map(({ written, path }) => `GET ${path} HTTP/1.1\r\nHost: ${written}\r\n\r\n`),
      );
      const answers = received.split(/^(?=HTTP\/1\.1 \d{3} )/m);
      expect(answers).toHaveLength(PER_CONNECTION + 1);
      for (const [index, { site, written, path }] of asked.entries()) {
        const answer = answers[index] ?? '';
        const status = answer.slice(9, 12);
        const shown = names.filter((name) => answer.includes(NAMES[name]));
        const isRight = site ? shown.every((name) => name === site) : shown.length === 0 && status === '404';
        if (!isRight) wrong.push([written, path, status, shown]);
        const key = `${site} ${status} ${shown.length}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
    }
    expect(wrong).toEqual([]);
    expect([...seen.keys()].toSorted()).toEqual([
      'a 200 1',
      'a 301 0',
      'a 404 0',
      'a 410 0',
      'b 200 1',
      'b 301 0',
      'b 404 0',
      'b 410 0',
      'undefined 404 0',
    ]);
  });
});

/** Sends requests one behind the other on one connection, and answers all that comes back until it closes. */
async function exchange(port: number, requests: readonly string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined); // the server may hang up on what it can't read
  // Not `end`: a server may drop what it has yet to answer when the other side closes first.
  socket.write(`${requests.join('')}${LAST_REQUEST}`, 'latin1');
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

const PLACES =
  '/ /live /draft /withdrawn /trashed /planned /restricted /tags/hello /tags/kanarienvogel /authors /page/1 /live/page/1 /robots.txt /sitemap.xml /feed.xml /atom.xml \
/feed.json /search /blog /index.html /editor/articles/1 /admin/ /articles/1 /_preview/1 /_sd/content.css /.git/config /health \
/editor/articles/1/versions/1 /openapi.json /metrics /publications /live_page /draft.json'.split(' ');
/** The first are empty: some addresses stay as they are. */
const ENDINGS =
  "   / // /.. /../draft /%2e%2e/draft %2fdraft %00 %ff %C3%28 .html .json ?preview=true ?draft=1&version=1 ?version=2 \
?at=2099-01-01 ?_method=PUT ;draft #draft '%20OR%201=1-- ?q=%27%3B-- %E2%80%AE ~ ?../.. ?cursor=AAAA ?callback=x /page/99999".split(
    ' ',
  );
const HEADERS = `X-Forwarded-Host: editor.test
X-Original-URL: /editor/articles/1
X-Rewrite-URL: /draft
X-HTTP-Method-Override: PUT
Cookie: session=x; preview=1
Authorization: Bearer x
If-None-Match: "x"
If-None-Match: *
Range: bytes=0-9
If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT
Accept: application/json
X-Forwarded-For: 127.0.0.1
X-Tenant: 1
Accept-Encoding: identity
Accept-Encoding: \u00ff, x;q=9
Accept-Language: xx
Referer: /editor/`.split('\n');
const STRANGE_HOSTS = ['other.site.test', 'a.site.test.evil.test', 'site.test', 'localhost'];
const HOSTS = 'localhost 127.0.0.1 www.example.test editor.test LOCALHOST:80 xn--a [::1] a.b.c.d.e'.split(
  ' ',
);

function hostileRequest(random: Random): string {
  const method = pick(random, ['GET', 'GET', 'GET', 'GET', 'HEAD', 'DELETE', 'OPTIONS', 'PROPFIND']);
  const headers = Array.from({ length: random(4) }, () => `${pick(random, HEADERS)}\r\n`).join('');
  const path = pick(random, PLACES) + pick(random, ENDINGS) + pick(random, ENDINGS);
  return `${method} ${path} HTTP/1.1\r\nHost: ${pick(random, HOSTS)}\r\n${headers}\r\n`;
}

const unreadableRequest = (random: Random): string =>
  pick(random, [
    'GET /draft HTTP/1.1\r\n\r\n',
    'GET  /draft\r\n\r\n',
    'GET /draft HTTP/9.9\r\nHost: x\r\n\r\n',
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'GET /draft HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'GET http://editor.test/draft HTTP/1.1\r\nHost: \u0000\r\n\r\n',
    'POST /draft HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n',
    'CONNECT draft:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc',
  ]);
