import type { AttentionTile } from '@sitedesk/contract/dashboard';
import type {
  ArticleCounts,
  ArticleDetails,
  ArticleFields,
  ArticleSummary,
  ArticleVersion,
} from '@sitedesk/contract/articles';
import type { NewApiToken } from '@sitedesk/contract/api-tokens';
import { HEADERS } from '@sitedesk/contract/headers';
import type { ArticleReview, QueuedReview, ReviewOverview } from '@sitedesk/contract/reviews';
import { randomUUID } from 'node:crypto';
import { setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import type { Answer } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

const doc = (text: string): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', attrs: { id: 'aaaaaaaaaaaa' }, content: [{ type: 'text', text }] }],
});

/** What can be done to an article under review, the state it takes, and whose it is. */
const ACTIONS = {
  submit: { from: 'draft', permission: 'pages.edit-all', done: 201 },
  withdraw: { from: 'in-review', permission: 'pages.edit-all', done: 204 },
  'request-changes': { from: 'in-review', permission: 'pages.review', done: 200 },
  approve: { from: 'in-review', permission: 'pages.review', done: 200 },
  publish: { from: 'approved', permission: 'pages.publish', done: 200 },
} as const;
type Action = keyof typeof ACTIONS;

/** Who may do what (publishing 3.2); `own` is the author of the article. */
const MAY: Readonly<Record<string, readonly Action[]>> = {
  Administrator: ['submit', 'withdraw', 'request-changes', 'approve', 'publish'],
  Editor: ['submit', 'withdraw', 'request-changes', 'approve', 'publish'],
  'Author, own': ['submit', 'withdraw'],
  'Author, another’s': [],
  Reviewer: ['request-changes', 'approve'],
  'Custom role': ['request-changes', 'approve'],
  'API token': ['submit', 'withdraw'],
};

describe('reviews of articles', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let author: Colleague;
  let editor: Colleague;
  let reviewer: Colleague;
  const people = new Map<string, EditorBrowser>();

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a, b } = sites);
    const join = (...roles: readonly string[]): Promise<Colleague> =>
      colleague(sites.site, a, { roles, host: HOSTS.a });
    author = await join('Author');
    editor = await join('Editor');
    reviewer = await join('Reviewer');
    const role = { name: 'Proofreader', permissions: ['pages.view', 'pages.review'] };
    const { id } = (await a.post('/roles', role)).json() as { id: string };
    const permissions = ['pages.view', 'pages.edit-all'];
    const token = (
      await editor.browser.post('/account/tokens', { name: 'Script', permissions })
    ).json() as NewApiToken;
    const program = sites.site.browser({
      [HEADERS.originHostname]: HOSTS.a,
      Authorization: `Bearer ${token.token}`,
    });
    people.set('Administrator', a).set('Editor', editor.browser).set('Reviewer', reviewer.browser);
    people.set('Author, own', author.browser).set('Author, another’s', (await join('Author')).browser);
    people.set('Custom role', (await join(id)).browser).set('API token', program);
  });

  afterAll(() => sites.site.stop());

  const create = async (browser: EditorBrowser, title: string): Promise<number> => {
    const answer = await browser.post('/articles', { type: 0, title });
    expect(answer.status).toBe(201);
    return (answer.json() as ArticleDetails).number; // the contract's word
  };
  const read = async (number: number, browser = a): Promise<ArticleDetails> =>
    (await browser.get(`/articles/${number}`)).json() as ArticleDetails; // as above
  const seen = async (number: number, browser = a): Promise<Readonly<Record<string, string>>> => ({
    'If-Match': `"v${(await read(number, browser)).revision}"`,
  });
  const save = async (
    number: number,
    { text, ...fields }: Partial<ArticleFields> & { readonly text?: string },
    browser = a,
  ): Promise<void> => {
    const article = await read(number);
    const document = text === undefined ? article.document : doc(text);
    const body = { operation: randomUUID(), fields: { ...article.fields, ...fields }, document };
    expect((await browser.put(`/articles/${number}/draft`, body, await seen(number))).status).toBe(200);
  };
  const submit = async (number: number, body: object = {}, browser = a): Promise<Answer> =>
    browser.post(`/articles/${number}/review`, body, await seen(number, browser === b ? b : a));
  const overview = async (number: number, browser = a): Promise<ReviewOverview> =>
    (await browser.get(`/articles/${number}/review`)).json() as ReviewOverview; // as above
  const openVersion = async (number: number): Promise<number> =>
    (await overview(number)).review?.version ?? 0;
  const approve = async (number: number, browser = a): Promise<Answer> =>
    browser.post(`/articles/${number}/review/approve`, { version: await openVersion(number) });
  const publish = async (number: number, browser = a): Promise<Answer> =>
    browser.post(`/articles/${number}/publish`, undefined, await seen(number));
  const act = async (action: Action, number: number, browser: EditorBrowser): Promise<Answer> => {
    if (action === 'submit') return submit(number, {}, browser);
    if (action === 'publish') return publish(number, browser);
    if (action === 'withdraw') return browser.post(`/articles/${number}/review/withdraw`);
    const body = { version: await openVersion(number), comment: 'Shorter, please' };
    return browser.post(`/articles/${number}/review/${action}`, body);
  };
  const bring = async (number: number, state: string): Promise<void> => {
    if (state === 'draft') return;
    expect((await submit(number)).status).toBe(201);
    if (state === 'approved') expect((await approve(number)).status).toBe(200);
  };
  const setting = async (values: Readonly<Record<string, string | null>>): Promise<void> => {
    const { groups } = (await a.get('/settings')).json() as { groups: { group: string; version: number }[] };
    const version = groups.find(({ group }) => group === 'Publishing')?.version;
    const answer = await a.put('/settings/Publishing', { values }, { 'If-Match': `"v${version}"` });
    expect(answer.status).toBe(200);
  };
  const audited = async (number: number): Promise<readonly unknown[]> =>
    (
      await sites.site.database.query(
        `SELECT action FROM audit_entry WHERE target_kind = 'article' AND target_id = $1 AND outcome = 'done'
           AND tenant_id = (SELECT tenant_id FROM tenant_hostname WHERE hostname = $2) ORDER BY sequence`,
        [String(number), HOSTS.a],
      )
    ).map(({ action }) => action);

  const CASES = Object.entries(MAY).flatMap(([person, may]) =>
    (Object.keys(ACTIONS) as Action[]).map((action) => ({
      // its own members
      person,
      action,
      word: may.includes(action) ? 'may' : 'may not',
    })),
  );
  it.each(CASES)('$person $word $action (P-16)', async ({ person, action, word }) => {
    const { from, permission, done } = ACTIONS[action];
    const number = await create(author.browser, `${person}: ${action}`);
    await bring(number, from);
    const before = await read(number);
    const browser = people.get(person);
    if (!browser) throw new Error(`Nobody is ${person}.`);
    expect(
      (await act(action, number, sites.site.browser({ [HEADERS.originHostname]: HOSTS.a }))).status,
    ).toBe(401);
    const answer = await act(action, number, browser);
    if (word === 'may') {
      expect(answer.status).toBe(done);
      return;
    }
    expect(answer.json()).toMatchObject({ status: 403, permission });
    expect(await read(number)).toEqual(before);
  });

  it('show what was submitted, whatever is edited after that (P-19)', async () => {
    const number = await create(author.browser, 'Submitted');
    await save(number, { text: 'As it was submitted' }, author.browser);
    const body = { note: 'Is the tone right?', accounts: [reviewer.id], roles: ['Editor'] };
    const review = (await submit(number, body, author.browser)).json() as ArticleReview;
    expect(review).toMatchObject({
      state: 'in-review',
      note: 'Is the tone right?',
      submitter: { id: author.id },
      reviewers: [
        { kind: 'account', id: reviewer.id },
        { kind: 'role', id: 'Editor', name: 'Editor' },
      ],
      decider: null,
      ended: null,
    });
    expect(await read(number)).toMatchObject({ status: 'in-review', revision: 2 });
    await save(number, { text: 'Another text', title: 'Changed' }, author.browser);
    expect(await overview(number, reviewer.browser)).toMatchObject({
      review: { id: review.id, version: review.version, hash: review.hash },
      changes: 2,
      may: { submit: false, withdraw: false, decide: true },
    });
    const version = (
      await reviewer.browser.get(`/articles/${number}/versions/${review.version}`)
    ).json() as ArticleVersion;
    expect(version).toMatchObject({ kind: 'submitted', document: doc('As it was submitted') });
    const verdict = { version: review.version, comment: 'Fine' };
    const approved = await reviewer.browser.post(`/articles/${number}/review/approve`, verdict);
    expect(approved.json()).toMatchObject({
      state: 'approved',
      hash: review.hash,
      comment: 'Fine',
      decider: { id: reviewer.id },
    });
    expect(await read(number)).toMatchObject({ status: 'approved', revision: 3 });
    expect(await overview(number)).toMatchObject({ changes: 2, may: { submit: true, decide: false } });
    const actions = ['article.create', 'article.submit', 'article.save', 'article.approve'];
    expect(await audited(number)).toEqual(actions);
  });

  it('need words to request changes, and the version that was read (P-21)', async () => {
    const number = await create(author.browser, 'Not yet');
    await submit(number, {}, author.browser);
    const path = `/articles/${number}/review/request-changes`;
    for (const comment of [undefined, '', '  \n', null, 'x'.repeat(4_001)])
      expect((await reviewer.browser.post(path, { version: 2, comment })).json()).toMatchObject({
        status: 400,
        errors: expect.arrayContaining([expect.objectContaining({ field: 'comment' })]),
      });
    const other = await reviewer.browser.post(path, { version: 1, comment: 'Shorter' });
    expect(other.json()).toMatchObject({
      status: 409,
      reason: 'review.otherVersion',
      params: { version: 2 },
    });
    const answer = await reviewer.browser.post(path, { version: 2, comment: 'Shorter' });
    expect(answer.json()).toMatchObject({ state: 'changes-requested', comment: 'Shorter' });
    expect((await reviewer.browser.post(path, { version: 2, comment: 'Again' })).json()).toMatchObject({
      status: 409,
      reason: 'review.notInReview',
    });
    await save(number, { text: 'Shorter' }, author.browser);
    expect((await read(number)).status).toBe('changes-requested');
    expect((await submit(number, {}, author.browser)).status).toBe(201);
    expect((await read(number)).status).toBe('in-review');
    const { items } = (await a.get(`/articles/${number}/reviews?limit=1`)).json() as {
      items: ArticleReview[];
    };
    expect(items).toMatchObject([{ version: 3, state: 'in-review', ended: null }]);
    const all = (await a.get(`/articles/${number}/reviews`)).json() as { items: ArticleReview[] };
    expect(all.items.map(({ ended }) => ended)).toEqual([null, 'resubmitted']);
  });

  it('are one at a time: of ten submissions at once, one is taken (P-20)', async () => {
    const number = await create(a, 'At once');
    const headers = await seen(number);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => a.post(`/articles/${number}/review`, {}, headers)),
    );
    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
      201,
      ...Array(9).fill(409),
    ]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(answer.json()).toMatchObject({ reason: 'review.underway' });
    const open = await sites.site.database.query(
      'SELECT 1 FROM article_review WHERE number = $1 AND ended_at IS NULL',
      [number],
    );
    expect(open).toHaveLength(1);
  });

  it('refuse what makes no sense, and say why', async () => {
    const number = await create(a, 'Nothing new');
    const stale = await a.post(`/articles/${number}/review`, {}, { 'If-Match': '"v7"' });
    expect(stale.status).toBe(412);
    expect((await a.post(`/articles/${number}/review`, {})).status).toBe(428);
    expect((await a.post(`/articles/${number}/review/withdraw`)).json()).toMatchObject({
      status: 409,
      reason: 'review.notInReview',
    });
    await submit(number);
    await approve(number);
    expect((await submit(number)).json()).toMatchObject({ status: 409, reason: 'review.stillApproved' });
    await publish(number);
    expect((await read(number)).status).toBe('live');
    expect((await submit(number)).json()).toMatchObject({ status: 409, reason: 'review.nothingNew' });
    await a.post(`/articles/${number}/trash`, {});
    expect((await submit(number)).json()).toMatchObject({ status: 409, reason: 'article.trashed' });
  });

  it.each([
    [{ accounts: [randomUUID()] }, 'accounts.0'],
    [{ roles: ['Editor', 'Author'] }, 'roles.1'],
    [{ roles: [randomUUID()] }, 'roles.0'],
    [{ note: '' }, 'note'],
    [{ accounts: Array.from({ length: 21 }, () => randomUUID()) }, 'accounts'],
  ])('refuse reviewers who may not review: %j', async (body, field) => {
    const number = await create(a, 'Who');
    expect((await submit(number, body)).json()).toMatchObject({ status: 400, errors: [{ field }] });
    const strangers = { accounts: [author.id] };
    expect((await submit(number, strangers)).json()).toMatchObject({ errors: [{ field: 'accounts.0' }] });
  });

  it('are listed and counted for whom they wait', async () => {
    const waiting = async ({ browser }: Pick<Colleague, 'browser'>): Promise<readonly number[]> => {
      const { items } = (await browser.get('/articles?needs=me&limit=100')).json() as {
        items: ArticleSummary[];
      };
      const { needsMe } = (await browser.get('/articles/counts')).json() as ArticleCounts;
      expect(needsMe).toBe(items.length);
      const tile = (await browser.get('/dashboard/attention')).json() as AttentionTile;
      const shown = tile.items.find(({ code }) => code === 'articles-need-me');
      expect(shown?.count ?? 0).toBe(items.length);
      return items.map(({ number }) => number);
    };
    const all = await create(author.browser, 'For all');
    const one = await create(author.browser, 'For one');
    const role = await create(author.browser, 'For a role');
    await submit(all, {}, author.browser);
    await submit(one, { accounts: [reviewer.id] }, author.browser);
    await submit(role, { roles: ['Editor'] }, author.browser);
    const known = [all, one, role];
    const found = async (who: Pick<Colleague, 'browser'>): Promise<readonly number[]> =>
      (await waiting(who)).filter((number) => known.includes(number));
    expect(await found(reviewer)).toEqual([one, all]);
    expect(await found(editor)).toEqual([role, all]);
    expect(await found(author)).toEqual([]);
    const body = { version: 2, comment: 'Shorter' };
    await reviewer.browser.post(`/articles/${one}/review/request-changes`, body);
    await reviewer.browser.post(`/articles/${all}/review/approve`, body);
    expect(await found(reviewer)).toEqual([]);
    expect(await found(editor)).toEqual([role]);
    expect(await found(author)).toEqual([one]);
    const own = await create(editor.browser, 'Own');
    await submit(own, {}, editor.browser);
    expect(await waiting(editor)).not.toContain(own);
    expect(await waiting(reviewer)).toContain(own);
    expect((await a.get('/articles?needs=you')).status).toBe(400);
  });

  it('are a queue, by whom they wait for, and what was decided, with how many words change', async () => {
    const pages = async (who: EditorBrowser, query: string): Promise<readonly QueuedReview[]> => {
      const found: QueuedReview[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const answer = await who.get(`/reviews?${query}&limit=2${cursor && `&cursor=${cursor}`}`);
        const page = answer.json() as { items: QueuedReview[]; nextCursor: string | null }; // as above
        found.push(...page.items);
        cursor = page.nextCursor;
      }
      return found;
    };
    const queued = async (who: Pick<Colleague, 'browser'>, view: string): Promise<readonly QueuedReview[]> =>
      (await pages(who.browser, `view=${view}`)).filter(({ number }) => known.includes(number));
    const numbers = async (who: Pick<Colleague, 'browser'>, view: string): Promise<readonly number[]> =>
      (await queued(who, view)).map(({ number }) => number);
    const known: number[] = [];
    for (const title of ['First', 'Second', 'Third']) known.push(await create(author.browser, title));
    const [first = 0, second = 0, third = 0] = known;
    await save(first, { text: 'One two three' }, author.browser);
    await publish(first);
    await save(first, { text: 'One two four five' }, author.browser);
    await submit(first, { note: 'Please' }, author.browser);
    await submit(second, { accounts: [reviewer.id] }, author.browser);
    await submit(third, { roles: ['Editor'] }, author.browser);
    expect(await numbers(reviewer, 'mine')).toEqual([first, second]);
    expect(await numbers(reviewer, 'others')).toEqual([third]);
    expect(await numbers(editor, 'mine')).toEqual([first, third]);
    expect(await numbers(author, 'mine')).toEqual([]);
    expect(await numbers(author, 'others')).toEqual([first, second, third]);
    expect((await queued(reviewer, 'mine'))[0]).toMatchObject({
      title: 'First',
      note: 'Please',
      submitter: { id: author.id },
      wordsInserted: 2,
      wordsRemoved: 1,
    });
    await approve(third, editor.browser);
    await reviewer.browser.post(`/articles/${first}/review/request-changes`, {
      version: await openVersion(first),
      comment: 'Shorter',
    });
    expect(await numbers(author, 'others')).toEqual([second]);
    const decided = await queued(author, 'decided');
    expect(decided.map(({ number, state }) => [number, state])).toEqual([
      [first, 'changes-requested'],
      [third, 'approved'],
    ]);
    expect(decided[0]).toMatchObject({ decider: { id: reviewer.id }, comment: 'Shorter' });
    await setAccess(a, third, { restricted: true });
    expect(await numbers(reviewer, 'decided')).toEqual([first]);
    await a.post(`/articles/${second}/trash`);
    expect(await numbers(reviewer, 'mine')).toEqual([]);
    for (const view of ['mine', 'others', 'decided']) expect(await pages(b, `view=${view}`)).toEqual([]);
    for (const query of ['', '?view=all', '?view=mine&cursor=x'])
      expect([query, (await a.get(`/reviews${query}`)).status]).toEqual([query, 400]);
  });

  it('end when the article is withdrawn from review, published or trashed', async () => {
    const ends = async (number: number): Promise<readonly unknown[]> =>
      ((await a.get(`/articles/${number}/reviews`)).json() as { items: ArticleReview[] }).items.map(
        ({ ended }) => ended,
      );
    const number = await create(author.browser, 'Ends');
    await submit(number, {}, author.browser);
    await author.browser.post(`/articles/${number}/review/withdraw`);
    expect((await read(number)).status).toBe('draft');
    await submit(number);
    await publish(number);
    expect((await read(number)).status).toBe('live');
    await save(number, { text: 'Next' });
    await submit(number);
    expect((await read(number)).status).toBe('in-review');
    await a.post(`/articles/${number}/review/withdraw`);
    expect((await read(number)).status).toBe('live-with-changes');
    await submit(number);
    await a.post(`/articles/${number}/trash`, {});
    expect((await read(number)).status).toBe('trashed');
    expect(await ends(number)).toEqual(['trashed', 'withdrawn', 'published', 'withdrawn']);
    await a.post(`/articles/${number}/restore`, {});
    expect((await read(number)).status).toBe('withdrawn');
  });

  it('decide what can be published where a setting says so (P-19)', async () => {
    await setting({ RequireApproval: 'true' });
    try {
      const number = await create(author.browser, 'Only approved');
      expect((await publish(number)).json()).toMatchObject({
        status: 409,
        code: 'approval-required',
        reason: 'review.notApproved',
        setting: 'Publishing/RequireApproval',
      });
      await submit(number);
      expect((await publish(number)).json()).toMatchObject({ reason: 'review.notApproved' });
      await approve(number, reviewer.browser);
      const planned = { action: 'publish', version: 2, at: new Date(Date.now() + 86_400_000).toISOString() };
      expect((await a.post(`/articles/${number}/plans`, planned)).status).toBe(201);
      await save(number, { text: 'Changed after that' });
      const { revision } = await read(number);
      const newer = { ...planned, version: undefined, revision };
      expect((await a.post(`/articles/${number}/plans`, newer)).json()).toMatchObject({
        status: 409,
        code: 'approval-required',
        reason: 'review.changedSince',
      });
      expect((await publish(number)).json()).toMatchObject({
        status: 409,
        reason: 'review.changedSince',
        approvedVersion: 2,
        changes: 1,
      });
      await submit(number);
      await approve(number, reviewer.browser);
      const { review } = await overview(number);
      const { version } = (await publish(number)).json() as { version: number };
      const hashes = await sites.site.database.query(
        `SELECT a.live_hash, a.live_version FROM article a WHERE a.number = $1
           AND tenant_id = (SELECT tenant_id FROM tenant_hostname WHERE hostname = $2)`,
        [number, HOSTS.a],
      );
      expect(hashes).toEqual([{ live_hash: review?.hash, live_version: version }]);
    } finally {
      await setting({ RequireApproval: null });
    }
  });

  it('let nobody publish their own change where a setting says so (P-22)', async () => {
    await setting({ FourEyes: 'true' });
    try {
      const number = await create(author.browser, 'Four eyes');
      await save(number, { text: 'A word of the editor' }, editor.browser);
      await save(number, { text: 'And one of the author' }, author.browser);
      expect((await publish(number, editor.browser)).json()).toMatchObject({
        status: 409,
        code: 'four-eyes',
        setting: 'Publishing/FourEyes',
        changedAt: expect.stringMatching(/^\d{4}-/),
      });
      expect((await publish(number, a)).status).toBe(200);
      await save(number, { text: 'Changed by the administrator' }, a);
      expect((await publish(number, a)).status).toBe(409);
      expect((await publish(number, editor.browser)).status).toBe(200);
      // Taken back, the publication counts for nothing.
      const { liveVersion: version } = await read(number);
      expect((await a.post(`/articles/${number}/undo-publication`, { version })).status).toBe(204);
      expect((await publish(number, a)).status).toBe(409);
      expect((await publish(number, editor.browser)).status).toBe(200);
    } finally {
      await setting({ FourEyes: null });
    }
  });

  it('go on when an older version is published', async () => {
    const number = await create(author.browser, 'Older');
    const version = { action: 'publish', version: 1, at: new Date(Date.now() + 1_500).toISOString() };
    await save(number, { text: 'Newer' });
    expect((await a.post(`/articles/${number}/plans`, version)).status).toBe(201);
    await submit(number);
    await eventually(async () => expect((await read(number)).liveVersion).toBe(1));
    expect((await read(number)).status).toBe('in-review');
    expect((await overview(number)).review).toMatchObject({ version: 2, ended: null });
  });

  it('are unknown at another site, and change nothing there (Z-03)', async () => {
    const number = 1_000;
    await sites.site.database.query('UPDATE article_counter SET last = 999 WHERE tenant_id <> $1', [
      (
        await sites.site.database.query('SELECT tenant_id FROM tenant_hostname WHERE hostname = $1', [
          HOSTS.b,
        ])
      )[0]?.['tenant_id'],
    ]);
    expect(await create(a, 'Only at a')).toBe(number);
    await submit(number);
    for (const path of ['review', 'reviews'])
      expect((await b.get(`/articles/${number}/${path}`)).status).toBe(404);
    for (const path of ['review/approve', 'review/request-changes', 'review/withdraw'])
      expect((await b.post(`/articles/${number}/${path}`, { version: 2, comment: 'No' })).status).toBe(404);
    expect((await b.post(`/articles/${number}/review`, {}, { 'If-Match': '"v1"' })).status).toBe(404);
    expect(await overview(number)).toMatchObject({ review: { state: 'in-review' } });
  });

  it('are part of a status that follows from facts, for every article', async () => {
    const rows = await sites.site.database.query(`
      SELECT a.number, a.title, a.status, CASE
        WHEN a.trashed_at IS NOT NULL THEN 'trashed'
        WHEN r.state IS NOT NULL THEN r.state
        WHEN a.scheduled_at IS NOT NULL THEN 'scheduled'
        WHEN p.id IS NOT NULL AND d.hash <> a.live_hash THEN 'live-with-changes'
        WHEN p.id IS NOT NULL THEN 'live'
        WHEN a.first_published_at IS NOT NULL THEN 'withdrawn' ELSE 'draft' END AS expected
      FROM article a JOIN article_draft d USING (tenant_id, number)
      LEFT JOIN article_review r ON r.tenant_id = a.tenant_id AND r.number = a.number AND r.ended_at IS NULL
      LEFT JOIN publication p ON p.tenant_id = a.tenant_id AND p.number = a.number AND p.ended_at IS NULL`);
    expect(new Set(rows.map(({ status }) => status)).size).toBeGreaterThan(4);
    expect(rows.filter(({ status, expected }) => status !== expected)).toEqual([]);
  });
});
