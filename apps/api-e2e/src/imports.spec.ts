import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import { IMPORT_LIMITS, type ImportRun } from '@sitedesk/contract/imports';
import { freePort } from '@sitedesk/testing';
import { createArticle, publishArticle, readArticle, saveFields } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { PIXEL, upload } from './harness/files.js';
import { HOSTILE_FRONT_MATTER } from './harness/costly-documents.js';
import { call } from './harness/http.js';
import {
  codesOf,
  createImport,
  type Documents,
  finish,
  importAll,
  importedArticle,
  reportOf,
} from './harness/imports.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { randomNumbers } from './harness/random.js';
import { changedTables, tableHashes } from './harness/table-hashes.js';

/** Its report, and what a server that runs notes of itself and of who is signed in. */
const OF_DRY_RUNS: ReadonlySet<string> = new Set([
  'import_item',
  'import_run',
  'job_success',
  'rate_limit_counter',
  'retention_run',
  'session',
]);

describe('import of documents', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let publicPort: number;
  let sources = 0;

  beforeAll(async () => {
    publicPort = await freePort();
    sites = await startTwoEditorSites({
      RATELIMIT__DOCSIMPORT: '1000000/60',
      SITE_PORT: String(publicPort),
    });
    ({ a } = sites);
  });

  afterAll(() => sites.site.stop());

  const source = (): { readonly source: string } => ({ source: `Source ${(sources += 1)}` });
  const article = (run: ImportRun, name: string): Promise<ArticleDetails> => importedArticle(a, run, name);
  const shape = (nodes: readonly DocumentNode[] = []): readonly unknown[] =>
    nodes.map(({ type, content, text, marks, attrs }) => {
      if (type === 'text')
        return marks ? [text, ...marks.map((mark) => mark.attrs?.['href'] ?? mark.type)] : text;
      const about = attrs?.['level'] ?? attrs?.['language'] ?? attrs?.['checked'] ?? attrs?.['kind'];
      return [about === undefined ? type : `${type} ${String(about)}`, ...shape(content)];
    });

  it('makes articles of Markdown and HTML, with what their front matter says (J-10)', async () => {
    const author = (await a.post('/authors', { name: 'Ada Lovelace' })).json() as { id: string };
    const run = await importAll(
      a,
      {
        'guide/01-first.md': `---\ntitle: First steps\ntags: [one, two]\nauthor: ada lovelace\nsummary: How to begin\nweight: 3\n---\n# First steps\n\nA *word* in **bold**, \`code\` and a [link](second.md#part).\n\n## Part\n\n- [ ] open\n- [x] done\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`js\nlet a = 1;\n\`\`\`\n\n> [!TIP]\n> Good\n\n***\n`,
        'guide/second.md':
          'Text without a title\n\nwith [one](01-first.md), [dead](nothing.md) and [bad](javascript:alert(1)).',
        'page.html':
          '<title>A page</title><meta name="description" content="In short"><nav>Menu</nav><main><h1>A page</h1><p>One<br>two</p><video src="x"></video><details><summary>More</summary><p>Hidden</p></details></main>',
      },
      source(),
    );
    expect(run.counts).toEqual({ created: 3, updated: 0, unchanged: 0, conflict: 0, refused: 0 });
    const first = await article(run, 'guide/01-first.md');
    expect(first).toMatchObject({
      title: 'First steps',
      path: '/guide/first',
      status: 'draft',
      introduction: 'How to begin',
    });
    expect(first.fields).toMatchObject({ tags: ['one', 'two'], authors: [author.id] });
    expect(shape(first.document.content)).toEqual([
      [
        'paragraph',
        'A ',
        ['word', 'italic'],
        ' in ',
        ['bold', 'bold'],
        ', ',
        ['code', 'code'],
        ' and a ',
        ['link', '/guide/second#part'],
        '.',
      ],
      ['heading 2', 'Part'],
      ['taskList', ['taskItem false', ['paragraph', 'open']], ['taskItem true', ['paragraph', 'done']]],
      ['orderedList', ['listItem', ['paragraph', 'one']], ['listItem', ['paragraph', 'two']]],
      [
        'table',
        ['tableRow', ['tableHeader', ['paragraph', 'a']], ['tableHeader', ['paragraph', 'b']]],
        ['tableRow', ['tableCell', ['paragraph', '1']], ['tableCell', ['paragraph', '2']]],
      ],
      ['codeBlock js', 'let a = 1;'],
      ['callout tip', ['paragraph', 'Good']],
      ['horizontalRule'],
    ]);
    const second = await article(run, 'guide/second.md');
    expect([second.title, second.path]).toEqual(['Second', '/guide/second']);
    expect(shape(second.document.content)[1]).toEqual([
      'paragraph',
      'with ',
      ['one', '/guide/first'],
      ', dead and bad.',
    ]);
    const report = await reportOf(a, run.id);
    expect(codesOf(report.get('guide/01-first.md'))).toEqual(['import.unknownKeys', 'import.linksRewritten']);
    expect(codesOf(report.get('guide/second.md'))).toEqual([
      'import.noTitle',
      'import.linksRewritten',
      'import.linkDead',
      'import.linkRefused',
    ]);
    const page = await article(run, 'page.html');
    expect([page.title, page.introduction]).toEqual(['A page', 'In short']);
    expect(shape(page.document.content)).toEqual([
      ['paragraph', 'One', ['hardBreak'], 'two'],
      ['details', ['detailsSummary', 'More'], ['detailsContent', ['paragraph', 'Hidden']]],
    ]);
    expect(codesOf(report.get('page.html'))).toEqual(['import.dropped']);
  });

  it('writes nothing when the same is imported again (J-01), and nothing but the report to begin with (J-02)', async () => {
    const documents: Documents = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        `many/${at}.md`,
        `# Document ${at}\n\nSee [the next](${(at + 1) % 200}.md).`,
      ]),
    );
    const options = source();
    const { id } = await createImport(a, documents, options);
    const before = await tableHashes(sites.site.database);
    const checked = await finish(a, id, 'check');
    expect(checked).toMatchObject({ state: 'checked', items: 200, processed: 200, counts: { created: 200 } });
    const changed = changedTables(before, await tableHashes(sites.site.database));
    expect(changed.filter((table) => !OF_DRY_RUNS.has(table))).toEqual([]);
    const said = await reportOf(a, id);
    const wrong = await a.post(`/import/runs/${id}/import`, { report: '0'.repeat(64) });
    expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining('import.otherReport')]);
    await finish(a, id, 'import', { report: checked.reportHash });
    const done = await reportOf(a, id);
    for (const [name, item] of said)
      expect(done.get(name)).toEqual({ ...item, article: done.get(name)?.article });

    const entries = () =>
      sites.site.database.query(
        `SELECT count(*)::int AS count FROM audit_entry WHERE action LIKE 'article.%'`,
      );
    const [after, entriesAfter] = [await tableHashes(sites.site.database), await entries()];
    const again = await importAll(a, documents, options);
    expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 200 });
    const rewritten = changedTables(after, await tableHashes(sites.site.database));
    expect(rewritten.filter((table) => !OF_DRY_RUNS.has(table))).toEqual(['audit_entry', 'audit_head']);
    expect(await entries()).toEqual(entriesAfter);
  });

  it('keeps what was edited here, unless it shall be replaced, which can be undone (J-03, J-04)', async () => {
    const options = source();
    const first = await importAll(a, { 'a.md': '# Edited A\n\nOne', 'b.md': '# Edited B\n\nOne' }, options);
    const [one, two] = [await article(first, 'a.md'), await article(first, 'b.md')];
    await saveFields(a, one.number, { introduction: 'By hand' });
    const edited = await readArticle(a, one.number);
    const next = { 'a.md': '# Edited A\n\nTwo', 'b.md': '# Edited B\n\nTwo' };
    const kept = await importAll(a, next, options);
    expect(kept.counts).toMatchObject({ conflict: 1, updated: 1 });
    expect(await readArticle(a, one.number)).toEqual(edited);
    expect(shape((await readArticle(a, two.number)).document.content)).toEqual([['paragraph', 'Two']]);

    const replaced = await importAll(a, next, { ...options, conflict: 'overwrite' });
    expect(replaced.counts).toMatchObject({ updated: 1, unchanged: 1 });
    expect(shape((await readArticle(a, one.number)).document.content)).toEqual([['paragraph', 'Two']]);
    await finish(a, replaced.id, 'undo');
    const { fields, document } = await readArticle(a, one.number);
    expect({ fields, document }).toEqual({ fields: edited.fields, document: edited.document });

    // B was changed by the second import and by nobody since: it's what the first import made of it.
    await finish(a, kept.id, 'undo');
    expect((await readArticle(a, two.number)).document).toEqual(two.document);
    // And the first import takes it away, but not what someone has written.
    await finish(a, first.id, 'undo');
    expect((await readArticle(a, two.number)).status).toBe('trashed');
    expect((await readArticle(a, one.number)).status).toBe('draft');
    expect(codesOf((await reportOf(a, first.id)).get('a.md'))).toContain('import.undoEdited');
    // Imported again, it comes out of the trash.
    const back = await importAll(a, { 'b.md': '# Edited B\n\nThree' }, options);
    expect(back.counts).toMatchObject({ created: 1 });
    expect(await readArticle(a, two.number)).toMatchObject({ status: 'draft', number: two.number });
  });

  it.each(['keep', 'overwrite'])(
    'leaves alone what was edited after the check: %s (J-03)',
    async (conflict) => {
      const options = { ...source(), conflict };
      const name = `${conflict}.md`;
      const run = await importAll(a, { [name]: 'One' }, options);
      const { number } = await article(run, name);
      const { id } = await createImport(a, { [name]: 'Two' }, options);
      expect((await finish(a, id, 'check')).counts).toMatchObject({ updated: 1 });
      await saveFields(a, number, { introduction: 'By hand' });
      const edited = await readArticle(a, number);
      expect((await sites.b.post(`/import/runs/${id}/import`, {})).status).toBe(404);
      expect((await finish(a, id, 'import')).counts).toMatchObject({ conflict: 1, updated: 0 });
      expect(codesOf((await reportOf(a, id)).get(name))).toContain('import.edited');
      expect(await readArticle(a, number)).toEqual(edited);
    },
  );

  it('publishes what is no draft with its date, redirects former addresses, and takes both back (J-04)', async () => {
    const blogKey = 'imported';
    const blog = await createArticle(a, { type: 2, title: 'Imported', blogKey });
    await publishArticle(a, blog.number);
    const documents = {
      '2020-01-02-hello.md': '---\ntitle: Hello\ndate: 2020-01-02 10:00\naliases: [/old/hello]\n---\nText',
      'draft.md': '---\ntitle: Not yet\ndraft: true\n---\nText',
      'later.md': '---\ntitle: Later\ndate: 2999-01-01\n---\nText',
    };
    const options = { ...source(), blogKey, status: 'published' };
    const run = await importAll(a, documents, options);
    const hello = await article(run, '2020-01-02-hello.md');
    expect(hello).toMatchObject({
      status: 'live',
      path: '/imported/hello',
      publishedAt: '2020-01-02T10:00:00.000Z',
    });
    expect((await article(run, 'draft.md')).status).toBe('draft');
    expect((await article(run, 'later.md')).status).toBe('draft');
    const redirects = async (): Promise<readonly { path: string; article: unknown }[]> =>
      ((await a.get('/redirects?q=/old')).json() as { items: { path: string; article: unknown }[] }).items; // as above
    expect(await redirects()).toMatchObject([{ path: '/old/hello', article: { number: hello.number } }]);

    // A page that changes and changes back has a new version, and was modified then: visitors may have seen the other one.
    const page = async (): Promise<string> => {
      const answer = await call(`http://127.0.0.1:${publicPort}/imported/hello`, {
        headers: { Host: HOSTS.a },
      });
      expect(answer.status).toBe(200);
      return answer.text
        .replace(/ data-content-version="[^"]*"/, '')
        .replace(/<meta property="article:modified_time"[^>]*>/, '')
        .replace(/"dateModified":"[^"]*"/, '')
        .replace(/<p>Updated <time[^<]*<\/time><\/p>/, '');
    };
    const published = await page();
    const changed = await importAll(
      a,
      { ...documents, '2020-01-02-hello.md': '---\ntitle: Hello 2\n---\nNew' },
      options,
    );
    expect(changed.counts).toMatchObject({ updated: 1, unchanged: 2 });
    expect(await article(changed, '2020-01-02-hello.md')).toMatchObject({ status: 'live', title: 'Hello 2' });
    expect(await page()).not.toBe(published);
    await finish(a, changed.id, 'undo');
    expect(await page()).toBe(published);
    expect(await readArticle(a, hello.number)).toMatchObject({
      status: 'live',
      title: 'Hello',
      document: hello.document,
    });
    await finish(a, run.id, 'undo');
    expect((await readArticle(a, hello.number)).status).toBe('trashed');
    expect(await redirects()).toEqual([]);
    const again = await importAll(a, documents, options);
    expect(again.counts).toMatchObject({ created: 3, refused: 0 });
    expect((await readArticle(a, hello.number)).status).toBe('live');
  });

  it('has links between documents lead to their articles, in whatever order these arrive (J-11)', async () => {
    // A hundred folders of three that lead to each other, and arrive in a hundred orders.
    const documents = Array.from({ length: 100 }, (_, at): readonly (readonly [string, string])[] => [
      [`mixed/${at}/index.md`, '# Start\n\n[a](guide/a.md#part) [b](guide/deep/b.html)'],
      [`mixed/${at}/guide/a.md`, `---\ntitle: A\nslug: mixed/${at}/first\n---\n[up](../) [b](./deep/b.html)`],
      [
        `mixed/${at}/guide/deep/b.html`,
        '<title>B</title><p><a href="../a.md">a</a> <a href="../../index.md">up</a>',
      ],
    ]).flat();
    const random = randomNumbers(11);
    const mixed = documents
      .map((each) => [random(1_000_000), each] as const)
      .sort(([one], [other]) => one - other)
      .map(([, each]) => each);
    const names = mixed.map(([name]) => name);
    const orders = Array.from({ length: 100 }, (_, at) =>
      names
        .filter((name) => name.startsWith(`mixed/${at}/`))
        .map((name) => name.slice(`mixed/${at}/`.length))
        .join(),
    );
    expect(new Set(orders).size).toBe(6);
    const run = await importAll(a, Object.fromEntries(mixed), source());
    expect(run.counts).toMatchObject({ created: 300, refused: 0 });
    const rows = await sites.site.database.query(
      `SELECT number, (SELECT json_agg(href #>> '{}') FROM jsonb_path_query(document, 'strict $.**.attrs.href') AS href) AS links
       FROM article_draft`,
    );
    const linksOf = new Map(rows.map(({ number, links }) => [number, links]));
    const links = Object.fromEntries(
      [...(await reportOf(a, run.id)).values()].map(({ path, article: of }) => [path, linksOf.get(of)]),
    );
    const expected = Array.from({ length: 100 }, (_, at) => {
      const [start, first, deep] = [`/mixed/${at}`, `/mixed/${at}/first`, `/mixed/${at}/guide/deep/b`];
      return [
        [start, [`${first}#part`, deep]],
        [first, [start, deep]],
        [deep, [first, start]],
      ];
    }).flat();
    expect(links).toEqual(Object.fromEntries(expected));
  });

  it('takes pictures out of a folder of files, by the paths of the source (J-12)', async () => {
    const folder = (await a.post('/folders', { name: 'Pictures of docs' })).json() as { id: string };
    const inside = (await a.post('/folders', { name: 'img', parent: folder.id })).json() as { id: string };
    const file = await upload(a, 'My pic.png', PIXEL, inside.id);
    const run = await importAll(
      a,
      {
        'docs/pictures.md':
          '---\nimage: ../img/my%20pic.png\n---\n# Pictures\n\nBefore ![Alt](../img/My%20pic.png) after\n\n![](gone.png) ![](https://elsewhere.test/x.png) ![](data:image/png;base64,AA)\n\n[the file](../img/My%20pic.png)',
      },
      { ...source(), folder: folder.id },
    );
    const { document, fields } = await article(run, 'docs/pictures.md');
    expect(shape(document.content)).toEqual([
      ['paragraph', 'Before'],
      ['image'],
      ['paragraph', 'after'],
      ['paragraph', ['the file', file.path]],
    ]);
    expect(document.content?.[1]?.attrs).toMatchObject({ file: file.id, alt: 'Alt' });
    expect(fields.bannerImage).toBe(file.path);
    expect(codesOf((await reportOf(a, run.id)).get('docs/pictures.md'))).toEqual([
      'import.linksRewritten',
      'import.imageMissing',
      'import.imageElsewhere',
      'import.imageInline',
    ]);
  });

  it('refuses what it can’t read or must not cut, and says so (J-06, J-15)', async () => {
    await createArticle(a, { title: 'Taken', slug: 'refused/taken' });
    const documents: Documents = {
      'refused/code.md': HOSTILE_FRONT_MATTER.code,
      'refused/toml.md': '+++\ntitle = "x"\n+++\nText',
      'refused/bomb.md': HOSTILE_FRONT_MATTER.bomb,
      'refused/deep.md': HOSTILE_FRONT_MATTER.deep,
      'refused/indented.md': `---\n${Array.from({ length: 60 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')}\n---\nText`,
      'refused/large.md': HOSTILE_FRONT_MATTER.large,
      'refused/open.md': '---\ntitle: x\nText',
      'refused/tag.md': '---\ntitle: !!js/function "function(){}"\n---\nText',
      'refused/long.md': `---\ntitle: ${'t'.repeat(255)}\n---\nText`,
      'refused/summary.md': `---\nsummary: ${'s'.repeat(513)}\n---\nText`,
      'refused/x.mdx': '# MDX\n\n<Component />',
      'refused/taken.md': '# Taken',
      'refused/twice.md': '# Twice',
      'refused/twice.html': '<h1>Twice</h1>',
      'admin/x.md': '# Reserved',
      'refused/nested.html': '<div>'.repeat(5_000),
    };
    const { id } = await createImport(a, documents, source());
    const run = await finish(a, id, 'check');
    const report = await reportOf(a, id);
    const codes = Object.fromEntries([...report].map(([name, item]) => [name, codesOf(item).at(-1)]));
    expect(codes).toEqual({
      'refused/code.md': 'import.frontMatterType',
      'refused/toml.md': 'import.frontMatterType',
      'refused/bomb.md': 'import.frontMatterBroken',
      'refused/deep.md': 'import.frontMatterLarge',
      'refused/indented.md': 'import.frontMatterLarge',
      'refused/large.md': 'import.frontMatterLarge',
      'refused/open.md': 'import.frontMatterOpen',
      'refused/tag.md': 'import.frontMatterBroken',
      'refused/long.md': 'import.titleLong',
      'refused/summary.md': 'import.introductionLong',
      'refused/x.mdx': 'import.mdx',
      'refused/taken.md': 'import.addressTaken',
      'refused/twice.md': 'import.addressTwice',
      'refused/twice.html': undefined,
      'admin/x.md': 'import.reserved',
      'refused/nested.html': 'import.tooDeep',
    });
    expect(run.counts).toMatchObject({ refused: 15, created: 1 });
    const done = await finish(a, id, 'import');
    expect(done.counts).toEqual(run.counts);
  });

  it('leaves in the trash what someone has moved there, and the addresses of what was live to it', async () => {
    const options = source();
    const documents = { 'trashed.md': '# Trashed here' };
    const { number } = await article(await importAll(a, documents, options), 'trashed.md');
    expect((await a.post(`/articles/${number}/trash`, {})).status).toBe(204);
    const { number: moved } = await createArticle(a, { title: 'Moved', slug: 'kept/former' });
    await publishArticle(a, moved);
    await saveFields(a, moved, { slug: 'kept/later' });
    await publishArticle(a, moved);
    const again = await importAll(a, { ...documents, 'kept/former.md': '# Former' }, options);
    expect(again.counts).toMatchObject({ conflict: 1, refused: 1, created: 0 });
    const report = await reportOf(a, again.id);
    expect(codesOf(report.get('trashed.md'))).toEqual(['import.trashed']);
    expect(codesOf(report.get('kept/former.md'))).toEqual(['import.addressKept']);
    expect((await readArticle(a, number)).status).toBe('trashed');
  });

  it('has another report where only what it says of a document is another', async () => {
    const hashOf = async (text: string): Promise<string | null> => {
      const { id } = await createImport(a, { 'said.md': text }, source());
      return (await finish(a, id, 'check')).reportHash;
    };
    const hash = await hashOf('# Said');
    expect(await hashOf('# Said')).toBe(hash);
    expect(await hashOf('---\nunheard: of\n---\n# Said')).not.toBe(hash);
  });

  it('is for people who may, at their own site, and publishes only for those who publish (J-17, P-16)', async () => {
    const { browser: author } = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a });
    expect((await author.post('/import/runs', source())).status).toBe(403);
    const role = await a.post('/roles', {
      name: 'Importer',
      permissions: ['import.run', 'pages.view', 'pages.create', 'pages.edit-own'],
    });
    const { id: importing } = role.json() as { id: string };
    const { browser: importer } = await colleague(sites.site, a, { roles: [importing], host: HOSTS.a });
    const refused = await importer.post('/import/runs', { ...source(), status: 'published' });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('pages.publish')]);

    const options = source();
    const run = await importAll(a, { 'mine.md': '# Of the administrator' }, options);
    const theirs = await importAll(importer, { 'mine.md': '# Changed', 'own.md': '# Own' }, options);
    expect(theirs.counts).toMatchObject({ conflict: 1, created: 1 });
    expect((await article(run, 'mine.md')).title).toBe('Of the administrator');
    expect((await importer.post(`/import/runs/${theirs.id}/undo`)).status).toBe(403);
    const { b } = sites;
    for (const answer of [
      await b.get(`/import/runs/${run.id}`),
      await b.get(`/import/runs/${run.id}/items`),
      await b.post(`/import/runs/${run.id}/undo`),
      await b.delete(`/import/runs/${run.id}`),
    ])
      expect(answer.status).toBe(404);
    expect((await b.post('/import/runs', { ...options, folder: run.id })).status).toBe(400);
    expect((await a.delete(`/import/runs/${run.id}`)).status).toBe(204);
    // The article is still known as the same document.
    expect((await importAll(a, { 'mine.md': '# Of the administrator' }, options)).counts).toMatchObject({
      unchanged: 1,
    });
  });

  it('has a limited number of imports that aren’t finished, and takes documents only before it begins', async () => {
    const { b } = sites;
    for (let at = 0; at < IMPORT_LIMITS.openRuns; at += 1) await createImport(b, {});
    const refused = await b.post('/import/runs', { source: 'One more' });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('import.tooManyOpen')]);
    const done = await importAll(a, { 'x.md': '# Begun' }, source());
    const item = { externalId: 'y.md', format: 'markdown', content: '' };
    expect((await a.put(`/import/runs/${done.id}/items`, { items: [item] })).status).toBe(409);
    expect((await a.post(`/import/runs/${done.id}/check`)).status).toBe(409);
    const { id } = await createImport(a, {}, source());
    for (const items of [[{ ...item, externalId: '../y.md' }], [item, item], []])
      expect((await a.put(`/import/runs/${id}/items`, { items })).status).toBe(400);
    expect((await a.post(`/import/runs/${id}/import`, {})).status).toBe(409);
    expect((await a.post(`/import/runs/${id}/undo`)).status).toBe(409);
  });
});
