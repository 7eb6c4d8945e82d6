import type { AuthorProfile } from '@sitedesk/contract/authors';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';

const MIA = {
  name: 'Mia Lind',
  biography: 'Writes about bindings.\nLives by the sea.',
  pictureUrl: '/pictures/mia.jpg',
  links: [{ label: 'Home', url: 'https://mia.test/' }],
};

describe('author profiles', () => {
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite();
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  it('are made, shown, changed and deleted', async () => {
    const made = await editor.post('/authors', MIA);
    expect(made.status).toBe(201);
    const author = made.json() as AuthorProfile;
    expect(author).toMatchObject({ ...MIA, accountId: null });
    const path = `/authors/${author.id}`;
    const shown = await editor.get(path);
    expect(shown.json()).toEqual(author);
    const changed = await editor.put(
      path,
      { ...MIA, name: 'Mia Berg' },
      { 'If-Match': String(shown.headers.etag) },
    );
    expect(changed.json()).toMatchObject({ name: 'Mia Berg', links: MIA.links });
    expect(changed.headers.etag).not.toBe(shown.headers.etag);
    expect((await editor.delete(path)).status).toBe(204);
    expect((await editor.get(path)).status).toBe(404);
  });

  it('a save over what someone else has saved is 412, one that does not say what it saw is 428', async () => {
    const { id } = (await editor.post('/authors', MIA)).json() as AuthorProfile;
    const seen = { 'If-Match': '"v1"' };
    const both = await Promise.all([
      editor.put(`/authors/${id}`, { ...MIA, name: 'One' }, seen),
      editor.put(`/authors/${id}`, { ...MIA, name: 'Two' }, seen),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await editor.put(`/authors/${id}`, MIA)).status).toBe(428);
    for (const tag of ['v1', '"x"', '*', '"v1", "v2"']) {
      expect((await editor.put(`/authors/${id}`, MIA, { 'If-Match': tag })).status).toBe(412);
    }
  });

  it('belong to a user at most once, and outlive the user', async () => {
    const [account] = await site.database.query<{ id: string }>('SELECT id FROM account LIMIT 1');
    const linked = { ...MIA, accountId: account?.id };
    expect((await editor.post('/authors', linked)).status).toBe(201);
    const second = await editor.post('/authors', linked);
    expect(second.json()).toMatchObject({ status: 400, errors: [{ field: 'accountId' }] });
    const stranger = await editor.post('/authors', {
      ...MIA,
      accountId: '00000000-0000-7000-8000-0000000000ff',
    });
    expect(stranger.json()).toMatchObject({ status: 400, errors: [{ field: 'accountId' }] });
  });

  it('are listed by name in pages, and found by the start of the name', async () => {
    const names = ['zoë', 'Zadie', 'ZULU', 'zebra', 'zed'];
    for (const name of names) await editor.post('/authors', { name: `${name} Test` });
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = (await editor.get(`/authors?q=Z&limit=2${cursor && `&cursor=${cursor}`}`)).json() as {
        items: AuthorProfile[];
        nextCursor: string | null;
      };
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(['Zadie Test', 'zebra Test', 'zed Test', 'zoë Test', 'ZULU Test']);
  });

  it.each([
    ['/authors?limit=0'],
    ['/authors?limit=201'],
    ['/authors?cursor=nonsense'],
    ['/authors?cursor=WyJhIiwxXQ'],
    ['/authors?q=a&q=b'],
    ['/authors?tenantId=1'],
    ['/authors?q[]=a'],
    ['/authors?__proto__[q]=a'],
  ])('%s is a 400 (Z-07)', async (path) => {
    expect((await editor.get(path)).status).toBe(400);
  });

  it.each([
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: 'two\nlines' },
    { name: ['Mia'] },
    { ...MIA, pictureUrl: 'javascript:alert(1)' },
    { ...MIA, pictureUrl: '//evil.test/x.png' },
    { ...MIA, pictureUrl: 'https://user:pass@evil.test/' },
    { ...MIA, links: { label: 'x', url: 'https://x.test' } },
    { ...MIA, links: [{ label: 'x', url: 'data:text/html,x' }] },
    { ...MIA, links: [{ label: 'x', url: 'https://x.test', onclick: 'x' }] },
    { ...MIA, links: Array.from({ length: 13 }, () => MIA.links[0]) },
    { ...MIA, biography: 'x\u0000' },
    { ...MIA, version: 7 },
  ])('%j is a 400 (H-06, Z-08)', async (body) => {
    expect((await editor.post('/authors', body)).status).toBe(400);
  });
});
