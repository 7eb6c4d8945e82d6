import { IMPORT_KEY_LIMITS, type ImportKey, type NewImportKey } from '@sitedesk/contract/import-keys';
import type { ImportRun } from '@sitedesk/contract/imports';
import { createArticle, readArticle } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { createImportKey, programWith } from './harness/import-keys.js';
import { codesOf, createImport, finish, importAll, reportOf } from './harness/imports.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

describe('import keys', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;

  beforeAll(async () => {
    sites = await startTwoEditorSites({ RATELIMIT__DOCSIMPORT: '100000/60' });
    ({ a, b } = sites);
    for (const browser of [a, b])
      for (const blogKey of ['news', 'notes'])
        await createArticle(browser, { type: 2, title: blogKey, blogKey });
  });

  afterAll(() => sites.site.stop());

  const keys = async (browser: EditorBrowser): Promise<readonly ImportKey[]> =>
    ((await browser.get('/import/keys')).json() as { items: ImportKey[] }).items; // the contract's word
  const numberOf = async (browser: EditorBrowser, { id }: ImportRun, name: string): Promise<number> =>
    (await reportOf(browser, id)).get(name)?.article ?? 0;

  it('are shown once, stored as a hash, and say when they were used last', async () => {
    const made = await createImportKey(a, { name: 'GitHub', blogKey: 'news', expiresInDays: 3 });
    expect(made).toMatchObject({
      name: 'GitHub',
      scope: 'draft',
      blogKey: 'news',
      path: null,
      lastUsedAt: null,
    });
    expect(made.key).toMatch(new RegExp(`^${made.prefix}_[\\w-]{49}$`));
    const [row] = await sites.site.database.query('SELECT * FROM import_key WHERE id = $1', [made.id]);
    expect(JSON.stringify(row)).not.toContain(made.key.slice(made.prefix.length + 1));
    expect((await programWith(a, made.key).get('/import/runs')).status).toBe(200);
    const [listed] = await keys(a);
    expect(listed).toMatchObject({
      id: made.id,
      lastUsedAt: expect.any(String),
      lastAddress: expect.any(String),
    });
    expect(JSON.stringify(listed)).not.toContain(made.key);
    expect(await keys(b)).toEqual([]);
  });

  it('import as who created them, and nothing else: no other route and no other site takes them (J-16)', async () => {
    const { key } = await createImportKey(a);
    const program = programWith(a, key);
    const run = await importAll(program, { 'one.md': '# By a key' }, { source: 'Keyed' });
    expect(run).toMatchObject({
      counts: { created: 1 },
      keyName: 'CI',
      createdBy: { id: expect.any(String) },
    });
    expect((await readArticle(a, await numberOf(a, run, 'one.md'))).title).toBe('By a key');
    const refusals = [
      await program.get('/articles'),
      await program.get('/session'),
      await program.post('/import/keys', { name: 'More' }),
      await program.get('/import/keys'),
      await programWith(b, key).get('/import/runs'),
      await programWith(b, key).post('/import/runs', { source: 'x' }),
      await programWith(a, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`).get('/import/runs'),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 401));
    // Nor does it see what people import, or other keys.
    const other = await createImport(a, { 'x.md': '# X' }, { source: 'Of a person' });
    expect((await program.get(`/import/runs/${other.id}`)).status).toBe(404);
    expect(((await program.get('/import/runs')).json() as { items: ImportRun[] }).items).toHaveLength(1);
    await a.delete(`/import/runs/${other.id}`);
  });

  it('of one blog write its posts only, whatever name the documents have there already (J-16)', async () => {
    const notes = await importAll(a, { 'x.md': '# Of notes' }, { source: 'Shared', blogKey: 'notes' });
    const page = await importAll(a, { 'p.md': '# A page' }, { source: 'Shared' });
    const { key } = await createImportKey(a, { blogKey: 'news', scope: 'publish' });
    const program = programWith(a, key);
    const foreign = await program.post('/import/runs', { source: 'Shared', blogKey: 'notes' });
    expect([foreign.status, foreign.text]).toEqual([401, expect.stringContaining('importKeys.invalid')]);
    const run = await importAll(
      program,
      {
        'x.md': '# Taken over',
        'p.md': '# Taken over',
        'new.md': '---\naliases: [/notes/old, /news/old]\n---\n# New',
      },
      { source: 'Shared', status: 'published', conflict: 'overwrite' },
    );
    const report = await reportOf(a, run.id);
    expect([...report].map(([name, { outcome, path }]) => [name, outcome, path])).toEqual([
      ['new.md', 'created', '/news/new'],
      ['p.md', 'refused', expect.anything()],
      ['x.md', 'refused', expect.anything()],
    ]);
    expect(codesOf(report.get('x.md'))).toContain('import.outside');
    expect(codesOf(report.get('new.md'))).toContain('import.aliasesOutside');
    expect((await readArticle(a, await numberOf(a, notes, 'x.md'))).title).toBe('Of notes');
    expect((await readArticle(a, await numberOf(a, page, 'p.md'))).title).toBe('A page');
    const redirects = (await a.get('/redirects')).text;
    expect([redirects.includes('/news/old'), redirects.includes('/notes/old')]).toEqual([true, false]);
    // The limit stays with the import, whoever goes on with it.
    const { id } = await createImport(
      program,
      { 'x.md': '# Again' },
      { source: 'Shared', conflict: 'overwrite' },
    );
    await finish(a, id, 'check');
    expect(codesOf((await reportOf(a, id)).get('x.md'))).toContain('import.outside');
  });

  it('of one path write at it and below, and not what was moved away since', async () => {
    const { key } = await createImportKey(a, { path: '/docs' });
    const program = programWith(a, key);
    const run = await importAll(
      program,
      { 'docs/in.md': '# In', 'docs.md': '# Root', 'docsy.md': '# Beside', 'other/out.md': '# Out' },
      { source: 'Paths' },
    );
    expect(run.counts).toMatchObject({ created: 2, refused: 2 });
    const { id } = await createImport(program, { 'docs/in.md': '# In again' }, { source: 'Paths' });
    await finish(program, id, 'check');
    await sites.site.database.query(`UPDATE article SET path = '/moved/in' WHERE path = '/docs/in'`);
    expect((await finish(program, id, 'import')).counts).toMatchObject({ conflict: 1, updated: 0 });
    expect((await finish(program, run.id, 'undo')).state).toBe('undone');
    expect((await readArticle(a, await numberOf(a, run, 'docs/in.md'))).status).toBe('draft');
    expect((await readArticle(a, await numberOf(a, run, 'docs.md'))).status).toBe('trashed');
  });

  it('for drafts don’t publish, and none does what its owner can’t (P-16)', async () => {
    const drafts = programWith(a, (await createImportKey(a)).key);
    const refused = await drafts.post('/import/runs', { source: 'Live', status: 'published' });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('pages.publish')]);
    const role = await a.post('/roles', {
      name: 'Importer',
      permissions: ['import.run', 'pages.view', 'pages.create', 'pages.edit-own'],
    });
    const { id } = role.json() as { id: string };
    const { browser, id: accountId } = await colleague(sites.site, a, { roles: [id], host: HOSTS.a });
    const own = await createImportKey(browser, { scope: 'publish' });
    const program = programWith(a, own.key);
    expect((await program.post('/import/runs', { source: 'L', status: 'published' })).status).toBe(403);
    const run = await importAll(program, { 'mine.md': '# Mine' }, { source: 'Theirs' });
    expect(run.counts.created).toBe(1);
    expect((await program.post(`/import/runs/${run.id}/undo`)).status).toBe(403);
    // Who replaces the key of someone else gets no more than their own permissions.
    const admins = await createImportKey(a, { scope: 'publish' });
    const taken = (await browser.post(`/import/keys/${admins.id}/rotate`)).json() as NewImportKey;
    expect(taken.owner.id).toBe(accountId);
    const other = programWith(a, taken.key);
    expect((await other.post('/import/runs', { source: 'L', status: 'published' })).status).toBe(403);
    await a.post(`/users/${accountId}/disable`);
    expect((await program.get('/import/runs')).status).toBe(401);
  });

  it('are replaced with an overlap, expire, and are deleted', async () => {
    const first = await createImportKey(a, { path: '/rotated' });
    const run = await importAll(programWith(a, first.key), { 'rotated/x.md': '# X' }, { source: 'Rotated' });
    const rotated = await a.post(`/import/keys/${first.id}/rotate`, { overlapHours: 1 });
    const next = rotated.json() as NewImportKey;
    expect([rotated.status, next.path, next.name]).toEqual([201, '/rotated', 'CI']);
    for (const { key } of [first, next])
      expect((await programWith(a, key).get(`/import/runs/${run.id}`)).status).toBe(200);
    expect((await a.post(`/import/keys/${first.id}/rotate`)).status).toBe(409);
    await a.delete(`/import/keys/${first.id}`);
    expect((await programWith(a, first.key).get('/import/runs')).status).toBe(401);
    const last = (await a.post(`/import/keys/${next.id}/rotate`, { overlapHours: 0 })).json() as NewImportKey;
    const standing = async ({ key }: NewImportKey): Promise<number> =>
      (await programWith(a, key).get('/import/runs')).status;
    expect([await standing(next), await standing(last)]).toEqual([401, 200]);
    await sites.site.database.query('UPDATE import_key SET expires_at = now() WHERE id = $1', [last.id]);
    expect(await standing(last)).toBe(401);
    expect((await b.delete(`/import/keys/${last.id}`)).status).toBe(404);
    expect((await b.post(`/import/keys/${last.id}/rotate`)).status).toBe(404);
  });

  it('are refused by the field that is wrong, and are a limited number', async () => {
    const codes = async (body: object): Promise<string> => {
      const answer = await b.post('/import/keys', { name: 'CI', ...body });
      return `${answer.status} ${(answer.json() as { errors: { field: string }[] }).errors[0]?.field}`;
    };
    expect([
      await codes({ blogKey: 'nothing' }),
      await codes({ blogKey: 'news', path: '/docs' }),
      await codes({ path: 'docs' }),
      await codes({ path: '/Docs/' }),
      await codes({ name: '' }),
      await codes({ scope: 'all' }),
      await codes({ expiresInDays: 366 }),
    ]).toEqual([
      '400 blogKey',
      '400 path',
      '400 path',
      '400 path',
      '400 name',
      '400 scope',
      '400 expiresInDays',
    ]);
    for (let at = 0; at < IMPORT_KEY_LIMITS.keys; at += 1) await createImportKey(b);
    const more = await b.post('/import/keys', { name: 'One more' });
    expect([more.status, more.text]).toEqual([409, expect.stringContaining('importKeys.tooMany')]);
  });
});
