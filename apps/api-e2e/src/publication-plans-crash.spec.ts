import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { AttentionTile } from '@sitedesk/contract/dashboard';
import type { PublicationPlanPage } from '@sitedesk/contract/publication-plans';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type RunningProcess, startApi } from './harness/processes.js';

const COUNT = 400;
/** Requests at a time. */
const TOGETHER = 20;

describe('plans, when processes die', () => {
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    // It takes requests only: what carries plans out are the processes that the tests start.
    site = await startEditorSite({ OUTBOX_WORKER: 'off' });
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  const create = async (title: string): Promise<ArticleDetails> =>
    (await editor.post('/articles', { type: 0, title })).json() as ArticleDetails; // the contract's word
  const schedule = (number: number, at: number): ReturnType<EditorBrowser['post']> =>
    editor.post(`/articles/${number}/plans`, {
      action: 'publish',
      version: 1,
      at: new Date(at).toISOString(),
    });

  it('that were missed run when a worker starts, with the promised time (P-30)', async () => {
    const { number } = await create('Missed');
    const at = Date.now() + 300;
    await schedule(number, at);
    await sleep(600);
    expect(await editor.get(`/articles/${number}/plans`).then((answer) => answer.json())).toMatchObject({
      items: [{ state: 'waiting' }],
    });
    const worker = await startApi(site.database.url);
    try {
      await eventually(async () => {
        const { items } = (await editor.get(`/articles/${number}/plans`)).json() as PublicationPlanPage;
        expect(items).toMatchObject([{ state: 'done', at: new Date(at).toISOString() }]);
        expect(Date.parse(String(items[0]?.endedAt))).toBeGreaterThan(at + 300);
      });
      const article = (await editor.get(`/articles/${number}`)).json() as ArticleDetails; // as above
      expect(article).toMatchObject({ status: 'live', publishedAt: new Date(at).toISOString() });
      // One that came hours late is said where people look first.
      const late = async (): Promise<unknown> =>
        ((await editor.get('/dashboard/attention')).json() as AttentionTile).items.find(
          ({ code }) => code === 'plans-late',
        )?.count;
      expect(await late()).toBeUndefined();
      const { number: missed } = await create('Missed for long');
      await schedule(missed, Date.now() + 3_600_000);
      await site.database.query(
        `UPDATE publication_job SET due_at = now() - interval '3 hours', next_at = now() WHERE number = $1`,
        [missed],
      );
      await eventually(async () => expect(await late()).toBe(1));
    } finally {
      await worker.stop();
    }
  });

  it('publish each article exactly once with two instances, one of which is killed (P-27)', async () => {
    const before = Number((await create('Before the many')).number);
    const inAnHour = Date.now() + 3_600_000;
    for (let index = 0; index < COUNT; index += TOGETHER) {
      const made = await Promise.all(
        Array.from({ length: TOGETHER }, (_, place) => create(`Of many ${index + place}`)),
      );
      const plans = await Promise.all(made.map(({ number }) => schedule(number, inAnHour)));
      expect(plans.filter(({ status }) => status !== 201)).toEqual([]);
    }
    await site.database.query(
      `UPDATE publication_job SET due_at = now() + interval '1 second', next_at = now() + interval '1 second' WHERE number > $1`,
      [before],
    );
    const workers: RunningProcess[] = await Promise.all([
      startApi(site.database.url),
      startApi(site.database.url),
    ]);
    const done = async (): Promise<number> =>
      (
        await site.database.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM publication_job WHERE number > $1 AND state = 'done'`,
          [before],
        )
      )[0]?.count ?? 0;
    try {
      await eventually(async () => expect(await done()).toBeGreaterThan(0));
      await workers[0]?.kill();
      await eventually(async () => expect(await done()).toBe(COUNT));
      const [counted] = await site.database.query(
        `SELECT count(*)::int AS publications, count(DISTINCT p.number)::int AS articles, count(*) FILTER (WHERE p.at < j.due_at)::int AS early,
           (SELECT count(*)::int FROM live_page WHERE kind = 'page' AND number > $1) AS live,
           (SELECT count(*)::int FROM article WHERE status = 'live' AND number > $1) AS statuses,
           (SELECT count(*)::int FROM audit_entry WHERE action = 'article.publish' AND target_id::int > $1) AS entries
         FROM publication p JOIN publication_job j ON j.tenant_id = p.tenant_id AND j.number = p.number WHERE p.number > $1`,
        [before],
      );
      expect(counted).toEqual({
        publications: COUNT,
        articles: COUNT,
        early: 0,
        live: COUNT,
        statuses: COUNT,
        entries: COUNT,
      });
      expect((await editor.get('/audit/verify')).json()).toMatchObject({ ok: true });
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()));
    }
  });

  it('of a text that can’t be made a page fail alone: 99 of the same moment are live, and it is shown (P-32)', async () => {
    const BESIDE = 99;
    const made = await Promise.all(
      Array.from({ length: BESIDE + 1 }, (_, index) => create(`Beside ${index}`)),
    );
    const numbers = made.map(({ number }) => number);
    const [broken = 0, ...others] = numbers;
    const inAnHour = Date.now() + 3_600_000;
    for (const number of numbers) expect((await schedule(number, inAnHour)).status).toBe(201);
    // What no save would take. Texts are never changed, so there is another one.
    await site.database.query(
      `INSERT INTO article_content SELECT (jsonb_populate_record(c, '{"hash": "broken", "document": {"type": "doc", "content": 5}}')).*
       FROM article_content c LIMIT 1`,
    );
    await site.database.query(
      'DELETE FROM planned_page WHERE plan_id = (SELECT id FROM publication_job WHERE number = $1)',
      [broken],
    );
    await site.database.query(
      `BEGIN; SET LOCAL session_replication_role = replica;
       UPDATE article_version SET content_hash = 'broken' WHERE number = ${broken}; COMMIT`,
    );
    await site.database.query(
      `UPDATE publication_job SET due_at = now() + interval '1 second', next_at = now() + interval '1 second' WHERE number = ANY($1)`,
      [numbers],
    );
    const worker = await startApi(site.database.url);
    const plan = async (): Promise<object> =>
      (await editor.get(`/articles/${broken}/plans`)).json() as PublicationPlanPage; // as above
    try {
      for (const attempts of [1, 2, 3, 4]) {
        await eventually(async () =>
          expect(await plan()).toMatchObject({ items: [{ state: 'waiting', attempts }] }),
        );
        await site.database.query('UPDATE publication_job SET next_at = now() WHERE number = $1', [broken]);
      }
      await eventually(async () =>
        expect(await plan()).toMatchObject({
          items: [{ state: 'failed', attempts: 5, errorCode: { code: 'plan.broken' } }],
        }),
      );
    } finally {
      await worker.stop();
    }
    const [counted] = await site.database.query(
      `SELECT count(*)::int AS live, count(*) FILTER (WHERE p.at < j.due_at)::int AS early FROM live_page l
       JOIN publication p ON p.tenant_id = l.tenant_id AND p.id = l.publication_id
       JOIN publication_job j ON j.tenant_id = l.tenant_id AND j.number = l.number WHERE l.number = ANY($1)`,
      [others],
    );
    expect(counted).toEqual({ live: BESIDE, early: 0 });
    expect((await editor.get(`/articles/${broken}`)).json()).toMatchObject({
      status: 'draft',
      liveVersion: null,
    });
    const { items } = (await editor.get('/dashboard/attention')).json() as AttentionTile; // as above
    expect(items).toContainEqual(expect.objectContaining({ code: 'plans-failed', count: 1 }));
    const shown = (await editor.get('/plans?state=failed')).json() as PublicationPlanPage; // as above
    expect(shown.items.map(({ number }) => number)).toEqual([broken]);
    expect((await editor.get('/audit/verify')).json()).toMatchObject({ ok: true });
  });
});
