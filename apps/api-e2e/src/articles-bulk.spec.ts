import type { ArticleDetails, BulkArticlesAnswer, BulkArticles } from '@sitedesk/contract/articles';
import type { AuditRecord } from '@sitedesk/contract/audit';
import type { PublicationPlan } from '@sitedesk/contract/publication-plans';
import { randomUUID } from 'node:crypto';
import {
  createArticle as create,
  plansOf,
  publishArticle as publish,
  readArticle as read,
  saveFields,
  setAccess,
} from './harness/articles.js';
import { lastSunday, NEXT_YEAR } from './harness/clock-changes.js';
import type { EditorBrowser } from './harness/editor.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';
import { setSetting } from './harness/tenants.js';

describe('actions on several articles', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let editor: Colleague;
  let author: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a } = sites);
    await setSetting(sites.site.database, 'Site', 'TimeZone', 'Europe/Zurich', HOSTS.a);
    const join = (role: string): Promise<Colleague> =>
      colleague(sites.site, a, { roles: [role], displayName: `Bulk ${role}`, host: HOSTS.a });
    editor = await join('Editor');
    author = await join('Author');
  });

  afterAll(() => sites.site.stop());

  const newArticles = async (count: number): Promise<readonly number[]> => {
    const numbers: number[] = [];
    for (let index = 1; index <= count; index += 1)
      numbers.push((await create(a, { title: `Several ${index} ${randomUUID()}` })).number);
    return numbers;
  };
  const bulk = async (browser: EditorBrowser, body: BulkArticles): Promise<BulkArticlesAnswer> => {
    const answer = await browser.post('/articles/bulk', body);
    if (answer.status !== 200) throw new Error(`The action was answered ${answer.status}: ${answer.text}`);
    return answer.json() as BulkArticlesAnswer; // the contract's word
  };
  const undo = async (browser: EditorBrowser, { undo: requests }: BulkArticlesAnswer): Promise<void> => {
    for (const request of requests)
      expect((await bulk(browser, request)).results.map(({ status }) => status)).toEqual(
        request.numbers.map(() => 'done'),
      );
  };
  const fromOtherSite = async (body: BulkArticles): Promise<string | undefined> =>
    (await bulk(sites.b, body)).results[0]?.reasonCode?.code;
  const statuses = ({ results }: BulkArticlesAnswer): readonly string[] =>
    results.map(({ status }) => status);
  const each = <Value>(
    numbers: readonly number[],
    of: (article: ArticleDetails) => Value,
  ): Promise<Value[]> => Promise.all(numbers.map(async (number) => of(await read(a, number))));
  const states = (numbers: readonly number[]): Promise<string[]> => each(numbers, ({ status }) => status);

  it('does the same to each, says what became of it, and undoes it', async () => {
    const numbers = await newArticles(3);
    const [first = 0, , last = 0] = numbers;
    await publish(a, last);

    const published = await bulk(editor.browser, { action: 'publish', numbers });
    expect([statuses(published), await states(numbers)]).toEqual([
      ['done', 'done', 'unchanged'],
      ['live', 'live', 'live'],
    ]);
    await undo(editor.browser, published);
    expect(await states(numbers)).toEqual(['withdrawn', 'withdrawn', 'live']);

    await bulk(editor.browser, { action: 'publish', numbers });
    await saveFields(a, first, { introduction: 'Another text' });
    const withdrawn = await bulk(editor.browser, { action: 'withdraw', numbers });
    expect(statuses(withdrawn)).toEqual(['done', 'done', 'done']);
    await undo(editor.browser, withdrawn);
    expect(await states(numbers)).toEqual(['withdrawn', 'live', 'live']); // the first would be another text

    const trashed = await bulk(editor.browser, { action: 'trash', numbers });
    expect(await states(numbers)).toEqual(['trashed', 'trashed', 'trashed']);
    await undo(editor.browser, trashed);
    expect(await states(numbers)).toEqual(['withdrawn', 'withdrawn', 'withdrawn']);
  });

  it('schedules each as it is now, or names why it can’t, and cancels that again', async () => {
    const numbers = await newArticles(2);
    const [first = 0, second = 0] = numbers;
    const plans = (number: number): Promise<readonly PublicationPlan[]> => plansOf(a, number);
    const kept = { action: 'publish', version: 1, at: `${NEXT_YEAR}-07-01T08:00:00.000Z` };
    expect((await a.post(`/articles/${first}/plans`, kept)).status).toBe(201);
    const { number: trashed } = await create(a, { title: 'Trashed' });
    await a.post(`/articles/${trashed}/trash`, {});
    const at = `${NEXT_YEAR}-07-01T09:00`;
    const instant = `${NEXT_YEAR}-07-01T07:00:00.000Z`;
    const answer = await bulk(editor.browser, { action: 'schedule', at, numbers: [...numbers, trashed] });
    expect(statuses(answer)).toEqual(['done', 'done', 'refused']);
    expect(answer.results[2]?.reasonCode?.code).toBe('article.trashed');
    expect(answer.undo).toEqual([{ action: 'cancel-plan', at: instant, numbers }]);
    expect(await plans(second)).toMatchObject([
      { action: 'publish', state: 'waiting', at: instant, isOutdated: false },
    ]);
    expect(await states(numbers)).toEqual(['scheduled', 'scheduled']);
    await saveFields(a, second, { introduction: 'Written later' });
    expect(await plans(second)).toMatchObject([{ isOutdated: true }]);
    await undo(editor.browser, answer);
    expect((await plans(second)).map(({ state }) => state)).toEqual(['cancelled']);
    expect((await plans(first)).map(({ state }) => state).toSorted()).toEqual(['cancelled', 'waiting']);
    const again = await bulk(a, { action: 'cancel-plan', at, numbers: [second] });
    expect(again.results[0]?.reasonCode?.code).toBe('plan.ended');
    for (const action of ['schedule', 'cancel-plan'] as const)
      expect(await fromOtherSite({ action, at: kept.at, numbers: [first] })).toBe('article.unknown');
    expect((await plans(first)).filter(({ state }) => state === 'waiting')).toMatchObject([{ at: kept.at }]);
  });

  it('submits each for review, or names why it can’t, and withdraws that again', async () => {
    const [first = 0, second = 0] = await newArticles(2);
    const { number: own } = await create(author.browser, { title: 'Submitted by its author' });
    await bulk(a, { action: 'submit', numbers: [second] });
    await publish(a, first);
    const answer = await bulk(author.browser, { action: 'submit', numbers: [first, second, own] });
    expect(statuses(answer)).toEqual(['refused', 'refused', 'done']);
    const byEditor = await bulk(editor.browser, { action: 'submit', numbers: [first, second, own] });
    expect(byEditor.results.map(({ reasonCode }) => reasonCode?.code)).toEqual([
      'review.nothingNew',
      'review.underway',
      'review.underway',
    ]);
    expect([byEditor.undo, await states([second, own])]).toEqual([[], ['in-review', 'in-review']]);
    for (const action of ['submit', 'withdraw-submission'] as const)
      expect(await fromOtherSite({ action, numbers: [own] })).toBe('article.unknown');
    await undo(author.browser, answer);
    expect(await states([second, own])).toEqual(['in-review', 'draft']);
  });

  it('hands articles over and tags them, and gives each back what it had', async () => {
    const numbers = await newArticles(3);
    const [first = 0, second = 0] = numbers;
    await setAccess(a, first, { owner: author.id });
    await setAccess(a, second, { owner: null });
    const owners = (): Promise<(string | undefined)[]> => each(numbers, ({ owner }) => owner?.displayName);
    const before = await owners();
    const handed = await bulk(a, { action: 'set-owner', owner: editor.id, numbers });
    expect(await owners()).toEqual(['Bulk Editor', 'Bulk Editor', 'Bulk Editor']);
    await undo(a, handed);
    expect([await owners(), before.slice(0, 2)]).toEqual([before, ['Bulk Author', undefined]]);

    await saveFields(a, first, { tags: ['kept', 'news'] });
    const tags = (): Promise<(readonly string[])[]> => each(numbers, ({ fields }) => fields.tags);
    const tagged = await bulk(a, { action: 'add-tag', tag: 'news', numbers });
    expect([statuses(tagged), await tags()]).toEqual([
      ['unchanged', 'done', 'done'],
      [['kept', 'news'], ['news'], ['news']],
    ]);
    await undo(a, tagged);
    expect(await tags()).toEqual([['kept', 'news'], [], []]);
    await bulk(a, { action: 'remove-tag', tag: 'news', numbers });
    expect(await tags()).toEqual([['kept'], [], []]);
    const full = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
    await saveFields(a, first, { tags: full });
    const refused = await bulk(a, { action: 'add-tag', tag: 'news', numbers: [first] });
    expect(refused).toMatchObject({
      results: [{ number: first, status: 'refused', reasonCode: { code: 'article.tooManyTags' } }],
      undo: [],
    });
  });

  it('names an author in each byline, or takes the name out, and undoes what it can', async () => {
    const [alone = 0, first = 0, full = 0] = await newArticles(3);
    const numbers = [alone, first];
    const profile = async (browser: EditorBrowser, name: string): Promise<string> =>
      ((await browser.post('/authors', { name })).json() as { readonly id: string }).id; // as above
    const [dana, emil] = [await profile(a, 'Dana Ruiz'), await profile(a, 'Emil Novak')];
    await saveFields(a, first, { authors: [dana, emil] });
    const bylines = (): Promise<(readonly string[])[]> => each(numbers, ({ fields }) => fields.authors);

    const added = await bulk(a, { action: 'add-author', author: dana.toUpperCase(), numbers });
    expect([statuses(added), await bylines()]).toEqual([
      ['done', 'unchanged'],
      [[dana], [dana, emil]],
    ]);
    const removed = await bulk(a, { action: 'remove-author', author: dana, numbers });
    expect([statuses(removed), await bylines()]).toEqual([
      ['done', 'done'],
      [[], [emil]],
    ]);
    // Dana was named first in the other one, and would come back last.
    expect(removed.undo).toEqual([{ action: 'add-author', author: dana, numbers: [alone] }]);
    await undo(a, removed);
    expect(await bylines()).toEqual([[dana], [emil]]);
    await undo(a, added);
    expect(await bylines()).toEqual([[], [emil]]);

    const others: string[] = [];
    for (let index = 0; index < 12; index += 1) others.push(await profile(a, `Other ${index}`));
    await saveFields(a, full, { authors: others });
    const refused = await bulk(a, { action: 'add-author', author: dana, numbers: [full] });
    expect(refused.results[0]?.reasonCode?.code).toBe('article.tooManyAuthors');
    const theirs = { action: 'add-author', author: await profile(sites.b, 'Of the other site'), numbers };
    expect((await a.post('/articles/bulk', theirs)).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'author', code: 'article.unknownAuthor' }],
    });
    expect(statuses(await bulk(a, { ...theirs, action: 'remove-author' }))).toEqual([
      'unchanged',
      'unchanged',
    ]);
    expect(await bylines()).toEqual([[], [emil]]);
  });

  it('one refusal holds no other up, and a restricted article is none (P-18)', async () => {
    const [one = 0, hidden = 0, other = 0] = await newArticles(3);
    const { number: blog } = await create(a, { type: 2, title: 'Busy', blogKey: 'busy' });
    await create(a, { type: 1, title: 'A post', blogKey: 'busy' });
    await setAccess(a, hidden, { restricted: true });
    const numbers = [one, hidden, blog, 2_000_000_000, other];
    const answer = await bulk(editor.browser, { action: 'trash', numbers });
    expect(statuses(answer)).toEqual(['done', 'refused', 'refused', 'refused', 'done']);
    expect(answer.results.map(({ reasonCode }) => reasonCode?.code)).toEqual([
      undefined,
      'article.unknown',
      'article.streamHasDrafts',
      'article.unknown',
      undefined,
    ]);
    expect(answer.undo).toEqual([{ action: 'restore', numbers: [one, other] }]);
    expect(await states([hidden, blog])).toEqual(['draft', 'draft']);

    const { items } = (await a.get('/audit?action=article.bulk&limit=1')).json() as { items: AuditRecord[] };
    expect(items).toMatchObject([
      { after: { action: 'trash', matched: 5 }, parts: { count: 5, changed: 2 }, outcome: 'done' },
    ]);
    const parts = (await a.get(`/audit?partOf=${items[0]?.id}&limit=100`)).json() as { items: AuditRecord[] };
    expect(parts.items.map(({ action, outcome }) => `${action} ${outcome}`).toSorted()).toEqual([
      'article.trash done',
      'article.trash done',
      'article.trash refused',
      'article.trash refused',
      'article.trash refused',
    ]);
  });

  it('asks for the permission that each action takes alone (P-16)', async () => {
    const [number = 0] = await newArticles(1);
    const { number: own } = await create(author.browser, { title: 'By the author' });
    for (const action of [
      'publish',
      'withdraw',
      'schedule',
      'cancel-plan',
      'trash',
      'restore',
      'set-owner',
    ] as const)
      expect(
        (await author.browser.post('/articles/bulk', { action, numbers: [own], owner: null })).status,
      ).toBe(403);
    const { browser: reviewing } = await colleague(sites.site, a, { roles: ['Reviewer'], host: HOSTS.a });
    expect((await reviewing.post('/articles/bulk', { action: 'submit', numbers: [own] })).status).toBe(403);
    const tagged = await bulk(author.browser, { action: 'add-tag', tag: 'mine', numbers: [number, own] });
    expect(statuses(tagged)).toEqual(['refused', 'done']);
    for (const [field, body] of [
      ['owner', { action: 'set-owner', owner: randomUUID(), numbers: [number] }],
      ['tag', { action: 'add-tag', numbers: [number] }],
      ['tag', { action: 'trash', tag: 'news', numbers: [number] }],
      ['author', { action: 'remove-author', numbers: [number] }],
      ['author', { action: 'add-tag', tag: 'news', author: randomUUID(), numbers: [number] }],
      ['author', { action: 'add-author', author: 'nobody', numbers: [number] }],
      ['owner', { action: 'trash', owner: editor.id, numbers: [number] }],
      ['at', { action: 'schedule', numbers: [number] }],
      ['at', { action: 'publish', at: `${NEXT_YEAR}-07-01T09:00`, numbers: [number] }],
      ['at', { action: 'schedule', at: 'tomorrow', numbers: [number] }],
      ['at', { action: 'schedule', at: '2020-07-01T09:00Z', numbers: [number] }],
      ['at', { action: 'schedule', at: `${lastSunday(3)}T02:30`, numbers: [number] }], // clocks skip it
      ['at', { action: 'schedule', at: `${lastSunday(10)}T02:30`, numbers: [number] }], // and show this one twice
      ['numbers', { action: 'trash', numbers: [] }],
      ['numbers', { action: 'trash', numbers: [number, number] }],
      ['action', { action: 'delete', numbers: [number] }],
    ] as const)
      expect({ body, answer: (await a.post('/articles/bulk', body)).json() }).toMatchObject({
        body,
        answer: { status: 400, errors: [{ field }] },
      });
  });
});
