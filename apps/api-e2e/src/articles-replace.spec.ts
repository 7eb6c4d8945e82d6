import type { ArticleDetails, BulkArticlesAnswer } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { ArticleReplacement, ArticleReplacements } from '@sitedesk/contract/replace-text';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { createArticle, publishArticle, readArticle, saveFields, setAccess } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { call } from './harness/http.js';
import { colleague } from './harness/people.js';

const paragraph = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'paragraph', content });
const text = (words: string, mark?: 'bold'): DocumentNode => ({
  type: 'text',
  text: words,
  ...(mark && { marks: [{ type: mark }] }),
});
const PLAIN = { matchCase: false, wholeWords: false };

describe('text that is replaced in several articles', () => {
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

  const written = async (
    title: string,
    content: readonly DocumentNode[],
    browser = editor,
    input: object = {},
  ): Promise<number> => {
    const { number, fields, revision } = await createArticle(browser, { title, ...input });
    const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    const answer = await browser.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return number;
  };
  /** All that is found, page by page. */
  const found = async (
    query: Record<string, string>,
    browser = editor,
  ): Promise<readonly ArticleReplacement[]> => {
    const items: ArticleReplacement[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const search = new URLSearchParams({ ...query, ...(cursor && { cursor }) });
      const answer = await browser.get(`/articles/replacements?${search}`);
      expect([answer.status, answer.text]).toEqual([200, answer.text]);
      const page = answer.json() as ArticleReplacements; // the contract's word
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  };
  const replace = async (
    items: readonly Pick<ArticleReplacement, 'number' | 'revision'>[],
    about: { search: string; replacement: string; matchCase?: boolean; wholeWords?: boolean },
    browser = editor,
  ): Promise<BulkArticlesAnswer> => {
    const answer = await browser.post('/articles/bulk', {
      action: 'replace-text',
      numbers: items.map(({ number }) => number),
      drafts: items.map(({ revision }) => ({ revision })),
      replace: { ...PLAIN, ...about },
    });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.json() as BulkArticlesAnswer; // as above
  };
  const undo = async ({ undo: requests }: BulkArticlesAnswer): Promise<readonly unknown[]> => {
    const all: unknown[] = [];
    for (const request of requests) {
      const { results } = (await editor.post('/articles/bulk', request)).json() as BulkArticlesAnswer; // as above
      all.push(...results.map(({ status }) => status));
    }
    return all;
  };
  const outcomes = ({ results }: BulkArticlesAnswer): readonly unknown[] =>
    results.map(({ status, reasonCode }) => reasonCode?.code ?? status);
  const linesOf = ({ document }: ArticleDetails): readonly string[] =>
    (document.content ?? []).map(({ content = [] }) =>
      content.map(({ text: words = '' }) => words).join('|'),
    );
  const seen = ({ before, found: words, after }: ArticleReplacement['places'][number]): string =>
    `${before}[${words}]${after}`;

  it('is shown first, place by place, then replaced in drafts alone, and put back by one undo (P-68)', async () => {
    const live = await written('Acme opens', [
      paragraph(text('We at Ac'), text('me', 'bold'), text(' say: ACME is here.')),
      paragraph(text('Nothing here')),
    ]);
    await saveFields(editor, live, { introduction: 'About acme' });
    await publishArticle(editor, live);
    const other = await written('Other', [paragraph(text('Acmebar, acme'))]);
    const before = await Promise.all([live, other].map((number) => readArticle(editor, number)));
    const page = await call(`${url}/acme-opens`, {});

    const items = await found({ search: 'acme' });
    expect(items.map(({ number, count }) => [number, count])).toEqual([
      [other, 2],
      [live, 4],
    ]);
    expect(items[1]?.places.map((each) => [each.field, seen(each)])).toEqual([
      ['title', '[Acme] opens'],
      ['introduction', 'About [acme]'],
      [null, 'We at [Acme] say: ACME is here.'],
      [null, 'We at Acme say: [ACME] is here.'],
    ]);
    expect((await found({ search: 'acme', wholeWords: '1' })).map(({ count }) => count)).toEqual([1, 4]);
    expect((await found({ search: 'acme', matchCase: '1' })).map(({ count }) => count)).toEqual([1, 1]);
    expect(await found({ search: 'a.me' })).toEqual([]); // no pattern
    expect(await found({ search: 'acme', status: 'live' })).toMatchObject([{ number: live }]);
    expect(await found({ search: 'acme', q: 'other' })).toMatchObject([{ number: other }]);
    // Looking changes nothing.
    expect(await Promise.all([live, other].map((number) => readArticle(editor, number)))).toEqual(before);

    const done = await replace(items, { search: 'acme', replacement: 'Zeta $& Co' });
    expect(outcomes(done)).toEqual(['done', 'done']);
    const after = await readArticle(editor, live);
    expect(linesOf(after)).toEqual(['We at Zeta $& Co| say: Zeta $& Co is here.', 'Nothing here']);
    expect([after.fields.title, after.fields.introduction, after.fields.slug]).toEqual([
      'Zeta $& Co opens',
      'About Zeta $& Co',
      'acme-opens',
    ]);
    expect(after.status).toBe('live-with-changes');
    expect((await call(`${url}/acme-opens`, {})).text).toBe(page.text); // not a byte
    const versions = (await editor.get(`/articles/${other}/versions`)).json() as { items: unknown[] };
    expect(done.undo).toHaveLength(1);

    expect(await undo(done)).toEqual(['done', 'done']);
    const back = await Promise.all([live, other].map((number) => readArticle(editor, number)));
    for (const [index, each] of back.entries()) {
      const { fields, document, status } = before[index] ?? each;
      expect(each).toMatchObject({ fields, document, status });
    }
    expect((await editor.get(`/articles/${other}/versions`)).json()).not.toEqual(versions);
  });

  it('leaves articles alone that have changed, aren’t the caller’s, are locked or would be too long, and says why (P-68)', async () => {
    const { browser: author } = await colleague(site, editor, { roles: ['Author'] });
    const own = await written('By the author', [paragraph(text('quokka one'))], author);
    const changed = await written('Changed since', [paragraph(text('quokka two'))], author);
    const foreign = await written('Foreign', [paragraph(text('quokka three'))]);
    const hidden = await written('Hidden', [paragraph(text('quokka four'))]);
    await setAccess(editor, hidden, { restricted: true });
    const long = await written('Long', [paragraph(text('text'))], author);
    await saveFields(author, long, { introduction: `quokka ${'x'.repeat(500)}` });
    const template = (
      await editor.post('/templates', {
        type: 0,
        name: 'With a quokka',
        document: {
          type: 'doc',
          content: [
            { ...paragraph(text('A quokka that stays')), attrs: { id: 'lockedBlock1' } },
            { ...paragraph(text('A quokka that goes')), attrs: { id: 'freeBlock001' } },
          ],
        },
        locked: ['lockedBlock1'],
      })
    ).json() as { readonly id: string };
    const { number: locked } = await createArticle(author, {
      title: 'Under a template',
      template: template.id,
    });

    const items = await found({ search: 'quokka' }, author);
    expect(
      items.map(({ number, count, locked: kept, reasonCode }) => [number, count, kept, reasonCode?.code]),
    ).toEqual([
      [locked, 1, 1, undefined],
      [long, 1, 0, undefined],
      [foreign, 1, 0, 'article.notYours'],
      [changed, 1, 0, undefined],
      [own, 1, 0, undefined],
    ]);
    await saveFields(author, changed, { tags: ['later'] });
    const all = [...items, { number: hidden, revision: 2 }];
    const done = await replace(all, { search: 'quokka', replacement: 'wallaby wallaby' }, author);
    expect(done.results.map(({ number, status }) => [number, status])).toEqual([
      [locked, 'done'],
      [long, 'refused'],
      [foreign, 'refused'],
      [changed, 'refused'],
      [own, 'done'],
      [hidden, 'refused'],
    ]);
    expect(outcomes(done).filter((each) => String(each).startsWith('article.'))).toEqual([
      'article.fieldTooLong',
      'article.changedSince',
      'article.unknown',
    ]);
    expect(linesOf(await readArticle(editor, locked))).toEqual([
      'A quokka that stays',
      'A wallaby wallaby that goes',
    ]);
    expect(linesOf(await readArticle(editor, changed))).toEqual(['quokka two']);
    expect(await undo(done)).toEqual(['done', 'done']);
    expect(linesOf(await readArticle(editor, own))).toEqual(['quokka one']);
  });

  it('is looked for page by page, and undone only where nobody has written since (P-68)', async () => {
    const count = 30;
    const numbers: number[] = [];
    for (let index = 0; index < count; index += 1)
      numbers.push(await written(`Page ${index}`, [paragraph(text(`numbat ${index}`))]));
    const answer = await editor.get('/articles/replacements?search=numbat');
    const first = answer.json() as ArticleReplacements; // as above
    expect([first.items.length, first.nextCursor !== null]).toEqual([25, true]);
    const items = await found({ search: 'numbat' });
    expect(items.map(({ number }) => number)).toEqual(numbers.toReversed());
    const done = await replace(items, { search: 'numbat', replacement: '' });
    expect(new Set(outcomes(done))).toEqual(new Set(['done']));
    await saveFields(editor, numbers[0] ?? 0, { introduction: 'Written since' });
    expect(await undo(done)).toEqual([...Array.from({ length: count - 1 }, () => 'done'), 'refused']);
    expect(await found({ search: 'numbat' })).toHaveLength(count - 1);

    for (const [field, body] of [
      ['replace', { drafts: [{ revision: 1 }] }],
      ['drafts', { replace: { ...PLAIN, search: 'x', replacement: '' } }],
      ['drafts', { replace: { ...PLAIN, search: 'x', replacement: '' }, drafts: [] }],
      ['replace.search', { replace: { ...PLAIN, search: '', replacement: '' }, drafts: [{ revision: 1 }] }],
      ['drafts', { action: 'restore-version', drafts: [{ revision: 1 }] }],
    ] as const)
      expect({
        body,
        answer: (
          await editor.post('/articles/bulk', { action: 'replace-text', numbers: [numbers[0]], ...body })
        ).json(),
      }).toMatchObject({ body, answer: { status: 400, errors: [{ field }] } });
    expect((await editor.get('/articles/replacements')).status).toBe(400);
    const { browser: reviewer } = await colleague(site, editor, { roles: ['Reviewer'] });
    expect((await reviewer.get('/articles/replacements?search=numbat')).status).toBe(403);
  });
});
