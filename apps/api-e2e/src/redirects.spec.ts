import type { NotFoundAddress, OldAddress, Redirect, TriedUrl } from '@sitedesk/contract/redirects';
import { freePort } from '@sitedesk/testing';
import { createArticle, publishArticle, saveFields, setAccess } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { colleague } from './harness/people.js';

describe('redirects', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    site = await startEditorSite({ SITE_PORT: String(port) });
    url = `http://127.0.0.1:${port}`;
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  const visit = (path: string): Promise<Answer> => call(`${url}${path}`, {});
  const answerAt = async (path: string): Promise<readonly unknown[]> => {
    const { status, headers } = await visit(path);
    return headers.location === undefined ? [status] : [status, headers.location];
  };
  const add = (path: string, more: object = {}): Promise<Answer> =>
    editor.post('/redirects', { path, code: 301, ...more });
  async function made(path: string, more: object = {}): Promise<Redirect> {
    const answer = await add(path, more);
    expect([path, answer.status, answer.text]).toEqual([path, 201, answer.text]);
    return answer.json() as Redirect; // the contract's word
  }
  const live = async (slug: string, input: object = {}): Promise<number> => {
    const { number } = await createArticle(editor, { title: slug, slug, ...input });
    expect((await publishArticle(editor, number)).status).toBe(200);
    return number;
  };
  const move = async (number: number, slug: string): Promise<void> => {
    await saveFields(editor, number, { slug });
    expect((await publishArticle(editor, number)).status).toBe(200);
  };
  const list = async (query: string, browser = editor): Promise<readonly Redirect[]> =>
    ((await browser.get(`/redirects?${query}`)).json() as { items: Redirect[] }).items; // as above
  const tried = async (address: string): Promise<TriedUrl['steps']> =>
    ((await editor.get(`/redirects/try?url=${encodeURIComponent(address)}`)).json() as TriedUrl).steps; // as above
  const faultOf = (answer: Answer): readonly unknown[] => {
    const { status, errors } = answer.json() as {
      status: number;
      errors?: { field: string; code?: string }[];
    };
    return [status, errors?.[0]?.field, errors?.[0]?.code];
  };

  const refused = (answer: Answer): unknown => faultOf(answer).slice(0, 2);

  it('answer where nothing else does, the nearest one first, with the query of the request', async () => {
    await made('/Flyer 2019', { forwardUrl: 'https://example.org/flyer?a=1#top', note: 'Printed in May' });
    await made('/shop', { withBelow: true, forwardUrl: 'https://shop.example.org/' });
    await made('/shop/old', { withBelow: true, code: 410 });
    await made('/shop/old/but-kept', { code: 302, forwardUrl: '/somewhere' });
    await made('/form-target', { code: 308, forwardUrl: 'https://example.org/form' });
    expect(await answerAt('/flyer%202019')).toEqual([301, 'https://example.org/flyer?a=1#top']);
    expect(await answerAt('/FLYER%202019?b=2')).toEqual([301, 'https://example.org/flyer?a=1&b=2#top']);
    expect(await answerAt('/shop/shoes?size=40')).toEqual([301, 'https://shop.example.org/?size=40']);
    expect(await answerAt('/shop')).toEqual([301, 'https://shop.example.org/']);
    expect(await answerAt('/shopping')).toEqual([404]);
    expect(await answerAt('/shop/old/shoes')).toEqual([410]);
    expect(await answerAt('/shop/old/but-kept')).toEqual([302, '/somewhere']);
    expect(await answerAt('/form-target')).toEqual([308, 'https://example.org/form']);
    expect((await visit('/shop/old/but-kept')).headers['cache-control']).toBe('no-cache');
  });

  it('never stand before a live page (P-48)', async () => {
    await made('/docs', { withBelow: true, forwardUrl: 'https://docs.example.org/' });
    const covered = await made('/docs/start', { forwardUrl: 'https://example.org/start' });
    expect(await answerAt('/docs/start')).toEqual([301, 'https://example.org/start']);
    const number = await live('docs/start');
    expect((await visit('/docs/start')).status).toBe(200);
    expect(await answerAt('/docs/other')).toEqual([301, 'https://docs.example.org/']);
    expect(await list('q=/docs/start')).toMatchObject([{ id: covered.id, isCovered: true }]);
    expect(faultOf(await add('/docs/start', { code: 410 }))).toEqual([400, 'path', 'redirect.belongs']);
    await editor.post(`/articles/${number}/withdraw`, { answer: 404 });
    expect(await answerAt('/docs/start')).toEqual([301, 'https://example.org/start']);
    await live('listed', { type: 2, title: 'Listed', blogKey: 'listed', slug: undefined });
    const post = await createArticle(editor, { type: 1, title: 'With a tag', blogKey: 'listed' });
    await saveFields(editor, post.number, { tags: ['covered'] });
    await publishArticle(editor, post.number);
    expect(faultOf(await add('/tags/covered', { code: 410 }))).toEqual([400, 'path', 'redirect.isList']);
  });

  it('lead to an article in one step, wherever it moves', async () => {
    const number = await live('hours');
    await made('/opening', { forwardArticle: number });
    const typed = await made('/opened', { forwardUrl: '/hours' });
    expect(typed).toMatchObject({ url: null, article: { number, title: 'hours', path: '/hours' } });
    for (const slug of ['hours-2', 'hours-3']) await move(number, slug);
    for (const path of ['/opening', '/opened', '/hours', '/hours-2'])
      expect(await answerAt(path)).toEqual([301, '/hours-3']);
    await editor.post(`/articles/${number}/withdraw`, { answer: 404 });
    expect(await answerAt('/opening')).toEqual([404]);
    expect((await list('q=/opening'))[0]?.article).toEqual({ number, title: 'hours', path: null });
  });

  it('are imported each by itself, after a check that changes nothing', async () => {
    const rows = [
      { path: '/import/a', code: 301, forwardUrl: 'https://example.org/a' },
      { path: '/import/A', code: 410 },
      { path: '/import/b', code: 301, forwardUrl: '/import/a' },
      { path: '/editor/x', code: 410 },
      { path: '/import/c', code: 302, forwardUrl: 'https://example.org/c', note: 'Kept' },
    ];
    const said = {
      created: 2,
      refused: [
        { row: 1, error: { field: 'path', code: 'redirect.exists' } },
        { row: 2, error: { field: 'forwardUrl', code: 'redirect.leadsOn' } },
        { row: 3, error: { field: 'path', code: 'article.reserved' } },
      ],
    };
    const entries = async (): Promise<readonly unknown[]> =>
      ((await editor.get('/audit?action=redirect.import')).json() as { items: unknown[] }).items; // as above
    expect((await editor.post('/redirects/import/check', { rows })).json()).toMatchObject(said);
    expect([await list('q=/import'), await entries()]).toEqual([[], []]);
    expect((await editor.post('/redirects/import', { rows })).json()).toMatchObject(said);
    expect((await list('q=/import')).map(({ path, note }) => [path, note])).toEqual([
      ['/import/a', null],
      ['/import/c', 'Kept'],
    ]);
    expect(await answerAt('/import/c')).toEqual([302, 'https://example.org/c']);
    expect(await entries()).toHaveLength(1);
    const wrong = [rows[4], { path: '/import/d', code: 300 }];
    expect(refused(await editor.post('/redirects/import', { rows: wrong }))).toEqual([400, 'rows.1.code']);
    const many = Array.from({ length: 101 }, (_, each) => ({ path: `/import/${each}`, code: 410 }));
    expect(refused(await editor.post('/redirects/import', { rows: many }))).toEqual([400, 'rows']);
    const full = many.slice(1).map((row) => ({ ...row, note: 'n'.repeat(200) }));
    expect((await editor.post('/redirects/import', { rows: full })).json()).toEqual({
      created: 100,
      refused: [],
    });
  });

  it('are refused when one would lead to another, so that none goes round in circles (P-48)', async () => {
    await made('/one', { forwardUrl: '/two?x=1' });
    await made('/area', { withBelow: true, forwardUrl: '/elsewhere' });
    const faults: readonly (readonly [string, object, string, string])[] = [
      ['/self', { forwardUrl: '/Self/#part' }, 'forwardUrl', 'itself'],
      ['/deep', { withBelow: true, forwardUrl: '/deep/er' }, 'forwardUrl', 'itself'],
      ['/two', { forwardUrl: '/one' }, 'forwardUrl', 'leadsOn'],
      ['/three', { forwardUrl: '/area/anything' }, 'forwardUrl', 'leadsOn'],
      ['/two', { forwardUrl: '/free' }, 'path', 'leadsHere'],
      ['/', { withBelow: true, forwardUrl: 'https://example.org/' }, 'path', 'leadsHere'],
      ['/elsewhere', { withBelow: true, code: 410 }, 'path', 'leadsHere'],
      ['/four', { forwardUrl: 'http://localhost/one' }, 'forwardUrl', 'leadsOn'],
    ];
    await site.database.query(
      `INSERT INTO tenant_hostname (tenant_id, hostname) SELECT id, 'localhost' FROM tenant ON CONFLICT DO NOTHING`,
    );
    for (const [path, more, field, code] of faults)
      expect([path, faultOf(await add(path, more))]).toEqual([path, [400, field, `redirect.${code}`]]);
    const number = await live('seven');
    const withdraw = (forwardUrl: string): Promise<Answer> =>
      editor.post(`/articles/${number}/withdraw`, { answer: 301, forwardUrl });
    await made('/six', { forwardUrl: '/seven?from=six' });
    expect(faultOf(await withdraw('/one'))).toEqual([400, 'forwardUrl', 'redirect.leadsOn']);
    expect(faultOf(await withdraw('/eight'))).toEqual([400, 'forwardUrl', 'redirect.leadsHere']);
    await editor.delete(`/redirects/${(await list('q=/six'))[0]?.id}`);
    expect((await withdraw('/eight')).status).toBe(204);
    expect(faultOf(await add('/eight', { forwardUrl: '/nine' }))).toEqual([
      400,
      'path',
      'redirect.leadsHere',
    ]);
    expect(faultOf(await add('/nine', { forwardUrl: '/seven?' }))).toEqual([
      400,
      'forwardUrl',
      'redirect.leadsOn',
    ]);
    // Both at once: whichever is first, the other one is refused.
    const both = await Promise.all([
      add('/ring-a', { forwardUrl: '/ring-b' }),
      add('/ring-b', { forwardUrl: '/ring-a' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 400]);
  });

  it('refuse what is no address, and name the field (P-48)', async () => {
    for (const path of [
      'x',
      '//host',
      '//host/x',
      '/a\\b',
      '/a\u0000b',
      '/a\nb',
      '/a?b',
      '/a#b',
      '/..',
      '/%',
    ])
      expect([path, refused(await add(path, { code: 410 }))]).toEqual([path, [400, 'path']]);
    for (const path of ['/editor/x', '/_preview/x', '/Admin'])
      expect([path, faultOf(await add(path, { code: 410 }))]).toEqual([
        path,
        [400, 'path', 'article.reserved'],
      ]);
    for (const forwardUrl of [
      'javascript:alert(1)',
      '//host',
      '/\\host',
      'https://user:secret@example.org/',
      '/a\nb',
      'data:text/html,x',
      'ftp://example.org/',
    ])
      expect([forwardUrl, refused(await add('/fine', { forwardUrl }))]).toEqual([
        forwardUrl,
        [400, 'forwardUrl'],
      ]);
    expect(faultOf(await add('/fine'))).toEqual([400, 'forwardUrl', 'redirect.needsTarget']);
    expect(faultOf(await add('/fine', { code: 410, forwardUrl: '/x' }))).toEqual([
      400,
      'forwardUrl',
      'redirect.noTarget',
    ]);
    expect(faultOf(await add('/fine', { forwardArticle: 4_000 }))).toEqual([
      400,
      'forwardArticle',
      'article.unknown',
    ]);
    await made('/taken', { code: 410 });
    expect(faultOf(await add('/TAKEN/', { code: 410 }))).toEqual([400, 'path', 'redirect.exists']);
  });

  it('are listed by their addresses, whoever made them, without those of articles that one doesn’t see', async () => {
    const number = await live('walk-0');
    for (const index of [1, 2, 3, 4]) await move(number, `walk-${index}`);
    for (const index of [0, 1, 2, 3, 4]) await made(`/walk-${index}-by-hand`, { code: 410 });
    const hidden = await live('walk-hidden');
    await move(hidden, 'walk-hidden-2');
    await made('/walk-to-hidden', { forwardArticle: hidden });
    await setAccess(editor, hidden, { restricted: true });
    const expected = [
      ...[0, 1, 2, 3].flatMap((index) => [`/walk-${index}`, `/walk-${index}-by-hand`]),
      '/walk-4-by-hand',
      '/walk-to-hidden',
    ];
    const other = await colleague(site, editor, { roles: ['Editor'] });
    for (const limit of [1, 3, 100]) {
      const seen: Redirect[] = [];
      let cursor = '';
      do {
        const path = `/redirects?q=WALK&limit=${limit}${cursor && `&cursor=${cursor}`}`;
        const page = (await other.browser.get(path)).json() as {
          items: Redirect[];
          nextCursor: string | null;
        };
        seen.push(...page.items);
        cursor = page.nextCursor ?? '';
      } while (cursor);
      expect(seen.map(({ path }) => path)).toEqual(expected);
    }
    expect((await list('q=walk&kind=automatic', other.browser)).map(({ path }) => path)).toEqual(
      [0, 1, 2, 3].map((index) => `/walk-${index}`),
    );
    expect((await list('q=walk-to', other.browser))[0]).toMatchObject({ article: null, url: null });
    expect((await list('q=/walk-hidden')).map(({ path }) => path)).toEqual(['/walk-hidden']);
    expect((await list('q=/walk-0'))[0]).toEqual({
      kind: 'automatic',
      id: null,
      path: '/walk-0',
      withBelow: false,
      code: 301,
      article: { number, title: 'walk-0', path: '/walk-4' },
      url: null,
      note: null,
      isCovered: false,
      hits: 0,
      lastHitOn: null,
    });
  });

  const notFound = async (query = '', browser = editor): Promise<readonly NotFoundAddress[]> =>
    ((await browser.get(`/redirects/not-found?${query}`)).json() as { items: NotFoundAddress[] }).items; // as above
  const today = (): string => new Date().toISOString().slice(0, 10);

  it('are counted when visitors follow them, and so is what they don’t find', async () => {
    const number = await live('counted-0');
    await move(number, 'counted-1');
    const { id } = await made('/counted/rule', { withBelow: true, forwardUrl: 'https://example.org/' });
    await made('/counted/gone', { code: 410 });
    const withdrawn = await live('counted-away');
    await editor.post(`/articles/${withdrawn}/withdraw`, { answer: 404 });
    const visits = [
      '/counted-0 /counted-0?secret=1 /counted/rule /counted/rule/x /counted/rule/y /counted/gone /counted-1',
      '/counted/a?token=2 /COUNTED/a /counted/b /counted-away /editor/counted /counted/%00 /_preview/counted',
      `/${'c'.repeat(300)}`,
    ].flatMap((line) => line.split(' '));
    for (const path of visits) await visit(path);
    const missing = { lastHitOn: today(), article: null };
    await eventually(async () =>
      expect(await notFound('q=/c')).toEqual([
        { path: '/counted/a', hits: 2, ...missing },
        {
          path: '/counted-away',
          hits: 1,
          lastHitOn: today(),
          article: { number: withdrawn, title: 'counted-away', path: null },
        },
        { path: '/counted/b', hits: 1, ...missing },
      ]),
    );
    expect((await list('q=/counted')).map(({ path, hits, lastHitOn }) => [path, hits, lastHitOn])).toEqual([
      ['/counted-0', 2, today()],
      ['/counted/gone', 1, today()],
      ['/counted/rule', 3, today()],
    ]);
    expect(await notFound('q=/editor')).toEqual([]);
    const restricted = await colleague(site, editor, { roles: ['Editor'] });
    await setAccess(editor, withdrawn, { restricted: true });
    expect((await notFound('q=/counted-away', restricted.browser))[0]?.article).toBeNull();
    // What is there by now is no longer listed, and is again when it goes.
    await live('counted/a');
    const whole = await made('/counted', { withBelow: true, forwardUrl: 'https://example.org/' });
    expect((await notFound('q=/c')).map(({ path }) => path)).toEqual(['/counted-away']);
    await editor.delete(`/redirects/${whole.id}`);
    expect((await notFound('q=/counted/')).map(({ path }) => path)).toEqual(['/counted/b']);
    // A redirect begins to count anew where another one was.
    await editor.delete(`/redirects/${id}`);
    expect(await made('/counted/rule', { code: 410 })).toMatchObject({ hits: 0, lastHitOn: null });
  });

  it('count no more addresses than a site may have, the most asked for first, and for 30 days', async () => {
    await site.database.query(
      `INSERT INTO tenant (id, name, created_at) VALUES (gen_random_uuid(), 'Other', now() + interval '1 day')`,
    );
    await site.database.query(
      `INSERT INTO address_hit (tenant_id, kind, path, hits, last_on)
       SELECT t.id, 'not-found', '/flood/' || n, n, now()::date FROM tenant t, generate_series(2, 1001) n WHERE t.name <> 'Other'
       UNION ALL SELECT t.id, 'not-found', '/flood/old', 9999, now()::date - 30 FROM tenant t WHERE t.name <> 'Other'
       UNION ALL SELECT t.id, 'not-found', '/flood/of-other', 1, now()::date FROM tenant t WHERE t.name = 'Other'`,
    );
    const stored = async (names = `<> 'Other'`): Promise<readonly string[]> => {
      const rows = await site.database.query<{ path: string }>(
        `SELECT path FROM address_hit h JOIN tenant t ON t.id = h.tenant_id WHERE kind = 'not-found' AND t.name ${names}`,
      );
      return rows.map(({ path }) => path);
    };
    expect(await notFound('q=/flood/old')).toEqual([]);
    for (let each = 0; each < 300; each += 1) await visit(`/flood/new-${each}`);
    await eventually(async () => expect(await stored()).not.toContain('/flood/old'));
    expect(await stored(`= 'Other'`)).toEqual(['/flood/of-other']);
    // What is counted meanwhile is there before others make room for it.
    await eventually(async () => expect((await stored()).length).toBeLessThanOrEqual(1_000));
    expect((await stored()).length).toBeGreaterThan(900);
    expect((await notFound('q=/flood/&limit=2')).map(({ path }) => path)).toEqual([
      '/flood/1001',
      '/flood/1000',
    ]);
    expect(await notFound('q=/flood/300')).toHaveLength(1); // one of the 800 that were asked for most
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = (
        await editor.get(`/redirects/not-found?q=/flood&limit=99${cursor && `&cursor=${cursor}`}`)
      ).json() as {
        items: NotFoundAddress[];
        nextCursor: string | null;
      };
      seen.push(...page.items.map(({ path }) => path));
      cursor = page.nextCursor ?? '';
    } while (cursor);
    expect(seen).not.toContain('/flood/of-other');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(900);
    expect(refused(await editor.get('/redirects/not-found?cursor=x'))).toEqual([400, 'cursor']);
  });

  it('are changed over the version that was seen, and deleted; the audit log says by whom', async () => {
    const { id } = await made('/changing', { forwardUrl: '/then', note: 'First' });
    const read = await editor.get(`/redirects/${id}`);
    const change = (ifMatch: string): Promise<Answer> =>
      editor.put(
        `/redirects/${id}`,
        { path: '/changed', code: 302, forwardUrl: '/now' },
        { 'If-Match': ifMatch },
      );
    expect((await change(String(read.headers.etag))).json()).toMatchObject({
      path: '/changed',
      code: 302,
      note: null,
    });
    expect((await change(String(read.headers.etag))).status).toBe(412);
    expect([await answerAt('/changing'), await answerAt('/changed')]).toEqual([[404], [302, '/now']]);
    expect((await editor.delete(`/redirects/${id}`)).status).toBe(204);
    expect(await answerAt('/changed')).toEqual([404]);
    expect((await editor.delete(`/redirects/${id}`)).status).toBe(404);
    const { items } = (await editor.get(`/audit?target=${id}`)).json() as {
      items: { action: string; target: { name: string } }[];
    };
    expect(items.map(({ action, target }) => [action, target.name])).toEqual(
      expect.arrayContaining([
        ['redirect.create', '/changing'],
        ['redirect.change', '/changed'],
        ['redirect.delete', '/changed'],
      ]),
    );
  });

  it('say what happens with a URL, step by step', async () => {
    const number = await live('tried');
    await move(number, 'tried-2');
    const rule = await made('/try-me', { forwardArticle: number });
    await made('/try-out', { forwardUrl: 'https://example.org/out' });
    await made('/try-gone', { code: 410 });
    const article = { number, title: 'tried', path: '/tried-2' };
    const none = { article: null, redirect: null };
    const page = { kind: 'page', address: '/tried-2', status: 200, article, redirect: null };
    expect(await tried('/tried-2?x=1')).toEqual([{ ...page, address: '/tried-2?x=1' }]);
    expect(await tried('/Tried')).toEqual([
      { kind: 'moved', address: '/Tried', status: 301, article, redirect: null },
      page,
    ]);
    expect(await tried('/TRIED-2/')).toEqual([
      { kind: 'spelling', address: '/TRIED-2/', status: 301, ...none },
      page,
    ]);
    expect(await tried('/try-me')).toEqual([
      {
        kind: 'rule',
        address: '/try-me',
        status: 301,
        article: null,
        redirect: { id: rule.id, path: '/try-me', withBelow: false },
      },
      page,
    ]);
    expect((await tried('/try-out')).map(({ kind, address }) => [kind, address])).toEqual([
      ['rule', '/try-out'],
      ['elsewhere', 'https://example.org/out'],
    ]);
    expect((await tried('/try-gone')).map(({ kind, status }) => [kind, status])).toEqual([['rule', 410]]);
    expect(await tried('/try-nothing')).toEqual([
      { kind: 'nothing', address: '/try-nothing', status: 404, ...none },
    ]);
    for (const address of ['/tried', '/TRIED-2/', '/try-me', '/try-gone', '/try-nothing']) {
      const [first, second] = await tried(address);
      const [status, location] = await answerAt(address);
      expect([address, first?.status, second?.address]).toEqual([address, status, location]);
    }
    await editor.post(`/articles/${number}/withdraw`, { answer: 404 });
    expect((await tried('/tried')).map(({ kind, status }) => [kind, status])).toEqual([['offline', 404]]);
    expect(refused(await editor.get('/redirects/try?url=javascript:alert(1)'))).toEqual([400, 'url']);
  });

  it('of an article are released with a reason; another article can take the address then (P-46)', async () => {
    const number = await live('kept-0');
    await move(number, 'kept-1');
    const addresses = async (): Promise<readonly OldAddress[]> =>
      ((await editor.get(`/articles/${number}/addresses`)).json() as { items: OldAddress[] }).items; // as above
    expect(await addresses()).toMatchObject([{ path: '/kept-0', status: 301 }]);
    const taker = { type: 0, title: 'Takes it', slug: 'kept-0' };
    expect((await editor.post('/articles', taker)).status).toBe(409);
    expect(faultOf(await editor.post('/articles/release-address', { path: '/kept-0', reason: ' ' }))).toEqual(
      [400, 'reason', 'article.needsReason'],
    );
    const reason = 'The campaign is over';
    expect((await editor.post('/articles/release-address', { path: '/kept-0', reason })).status).toBe(204);
    expect([await addresses(), await answerAt('/kept-0')]).toEqual([[], [404]]);
    expect((await editor.post('/articles', taker)).status).toBe(201);
    const { items } = (await editor.get(`/audit?target=${number}&limit=100`)).json() as {
      items: { id: string; action: string }[];
    };
    const entry = items.find(({ action }) => action === 'article.release-address');
    expect((await editor.get(`/audit/${entry?.id}`)).json()).toMatchObject({ after: { reason } });
  });
});
