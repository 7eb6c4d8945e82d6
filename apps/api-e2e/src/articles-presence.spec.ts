import type { ArticlePresence, PenWish } from '@sitedesk/contract/presence';
import { randomUUID } from 'node:crypto';
import { createArticle as create, createAtBoth, saveFields, setAccess } from './harness/articles.js';
import { EditorBrowser } from './harness/editor.js';
import { Listener } from './harness/event-stream.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY, WITHOUT_LIMITS } from './harness/site.js';
import { MULTI } from './harness/tenants.js';

describe('who has an article open (E-26)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let other: RunningProcess;
  let mia: Colleague;
  let leo: Colleague;
  let ruth: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a } = sites);
    const { database } = sites.site;
    other = await startApi(database.url, { ...MULTI, ...BEHIND_LOCAL_PROXY, ...WITHOUT_LIMITS });
    const join = (displayName: string, role: string): Promise<Colleague> =>
      colleague(sites.site, a, { roles: [role], displayName, host: HOSTS.a });
    mia = await join('Mia', 'Editor');
    leo = await join('Leo', 'Editor');
    ruth = await join('Ruth', 'Reviewer');
  });

  afterAll(async () => {
    await other.stop();
    await sites.site.stop();
  });

  /** The same person at the other instance. */
  const elsewhere = (browser: EditorBrowser): EditorBrowser => {
    const same = new EditorBrowser(other.url, browser.ownHeaders);
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    same.csrfToken = browser.csrfToken;
    return same;
  };
  /** A page of someone's. */
  const pageOf = (browser: EditorBrowser, number: number) => {
    const page = randomUUID();
    return async (pen: PenWish): Promise<ArticlePresence> => {
      const answer = await browser.put(`/articles/${number}/presence`, { page, pen });
      expect(answer.status).toBe(200);
      return answer.json() as ArticlePresence; // the contract's word
    };
  };
  const names = ({ others }: ArticlePresence): readonly string[] =>
    others.map(
      ({ displayName, hasPen, asks }) => displayName + (hasPen ? ' writes' : '') + (asks ? ' asks' : ''),
    );
  /** What was last heard of a page is so many seconds older. */
  const age = (number: number, id: string, seconds: number): Promise<unknown> =>
    sites.site.database.query(
      `UPDATE editing_session SET seen_at = seen_at - make_interval(secs => $3) WHERE number = $1 AND account_id = $2`,
      [number, id, seconds],
    );

  it('shows at every instance who comes and who leaves, and says so at once', async () => {
    const { number } = await createAtBoth(sites, { title: 'Open here' });
    const [mias, leos] = [pageOf(mia.browser, number), pageOf(elsewhere(leo.browser), number)];
    const { channel, others } = await mias('read');
    expect(others).toEqual([]);
    const listener = await Listener.open(elsewhere(mia.browser));
    expect(names(await leos('read'))).toEqual(['Mia']);
    expect(await listener.heard('article.presence')).toEqual({
      kind: 'article.presence',
      count: 1,
      ids: [channel],
    });
    expect(names(await mias('read'))).toEqual(['Leo']);
    await leos('leave');
    expect(names(await mias('read'))).toEqual([]);
    listener.close();
    expect((await pageOf(sites.b, number)('read')).others).toEqual([]);
  });

  it('forgets a page that says nothing for 30 seconds, and its pen (E-09)', async () => {
    const { number } = await create(a, { title: 'Closed without a word' });
    const [mias, leos] = [pageOf(mia.browser, number), pageOf(leo.browser, number)];
    expect((await mias('write')).pen).toBe('mine');
    await age(number, mia.id, 29);
    const late = await leos('write');
    expect([late.pen, names(late)]).toEqual(['theirs', ['Mia writes']]);
    expect(late.againMs).toBeLessThanOrEqual(1_000);
    await age(number, mia.id, 1);
    const gone = await leos('write');
    expect([gone.pen, names(gone)]).toEqual(['mine', []]);
    expect((await mias('write')).pen).toBe('theirs');
  });

  it('gives the pen to the first who writes, once, whoever comes at the same moment', async () => {
    const { number } = await create(a, { title: 'One pen' });
    const people = [mia, leo].flatMap(({ browser }) => [browser, elsewhere(browser)]);
    const pens = await Promise.all(
      people.map(async (browser) => (await pageOf(browser, number)('write')).pen),
    );
    expect(pens.filter((pen) => pen === 'mine')).toHaveLength(2); // both pages of one person
    const rows = await sites.site.database.query<{ readonly people: number }>(
      'SELECT count(DISTINCT account_id)::int AS people FROM editing_session WHERE number = $1 AND pen_at IS NOT NULL',
      [number],
    );
    expect(rows).toEqual([{ people: 1 }]);
  });

  it('asks for the pen, keeps it, hands it over and takes it over', async () => {
    const { number } = await create(a, { title: 'Back and forth' });
    const [mias, leos] = [pageOf(mia.browser, number), pageOf(leo.browser, number)];
    await mias('write');
    expect(await leos('ask')).toMatchObject({ pen: 'theirs', asks: true });
    expect(names(await mias('write'))).toEqual(['Leo asks']);
    expect(names(await mias('keep'))).toEqual(['Leo']);
    expect(await leos('read')).toMatchObject({ pen: 'theirs', asks: false });
    await leos('ask');
    expect((await mias('read')).pen).toBe('free');
    expect(await leos('read')).toMatchObject({ pen: 'free', asks: true });
    expect(await leos('write')).toMatchObject({ pen: 'mine', asks: false });
    expect((await mias('take')).pen).toBe('mine');
    const lost = await leos('write');
    expect([lost.pen, names(lost)]).toEqual(['theirs', ['Mia writes']]);
  });

  it('never decides who saves', async () => {
    const { number } = await create(a, { title: 'Saved anyway' });
    await pageOf(mia.browser, number)('write');
    expect((await saveFields(leo.browser, number, { introduction: 'By Leo' })).status).toBe(200);
    await sites.site.database.query('ALTER TABLE editing_session RENAME TO editing_session_away');
    expect((await saveFields(mia.browser, number, { introduction: 'By Mia' })).status).toBe(200);
    await sites.site.database.query('ALTER TABLE editing_session_away RENAME TO editing_session');
  });

  it('lets those who may only read be there, and nobody be someone else', async () => {
    const { number } = await create(a, { title: 'Read by Ruth' });
    const ruths = pageOf(ruth.browser, number);
    await ruths('read');
    for (const pen of ['write', 'ask', 'keep', 'take']) {
      const answer = await ruth.browser.put(`/articles/${number}/presence`, { page: randomUUID(), pen });
      expect(answer.status).toBe(403);
    }
    const page = randomUUID();
    await mia.browser.put(`/articles/${number}/presence`, { page, pen: 'write' });
    await leo.browser.put(`/articles/${number}/presence`, { page, pen: 'take' });
    await leo.browser.put(`/articles/${number}/presence`, { page, pen: 'leave' });
    expect(names(await ruths('read'))).toContain('Mia');
    await setAccess(a, number, { restricted: true });
    const hidden = await ruth.browser.put(`/articles/${number}/presence`, { page, pen: 'read' });
    expect(hidden.status).toBe(404);
  });
});
