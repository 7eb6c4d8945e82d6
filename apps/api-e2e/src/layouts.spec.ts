import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { AuditRecord } from '@sitedesk/contract/audit';
import type { LayoutCheck, LayoutDetails, LayoutSource, LiveLayout } from '@sitedesk/contract/layouts';
import { freePort } from '@sitedesk/testing';
import { createHash } from 'node:crypto';
import { createArticle, createAtBoth, publishArticle } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';
import { setSetting } from './harness/tenants.js';

describe('layouts', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let editor: Colleague;
  let siteUrl: string;
  let page: ArticleDetails;

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    ({ a, b } = sites);
    editor = await colleague(sites.site, a, { roles: ['Editor'], displayName: 'Edith', host: HOSTS.a });
    page = await createAtBoth(sites, { title: 'About <us>', slug: 'about' });
    for (const browser of [a, b]) expect((await publishArticle(browser, page.number)).status).toBe(200);
    const post = { type: 1, title: 'Summer', blogKey: 'news', slug: 'summer' };
    for (const input of [{ type: 2, title: 'News', blogKey: 'news' }, post])
      await publishArticle(a, (await createArticle(a, input)).number);
  });

  afterAll(() => sites.site.stop());

  const visit = (
    path = '/about',
    host: string = HOSTS.a,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => call(siteUrl + path, { headers: { Host: host, ...headers } });
  const create = async (input: object = {}, browser = a): Promise<LayoutDetails> => {
    const answer = await browser.post('/layouts', { name: 'Own', ...input });
    expect([answer.status, answer.headers.etag]).toEqual([201, '"v1"']);
    return answer.json() as LayoutDetails; // the contract's word
  };
  const read = async (id: string): Promise<{ readonly layout: LayoutDetails; readonly etag: string }> => {
    const answer = await a.get(`/layouts/${id}`);
    return { layout: answer.json() as LayoutDetails, etag: String(answer.headers.etag) }; // as above
  };
  const save = async (id: string, source: Partial<LayoutSource>, browser = a): Promise<Answer> => {
    const { layout, etag } = await read(id);
    const input = { name: layout.name, source: { ...layout.source, ...source } };
    return browser.put(`/layouts/${id}`, input, { 'If-Match': etag });
  };
  const publish = async (id: string, browser = a, input: object = {}): Promise<Answer> =>
    browser.post(`/layouts/${id}/publish`, input, { 'If-Match': (await read(id)).etag });
  const live = async (browser = a): Promise<LiveLayout> =>
    (await browser.get('/layouts/live')).json() as LiveLayout; // as above
  const undo = async (browser = a): Promise<Answer> =>
    browser.post('/layouts/undo-publication', undefined, {
      'If-Match': `"v${(await live(browser)).sequence}"`,
    });
  const audited = async (action: string): Promise<AuditRecord | undefined> => {
    const { items } = (await a.get(`/audit?action=${action}`)).json() as { items: readonly AuditRecord[] }; // as above
    return items[0];
  };
  /** Rows of pages as the database has them: another number for each that was written. */
  const pageRows = (): Promise<readonly unknown[]> =>
    sites.site.database.query(
      `SELECT 'live' AS name, path, xmin::text FROM live_page UNION ALL SELECT 'publication', id::text, xmin::text FROM publication
       UNION ALL SELECT 'body', hash, xmin::text FROM publication_body ORDER BY 1, 2`,
    );

  it('begins as the theme that the site has, and all pages have the same octets with it, but for its file', async () => {
    const paths = ['/about', '/news', '/news/summer', '/nothing'];
    const before = await Promise.all(paths.map((path) => visit(path)));
    const { id, source, isChanged, lastVersion, liveVersion } = await create({ name: '  The   same ' });
    expect([isChanged, lastVersion, liveVersion]).toEqual([true, null, null]);
    expect(source.header).toContain('{{menu}}');
    expect((await publish(id)).status).toBe(200);
    const after = await Promise.all(paths.map((path) => visit(path)));
    const style = /<link rel="stylesheet" href="([^"]+)">/;
    for (const [index, { status, text }] of before.entries()) {
      expect(after[index]?.status).toBe(status);
      expect(after[index]?.text.replace(style, '')).toBe(text.replace(style, ''));
    }
    const [, path = ''] = style.exec(after[0]?.text ?? '') ?? [];
    const sheet = await visit(path);
    expect([sheet.status, sheet.text, sheet.headers['content-type']]).toEqual([
      200,
      source.css,
      'text/css; charset=utf-8',
    ]);
    expect(sheet.headers['cache-control']).toContain('immutable');
    expect((await undo()).status).toBe(200);
    expect((await visit()).text).toBe(before[0]?.text);
    expect((await visit()).headers.etag).toBe(before[0]?.headers.etag);
    // What a browser has still loads its style sheet.
    expect((await visit(path)).status).toBe(200);
    expect((await visit(path, HOSTS.b)).status).toBe(404);
  });

  it('is on all pages at once when it’s published, and gone when that is undone; no page is written (P-43)', async () => {
    const before = { page: await visit(), rows: await pageRows(), other: await visit('/about', HOSTS.b) };
    const { id } = await create();
    const script = 'document.documentElement.dataset.ran = "1";';
    const saved = await save(id, {
      bodyAttributes: 'class="kind-{{page.kind}}" data-title="{{page.title}}"',
      header: '{{skip-link}}<header><a href="{{page.path}}">{{site.name}}</a>{{menu-list}}</header>',
      footer: `<footer>{{page.title}}</footer><script>${script}</script>`,
      js: 'let own = 1;',
      head: '<title>{{page.full-title}}</title>{{style}}{{script}}{{meta}}',
    });
    expect(saved.status).toBe(200);
    expect((await visit()).text).toBe(before.page.text);
    const answer = await publish(id, a, { note: 'Wide' });
    expect(answer.json()).toMatchObject({
      layout: { id, name: 'Own', version: 1 },
      former: { layout: null },
    });
    const changed = await visit();
    expect(changed.text).toContain(
      '<body class="kind-page" data-title="About &lt;us&gt;">\n<a class="skip" href="#content">Skip to content</a><header><a href="/about">',
    );
    expect(changed.text).toContain('</main>\n<footer>About &lt;us&gt;</footer>');
    expect((await visit('/news')).text).toContain('<body class="kind-list"');
    expect((await visit('/news/summer')).text).toContain('<body class="kind-post"');
    expect((await visit('/nothing')).text).toContain('<body class="kind-error"');
    expect(changed.headers['x-content-version']).toBe(before.page.headers['x-content-version']);
    expect(changed.headers.etag).not.toBe(before.page.headers.etag);
    expect(
      (await visit('/about', HOSTS.a, { 'If-None-Match': String(before.page.headers.etag) })).status,
    ).toBe(200);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(changed.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    const [, file = ''] = /<script src="([^"]+)" defer>/.exec(changed.text) ?? [];
    expect((await visit(file)).text).toBe('let own = 1;');
    expect((await visit('/about', HOSTS.b)).text).toBe(before.other.text);
    expect(await pageRows()).toEqual(before.rows);
    expect((await undo()).json()).toMatchObject({ layout: null, former: { layout: { id, version: 1 } } });
    expect([(await visit()).text, (await visit()).headers.etag]).toEqual([
      before.page.text,
      before.page.headers.etag,
    ]);
    expect((await undo()).json()).toMatchObject({ layout: { id, version: 1 } });
    expect((await visit()).text).toBe(changed.text);
    expect(await pageRows()).toEqual(before.rows);
    await undo();
  });

  it('keeps each version that was published, with a note, and its draft apart from them', async () => {
    const { id, source } = await create();
    await publish(id, a, { note: 'First' });
    await save(id, { footer: '<footer>Second</footer>' });
    await publish(id, editor.browser);
    await publish(id); // without a difference
    const { items } = (await a.get(`/layouts/${id}/versions`)).json() as { items: object[] };
    expect(items).toMatchObject([
      { version: 2, note: null, author: { displayName: 'Edith' } },
      { version: 1, note: 'First' },
    ]);
    expect((await a.get(`/layouts/${id}/versions/1`)).json()).toMatchObject({ version: 1, source });
    await save(id, { footer: '<footer>Third</footer>' });
    expect((await read(id)).layout).toMatchObject({ liveVersion: 2, lastVersion: 2, isChanged: true });
    expect((await visit()).text).toContain('<footer>Second</footer>');
    for (const statement of ['UPDATE layout_version SET version = 9', 'DELETE FROM layout_publication'])
      await expect(sites.site.database.query(statement)).rejects.toThrow('never changed');
    const copy = await create({ name: 'Copy', copyOf: id });
    expect(copy.source.footer).toBe('<footer>Third</footer>');
    expect((await a.delete(`/layouts/${id}`)).json()).toMatchObject({ status: 409, reason: 'layout.isLive' });
    await publish(copy.id);
    expect((await a.delete(`/layouts/${id}`)).status).toBe(204);
    expect((await a.get(`/layouts/${id}`)).status).toBe(404);
    expect((await a.get(`/layouts/${id}/versions/1`)).status).toBe(404);
    // A deleted layout can still be what undoing brings back.
    await undo();
    expect((await visit()).text).toContain('<footer>Second</footer>');
  });

  it('says what is wrong with it and where, and isn’t published with an error (E-23)', async () => {
    const { id, source } = await create();
    const broken = { ...source, header: '{{skip-link}}\n<p>\n  {{nav}}</p>', js: 'let a = ;' };
    const check = (await a.post('/layouts/check', { source: broken })).json() as LayoutCheck;
    expect(check.problems).toMatchObject([
      {
        level: 'error',
        pane: 'header',
        line: 3,
        column: 3,
        code: { code: 'layout.unknownSlot', params: { name: 'nav' } },
      },
      { level: 'error', pane: 'js', line: 1, code: { code: 'layout.syntax' } },
    ]);
    expect(check.slots).toContainEqual({ name: 'footer-menu', pane: 'footer', line: 1 });
    const before = await visit();
    expect((await save(id, broken)).status).toBe(200);
    expect((await publish(id)).json()).toMatchObject({
      status: 409,
      code: 'layout-invalid',
      problems: [{ pane: 'header', line: 3 }, { pane: 'js' }],
    });
    expect((await visit()).text).toBe(before.text);
    const faults = [
      [{ source: { ...source, css: 5 } }, 'source.css'],
      [{ source: { ...source, css: 'a\ud800' } }, 'source.css'],
      [{ source: { ...source, head: 'x'.repeat(200_001) } }, 'source.head'],
      [{ source: { ...source, more: '' } }, 'source.more'],
      [{}, 'source'],
    ] as const;
    for (const [body, field] of faults)
      expect((await a.post('/layouts/check', body)).json()).toMatchObject({
        status: 400,
        errors: [{ field }],
      });
    const large = {
      ...source,
      css: `/* ${'ä'.repeat(499_000)} */`,
      head: `${source.head}${' '.repeat(150_000)}`,
    };
    expect((await a.post('/layouts/check', { source: large })).json()).toMatchObject({ problems: [] });
  });

  it('is shown on real pages before it’s published, in a frame that can do nothing', async () => {
    const { id, source } = await create();
    const css = 'body::after { content: "</style><i>" }';
    await save(id, { css, footer: '<footer>Draft of {{page.title}}</footer>', js: 'let own;' });
    const shown = (path: string): Promise<Answer> =>
      a.get(`/layouts/${id}/preview?path=${encodeURIComponent(path)}`);
    const page = await shown('/About/?x=1');
    expect(page.text).toContain('<footer>Draft of About &lt;us&gt;</footer>');
    expect(page.text).toContain('<style>body::after { content: "<\\/style><i>" }</style>');
    expect(page.text).not.toContain('<script src');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain(createHash('sha256').update(css.replace('</', '<\\/')).digest('base64'));
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'self'; sandbox$/);
    expect((await shown('/news/summer')).text).toContain('Draft of Summer');
    expect((await shown('/nowhere')).text).toContain('<footer>Draft of Page not found');
    expect((await visit()).text).not.toContain('Draft of');
    await save(id, { ...source, header: '{{nav}}' });
    expect((await shown('/about')).json()).toMatchObject({ status: 409, code: 'layout-invalid' });
    expect((await b.get(`/layouts/${id}/preview`)).status).toBe(404);
  });

  it('begins as a theme, or as the HTML of a page', async () => {
    const journal = await create({ theme: 'journal' });
    expect(journal.source.css).toContain('3px double');
    const html = '<body class="old"><header>Old site</header><main>Content</main><footer>Since 1990</footer>';
    const { source } = await create({ html });
    expect(source).toMatchObject({
      bodyAttributes: 'class="old"',
      header: '{{skip-link}}\n<header>Old site</header>',
      footer: '<footer>Since 1990</footer>',
    });
    for (const [input, field] of [
      [{ theme: 'none' }, 'theme'],
      [{ html: '<div>'.repeat(10_000) }, 'html'],
      [{ html: `<body>${'x'.repeat(200_001)}` }, 'html'],
      [{ copyOf: 'nothing' }, 'copyOf'],
    ] as const)
      expect((await a.post('/layouts', { name: 'Own', ...input })).json()).toMatchObject({
        status: 400,
        errors: [{ field }],
      });
  });

  it('is saved and published only as it was seen', async () => {
    const { id, source } = await create();
    const input = { name: 'Own', source };
    const stale = { 'If-Match': '"v7"' };
    expect((await a.put(`/layouts/${id}`, input)).status).toBe(428);
    expect((await a.put(`/layouts/${id}`, input, stale)).status).toBe(412);
    expect((await a.post(`/layouts/${id}/publish`, {}, stale)).status).toBe(412);
    expect((await a.post('/layouts/undo-publication', undefined, stale)).status).toBe(412);
    expect(
      (await b.post('/layouts/undo-publication', undefined, { 'If-Match': '"v0"' })).json(),
    ).toMatchObject({
      status: 409,
      reason: 'layout.nothingFormer',
    });
    const publications = await Promise.all([1, 2, 3].map(() => publish(id)));
    expect(publications.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await a.get(`/layouts/${id}/versions`)).json()).toMatchObject({ items: [{ version: 1 }] });
  });

  it('tells the administrators of the site when pages run other code, and of nothing else', async () => {
    for (const host of [HOSTS.a, HOSTS.b]) {
      await setSetting(sites.site.database, 'EMAIL', 'SenderEmail', 'web@site.test', host);
      await setSetting(sites.site.database, 'EMAIL', 'ConnectionString', 'none:', host);
    }
    const told = (): Promise<readonly { readonly host: string }[]> =>
      sites.site.database.query(
        `SELECT h.hostname AS host FROM account_mail m JOIN tenant_hostname h ON h.tenant_id = m.tenant_id
         WHERE m.kind = 'security-changed' AND h.hostname = ANY($1)`,
        [[HOSTS.a, HOSTS.b]],
      );
    const { id } = await create({ name: 'Told' });
    const publishWith = async (source: Partial<LayoutSource>): Promise<number> => {
      expect((await save(id, source)).status).toBe(200);
      expect((await publish(id)).status).toBe(200);
      return (await told()).length;
    };
    expect(await publishWith({ css: 'p { color: teal }', js: '' })).toBe(0);
    expect(await publishWith({ js: 'console.log(1)' })).toBe(1);
    expect(await publishWith({ css: 'p { color: navy }' })).toBe(1);
    expect(await publishWith({ js: '' })).toBe(1);
    expect((await undo()).status).toBe(200);
    expect(await told()).toEqual([{ host: HOSTS.a }, { host: HOSTS.a }]);
    expect(await publishWith({ js: '' })).toBe(2);
  });

  it('is recorded with what was removed and added', async () => {
    const { id } = await create({ name: 'Recorded' });
    await publish(id);
    await save(id, { footer: 'One\nTwo' });
    await save(id, { footer: 'One\nThree' });
    expect(await audited('layout.save')).toMatchObject({
      target: { kind: 'layout', id, name: 'Recorded' },
      before: { footer: ['Two'] },
      after: { footer: ['Three'] },
    });
    await publish(id);
    expect(await audited('layout.publish')).toMatchObject({
      before: { version: 1 },
      after: { version: 2, footer: ['One', 'Three'] },
    });
  });

  it('is published by someone else where a setting says so, and after a recent sign-in', async () => {
    const { id } = await create();
    await save(id, { footer: '<footer>Mine</footer>' });
    const [tenant] = await sites.site.database.query<{ id: string }>(
      'SELECT tenant_id AS id FROM tenant_hostname WHERE hostname = $1',
      [HOSTS.a],
    );
    await setSetting(sites.site.database, 'Publishing', 'FourEyes', 'true', tenant?.id);
    try {
      await eventually(async () =>
        expect((await publish(id)).json()).toMatchObject({
          status: 409,
          code: 'four-eyes',
          setting: 'Publishing/FourEyes',
        }),
      );
      expect((await publish(id, editor.browser)).status).toBe(200);
      expect((await publish(id)).status).toBe(200); // as someone else has published it
    } finally {
      await setSetting(sites.site.database, 'Publishing', 'FourEyes', 'false', tenant?.id);
    }
    await sites.site.database.query(`UPDATE session SET authenticated_at = now() - interval '11 minutes'`);
    expect((await publish(id)).json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
  });
});
