import type { ArticleDetails } from '@sitedesk/contract/articles';
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
});
