import type {
  ArticleDetails,
  BlogEntry,
  BulkArticles,
  BulkArticlesAnswer,
} from '@sitedesk/contract/articles';
import type { PublicationPlan } from '@sitedesk/contract/publication-plans';
import type { Release } from '@sitedesk/contract/releases';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createArticle, publishArticle, readArticle, saveFields } from '../harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { call } from '../harness/http.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { figure, percentile, tally } from './support/figure.js';
import { together } from './support/load.js';

/** What smaller tests show of articles, with as many of them as a large site has. */
describe('articles, many of them', () => {
  let site: EditorSite<RunningProcess>;
  let other: RunningProcess;
  let editor: EditorBrowser;
  let urls: readonly string[];

  beforeEach(async () => {
    const ports = [await freePort(), await freePort()] as const;
    urls = ports.map((port) => `http://127.0.0.1:${port}`);
    site = await startEditorSiteBy(startApi, { SITE_PORT: String(ports[0]) });
    other = await startApi(site.database.url, { SITE_PORT: String(ports[1]) });
    editor = await site.administrator();
  });
  afterEach(async () => {
    await other.stop();
    await site.stop();
  });

  const visit = (path: string, url = urls[0]): ReturnType<typeof call> => call(`${url}${path}`, {});
  const paragraph = (text: string): object => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const counted = async (sql: string): Promise<number> =>
    (await site.database.query<{ count: number }>(sql))[0]?.count ?? 0;
  const verify = async (): Promise<void> =>
    expect((await editor.get('/audit/verify')).json()).toMatchObject({ ok: true });
  /** Articles and a plan for each, for a time or with a release. */
  async function plan(count: number, input: object): Promise<readonly PublicationPlan[]> {
    const plans: PublicationPlan[] = [];
    await together(count, 16, async (index) => {
      const { number } = await createArticle(editor, { title: `Planned ${index}` });
      const body = { action: 'publish', version: 1, ...input };
      let answer = await editor.post(`/articles/${number}/plans`, body);
      // One that waits for the same release for more than a second is told to come again.
      while (answer.status === 503) answer = await editor.post(`/articles/${number}/plans`, body);
      expect(answer.status).toBe(201);
      plans.push(answer.json() as PublicationPlan); // the contract's word
    });
    return plans;
  }

  it('5,000 of 16 clients get the next numbers, though one in twenty fails (P-01)', async () => {
    const COUNT = 5_000;
    const { number: before } = await createArticle(editor, { title: 'Before', slug: 'before' });
    const numbers: number[] = [];
    const statuses: number[] = [];
    const from = performance.now();
    await together(COUNT, 16, async (index) => {
      const slug = index % 20 === 0 ? 'before' : `many-${index}`;
      const answer = await editor.post('/articles', { type: 0, title: 'Many', slug });
      statuses.push(answer.status);
      if (answer.status === 201) numbers.push((answer.json() as ArticleDetails).number); // as above
    });
    const perSecond = Math.round((COUNT * 1_000) / (performance.now() - from));
    figure('P-01', { answers: tally(statuses), perSecond });
    expect(numbers.toSorted((one, next) => one - next)).toEqual(
      Array.from({ length: COUNT * 0.95 }, (_, index) => before + 1 + index),
    );
    await verify();
  });

  it('1,000 saves change no octet of what is live (P-06)', async () => {
    await publishArticle(
      editor,
      (await createArticle(editor, { type: 2, title: 'Log', blogKey: 'log' })).number,
    );
    const { number } = await createArticle(editor, {
      type: 1,
      title: 'Entry',
      blogKey: 'log',
      slug: 'entry',
    });
    const author = (await editor.post('/authors', { name: 'Mia', biography: '', links: [] })).json();
    const { id } = author as { readonly id: string };
    await saveFields(editor, number, { tags: ['Harbour'], authors: [id] });
    await publishArticle(editor, number);
    const paths = ['/log/entry', '/log', '/tags/harbour', '/authors/mia', '/entry-999', '/log/entry-999'];
    const shown = async (): Promise<unknown> => [
      await Promise.all(
        urls.flatMap((url) =>
          paths.map(async (path) => {
            const { status, text, headers } = await visit(path, url);
            return [path, status, headers.etag, text];
          }),
        ),
      ),
      await Promise.all(
        ['/blogs/GetBlogs', '/blogs/log/getentries'].map(async (path) => {
          const { text, headers } = await editor.get(path);
          return [text, headers.etag];
        }),
      ),
    ];
    const before = await shown();
    const article = await readArticle(editor, number);
    for (let index = 0, { revision } = article; index < 1_000; index += 1, revision += 1) {
      const fields = {
        ...article.fields,
        title: `Entry ${index}`,
        slug: `entry-${index}`,
        introduction: `Said ${index}`,
        tags: [`tag ${index}`],
        authors: [],
      };
      const document = { type: 'doc', content: [paragraph(`Words ${index}`)] };
      const body = { operation: randomUUID(), fields, document };
      const answer = await editor.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
      expect(answer.status).toBe(200);
      if (index % 100 === 99) expect(await shown()).toEqual(before);
    }
    expect(await readArticle(editor, number)).toMatchObject({
      status: 'live-with-changes',
      title: 'Entry 999',
    });
  });

  it('1,000 plans cancelled at their moment are cancelled and not live, or live and kept (P-31)', async () => {
    const COUNT = 1_000;
    const plans = await plan(COUNT, { at: new Date(Date.now() + 3_600_000).toISOString() });
    const at = Date.now() + 2_000;
    await site.database.query(
      `UPDATE publication_job SET due_at = to_timestamp($1 / 1000.0), next_at = to_timestamp($1 / 1000.0)`,
      [at],
    );
    await sleep(at - Date.now() - 1_000);
    const statuses = new Map<number, number>();
    await together(COUNT, 16, async (index) => {
      const { number, id } = plans[index] ?? { number: 0, id: '' };
      statuses.set(number, (await editor.delete(`/articles/${number}/plans/${id}`)).status);
    });
    await eventually(async () =>
      expect(
        await counted(`SELECT count(*)::int AS count FROM publication_job WHERE state = 'waiting'`),
      ).toBe(0),
    );
    const rows = await site.database.query<{ number: number; state: string; live: boolean }>(
      `SELECT a.number, j.state, EXISTS (SELECT FROM live_page l WHERE l.tenant_id = a.tenant_id AND l.number = a.number) AS live
       FROM article a JOIN publication_job j ON j.tenant_id = a.tenant_id AND j.number = a.number`,
    );
    figure('P-31', { answers: tally(statuses.values()) });
    expect(rows).toHaveLength(COUNT);
    for (const { number, state, live } of rows)
      expect([number, statuses.get(number), state, live]).toEqual(
        statuses.get(number) === 204 ? [number, 204, 'cancelled', false] : [number, 409, 'done', true],
      );
    await verify();
  });

  it('10,000 plans of one minute are carried out once each, though one of two instances is killed (P-27)', async () => {
    const COUNT = 10_000;
    await plan(COUNT, { at: new Date(Date.now() + 86_400_000).toISOString() });
    await site.database.query(
      `UPDATE publication_job j SET due_at = d.at, next_at = d.at
       FROM (SELECT id, date_trunc('milliseconds', now() + interval '5 seconds' + row_number() OVER (ORDER BY id) * interval '1 minute' / ${COUNT}) AS at
         FROM publication_job) d WHERE d.id = j.id`,
    );
    const done = `SELECT count(*)::int AS count FROM publication_job WHERE state = 'done'`;
    await eventually(async () => expect(await counted(done)).toBeGreaterThan(COUNT / 3));
    await other.kill();
    await eventually(async () => expect(await counted(done)).toBe(COUNT));
    const [row] = await site.database.query(
      `SELECT count(*)::int AS publications, count(DISTINCT p.number)::int AS articles, count(*) FILTER (WHERE j.ended_at < j.due_at)::int AS early,
         (SELECT count(*)::int FROM live_page WHERE kind = 'page') AS live,
         (SELECT count(*)::int FROM audit_entry WHERE action = 'article.publish') AS entries
       FROM publication p JOIN publication_job j ON j.tenant_id = p.tenant_id AND j.number = p.number`,
    );
    expect(row).toEqual({ publications: COUNT, articles: COUNT, early: 0, live: COUNT, entries: COUNT });
    const [late] = await site.database.query<{ p50: number; p99: number; longest: number }>(
      `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)::int AS p50, percentile_cont(0.99) WITHIN GROUP (ORDER BY ms)::int AS p99, max(ms)::int AS longest
       FROM (SELECT extract(epoch FROM ended_at - due_at) * 1000 AS ms FROM publication_job) j`,
    );
    figure('P-27', {
      plans: COUNT,
      p50Ms: late?.p50 ?? 0,
      p99Ms: late?.p99 ?? 0,
      longestMs: late?.longest ?? 0,
    });
    await verify();
  });

  it('500 of a release go live in one moment for a visitor who never stops looking (P-63)', async () => {
    const COUNT = 500;
    const made = (
      await editor.post('/releases', { title: 'Large', at: new Date(Date.now() + 3_600_000).toISOString() })
    ).json();
    const { id } = made as Release; // as above
    await publishArticle(
      editor,
      (await createArticle(editor, { type: 2, title: 'Log', blogKey: 'log' })).number,
    );
    await plan(COUNT, { release: id });
    let isOver = false;
    const seen = new Set<string>();
    const counts = new Set<number>();
    const pages = [0, 249, 499].map((index) => `/planned-${index}`);
    /** What one statement sees, and what visitors get at each instance, of pages that have all come when the last one has. */
    const reading = [
      (async () => {
        while (!isOver)
          counts.add(
            await counted(`SELECT count(*)::int AS count FROM live_page WHERE path LIKE '/planned-%'`),
          );
      })(),
      ...urls.map(async (url) => {
        while (!isOver) {
          const statuses: number[] = [];
          for (const path of pages) statuses.push((await visit(path, url)).status);
          seen.add(statuses.join());
        }
      }),
    ];
    await site.database.query('UPDATE publication_release SET next_at = now() WHERE id = $1', [id]);
    await eventually(async () =>
      expect(((await editor.get(`/releases/${id}`)).json() as Release).state).toBe('done'),
    );
    await sleep(500);
    isOver = true;
    await Promise.all(reading);
    figure('P-63', { articles: COUNT, seen: [...seen].join(' ') });
    expect([...counts].toSorted((one, next) => one - next)).toEqual([0, COUNT]);
    // Asked one after the other, the first may still be missing when a later one is there; never the other way round.
    expect([...seen].filter((each) => each.includes('200,404'))).toEqual([]);
    expect(seen).toContain('200,200,200');
    await verify();
  });

  it('20,000 posts are walked without a gap or a repeat while 100 are published (B-06)', async () => {
    const COUNT = 20_000;
    const blog = await createArticle(editor, { type: 2, title: 'Log', blogKey: 'log' });
    await publishArticle(editor, blog.number);
    const { number: one } = await createArticle(editor, {
      type: 1,
      title: 'Post 0',
      blogKey: 'log',
      slug: 'p-0',
    });
    await publishArticle(editor, one);
    // As if they had been published one by one, which would take long.
    const values = `jsonb_build_object('number', 100000 + i, 'id', gen_random_uuid(), 'slug', 'p-' || i, 'path', '/log/p-' || i)`;
    await site.database.query(
      `INSERT INTO article SELECT (jsonb_populate_record(a, ${values} || jsonb_build_object('publication_id', NULL, 'live_version', NULL,
         'live_hash', NULL, 'status', 'draft', 'published_at', NULL, 'listed_at', now() - (i || ' seconds')::interval))).*
       FROM article a, generate_series(1, ${COUNT - 1}) i WHERE a.number = ${one}`,
    );
    const drafts: number[] = [];
    for (let index = 0; index < 100; index += 1)
      drafts.push((await createArticle(editor, { type: 1, title: `New ${index}`, blogKey: 'log' })).number);
    const publishing = together(drafts.length, 4, async (index) => {
      expect((await publishArticle(editor, drafts[index] ?? 0)).status).toBe(200);
    });
    const seen: number[] = [];
    let requests = 0;
    for (let path: string | undefined = '/blogs/log/getentries?limit=50'; path !== undefined; requests += 1) {
      const answer = await editor.get(path);
      seen.push(...(answer.json() as BlogEntry[]).map(({ articleNumber }) => articleNumber)); // as above
      path = /<\/editor([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    await publishing;
    const published = await counted(
      `SELECT count(*)::int AS count FROM live_page WHERE kind = 'page' AND stream_number = ${blog.number}`,
    );
    figure('B-06', { requests, seen: seen.length, published });
    const old = seen.filter((number) => number >= 100_000);
    expect([old.length, new Set(old).size, new Set(seen).size]).toEqual([COUNT - 1, COUNT - 1, seen.length]);
    expect(published).toBe(drafts.length + 1);
  });

  it('a publication is at every instance within a moment (P-41)', async () => {
    const { number } = await createArticle(editor, { title: 'Hours', slug: 'hours' });
    const lateness: number[] = [];
    for (let round = 0; round < 100; round += 1) {
      await saveFields(editor, number, { title: `Edition ${round}` });
      await Promise.all(urls.map((url) => visit('/hours', url)));
      expect((await publishArticle(editor, number)).status).toBe(200);
      const from = performance.now();
      await Promise.all(
        urls.map(async (url) => {
          while (!(await visit('/hours', url)).text.includes(`Edition ${round}<`));
          lateness.push(performance.now() - from);
        }),
      );
    }
    figure('P-41', {
      p50Ms: percentile(lateness, 0.5),
      p99Ms: percentile(lateness, 0.99),
      longestMs: percentile(lateness, 1),
    });
  });

  it('1,000 go to the trash and come back, each as it was (P-49)', async () => {
    const COUNT = 1_000;
    const numbers: number[] = [];
    await together(COUNT, 16, async (index) => {
      numbers.push((await createArticle(editor, { title: `Swept ${index}` })).number);
    });
    const facts = (): Promise<readonly unknown[]> =>
      site.database.query(
        `SELECT a.number, a.path, a.status, a.last_version, d.revision, d.hash FROM article a JOIN article_draft d USING (tenant_id, number) ORDER BY a.number`,
      );
    const before = await facts();
    const undo: BulkArticles[] = [];
    const send = async (body: BulkArticles): Promise<void> => {
      const answer = await editor.post('/articles/bulk', body);
      expect(answer.status).toBe(200);
      undo.push(...(answer.json() as BulkArticlesAnswer).undo); // as above
    };
    const from = performance.now();
    for (let at = 0; at < COUNT; at += 500)
      await send({ action: 'trash', numbers: numbers.slice(at, at + 500) });
    figure('P-49', { trashedMs: Math.round(performance.now() - from) });
    const trashed = `SELECT count(*)::int AS count FROM article WHERE trashed_at IS NOT NULL`;
    expect(await counted(trashed)).toBe(COUNT);
    for (const body of undo.splice(0)) await send(body);
    expect(await facts()).toEqual(before);
    await verify();
  });
});
