import type { ArticleDetails } from '@sitedesk/contract/articles';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from './faults/support/free-port.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from './harness/editor.js';
import { type RunningProcess, startApi } from './harness/processes.js';

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
    isPlanted = async () => {
      for (const number of [draft, live, withdrawn, trashed])
        expect((await editor.get(`/articles/${number}`)).text).toContain(CANARY);
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

  /** Sends requests one behind the other on one connection, and answers all that comes back until it closes. */
  async function exchange(requests: readonly string[]): Promise<string> {
    const socket = connect({ port, host: '127.0.0.1' });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined); // the server may hang up on what it can't read
    // Not `end`: a server may drop what it has yet to answer when the other side closes first.
    socket.write(`${requests.join('')}${LAST_REQUEST}`, 'latin1');
    await once(socket, 'close');
    return Buffer.concat(chunks).toString('latin1');
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
      look(requests, await exchange(requests));
    }
    const answered = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    // Those that no server can read come alone, because it hangs up after each.
    for (let index = 0; index < 500; index += 1) {
      const request = unreadableRequest(random);
      look([request], await exchange([request]));
    }
    expect(leaks).toEqual([]);
    expect(livePages).toBeGreaterThan(100);
    expect(answered).toBe(REQUESTS + REQUESTS / PER_CONNECTION);
    expect([...statuses.keys()].filter((status) => status.startsWith('5') && status !== '501')).toEqual([]);
    for (const status of ['200', '404', '405', '410', '400']) expect(statuses.get(status)).toBeGreaterThan(0);
    expect(site.api.output().toLowerCase()).not.toContain(CANARY);
  });
});

type Random = (below: number) => number;

/** The same numbers each time (a linear congruential generator). */
function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item; // never empty

const PLACES =
  '/ /live /draft /withdrawn /trashed /tags/hello /authors /page/1 /live/page/1 /robots.txt /sitemap.xml /feed.xml /atom.xml \
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
