import type { Menu } from '@sitedesk/contract/menu';
import { freePort } from '@sitedesk/testing';
import { createArticle, publishArticle, saveFields, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { type Answer, call } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

describe('the menu of the public site', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let editor: Colleague;
  let siteUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    ({ a, b } = sites);
    editor = await colleague(sites.site, a, { roles: ['Editor'], displayName: 'Edith', host: HOSTS.a });
  });

  afterAll(() => sites.site.stop());

  const read = async (browser = a): Promise<{ readonly menu: Menu; readonly etag: string }> => {
    const { headers, json } = await browser.get('/menu');
    return { menu: json() as Menu, etag: String(headers.etag) }; // the contract's word
  };
  const put = async (items: unknown, browser = a, etag?: string): Promise<Answer> =>
    browser.put('/menu', { items }, { 'If-Match': etag ?? (await read(browser)).etag });
  const saved = async (items: unknown, browser = a): Promise<Menu> => {
    const answer = await put(items, browser);
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.json() as Menu; // as above
  };
  const live = async (title: string, slug: string): Promise<number> => {
    const { number } = await createArticle(a, { title, slug });
    expect((await publishArticle(a, number)).status).toBe(200);
    return number;
  };
  /** Of the menu for wide windows at a page: its links with their labels, `>` before those below another. */
  const shown = async (path = '/', host: string = HOSTS.a): Promise<readonly string[]> => {
    const { text } = await call(siteUrl + path, { headers: { Host: host } });
    const [nav = ''] = /<details class="small".*?<\/nav>/s.exec(text) ?? [];
    return [...nav.matchAll(/(<ul><li>|<li>)<a href="([^"]+)"([^>]*)>([^<]*)/g)].map(
      ([, , to, current, label]) => `${to} ${label}${current}`,
    );
  };
  const faultOf = (answer: Answer): readonly unknown[] => {
    const { status, errors } = answer.json() as { status: number; errors?: { field: string }[] };
    return [status, errors?.[0]?.field];
  };

  it('shows articles where they are, with those below them, and links (P-65)', async () => {
    const home = await createArticle(a, { title: 'Welcome', home: true });
    await publishArticle(a, home.number);
    const about = await live('About <us>', 'about');
    const team = await live('Team', 'team');
    await saved([
      {
        article: about,
        label: 'Who we are',
        children: [{ article: team }, { label: 'Jobs', url: '/jobs?all#new' }],
      },
      { label: 'Shop & more', url: 'https://shop.example.org/' },
    ]);
    expect(await shown()).toEqual([
      '/about Who we are',
      '/team Team',
      '/jobs?all#new Jobs',
      'https://shop.example.org/ Shop &amp; more',
    ]);
    // The page itself, and what it is in.
    expect(await shown('/team')).toEqual(
      expect.arrayContaining(['/about Who we are aria-current="true"', '/team Team aria-current="page"']),
    );
    const before = await call(`${siteUrl}/team`, { headers: { Host: HOSTS.a } });
    await saved([{ article: about }]);
    const after = await call(`${siteUrl}/team`, { headers: { Host: HOSTS.a } });
    expect(after.headers['x-content-version']).toBe(before.headers['x-content-version']);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    await saveFields(a, about, { slug: 'about-us', title: 'About us' });
    await publishArticle(a, about);
    expect(await shown()).toEqual(['/about-us About us']);
  });

  it('leaves out what isn’t live, and shows what is below it in its place', async () => {
    const draft = await createArticle(a, { title: 'A draft', slug: 'draft' });
    const child = await live('Child', 'child');
    const last = await live('Last', 'last');
    const menu = [
      { article: draft.number, label: 'Not yet', children: [{ article: child }] },
      { article: last },
    ];
    expect((await saved(menu)).items.map(({ label, details }) => [label, details])).toEqual([
      ['Not yet', { title: 'A draft', path: null }],
      [null, { title: 'Last', path: '/last' }],
    ]);
    expect(await shown()).toEqual(['/child Child', '/last Last']);
    await publishArticle(a, draft.number);
    expect(await shown()).toEqual(['/draft Not yet', '/child Child', '/last Last']);
    await a.post(`/articles/${child}/withdraw`, { answer: 404 });
    await a.post(`/articles/${last}/trash`, {});
    expect(await shown()).toEqual(['/draft Not yet']);
    // What is in the trash stays in the menu and can't be added.
    await saved(menu);
    await saved([]);
    expect(faultOf(await put([{ article: last }]))).toEqual([400, 'items.0.article']);
    expect(await shown()).toEqual([]);
  });

  it('doesn’t say what a restricted article is called, and keeps it when someone else saves (P-65)', async () => {
    const secret = await live('Merger plans', 'merger');
    const open = await live('Open', 'open');
    await saved([{ article: secret, label: 'Merger', children: [{ article: open }] }]);
    expect(await shown()).toEqual(['/merger Merger', '/open Open']);
    expect((await setAccess(a, secret, { restricted: true })).status).toBe(200);
    expect(await shown()).toEqual(['/open Open']);
    const unseen = { article: secret, label: null, url: null, details: null };
    const { menu } = await read(editor.browser);
    expect(menu.items[0]).toMatchObject(unseen);
    // They move it, with whatever label they send.
    const moved = await saved([{ article: open }, { article: secret, label: 'Guessed' }], editor.browser);
    expect(moved.items[1]).toMatchObject(unseen);
    expect((await read()).menu.items[1]).toMatchObject({
      label: 'Merger',
      details: { title: 'Merger plans' },
    });
    // Nor can they find out what there is.
    const other = await createArticle(a, { title: 'Other secret' });
    await setAccess(a, other.number, { restricted: true });
    const answers = await Promise.all(
      [other.number, 2_000_000].map((article) => put([{ article }], editor.browser)),
    );
    for (const answer of answers) expect(faultOf(answer)).toEqual([400, 'items.0.article']);
    expect(answers[0]?.text.replaceAll(/"instance":"[^"]*"/g, '')).toBe(
      answers[1]?.text.replaceAll(/"instance":"[^"]*"/g, ''),
    );
    const log = (await a.get('/audit?action=menu.change&outcome=done')).json() as { items: { id: string }[] }; // as above
    expect((await a.get(`/audit/${log.items[0]?.id}`)).json()).toMatchObject({
      before: { items: [`#${secret}`, `– #${open}`] },
      after: { items: [`#${open}`, `#${secret}`] },
    });
    await a.post(`/articles/${secret}/trash`, {});
    expect((await a.delete(`/articles/${secret}`)).status).toBe(204);
    expect((await read()).menu.items[1]).toMatchObject(unseen);
    await saved([]);
  });

  it('is refused with the field at fault', async () => {
    const number = await live('Refused', 'refused');
    const link = { label: 'Link', url: '/link' };
    const faults: readonly (readonly [unknown, string])[] = [
      [[{}], 'items.0.url'],
      [[link, { url: '/x' }], 'items.1.label'],
      [[{ article: number, url: '/x' }], 'items.0.url'],
      [[{ ...link, url: 'javascript:alert(1)' }], 'items.0.url'],
      [[{ ...link, url: '//evil.example' }], 'items.0.url'],
      [[{ ...link, label: 'x'.repeat(61) }], 'items.0.label'],
      [[{ ...link, label: ' ' }], 'items.0.label'],
      [[{ ...link, children: [link, { article: 1.5 }] }], 'items.0.children.1.article'],
      [[{ ...link, children: [{ ...link, children: [link] }] }], 'items.0.children.0.children'],
      [[{ ...link, children: [link, { url: '/x' }] }], 'items.0.children.1.label'],
      [Array.from({ length: 13 }, () => link), 'items'],
      [[{ ...link, children: Array.from({ length: 13 }, () => link) }], 'items.0.children'],
      ['/about', 'items'],
    ];
    for (const [items, field] of faults)
      expect([items, ...faultOf(await put(items))]).toEqual([items, 400, field]);
    const most = { article: number, label: '\u{1F4DA}'.repeat(60) };
    const full = Array.from({ length: 12 }, () => ({
      ...most,
      children: Array.from({ length: 12 }, () => most),
    }));
    expect((await saved(full)).items).toHaveLength(12);
    await saved([]);
  });

  it('isn’t overwritten by someone who hasn’t seen its last version', async () => {
    const { etag } = await read();
    const link = { label: 'Link', url: '/link' };
    const answers = await Promise.all([put([link], a, etag), put([], a, etag)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await a.put('/menu', { items: [] })).status).toBe(428);
    expect((await put([link], editor.browser)).status).toBe(200);
  });

  it('belongs to its site', async () => {
    const { number } = await createArticle(b, { title: 'Draft of B' });
    expect((await a.get(`/articles/${number}`)).json()).toMatchObject({ title: 'Welcome', path: '/' });
    await saved([{ label: 'Of A', url: '/of-a' }, { article: number }]);
    expect((await read(b)).menu).toEqual({ items: [] });
    await saved([{ article: number, label: 'Of B' }], b);
    expect(await shown('/', HOSTS.b)).toEqual([]);
    expect(await shown('/of-a')).toEqual(['/of-a Of A', '/ Welcome']);
  });
});
