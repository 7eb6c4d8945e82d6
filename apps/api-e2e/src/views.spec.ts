import { type SavedView, type SavedViews, VIEW_LIMITS } from '@sitedesk/contract/views';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

describe('saved views of lists (UX-42)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let editor: Colleague;
  let author: Colleague;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a } = sites);
    editor = await colleague(sites.site, a, { roles: ['Editor'], host: HOSTS.a });
    author = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
  });

  afterAll(() => sites.site.stop());

  const save = (browser: EditorBrowser, input: Partial<SavedView>): Promise<Answer> =>
    browser.post('/views', { list: 'articles', query: 'status=draft', shared: false, ...input });
  const saved = async (browser: EditorBrowser, input: Partial<SavedView>): Promise<SavedView> => {
    const answer = await save(browser, input);
    expect(answer.status).toBe(201);
    return answer.json() as SavedView; // the contract's word
  };
  const views = async (browser: EditorBrowser, list = 'articles'): Promise<readonly SavedView[]> =>
    ((await browser.get(`/views?list=${list}`)).json() as SavedViews).items; // as above
  const names = async (browser: EditorBrowser, list?: string): Promise<readonly string[]> =>
    (await views(browser, list)).map(({ name }) => name);

  it('keeps one’s own, and shows the shared ones to everyone who sees the list', async () => {
    const own = await saved(editor.browser, { name: '  My drafts ', query: 'needs=me&status=draft' });
    expect(own).toMatchObject({ name: 'My drafts', query: 'needs=me&status=draft', shared: false });
    await saved(a, { name: 'Live pages', query: 'status=live&type=0', shared: true });
    await saved(sites.b, { name: 'Of another site', shared: true });
    await saved(a, { list: 'contacts', name: 'Unread', query: 'unread=true', shared: true });
    expect(await names(editor.browser)).toEqual(['Live pages', 'My drafts']);
    expect(await names(author.browser)).toEqual(['Live pages']);
    expect(await names(a, 'contacts')).toEqual(['Unread']);
    expect((await author.browser.get('/views?list=contacts')).status).toBe(403);
    expect((await save(author.browser, { list: 'contacts', name: 'Mine' })).status).toBe(403);
    expect((await save(author.browser, { name: 'For all', shared: true })).json()).toMatchObject({
      permission: 'pages.edit-all',
    });
  });

  it('renames, replaces, orders and deletes, and only what is one’s own or shared by those who may', async () => {
    const [first, second] = [
      await saved(author.browser, { name: 'First' }),
      await saved(author.browser, { name: 'Second' }),
    ];
    const change = { name: 'Renamed', query: 'type=1' };
    expect((await editor.browser.put(`/views/${first.id}`, change)).status).toBe(404);
    expect((await editor.browser.delete(`/views/${first.id}`)).status).toBe(404);
    expect((await author.browser.put(`/views/${first.id}`, change)).json()).toMatchObject(change);
    const order = { list: 'articles', shared: false, ids: [second.id, first.id] };
    expect((await author.browser.put('/views/order', order)).status).toBe(204);
    expect(await names(author.browser)).toEqual(['Live pages', 'Second', 'Renamed']);
    expect((await author.browser.put('/views/order', { ...order, ids: [first.id] })).status).toBe(409);

    const shared = await saved(editor.browser, { name: 'Of the team', shared: true });
    expect((await author.browser.put(`/views/${shared.id}`, change)).status).toBe(403);
    expect((await author.browser.delete(`/views/${shared.id}`)).status).toBe(403);
    expect((await sites.b.delete(`/views/${shared.id}`)).status).toBe(404);
    expect((await a.delete(`/views/${shared.id}`)).status).toBe(204);
    expect(await names(author.browser)).toEqual(['Live pages', 'Second', 'Renamed']);
  });

  it('refuses a name twice, a query that is none, and more than there’s room for', async () => {
    await saved(editor.browser, { name: 'Ähnlich' });
    expect((await save(editor.browser, { name: 'ÄHNLICH' })).json()).toMatchObject({
      errors: [{ field: 'name', code: 'views.nameTaken' }],
    });
    await saved(editor.browser, { name: 'Ähnlich', shared: true }); // another kind
    for (const query of ['a b', 'status', 'a=1&', 'q=<b>', 'x'.repeat(VIEW_LIMITS.query + 1), 'q=%zz'])
      expect((await save(editor.browser, { name: 'Odd', query })).status).toBe(400);
    const there = (await views(editor.browser)).filter(({ shared }) => !shared).length;
    for (let count = there; count < VIEW_LIMITS.most; count += 1)
      await saved(editor.browser, { name: `View ${count}` });
    expect((await save(editor.browser, { name: 'One too many' })).status).toBe(409);
  });
});
