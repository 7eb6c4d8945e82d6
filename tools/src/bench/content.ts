import { DEPLOYMENTS_PATH } from '@sitedesk/contract/deployments';
import { freePort } from '@sitedesk/testing';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BarePage } from './bare-page.js';
import { compare, SECONDS } from './compare.js';
import { ask } from './export.js';
import { type Browser, signIn, timedPath } from './inbox.js';
import type { BenchPostgres } from './postgres.js';
import { median, type MeasuredServer } from './servers.js';

/** Articles of the site whose lists are measured; fewer for a quick look. */
const ROWS = Number(process.env['BENCH_ARTICLE_ROWS'] ?? 1_000_000);
/** More pages than the cache holds, each asked for in turn, so that none is in it. */
const COLD_PAGES = 20_000;
const PUBLICATIONS = 200;
/** Articles that are saved at the same time, each by its own connection. */
const WRITERS = 16;
/** How often each of them saves where it's about how long one waits: 250 a second in all, half of what is asked of the server. */
const PACE_MS = 64;
const POLL_MS = 2;
/** Posts of a blog that gets another key, and that programs read as a whole. */
const POSTS = 20_000;
const READS = 20;
/** Posts that programs read at once, to show what is new. */
const NEWEST = 20;

interface Bench {
  readonly postgres: BenchPostgres;
  readonly start: (database: string, more: Readonly<Record<string, string>>) => Promise<MeasuredServer>;
  readonly startBare: (page: string) => Promise<MeasuredServer>;
}

/** Public pages, publishing, saving, and the lists of a site with many articles. */
export async function measureContent(bench: Bench): Promise<void> {
  console.log('\narticles');
  await measurePages(bench);
  await measureWriting(bench);
  await measureNewestPosts(bench);
  await measureBlog(bench);
  await measureLists(bench);
}

/** Pages from memory against a bare server that sends the same octets, and pages that have to be put together first. */
async function measurePages({ postgres, start, startBare }: Bench): Promise<void> {
  const database = await postgres.createDatabase('pages');
  const sitePort = await freePort();
  const server = await start(database, { SITE_PORT: String(sitePort) });
  const editor = new Editor(await signIn(server.port));
  const article = await editor.create('Opening hours', 'hours');
  await editor.save(article);
  await editor.publish(article);
  await addColdPages(database, article.number);
  const site = { ...server, port: sitePort };
  const page = await readPage(sitePort);
  const bare = await startBare(JSON.stringify(page));
  const bareSide = { server: bare, requests: () => () => pageRequest('/hours'), status: '200' };
  const cached = { server: site, requests: () => () => pageRequest('/hours'), status: '200' };
  await compare('cached page (goal 0.85)', cached, bareSide);
  const tag = page.headers[page.headers.indexOf('ETag') + 1] ?? '';
  const unchanged = pageRequest('/hours', `If-None-Match: ${tag}\r\n`);
  await compare(
    '304, against a 200 (goal 1.00)',
    { server: site, requests: () => () => unchanged, status: '304' },
    bareSide,
  );
  let next = 0;
  const coldRequest = (): Buffer => pageRequest(`/cold-${(next = (next % COLD_PAGES) + 1)}`);
  await compare(
    'cold page (goal 2,000 us)',
    { server: site, requests: () => coldRequest, status: '200' },
    bareSide,
  );
  await measureAsset(server, site, editor, startBare);
  for (const each of [bare, server]) await each.stop();
}

/** A script of an application, as large as one is, with its content's hash in its name. */
async function measureAsset(
  server: MeasuredServer,
  site: MeasuredServer,
  editor: Editor,
  startBare: Bench['startBare'],
): Promise<void> {
  const path = await editor.deploy(server.port, `/* ${randomUUID()} */\n${'work();\n'.repeat(3_000)}`);
  const bare = await startBare(JSON.stringify(await readPage(site.port, path)));
  const side = { requests: () => () => pageRequest(path), status: '200' };
  await compare('file of an application (goal 0.85)', { ...side, server: site }, { ...side, server: bare });
  await bare.stop();
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

const pageRequest = (path: string, headers = ''): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);

async function readPage(port: number, path = '/hours'): Promise<BarePage> {
  const outgoing = request({ port, host: '127.0.0.1', path, headers: { Host: 'localhost' } }).end();
  return barePageOf(await answerOf(outgoing));
}

function barePageOf({ rawHeaders, body }: BenchAnswer): BarePage {
  const own = ['Date', 'Connection', 'Keep-Alive'];
  const headers = rawHeaders.filter((_, index) => !own.includes(rawHeaders[index - (index % 2)] ?? ''));
  return { headers, body };
}

/** Pages with the same body as an article that is live: `/cold-1` and so on. */
export async function addColdPages(database: string, number: number, count = COLD_PAGES): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query(
    `INSERT INTO publication (tenant_id, id, number, version, type, path, head, body_hash, renderer, at)
     SELECT tenant_id, md5('cold' || n)::uuid, 1000 + n, 1, 0, '/cold-' || n, head, body_hash, renderer, at
     FROM publication, generate_series(1, $2) AS n WHERE number = $1`,
    [number, count],
  );
  await client.query(
    `INSERT INTO live_page (tenant_id, path, kind, number, publication_id, published_at)
     SELECT tenant_id, '/cold-' || n, 'page', 1000 + n, md5('cold' || n)::uuid, published_at
     FROM live_page, generate_series(1, $2) AS n WHERE number = $1`,
    [number, count],
  );
  await client.query('VACUUM (ANALYZE) publication, live_page');
  await client.end();
}

/** Saves and publications beside bare commits, and when two instances show what was published. */
async function measureWriting({ postgres, start }: Bench): Promise<void> {
  const database = await postgres.createDatabase('writing');
  const ports = [await freePort(), await freePort()] as const;
  const server = await start(database, { SITE_PORT: String(ports[0]) });
  const other = await start(database, { SITE_PORT: String(ports[1]) });
  const editor = new Editor(await signIn(server.port));
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query('CREATE TABLE bare (id integer PRIMARY KEY, body jsonb)');
  const body = JSON.stringify(documentOf(0));
  let row = 0;
  const bareWrite = (): Promise<unknown> =>
    client.query('INSERT INTO bare VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body', [
      (row += 1),
      body,
    ]);
  const article = await editor.create('Opening hours', 'hours');
  const [publish, bare, shown]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < PUBLICATIONS; round += 1) {
    await editor.save(article);
    bare.push(await timed(bareWrite));
    publish.push(await timed(() => editor.publish(article)));
    const publishedAt = performance.now();
    for (const port of ports) await untilShown(port, article.saves);
    shown.push(performance.now() - publishedAt);
  }
  console.log(
    `  publish p50 ${at(publish, 0.5)} ms, p95 ${at(publish, 0.95)} ms (goal 50), x${(median(publish) / median(bare)).toFixed(1)} of a bare commit of its text`,
  );
  console.log(
    `  two instances show it after p50 ${at(shown, 0.5)} ms, p99 ${at(shown, 0.99)} ms (goal 200; asked every ${POLL_MS} ms)`,
  );
  const articles = await Promise.all(
    Array.from({ length: WRITERS }, (_, index) => editor.create(`Draft ${index}`, `draft-${index}`)),
  );
  const [calm, saves]: [number[], number[]] = [[], []];
  const bareSaves: number[] = [];
  const clients = await Promise.all(
    articles.map(async () => {
      const each = new pg.Client({ connectionString: database });
      await each.connect();
      return each;
    }),
  );
  await perSecond(articles, (each) => editor.save(each)); // warm-up
  await paced(articles, async (each) => {
    calm.push(await timed(() => editor.save(each)));
  });
  const savesPerSecond = await perSecond(articles, async (each) => {
    saves.push(await timed(() => editor.save(each)));
  });
  const barePerSecond = await perSecond(clients, async (each) => {
    const text = 'UPDATE bare SET body = $2 WHERE id = $1';
    bareSaves.push(await timed(() => each.query(text, [clients.indexOf(each) + 1, body])));
  });
  const kilobytes = (body.length / 1_024).toFixed(0);
  console.log(
    `  drafts of ${kilobytes} KB, ${(1_000 / PACE_MS) * WRITERS}/s: p95 ${at(calm, 0.95)} ms (goal 30); as many as it takes: ${savesPerSecond.toFixed(0)}/s (goal 500), ` +
      `p95 ${at(saves, 0.95)} ms, x${(savesPerSecond / barePerSecond).toFixed(2)} of bare updates of a row (${barePerSecond.toFixed(0)}/s, p95 ${at(bareSaves, 0.95)} ms)`,
  );
  for (const each of [client, ...clients]) await each.end();
  for (const each of [server, other]) await each.stop();
}

/** Copies of a live post. */
const POSTS_SEED = [
  `INSERT INTO publication (tenant_id, id, number, version, type, path, head, body_hash, renderer, at)
   SELECT tenant_id, md5('post' || n)::uuid, $1 + n, version, type, path || '-' || n, head, body_hash, renderer, at
   FROM publication, generate_series(1, $2::int) AS n WHERE number = $1`,
  `INSERT INTO article SELECT (jsonb_populate_record(a, jsonb_build_object('number', $1 + n, 'id', md5('post' || n), 'slug', slug || '-' || n,
     'path', path || '-' || n, 'publication_id', md5('post' || n)))).* FROM article a, generate_series(1, $2::int) AS n WHERE number = $1`,
  `INSERT INTO live_page (tenant_id, path, kind, number, publication_id, stream_number, published_at)
   SELECT tenant_id, path || '-' || n, kind, $1 + n, md5('post' || n)::uuid, stream_number, published_at
   FROM live_page, generate_series(1, $2::int) AS n WHERE number = $1`,
  `INSERT INTO path_history SELECT tenant_id, path || '-' || n, $1 + n, since FROM path_history, generate_series(1, $2::int) AS n WHERE number = $1`,
];

/** The newest posts of a blog from memory, against a bare server that sends the same octets. Who may read them is looked up for each request. */
async function measureNewestPosts({ postgres, start, startBare }: Bench): Promise<void> {
  const database = await postgres.createDatabase('newest');
  const server = await start(database, {});
  const browser = await signIn(server.port);
  const editor = new Editor(browser);
  await editor.publish(await editor.create('News', 'news', 2));
  for (let post = 1; post <= NEWEST; post += 1) {
    const article = await editor.create(`Opening hours ${post}`, `hours-${post}`, 1);
    await editor.save(article);
    await editor.publish(article);
  }
  const path = `/editor/blogs/news/getentries?limit=${NEWEST}`;
  const bare = await startBare(JSON.stringify(barePageOf(await editor.read(path))));
  const asked = pageRequest(path, `Cookie: ${browser.cookie}\r\n`);
  const side = { requests: () => () => asked, status: '200' };
  await compare(`${NEWEST} posts as JSON`, { ...side, server }, { ...side, server: bare });
  for (const each of [bare, server]) await each.stop();
}

/** How long a blog with many posts takes to get another key, and what its whole list costs. */
async function measureBlog({ postgres, start }: Bench): Promise<void> {
  const database = await postgres.createDatabase('blog');
  const server = await start(database, {});
  const editor = new Editor(await signIn(server.port));
  const blog = await editor.create('News', 'news', 2);
  await editor.publish(blog);
  const post = await editor.create('Opening hours', 'hours', 1);
  await editor.save(post);
  await editor.publish(post);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  for (const statement of POSTS_SEED) await client.query(statement, [post.number, POSTS - 1]);
  await client.query('VACUUM (ANALYZE) article, publication, live_page, path_history');
  await client.end();
  const renamed = await timed(() => editor.rename(blog, 'news', 'journal'));
  const entries = (known?: string): Promise<BenchAnswer> =>
    editor.read('/editor/blogs/journal/getentries', known);
  const { etag = '', body } = await entries();
  const before = server.rssMb();
  const [first, whole, unchanged]: [number[], number[], number[]] = [[], [], []];
  let peak = before;
  for (let read = 0; read < READS; read += 1) {
    const askedAt = performance.now();
    const { beganAt } = await entries();
    first.push(beganAt - askedAt);
    whole.push(performance.now() - askedAt);
    peak = Math.max(peak, server.rssMb());
    unchanged.push(await timed(() => entries(etag)));
  }
  console.log(
    `  a blog of ${POSTS.toLocaleString('en')} posts gets another key in ${renamed.toFixed(0)} ms (goal 5,000)`,
  );
  console.log(
    `  its whole list, ${(body.length / 1_048_576).toFixed(1)} MB: first byte p50 ${at(first, 0.5)} ms (goal 100), all of it ${at(whole, 0.5)} ms, memory +${(peak - before).toFixed(0)} MB (goal 32), ` +
      `304 p50 ${at(unchanged, 0.5)} ms (goal 5)`,
  );
  await server.stop();
}

async function untilShown(port: number, saves: number): Promise<void> {
  for (;;) {
    const { body } = await answerOf(
      request({
        port,
        host: '127.0.0.1',
        path: '/hours',
        agent: AGENT,
        headers: { Host: 'localhost' },
      }).end(),
    );
    if (body.includes(`Edition ${saves}.`)) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function perSecond<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const deadline = startedAt + SECONDS * 1_000;
  let count = 0;
  await Promise.all(
    items.map(async (item) => {
      for (; performance.now() < deadline; count += 1) await work(item);
    }),
  );
  return (count / (performance.now() - startedAt)) * 1_000;
}

/** Each does its work in turns of its own, evenly spread over {@link PACE_MS}. */
async function paced<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  await Promise.all(
    items.map(async (item, index) => {
      for (let turn = index / items.length; turn * PACE_MS < SECONDS * 1_000; turn += 1) {
        await sleep(Math.max(0, startedAt + turn * PACE_MS - performance.now()));
        await work(item);
      }
    }),
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

export function at(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1);
}

/** One in ten live, one in fifty in the trash, one in 1,000 about a plumber; half are posts of one blog. */
export const SEED_ARTICLES = `
INSERT INTO article (tenant_id, number, id, type, stream_number, blog_key, owner_id, title, slug, path, status, last_version,
  created_at, updated_at, listed_at, published_at, trashed_at)
SELECT t.id, n, md5('article' || n)::uuid, n % 2, CASE WHEN n % 2 = 1 THEN $3::int END, CASE WHEN n % 2 = 1 THEN 'news' END,
  CASE WHEN n % 100 = 0 THEN (SELECT id FROM account LIMIT 1) END,
  (ARRAY['Garden','Window','Table','Price','Opening','Visit','Order','Parking'])[1 + n % 8] || ' ' || substr(md5(n::text), 1, 7) ||
    CASE WHEN n % 1000 = 0 THEN ' plumber' ELSE '' END,
  'a-' || n, CASE WHEN n % 2 = 1 THEN '/news' ELSE '' END || '/a-' || n, CASE WHEN n % 10 = 0 THEN 'live' ELSE 'draft' END, 1,
  now() - (n || ' minutes')::interval, now() - (n || ' minutes')::interval, now() - (n || ' minutes')::interval,
  CASE WHEN n % 10 = 0 THEN now() - (n || ' minutes')::interval END, CASE WHEN n % 50 = 1 THEN now() - (n || ' minutes')::interval END
FROM (SELECT id FROM tenant LIMIT 1) t, generate_series($1::int, $2::int) AS n`;

const LIST_READS = 41;
const RESTRICTED = `UPDATE article SET restricted = true WHERE number % 20 = 3`;
/** The administrator becomes an author, with grants for every fifth of the restricted articles. */
const AUTHOR = [
  `UPDATE account_role SET role_key = 'Author'`,
  `INSERT INTO article_grant (tenant_id, number, subject, level, account_id)
     SELECT a.tenant_id, a.number, 'account:' || o.id, 1 + a.number / 100 % 3, o.id
     FROM article a, (SELECT id FROM account LIMIT 1) o WHERE a.number % 100 = 3`,
  'ANALYZE article_grant',
];

const LISTS = [
  '',
  'status=live',
  'status=draft',
  'status=trashed',
  'type=0',
  'type=1',
  'blog=news',
  'owner={owner}',
  'q=garden',
  'q=plumber',
  'q=garden%20plumber',
  'q=pl',
  'q=nothing',
];

async function measureLists({ postgres, start }: Bench): Promise<void> {
  const database = await postgres.createDatabase('articles');
  const server = await start(database, {});
  const browser = await signIn(server.port);
  const editor = new Editor(browser);
  const { number } = await editor.create('News', 'news', 2);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const step = 100_000;
  for (let from = number + 1; from <= ROWS; from += step)
    await client.query(SEED_ARTICLES, [from, Math.min(ROWS, from + step - 1), number]);
  await client.query(RESTRICTED);
  await client.query('VACUUM (ANALYZE) article');
  const { rows } = await client.query<{ id: string }>('SELECT id FROM account LIMIT 1');
  console.log(`  lists of ${ROWS.toLocaleString('en')} articles (goal 50 ms)`);
  for (const list of LISTS) {
    const query = list.replace('{owner}', rows[0]?.id ?? '');
    const path = `/editor/articles?limit=50${query && `&${query}`}`;
    const first = await timedPath(browser, path);
    const deep = await timedPath(browser, `${path}&cursor=${deepCursor(number)}`);
    console.log(
      `    ${(list || 'all').padEnd(24)} first page ${first.toFixed(1)} ms, deep page ${deep.toFixed(1)} ms`,
    );
  }
  for (const statement of AUTHOR) await client.query(statement);
  await client.end();
  const author = new Editor(await signIn(server.port));
  console.log('  the same for an author who sees 10,000 of 50,000 restricted ones, p95 (goal 50 ms)');
  for (const list of [...LISTS.slice(0, 7), 'owner=me', 'live=1', 'q=garden', 'q=plumber']) {
    const path = `/editor/articles?limit=50${list && `&${list}`}`;
    const p95 = async (of: string): Promise<string> => {
      const times: number[] = [];
      for (let round = 0; round < LIST_READS; round += 1) times.push(await timed(() => author.read(of)));
      return at(times.slice(1), 0.95);
    };
    const deep = await p95(`${path}&cursor=${deepCursor(number)}`);
    console.log(`    ${(list || 'all').padEnd(24)} first page ${await p95(path)} ms, deep page ${deep} ms`);
  }
  await server.stop();
}

/** Behind nine tenths of the articles, as the list would give it. */
function deepCursor(number: number): string {
  const place = Math.floor(ROWS * 0.9);
  return Buffer.from(JSON.stringify([Date.now() - place * 60_000, number + place])).toString('base64url');
}

interface BenchArticle {
  readonly number: number;
  fields: object;
  revision: number;
  saves: number;
}

const AGENT = new Agent({ keepAlive: true, maxSockets: WRITERS });

/** A text of some 25 KB, another one for each save. */
function documentOf(saves: number): object {
  const sentence = 'The garden behind the workshop is open to visitors on most days of the year. ';
  const paragraphs = Array.from({ length: 40 }, (_, index) => ({
    type: 'paragraph',
    attrs: { id: String(index).padStart(12, '0') },
    content: [{ type: 'text', text: `Edition ${saves}. ${sentence.repeat(6)}` }],
  }));
  return { type: 'doc', content: paragraphs };
}

/** What an editor's browser sends. */
export class Editor {
  constructor(private readonly browser: Browser) {}

  async create(title: string, name: string, type = 0): Promise<BenchArticle> {
    const place = type === 2 ? { blogKey: name } : { slug: name, ...(type === 1 && { blogKey: 'news' }) };
    const input = { type, title, ...place };
    const { body } = await this.send('POST', '', input);
    const { number, fields, revision } = JSON.parse(body) as BenchArticle; // the contract's `ArticleDetails`
    return { number, fields, revision, saves: 0 };
  }

  /** @param document other text than a short one */
  async save(article: BenchArticle, document?: object): Promise<void> {
    article.saves += 1;
    const { number, fields, revision, saves } = article;
    const draft = { operation: randomUUID(), fields, document: document ?? documentOf(saves) };
    const { etag } = await this.send('PUT', `/${number}/draft`, draft, revision);
    article.revision = Number(/\d+/.exec(etag ?? '')?.[0]);
  }

  async publish({ number, revision }: BenchArticle): Promise<void> {
    await this.send('POST', `/${number}/publish`, {}, revision);
  }

  /** To be published at a time. */
  async plan({ number, revision }: BenchArticle, at: Date): Promise<void> {
    await this.send('POST', `/${number}/plans`, { action: 'publish', revision, at: at.toISOString() });
  }

  /** Takes an application live that has one script. @returns the path of the script */
  async deploy(port: number, script: string): Promise<string> {
    const made = await ask(this.browser, 'POST', '/editor/spa', { title: 'Clock' });
    const { number, path } = (await made.json()) as { number: number; path: string }; // the contract's `Application`
    const named = await ask(this.browser, 'POST', `/editor/spa/${number}/keys`, { name: 'CI' });
    const { key } = (await named.json()) as { key: string }; // the contract's `NewDeployKey`
    const files = { 'index.html': '<!doctype html><title>Clock</title>', 'assets/main-Ab12Cd34.js': script };
    const contents = Object.entries(files).map(([file, text]) => ({ file, text, sha256: sha256Of(text) }));
    const deploy = async (method: string, place: string, body?: string): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${port}${DEPLOYMENTS_PATH}${place}`, {
        method,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(place === '' && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      if (!answer.ok) throw new Error(`The deployment was answered ${answer.status}: ${await answer.text()}`);
      return answer.text();
    };
    const list = contents.map(({ file, text, sha256 }) => [file, { sha256, bytes: Buffer.byteLength(text) }]);
    const begun = await deploy('POST', '', JSON.stringify({ files: Object.fromEntries(list) }));
    const { deployment } = JSON.parse(begun) as { deployment: number }; // the contract's `DeploymentProgress`
    for (const { sha256, text } of contents) await deploy('PUT', `/${deployment}/blobs/${sha256}`, text);
    await deploy('POST', `/${deployment}/finish`);
    return `${path}assets/main-Ab12Cd34.js`;
  }

  async rename({ number }: BenchArticle, from: string, blogKey: string): Promise<void> {
    await this.send('POST', `/${number}/blog/rename`, { from, blogKey });
  }

  /** @param known entity tag of what it has */
  async read(path: string, known?: string): Promise<BenchAnswer> {
    const { port, cookie } = this.browser;
    const headers = { Host: 'localhost', Cookie: cookie, ...(known && { 'If-None-Match': known }) };
    const outgoing = request({ port, host: '127.0.0.1', path, agent: AGENT, headers });
    outgoing.end();
    return answerOf(outgoing);
  }

  private async send(method: string, path: string, body: object, revision?: number): Promise<BenchAnswer> {
    const { port, cookie, csrfToken } = this.browser;
    const sent = JSON.stringify(body);
    const outgoing = request({
      method,
      port,
      host: '127.0.0.1',
      path: `/editor/articles${path}`,
      agent: AGENT,
      headers: {
        Host: 'localhost',
        Cookie: cookie,
        'X-CSRF-Token': csrfToken,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(sent),
        ...(revision === undefined ? {} : { 'If-Match': `"v${revision}"` }),
      },
    });
    outgoing.end(sent);
    const answer = await answerOf(outgoing);
    if (answer.status >= 300)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.body}`);
    return answer;
  }
}

interface BenchAnswer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** When its head came. */
  readonly beganAt: number;
}

export async function answerOf(outgoing: ReturnType<typeof request>): Promise<BenchAnswer> {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]; // the event's only argument
  const beganAt = performance.now();
  const { statusCode: status = 0, headers, rawHeaders } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer); // no encoding was set
  return { status, etag: headers.etag, rawHeaders, body: Buffer.concat(chunks).toString(), beganAt };
}
