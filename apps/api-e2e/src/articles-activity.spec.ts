import type { ArticleActivity } from '@sitedesk/contract/activity';
import type { CommentThread } from '@sitedesk/contract/comments';
import {
  createArticle as create,
  publishArticle,
  readArticle,
  saveFields,
  seenBy,
  setAccess,
} from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { Listener } from './harness/event-stream.js';
import { eventually } from './harness/eventually.js';
import { tenantIdOf } from './harness/inbox.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

interface ActivityPage {
  readonly items: readonly ArticleActivity[];
  readonly nextCursor: string | null;
}

describe('the activity of articles (specification 6)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let editor: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a } = sites);
    editor = await colleague(sites.site, a, { roles: ['Editor'], displayName: 'Ada Active', host: HOSTS.a });
  });

  afterAll(() => sites.site.stop());

  const page = async (browser: EditorBrowser, path = '/articles/activity'): Promise<ActivityPage> => {
    const answer = await browser.get(path);
    expect(answer.status).toBe(200);
    return answer.json() as ActivityPage; // the contract's word
  };
  const ofArticle = async (number: number, browser = a): Promise<readonly ArticleActivity[]> =>
    (await page(browser, `/articles/${number}/activity`)).items.toReversed();
  const verbs = (lines: readonly ArticleActivity[]): readonly string[] =>
    lines.map(({ action }) => action.replace('article.', ''));
  const edit = async (browser: EditorBrowser, number: number, introduction: string): Promise<void> =>
    expect((await saveFields(browser, number, { introduction })).status).toBe(200);

  it('says who did what, when, and to which version or thread', async () => {
    const { number, type } = await create(a, { title: 'Followed' });
    const at = `/articles/${number}`;
    await edit(editor.browser, number, 'An introduction');
    await editor.browser.post(`${at}/review`, {}, await seenBy(a, number));
    const thread = (
      await a.post(`${at}/threads`, { field: 'title', body: 'Really?' })
    ).json() as CommentThread; // as above
    await a.post(`${at}/review/request-changes`, { version: 2, comment: 'Shorter' });
    await edit(editor.browser, number, 'Short');
    await publishArticle(a, number);
    const dueAt = new Date(Date.now() + 3_600_000).toISOString();
    await a.post(`${at}/plans`, { action: 'withdraw', answer: 404, at: dueAt });
    await a.post(`${at}/withdraw`, { answer: 404 });
    await setAccess(a, number, { owner: editor.id });
    await a.post(`${at}/trash`);
    await a.post(`${at}/restore`);
    const lines = await ofArticle(number);
    expect(verbs(lines)).toEqual([
      'create',
      'save',
      'submit',
      'comment',
      'request-changes',
      'save',
      'publish',
      'schedule',
      'withdraw',
      'set-access',
      'trash',
      'restore',
    ]);
    const article = { number, type, title: 'Followed' };
    expect(lines[1]).toMatchObject({
      actor: { kind: 'account', id: editor.id, currentName: 'Ada Active' },
      article,
    });
    expect(lines[2]).toMatchObject({ article, version: 2, thread: null });
    expect(lines[3]).toMatchObject({ article, version: null, thread: thread.id });
    expect(lines.map((line) => Date.parse(line.at))).toEqual(
      lines.map((line) => Date.parse(line.at)).toSorted((one, other) => one - other),
    );
    expect((await page(a)).items.slice(0, 12)).toEqual(lines.toReversed());
  });

  it('has one line for all that someone saves in a sitting, also while someone else writes', async () => {
    const { number } = await create(a, { title: 'Written by two' });
    for (let round = 1; round <= 3; round += 1) {
      await edit(a, number, `Mine ${round}`);
      await edit(editor.browser, number, `Theirs ${round}`);
    }
    expect(verbs(await ofArticle(number))).toEqual(['create', 'save']);
    await edit(a, number, 'Theirs 3'); // as it is already
    await sites.site.database.query(
      `UPDATE article_draft SET editors = editors || jsonb_build_object($2::text, now() - interval '31 minutes') WHERE number = $1`,
      [number, editor.id],
    );
    await edit(editor.browser, number, 'After lunch');
    await edit(editor.browser, number, 'After lunch, too');
    expect(verbs(await ofArticle(number))).toEqual(['create', 'save', 'save']);
  });

  it('leaves an entry for each article of a large action, also of those in a sitting', async () => {
    const { number } = await create(a, { title: 'Tagged' });
    await a.post('/articles/bulk', { action: 'add-tag', tag: 'harbour', numbers: [number] });
    expect(verbs(await ofArticle(number))).toEqual(['create', 'save']);
  });

  it('shows nothing of articles that someone doesn’t see, and of another site (P-18)', async () => {
    const { number } = await create(a, { title: 'Board only' });
    await create(sites.b, { title: 'At the other site' });
    const listener = await Listener.open(editor.browser);
    await setAccess(a, number, { restricted: true });
    expect((await listener.heard('article.activity')).ids).toEqual([]);
    await a.post(`/articles/${number}/threads`, { field: 'title', body: 'Is the board done?' });
    expect((await listener.heard('article.discussed')).ids).toEqual([]);
    listener.close();
    expect(JSON.stringify(await page(a))).toContain('Board only');
    expect(JSON.stringify(await page(editor.browser))).not.toContain('Board only');
    expect((await editor.browser.get(`/articles/${number}/activity`)).status).toBe(404);
    expect(verbs((await page(sites.b)).items)).toEqual(['create']);
    const grants = [{ kind: 'account', id: editor.id, provider: null, level: 'read' }];
    await setAccess(a, number, { grants });
    const seen = ['create', 'set-access', 'comment', 'set-access'];
    expect(verbs(await ofArticle(number, editor.browser))).toEqual(seen);
  });

  it('lists what went online and offline at once, in a range of time, page after page, for those who see it', async () => {
    const from = new Date().toISOString();
    const { number } = await create(a, { title: 'Online at once' });
    const at = `/articles/${number}`;
    await edit(a, number, 'No publication');
    await publishArticle(a, number);
    await a.post(`${at}/withdraw`, { answer: 410 });
    await publishArticle(a, number);
    await edit(a, number, 'Too early');
    await publishArticle(a, number);
    const { liveVersion } = await readArticle(a, number);
    expect((await a.post(`${at}/undo-publication`, { version: liveVersion })).status).toBe(204);
    await a.post(`${at}/trash`);
    const draft = await create(a, { title: 'Never online' });
    await a.post(`/articles/${draft.number}/trash`);
    const planned = await create(a, { title: 'Online by a plan' });
    const plan = { action: 'publish', version: 1, at: new Date(Date.now() + 1_000).toISOString() };
    expect((await a.post(`/articles/${planned.number}/plans`, plan)).status).toBe(201);
    await eventually(async () => expect(verbs(await ofArticle(planned.number))).toContain('publish'));
    const hidden = await create(a, { title: 'Of the board' });
    await setAccess(a, hidden.number, { restricted: true });
    await publishArticle(a, hidden.number);
    const elsewhere = await create(sites.b, { title: 'Online at the other site' });
    await publishArticle(sites.b, elsewhere.number);

    const query = `/articles/activity?publishing=at-once&from=${from}`;
    const all = await page(a, query);
    expect(verbs(all.items)).toEqual([
      'publish',
      'trash',
      'undo-publication',
      'publish',
      'publish',
      'withdraw',
      'publish',
    ]);
    expect(all.items[0]?.article.title).toBe('Of the board');
    expect(all.items[1]).toMatchObject({
      actor: { kind: 'account', currentName: expect.any(String) as string },
      article: { number, title: 'Online at once' },
    });
    const seen = await page(editor.browser, query);
    expect(seen.items).toEqual(all.items.slice(1));
    const first = await page(editor.browser, `${query}&limit=4`);
    const second = await page(editor.browser, `${query}&limit=4&cursor=${first.nextCursor}`);
    expect([[...first.items, ...second.items], second.nextCursor]).toEqual([seen.items, null]);
    // From an instant on, and until before one.
    const [, , undo] = all.items;
    expect(verbs((await page(a, `${query}&until=${undo?.at}`)).items)).toEqual(verbs(all.items.slice(3)));
    const late = await page(a, `/articles/activity?publishing=at-once&from=${undo?.at}`);
    expect(late.items).toEqual(all.items.slice(0, 3));
    const other = await page(sites.b, query);
    expect(other.items.map(({ article }) => article.title)).toEqual(['Online at the other site']);
    expect((await a.get('/articles/activity?publishing=sometime')).status).toBe(400);
  });

  it('is narrowed to the posts of a blog, and to what one person did, for those who see it', async () => {
    const from = new Date().toISOString();
    const inBlog = async (browser: EditorBrowser, title: string, restricted = false): Promise<void> => {
      const { number } = await create(browser, { type: 1, title, blogKey: 'berths' });
      if (restricted) await setAccess(browser, number, { restricted });
      expect((await publishArticle(browser, number)).status).toBe(200);
    };
    for (const browser of [a, sites.b]) {
      const blog = await create(browser, { type: 2, title: 'Berths', blogKey: 'berths' });
      await publishArticle(browser, blog.number);
    }
    await inBlog(sites.b, 'Berth at the other site');
    await inBlog(a, 'North berth');
    await inBlog(a, 'Berth of the board', true);
    await inBlog(editor.browser, 'South berth');
    const outside = await create(editor.browser, { title: 'No berth' });
    await publishArticle(editor.browser, outside.number);
    const vault = await create(a, { type: 2, title: 'Vault', blogKey: 'vault' });
    await publishArticle(a, vault.number);
    const inVault = await create(a, { type: 1, title: 'In the vault', blogKey: 'vault' });
    await publishArticle(a, inVault.number);
    for (const { number } of [vault, inVault]) await setAccess(a, number, { restricted: true });

    const titles = async (browser: EditorBrowser, query: string): Promise<readonly string[]> =>
      (await page(browser, `/articles/activity?publishing=at-once&from=${from}&${query}`)).items.map(
        ({ article }) => article.title,
      );
    expect(await titles(a, 'blog=berths')).toEqual(['South berth', 'Berth of the board', 'North berth']);
    expect(await titles(editor.browser, 'blog=berths')).toEqual(['South berth', 'North berth']);
    expect(await titles(sites.b, 'blog=berths')).toEqual(['Berth at the other site']);
    expect(await titles(a, `actor=${editor.id}`)).toEqual(['No berth', 'South berth']);
    expect(await titles(a, `blog=berths&actor=${editor.id}`)).toEqual(['South berth']);
    expect(await titles(sites.b, `actor=${editor.id}`)).toEqual([]);
    expect(await titles(a, 'blog=vault')).toEqual(['In the vault']);
    expect(await titles(editor.browser, 'blog=vault')).toEqual([]);
    expect(await titles(a, 'blog=unknown')).toEqual([]);
    const query = `/articles/activity?publishing=at-once&from=${from}&blog=berths&limit=2`;
    const first = await page(a, query);
    const second = await page(a, `${query}&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ article }) => article.title)).toEqual([
      'South berth',
      'Berth of the board',
      'North berth',
    ]);
    expect(second.nextCursor).toBeNull();
    for (const wrong of ['actor=nobody', 'blog=', `blog=${'x'.repeat(65)}`])
      expect((await a.get(`/articles/activity?${wrong}`)).status).toBe(400);
  });

  it('reads page after page along an index, past whatever is hidden', async () => {
    const { database } = sites.site;
    const { number } = await create(a, { title: 'The oldest to find' });
    const hidden = await create(a, { title: 'Much ado' });
    await setAccess(a, hidden.number, { restricted: true });
    await database.query(
      `INSERT INTO audit_entry (id, tenant_id, sequence, at, actor_kind, actor_label, action, target_kind, target_id, outcome,
         client_address, user_agent, request_id, previous_hash, hash)
       SELECT gen_random_uuid(), $1, 1000000 + n, now() + n * interval '1 second', 'account', '', 'article.save', 'article', $2, 'done',
         '', '', '', '', '' FROM generate_series(1, 12000) n`,
      [await tenantIdOf(database, HOSTS.a), String(hidden.number)],
    );
    await database.query('ANALYZE audit_entry');
    let cursor: string | null = null;
    const found: ArticleActivity[] = [];
    let pages = 0;
    do {
      const next: ActivityPage = await page(
        editor.browser,
        `/articles/activity?limit=5${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      found.push(...next.items);
      cursor = next.nextCursor;
      pages += 1;
    } while (cursor !== null);
    expect(found.some(({ article }) => article.number === number)).toBe(true);
    expect(found.some(({ article }) => article.number === hidden.number)).toBe(false);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(pages).toBeGreaterThan(found.length / 5);
    const mine = await page(a, `/articles/${hidden.number}/activity?limit=2`);
    expect(mine.items).toHaveLength(2);
    await page(a, '/articles/activity?publishing=at-once');
    await eventually(async () => {
      const used = await database.query<{ readonly used: boolean }>(
        `SELECT idx_scan > 0 AS used FROM pg_stat_user_indexes
         WHERE indexrelname IN ('audit_entry_of_articles', 'audit_entry_of_publishing')`,
      );
      expect(used).toEqual([{ used: true }, { used: true }]);
    });
  });

  it('ends when an article is deleted', async () => {
    const { number } = await create(a, { title: 'Gone for good' });
    await a.post(`/articles/${number}/trash`);
    expect((await a.delete(`/articles/${number}`)).status).toBe(204);
    expect(JSON.stringify(await page(a))).not.toContain('Gone for good');
    expect((await readArticle(a, number)) as object).toMatchObject({ status: 404 });
  });
});
