import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { ImportRun } from '@sitedesk/contract/imports';
import { createArticle, publishArticle, readArticle } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { PIXEL, upload } from './harness/files.js';
import { codesOf, finish, importedArticle, putExport, reportOf, uploadExport } from './harness/imports.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { shapeOf } from './harness/shapes.js';
import { EXPORT_END, exportedItem, exportStart, HOST, wordPressExport } from './harness/wordpress-export.js';

describe('import of a WordPress export', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let sources = 0;

  beforeAll(async () => {
    sites = await startTwoEditorSites({ RATELIMIT__DOCSIMPORT: '1000000/60' });
    ({ a } = sites);
  });

  afterAll(() => sites.site.stop());

  const source = (): { readonly source: string } => ({ source: `WordPress ${(sources += 1)}` });
  const article = (run: ImportRun, name: string): Promise<ArticleDetails> => importedArticle(a, run, name);
  const imported = async (content: string, options: object): Promise<ImportRun> => {
    const { id } = await uploadExport(a, 'export.xml', content, options);
    await finish(a, id, 'check');
    return finish(a, id, 'import');
  };

  it('makes posts and pages of it, with authors, tags, pictures and former addresses (J-10, J-17)', async () => {
    const { id: accountId, credentials } = await colleague(sites.site, a, {
      roles: ['Author'],
      host: HOSTS.a,
    });
    const blog = await createArticle(a, { type: 2, title: 'News', blogKey: 'wp-news' });
    await publishArticle(a, blog.number);
    const folder = (await a.post('/folders', { name: 'Old uploads' })).json() as { id: string };
    let place = folder.id;
    for (const name of ['wp-content', 'uploads', '2020'])
      place = ((await a.post('/folders', { name, parent: place })).json() as { id: string }).id;
    const file = await upload(a, 'view.png', PIXEL, place);
    const own = (await a.post('/authors', { name: 'Pen name', accountId })).json() as { id: string };
    const grace = (await a.post('/authors', { name: 'Grace Hopper' })).json() as { id: string };
    const before = await sites.site.database.query(
      'SELECT (SELECT count(*) FROM account)::int AS users, (SELECT count(*) FROM author_profile)::int AS profiles',
    );
    const content = wordPressExport(
      [
        {
          id: 11,
          title: 'Hello &amp; welcome',
          name: 'hello',
          creator: 'grace',
          content: `First line\nsecond line\n\n<h2>Part</h2>\n[gallery ids="1,2"]\n\nSee <a href="${HOST}/about/team/#us">the team</a> and <a href="/2020/01/second/">the second</a>.<!--more-->\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<pre>a\n\nb]]></pre>`,
          excerpt: 'In <em>short</em>',
          terms: [
            ['category', 'uncategorized', 'Uncategorized'],
            ['category', 'cats', 'Cats &amp; dogs'],
            ['post_tag', 'one', 'One'],
            ['post_format', 'post-format-aside', 'Aside'],
          ],
          thumbnail: 31,
          comments: 2,
          sticky: true,
          customFields: 3,
          meta: {
            _yoast_wpseo_title: 'Welcome &amp; hello – 100% free',
            _yoast_wpseo_metadesc: 'For search engines',
          },
        },
        {
          id: 12,
          title: 'Second',
          name: 'second',
          creator: 'nobody',
          content: `<!-- wp:paragraph -->\n<p>Text</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:image {"id":31} -->\n<figure class="wp-block-image"><img src="${HOST}/wp-content/uploads/2020/view.png" alt="A view"/><figcaption>From here</figcaption></figure>\n<!-- /wp:image -->\n\n<!-- wp:latest-posts {"n":3} /-->\n<!-- wp:spacer /-->`,
          meta: {
            _yoast_wpseo_title: '%%title%% %%page%% %%sep%% %%sitename%%',
            rank_math_title: '',
            rank_math_description: '%excerpt(20)% and more',
          },
        },
        {
          id: 13,
          type: 'page',
          title: 'Team',
          name: 'team',
          creator: 'user',
          link: `${HOST}/about/team/`,
          content: 'We',
          meta: {
            rank_math_title: 'Who we are',
            rank_math_description: 'All of us',
            rank_math_seo_score: '80',
          },
        },
        { id: 14, title: 'Private', status: 'private', content: 'x' },
        { id: 15, title: 'Locked', password: 'secret', content: 'x' },
        {
          id: 16,
          title: 'Draft',
          name: '',
          status: 'draft',
          link: `${HOST}/?p=16`,
          date: '0000-00-00 00:00:00',
        },
        { id: 17, title: 'Later', status: 'future', date: '2999-01-01 00:00:00' },
        { id: 18, title: 'Gone', status: 'trash' },
        { id: 19, type: 'nav_menu_item' },
        { id: 20, type: 'nav_menu_item' },
        {
          id: 31,
          type: 'attachment',
          status: 'inherit',
          attachment: `${HOST}/wp-content/uploads/2020/view.png`,
        },
      ],
      [
        ['grace', '', 'Grace Hopper'],
        ['nobody', 'nobody@elsewhere.example', 'Nobody'],
        ['user', credentials.email.toUpperCase(), 'Another name'],
      ],
    );
    const options = { ...source(), blogKey: 'wp-news', status: 'published', folder: folder.id };
    const arrived = await uploadExport(a, 'old.wordpress.2024-08-01.xml', content, options);
    expect(arrived).toMatchObject({ state: 'open', items: 7, read: 0, processed: 0, hosts: ['old.example'] });
    expect(arrived.notes.map(({ params }) => [params?.['what'], Number(params?.['count'])]).sort()).toEqual([
      ['comment', 2],
      ['custom field', 4],
      ['nav_menu_item', 2],
      ['post_format', 1],
      ['search engine description with variables', 1],
      ['search engine title with variables', 1],
      ['sticky mark', 1],
      ['trash', 1],
    ]);
    const checked = await finish(a, arrived.id, 'check');
    expect(checked).toMatchObject({ items: 7, read: 7, processed: 7, counts: { created: 7, refused: 0 } });
    const run = await finish(a, arrived.id, 'import', { report: checked.reportHash });

    const hello = await article(run, 'post/11');
    expect(hello).toMatchObject({
      title: 'Hello & welcome',
      path: '/wp-news/hello',
      status: 'live',
      introduction: 'In short',
      publishedAt: '2020-01-02T10:00:00.000Z',
    });
    expect(hello.fields).toMatchObject({
      tags: ['Cats & dogs', 'One'],
      authors: [grace.id],
      bannerImage: file.path,
      searchTitle: 'Welcome & hello – 100% free',
      searchDescription: 'For search engines',
    });
    expect(shapeOf(hello.document.content)).toEqual([
      ['paragraph', 'First line', ['hardBreak'], 'second line'],
      ['heading 2', 'Part'],
      ['paragraph', '[gallery ids="1,2"]'],
      ['paragraph', 'See ', ['the team', '/about/team#us'], ' and ', ['the second', '/wp-news/second'], '.'],
      ['introductionEnd'],
      ['bulletList', ['listItem', ['paragraph', 'one']], ['listItem', ['paragraph', 'two']]],
      ['codeBlock', 'a\n\nb]]>'],
    ]);
    const second = await article(run, 'post/12');
    expect(second.fields).toMatchObject({ searchTitle: null, searchDescription: null });
    expect((await article(run, 'page/13')).fields).toMatchObject({
      searchTitle: 'Who we are',
      searchDescription: 'All of us',
    });
    expect(shapeOf(second.document.content)).toEqual([['paragraph', 'Text'], ['image']]);
    expect(second.document.content?.[1]?.attrs).toMatchObject({
      file: file.id,
      alt: 'A view',
      caption: 'From here',
    });
    expect((await article(run, 'page/13')).fields.authors).toEqual([own.id]);
    expect(await article(run, 'page/13')).toMatchObject({ path: '/about/team', status: 'live', type: 0 });
    for (const [name, path] of [
      ['post/14', '/wp-news/post-14'],
      ['post/15', '/wp-news/post-15'],
      ['post/16', '/wp-news/draft'],
      ['post/17', '/wp-news/post-17'],
    ] as const)
      expect(await article(run, name)).toMatchObject({ path, status: 'draft' });
    const report = await reportOf(a, run.id);
    expect(codesOf(report.get('post/11'))).toEqual(['import.shortcodes', 'import.linksRewritten']);
    expect(codesOf(report.get('post/12'))).toEqual(['import.dropped', 'import.authorUnknown']);
    expect(codesOf(report.get('post/15'))).toEqual([
      'import.passwordProtected',
      'import.authorUnknown',
      'import.isDraft',
    ]);
    const redirects = (await a.get('/redirects?q=/2020/01/')).json() as {
      items: { path: string; article: { number: number } }[];
    };
    expect(redirects.items.map(({ path }) => path)).toContain('/2020/01/hello');
    expect(
      await sites.site.database.query(
        'SELECT (SELECT count(*) FROM account)::int AS users, (SELECT count(*) FROM author_profile)::int AS profiles',
      ),
    ).toEqual(before);

    // The same export again changes nothing, and an undone one is gone.
    const again = await imported(content, options);
    expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 7 });
    await finish(a, run.id, 'undo');
    expect((await readArticle(a, hello.number)).status).toBe('trashed');
  });

  it('refuses what isn’t an export, or declares entities, and adds nothing of it (J-14)', async () => {
    const { id } = (await a.post('/import/runs', source())).json() as ImportRun;
    const refusal = async (content: string, name = 'export.xml'): Promise<string> => {
      const answer = await putExport(a, id, name, content);
      expect(answer.status).toBe(400);
      return /"code":"(import\.\w+)"/.exec(answer.text)?.[1] ?? answer.text;
    };
    const post = exportedItem({ id: 1 });
    const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    const outside = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const withDoctype = (doctype: string): string =>
      (exportStart() + post + EXPORT_END).replace('<rss', `${doctype}<rss`);
    expect(await refusal(withDoctype(bomb))).toBe('import.xmlDoctype');
    expect(await refusal(withDoctype(outside))).toBe('import.xmlDoctype');
    expect(await refusal(exportStart() + post.replace('<link>', '<link>&x;') + EXPORT_END)).toBe(
      'import.xmlBroken',
    );
    expect(await refusal(exportStart() + post)).toBe('import.xmlBroken');
    expect(await refusal(exportStart() + post + post + EXPORT_END)).toBe('import.exportTwice');
    expect(await refusal(exportStart() + EXPORT_END)).toBe('import.exportEmpty');
    expect(await refusal('<rss version="2.0"><channel><title>A feed</title></channel></rss>')).toBe(
      'import.notWordPress',
    );
    expect(await refusal('<html></html>')).toBe('import.notWordPress');
    expect(await refusal('')).toBe('import.xmlBroken');
    expect(await refusal('x', 'export.exe')).toBe('import.fileType');
    expect(
      await refusal(
        exportStart() +
          `<item><content:encoded><![CDATA[${'x'.repeat(9_000_000)}]]></content:encoded></item>` +
          EXPORT_END,
      ),
    ).toBe('import.exportTextLarge');
    expect((await a.get(`/import/runs/${id}`)).json()).toMatchObject({ items: 0, notes: [] });
    // Site B has no such import.
    expect((await putExport(sites.b, id, 'export.xml', exportStart() + post + EXPORT_END)).status).toBe(404);
    const large = await uploadExport(
      a,
      'export.xml',
      wordPressExport([
        { id: 1, content: 'x'.repeat(1_200_000) },
        { id: 2, title: 't'.repeat(255) },
        { id: 3, name: '%d0%bf%d1%80%d0%b8' },
      ]),
      source(),
    );
    await finish(a, large.id, 'check');
    const report = await reportOf(a, large.id);
    expect([...report.values()].map((item) => [item.outcome, codesOf(item)[0]])).toEqual([
      ['refused', 'import.tooLarge'],
      ['refused', 'import.titleLong'],
      ['created', 'import.authorUnknown'],
    ]);
    expect(report.get('post/3')?.path).toBe('/при');
  });

  it('reads and checks many in parts, and how far it is never goes back (J-13)', async () => {
    const posts = Array.from({ length: 1_500 }, (_, at) => ({
      id: at + 1,
      creator: '',
      content: `Text ${at}\n\n${'<p>More <b>words</b></p>\n'.repeat(20)}`,
    }));
    const { id } = await uploadExport(a, 'export.xml', wordPressExport(posts), source());
    let before = -1;
    for (;;) {
      const run = (await a.post(`/import/runs/${id}/check`)).json() as ImportRun;
      const now = run.read + run.processed;
      if (run.state === 'checked') {
        expect(now).toBe(3_000); // as before, when the time of the last part ended with the last document
        break;
      }
      expect(now).toBeGreaterThan(before);
      before = now;
    }
    expect(before).toBeGreaterThan(-1);
  });
});
