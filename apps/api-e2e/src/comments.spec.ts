import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { ArticleComment, ArticlePerson, CommentThread } from '@sitedesk/contract/comments';
import { randomUUID } from 'node:crypto';
import type { EditorBrowser } from './harness/editor.js';
import { HOSTILE_TEXTS } from './harness/hostile-texts.js';
import type { Answer } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

const BLOCK = 'aaaaaaaaaaaa';
const doc = (text: string, id = BLOCK): object => ({
  type: 'doc',
  content: [{ type: 'paragraph', attrs: { id }, content: [{ type: 'text', text }] }],
});
const FIRST = 'The harbour opens at nine. It closes at five.';

describe('comments on articles', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let author: Colleague;
  let stranger: Colleague;
  let reviewer: Colleague;
  let nobody: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a, b } = sites);
    const join = (displayName: string, ...roles: readonly string[]): Promise<Colleague> =>
      colleague(sites.site, a, { roles, displayName, host: HOSTS.a });
    author = await join('Ann Author', 'Author');
    stranger = await join('Andy Author', 'Author');
    reviewer = await join('Ruth Reviewer', 'Reviewer');
    nobody = await join('Norbert Nobody');
  });

  afterAll(() => sites.site.stop());

  const read = async (number: number): Promise<ArticleDetails> =>
    (await a.get(`/articles/${number}`)).json() as ArticleDetails; // the contract's word
  const write = async (number: number, document: object): Promise<void> => {
    const { fields, revision } = await read(number);
    const body = { operation: randomUUID(), fields, document };
    const answer = await a.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect(answer.status).toBe(200);
  };
  const create = async (): Promise<number> => {
    const { number } = (
      await author.browser.post('/articles', { type: 0, title: 'Harbour' })
    ).json() as ArticleDetails; // as above
    await write(number, doc(FIRST));
    return number;
  };
  const begin = (number: number, body: object, browser = reviewer.browser): Promise<Answer> =>
    browser.post(`/articles/${number}/threads`, { body: 'Really?', ...body });
  const begun = async (number: number, body: object, browser = reviewer.browser): Promise<CommentThread> => {
    const answer = await begin(number, body, browser);
    expect(answer.status).toBe(201);
    return answer.json() as CommentThread; // as above
  };
  const threads = async (number: number, query = ''): Promise<readonly CommentThread[]> =>
    ((await a.get(`/articles/${number}/threads${query}`)).json() as { items: CommentThread[] }).items;
  const NINE = { block: BLOCK, from: 21, to: 25, quote: 'nine' };

  it('are about words of the text or about a field, and leave the draft as it is (P-08)', async () => {
    const number = await create();
    const before = await read(number);
    expect(await begun(number, NINE)).toMatchObject({
      field: null,
      quote: 'nine',
      place: { block: BLOCK, from: 21, to: 25 },
      detached: false,
      resolved: null,
      replies: 0,
      comments: [
        { author: { id: reviewer.id, displayName: 'Ruth Reviewer' }, body: 'Really?', editedAt: null },
      ],
    });
    expect(await begun(number, { field: 'introduction' })).toMatchObject({
      field: 'introduction',
      quote: null,
      place: null,
      detached: false,
    });
    expect(await read(number)).toEqual(before);
  });

  it.each([
    [{}, 'field'],
    [{ field: 'owner' }, 'field'],
    [{ field: 'title', block: BLOCK }, 'field'],
    [{ block: 'short', from: 0, to: 1 }, 'block'],
    [{ block: BLOCK, from: 0 }, 'field'],
    [{ block: BLOCK, from: -1, to: 1 }, 'from'],
    [{ field: 'title', body: '' }, 'body'],
    [{ field: 'title', body: ' \n' }, 'body'],
    [{ field: 'title', body: '😀'.repeat(4_001) }, 'body'],
    [{ field: 'title', mentions: [randomUUID()] }, 'mentions.0'],
  ])('are refused for %j, and name what is wrong', async (body, field) => {
    const number = await create();
    const answer = (await begin(number, body)).json() as { errors: { field: string }[] };
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.errors.map((each) => each.field)).toContain(field);
    expect(await threads(number)).toEqual([]);
  });

  it('are not about words that someone has changed in the meantime', async () => {
    const number = await create();
    for (const range of [
      { ...NINE, quote: 'ten' },
      { ...NINE, to: 500, quote: undefined },
      { ...NINE, block: 'bbbbbbbbbbbb' },
    ])
      expect((await begin(number, range)).json()).toMatchObject({ status: 409, reason: 'comment.textGone' });
  });

  it('follow their words, are detached without them, and come back with them (P-25)', async () => {
    const number = await create();
    await begun(number, NINE);
    const only = async (): Promise<CommentThread | undefined> => (await threads(number))[0];
    await write(number, doc(`Good news. ${FIRST}`));
    expect(await only()).toMatchObject({ place: { block: BLOCK, from: 32, to: 36 }, detached: false });
    await write(number, doc(FIRST, 'cccccccccccc'));
    expect(await only()).toMatchObject({ place: { block: 'cccccccccccc', from: 21 }, detached: false });
    await write(number, doc('Nothing of it is left.'));
    expect(await only()).toMatchObject({ place: null, detached: true, quote: 'nine' });
    await write(number, doc(FIRST));
    expect(await only()).toMatchObject({ place: { from: 21 }, detached: false });
    // None of it keeps anyone from publishing.
    const seen = { 'If-Match': `"v${(await read(number)).revision}"` };
    expect((await a.post(`/articles/${number}/publish`, undefined, seen)).status).toBe(200);
    expect(await only()).toMatchObject({ resolved: null });
  });

  it('are text and nothing else: 4,000 characters of anything (P-26)', async () => {
    const number = await create();
    const bodies = [...HOSTILE_TEXTS, '\r\nLine ends of\rall kinds\n', '😀'.repeat(4_000)];
    for (const body of bodies) await begun(number, { field: 'title', body });
    const stored = (await threads(number, '?limit=100')).map(({ comments }) => comments[0]?.body);
    expect(stored).toEqual(bodies.toReversed());
  });

  it('have replies, which are listed in pages and edited by who wrote them', async () => {
    const number = await create();
    const { id } = await begun(number, NINE);
    const path = `/articles/${number}/threads/${id}/comments`;
    for (let count = 1; count <= 7; count += 1)
      expect((await author.browser.post(path, { body: `Reply ${count}` })).status).toBe(201);
    const [thread] = await threads(number);
    expect(thread?.replies).toBe(7);
    expect(thread?.comments.map(({ body }) => body)).toEqual([
      'Really?',
      ...[3, 4, 5, 6, 7].map((count) => `Reply ${count}`),
    ]);
    const found: ArticleComment[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = (await a.get(`${path}?limit=3${cursor && `&cursor=${cursor}`}`)).json() as {
        items: ArticleComment[];
        nextCursor: string | null;
      };
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(found).toHaveLength(8);
    const own = found[1]?.id ?? '';
    expect((await reviewer.browser.put(`${path}/${own}`, { body: 'Not mine' })).json()).toMatchObject({
      status: 403,
      reason: 'comment.foreign',
    });
    expect((await author.browser.put(`${path}/${own}`, { body: 'Better' })).status).toBe(204);
    const after = (await a.get(path)).json() as { items: ArticleComment[] };
    expect(after.items[1]).toMatchObject({ body: 'Better', editedAt: expect.any(String) });
  });

  it('are resolved and opened again by who began the thread or may edit the article (P-25)', async () => {
    const number = await create();
    const { id } = await begun(number, NINE);
    const foreign = await begun(number, { field: 'title' }, a);
    const settle = (thread: string, word: string, { browser }: { browser: EditorBrowser }): Promise<Answer> =>
      browser.post(`/articles/${number}/threads/${thread}/${word}`);
    expect((await settle(foreign.id, 'resolve', reviewer)).json()).toMatchObject({
      status: 403,
      reason: 'comment.foreignThread',
    });
    expect((await settle(id, 'resolve', stranger)).json()).toMatchObject({ permission: 'pages.review' });
    expect((await settle(id, 'resolve', reviewer)).status).toBe(204);
    expect((await settle(id, 'resolve', author)).status).toBe(204);
    expect((await threads(number, '?state=open')).map((each) => each.id)).toEqual([foreign.id]);
    expect(await threads(number, '?state=resolved')).toMatchObject([
      { id, resolved: { by: 'Ruth Reviewer' } },
    ]);
    expect((await settle(id, 'reopen', author)).status).toBe(204);
    expect(await threads(number, '?state=resolved')).toEqual([]);
  });

  it.each([
    ['the author, on their own', () => author, 201],
    ['another author', () => stranger, 403],
    ['a reviewer', () => reviewer, 201],
    ['someone without a role', () => nobody, 403],
  ])('by %s', async (_who, person, status) => {
    const number = await create();
    const { id } = await begun(number, { field: 'title' }, a);
    const { browser } = person();
    expect((await begin(number, NINE, browser)).status).toBe(status);
    const path = `/articles/${number}/threads/${id}/comments`;
    expect((await browser.post(path, { body: 'A reply' })).status).toBe(status);
    const outside = sites.site.browser({ 'x-origin-hostname': HOSTS.a });
    expect((await begin(number, NINE, outside)).status).toBe(401);
  });

  it('mention people who may read them, found by name', async () => {
    const number = await create();
    const found = async (query: string, browser = author.browser): Promise<readonly string[]> =>
      ((await browser.get(`/articles/${number}/people?${query}`)).json() as ArticlePerson[]).map(
        ({ displayName }) => displayName,
      );
    expect(await found('for=mention&q=an')).toEqual(['Andy Author', 'Ann Author']);
    expect(await found('for=mention&q=norb')).toEqual([]);
    expect(await found('for=review&q=an')).toEqual([]);
    expect(await found('for=review&q=RUTH')).toEqual(['Ruth Reviewer']);
    expect((await nobody.browser.get(`/articles/${number}/people?for=mention`)).status).toBe(403);
    const { comments } = await begun(number, { ...NINE, mentions: [author.id] });
    expect(comments[0]?.mentions).toEqual([author.id]);
    for (const mentions of [[nobody.id], [author.id, randomUUID()]])
      expect((await begin(number, { ...NINE, mentions })).json()).toMatchObject({
        status: 400,
        errors: [{ field: `mentions.${mentions.length - 1}` }],
      });
  });

  it('of a restricted article reach only people who see it', async () => {
    const number = await create();
    const { id } = await begun(number, NINE);
    const { items: etags } = { items: await a.get(`/articles/${number}/access`) };
    const access = { owner: author.id, restricted: true, grants: [] };
    const version = { 'If-Match': String(etags.headers['etag']) };
    expect((await a.put(`/articles/${number}/access`, access, version)).status).toBe(200);
    const path = `/articles/${number}/threads`;
    for (const each of [
      path,
      `${path}/${id}/comments`,
      `/articles/${number}/review`,
      `/articles/${number}/reviews`,
    ])
      expect((await reviewer.browser.get(each)).status).toBe(404);
    expect((await begin(number, NINE)).status).toBe(404);
    expect((await reviewer.browser.post(`${path}/${id}/resolve`)).status).toBe(404);
    const found = await author.browser.get(`/articles/${number}/people?for=review`);
    expect((found.json() as ArticlePerson[]).map(({ displayName }) => displayName)).toEqual([
      'Administrator',
    ]);
    const mention = { ...NINE, mentions: [reviewer.id] };
    expect((await begin(number, mention, author.browser)).json()).toMatchObject({ status: 400 });
  });

  it('are of one article and one site, and gone with it', async () => {
    const [number, other] = [await create(), await create()];
    const { id } = await begun(number, NINE);
    const paths = [`/articles/${other}/threads/${id}/comments`];
    for (const path of paths) expect((await a.get(path)).status).toBe(404);
    expect((await a.post(`/articles/${other}/threads/${id}/resolve`)).status).toBe(404);
    expect((await b.get(`/articles/${number}/threads`)).status).toBe(404);
    await a.post(`/articles/${number}/trash`, {});
    expect((await begin(number, NINE)).json()).toMatchObject({ status: 409, reason: 'article.trashed' });
    expect(await threads(number)).toHaveLength(1);
    expect((await a.delete(`/articles/${number}`)).status).toBe(204);
    expect(await sites.site.database.query('SELECT 1 FROM comment WHERE thread_id = $1', [id])).toEqual([]);
  });
});
