import type {
  ArticleDetails,
  BlogEntry,
  BulkArticlesAnswer,
  BulkArticles,
} from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { createArticle, publishArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { call } from './harness/http.js';
import { colleague } from './harness/people.js';

describe('posts that are moved to another blog', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    site = await startEditorSite({ SITE_PORT: String(port) });
    url = `http://127.0.0.1:${port}`;
    editor = await site.administrator();
    for (const blogKey of ['news', 'archive']) {
      const { number } = await createArticle(editor, { type: 2, title: `Blog ${blogKey}`, blogKey });
      expect((await publishArticle(editor, number)).status).toBe(200);
    }
    await createArticle(editor, { type: 2, title: 'Not live', blogKey: 'hidden' });
  });

  afterAll(() => site.stop());

  const answerAt = async (path: string): Promise<readonly unknown[]> => {
    const { status, headers } = await call(`${url}${path}`, {});
    return headers.location === undefined ? [path, status] : [path, status, headers.location];
  };
  const answers = (paths: readonly string[]): Promise<(readonly unknown[])[]> =>
    Promise.all(paths.map(answerAt));
  const post = (blogKey: string, slug: string, browser = editor): Promise<ArticleDetails> =>
    createArticle(browser, { type: 1, title: slug, slug, blogKey });
  const live = async (blogKey: string, slug: string): Promise<ArticleDetails> => {
    const article = await post(blogKey, slug);
    expect((await publishArticle(editor, article.number)).status).toBe(200);
    return article;
  };
  const move = async (
    numbers: readonly number[],
    blogKey: string,
    browser = editor,
  ): Promise<BulkArticlesAnswer> => {
    const answer = await browser.post('/articles/bulk', { action: 'move-to-blog', blogKey, numbers });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.json() as BulkArticlesAnswer; // the contract's word
  };
  const undo = async ({ undo: requests }: { readonly undo: readonly BulkArticles[] }): Promise<void> => {
    for (const request of requests) {
      const { results } = (await editor.post('/articles/bulk', request)).json() as BulkArticlesAnswer; // as above
      expect(results.map(({ status }) => status)).toEqual(request.numbers.map(() => 'done'));
    }
  };
  const outcomes = ({ results }: BulkArticlesAnswer): readonly unknown[] =>
    results.map(({ status, reasonCode }) => reasonCode?.code ?? status);
  const pathsOf = (numbers: readonly number[]): Promise<string[]> =>
    Promise.all(numbers.map(async (number) => (await readArticle(editor, number)).path));
  const entries = async (blogKey: string): Promise<readonly string[]> =>
    ((await editor.get(`/blogs/${blogKey}/getentries`)).json() as readonly BlogEntry[]) // as above
      .map(({ urlPath }) => urlPath)
      .toSorted();

  it('have their new addresses at once, old ones lead there, and undo puts all back (P-66)', async () => {
    const first = await live('news', 'first');
    const renamed = await live('news', 'renamed');
    await saveFields(editor, renamed.number, { slug: 'renamed-again' }); // live under its former address
    const draft = await post('news', 'draft');
    const numbers = [first.number, renamed.number, draft.number];
    const before = await Promise.all(numbers.map((number) => readArticle(editor, number)));

    const moved = await move(numbers, 'archive');
    expect(outcomes(moved)).toEqual(['done', 'done', 'done']);
    expect(await pathsOf(numbers)).toEqual(['/archive/first', '/archive/renamed-again', '/archive/draft']);
    expect(
      await answers(['/archive/first', '/archive/renamed', '/news/first', '/news/renamed', '/archive/draft']),
    ).toEqual([
      ['/archive/first', 200],
      ['/archive/renamed', 200],
      ['/news/first', 301, '/archive/first'],
      ['/news/renamed', 301, '/archive/renamed'],
      ['/archive/draft', 404],
    ]);
    expect([await entries('news'), await entries('archive')]).toEqual([
      [],
      ['archive/draft', 'archive/first', 'archive/renamed'],
    ]);
    const listed = await call(`${url}/archive`, {});
    expect(listed.text).toContain('href="/archive/first"');
    expect((await call(`${url}/news`, {})).text).not.toContain('/first"');
    expect((await call(`${url}/sitemap.xml`, {})).text).not.toContain('/news/first');
    expect(await publishArticle(editor, renamed.number)).toMatchObject({ status: 200 });
    expect(await answers(['/news/renamed', '/archive/renamed'])).toEqual([
      ['/news/renamed', 301, '/archive/renamed-again'],
      ['/archive/renamed', 301, '/archive/renamed-again'],
    ]);

    expect(moved.undo).toEqual([{ action: 'move-to-blog', blogKey: 'news', numbers }]);
    await undo(moved);
    const after = await Promise.all(numbers.map((number) => readArticle(editor, number)));
    expect(after[0]).toEqual(before[0]); // revision, status and times too
    expect(after[2]).toEqual(before[2]);
    expect(await answers(['/news/first', '/archive/first', '/archive/renamed', '/news/renamed'])).toEqual([
      ['/news/first', 200],
      ['/archive/first', 301, '/news/first'],
      ['/archive/renamed', 301, '/news/renamed-again'],
      ['/news/renamed', 301, '/news/renamed-again'],
    ]);
    expect(await entries('archive')).toEqual([]);
  });

  it('stay where they are when an address isn’t free, or they aren’t posts, and each says why (P-66)', async () => {
    const clash = await live('news', 'clash');
    const other = await live('archive', 'clash');
    const former = await live('news', 'former');
    const left = await live('archive', 'former');
    await saveFields(editor, left.number, { slug: 'left' });
    await publishArticle(editor, left.number);
    const liveClash = await live('news', 'left'); // free as a draft's address, not as the live one
    await saveFields(editor, liveClash.number, { slug: 'not-left' });
    const trashed = await post('news', 'trashed');
    await editor.post(`/articles/${trashed.number}/trash`);
    const page = await createArticle(editor, { title: 'A page' });
    const fine = await live('news', 'fine');
    const numbers = [clash, former, liveClash, trashed, page, other, fine].map(({ number }) => number);
    const before = await pathsOf(numbers);

    const answer = await move(numbers, 'archive');
    expect(outcomes(answer)).toEqual([
      'article.taken',
      'article.kept',
      'article.taken',
      'article.trashed',
      'article.noStream',
      'unchanged',
      'done',
    ]);
    expect(answer.results[0]?.reason).toContain('“clash”');
    expect(await pathsOf(numbers)).toEqual([...before.slice(0, -1), '/archive/fine']);
    expect(await answers(['/news/clash', '/news/former', '/news/left'])).toEqual([
      ['/news/clash', 200],
      ['/news/former', 200],
      ['/news/left', 200],
    ]);
    await undo(answer);
    expect(await pathsOf(numbers)).toEqual(before);

    // A live post needs a live blog; a draft doesn't.
    const draft = await post('news', 'only-a-draft');
    expect(outcomes(await move([fine.number, draft.number], 'hidden'))).toEqual([
      'article.moveBlogFirst',
      'done',
    ]);
    expect(await pathsOf([fine.number, draft.number])).toEqual(['/news/fine', '/hidden/only-a-draft']);
  });

  it('are moved by who may edit them, live ones by who may publish, to a blog that they see (P-16, P-18)', async () => {
    const { browser: author } = await colleague(site, editor, { roles: ['Author'] });
    const own = await post('news', 'by-the-author', author);
    const published = await post('news', 'published', author);
    await publishArticle(editor, published.number);
    const foreign = await post('news', 'foreign');
    const numbers = [own.number, published.number, foreign.number];
    const { results } = await move(numbers, 'archive', author);
    expect(results.map(({ status }) => status)).toEqual(['done', 'refused', 'refused']);
    expect(await pathsOf(numbers)).toEqual(['/archive/by-the-author', '/news/published', '/news/foreign']);

    const secret = await createArticle(editor, { type: 2, title: 'Secret', blogKey: 'secret' });
    await setAccess(editor, secret.number, { restricted: true });
    const refusal = async (body: object, browser: EditorBrowser): Promise<unknown> =>
      (
        await browser.post('/articles/bulk', { numbers: [own.number], action: 'move-to-blog', ...body })
      ).json();
    for (const [body, code] of [
      [{ blogKey: 'secret' }, 'article.unknownStream'],
      [{ blogKey: 'nowhere' }, 'article.unknownStream'],
      [{}, 'article.needsBlog'],
      [{ action: 'add-tag', tag: 'x', blogKey: 'news' }, 'article.notOfAction'],
    ] as const)
      expect(await refusal(body, author)).toMatchObject({
        status: 400,
        errors: [{ field: 'blogKey', code }],
      });
    const { browser: reviewer } = await colleague(site, editor, { roles: ['Reviewer'] });
    expect(await refusal({ blogKey: 'news' }, reviewer)).toMatchObject({ status: 403 });

    const { items } = (await editor.get(`/audit?target=${own.number}&limit=100`)).json() as {
      items: { action: string; before: object; after: object }[];
    };
    expect(items.find(({ action }) => action === 'article.move-to-blog')).toMatchObject({
      before: { path: '/news/by-the-author' },
      after: { path: '/archive/by-the-author' },
    });
  });
});
