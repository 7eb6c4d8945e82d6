import type { ArticleDetails, BulkArticlesAnswer } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { TemplateDetails, TemplateSummary, TemplateVersion } from '@sitedesk/contract/page-templates';
import { randomUUID } from 'node:crypto';
import { createArticle, publishArticle, readArticle, saveFields, seenBy } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import type { Answer } from './harness/http.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';

const block = (id: string, text: string): DocumentNode => ({
  type: 'paragraph',
  attrs: { id },
  content: [{ type: 'text', text }],
});
const [TOP, FREE, MIDDLE, BOTTOM] = ['lockedBlock1', 'freeBlock001', 'lockedBlock2', 'lockedBlock3'] as const;
/** Free between the first two locked blocks, and nowhere else. */
const CONTENT = [
  block(TOP, 'Our note'),
  block(FREE, 'Write here'),
  block(MIDDLE, 'Legal'),
  block(BOTTOM, 'Imprint'),
];
const LOCKED = [TOP, MIDDLE, BOTTOM];

describe('templates of articles', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let author: EditorBrowser;

  beforeAll(async () => {
    sites = await startTwoEditorSites();
    ({ a } = sites);
    ({ browser: author } = await colleague(sites.site, a, { roles: ['Author'], host: HOSTS.a }));
  });

  afterAll(() => sites.site.stop());

  const template = async (input: object = {}, browser = a): Promise<TemplateDetails> => {
    const answer = await browser.post('/templates', {
      type: 0,
      name: `Template ${randomUUID()}`,
      document: { type: 'doc', content: CONTENT },
      locked: LOCKED,
      ...input,
    });
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return answer.json() as TemplateDetails; // the contract's word
  };
  const saveTemplate = (
    id: string,
    revision: number,
    content: readonly DocumentNode[],
    locked: readonly string[],
  ) =>
    a.put(
      `/templates/${id}`,
      { name: 'Changed', document: { type: 'doc', content }, locked },
      { 'If-Match': `"v${revision}"` },
    );
  const made = (id: string, browser = a): Promise<ArticleDetails> =>
    createArticle(browser, { title: `Made ${randomUUID()}`, template: id });
  const save = async (number: number, content: readonly DocumentNode[], browser = a): Promise<Answer> => {
    const { fields, revision } = await readArticle(a, number);
    const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    return browser.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
  };
  const refused = (answer: Answer): unknown => {
    const {
      status,
      block: name,
      errors,
    } = answer.json() as {
      status: number;
      block?: string;
      errors?: readonly { code: string }[];
    };
    return [status, name, errors?.[0]?.code];
  };
  const textsOf = async (number: number): Promise<readonly string[]> =>
    ((await readArticle(a, number)).document.content ?? []).map(({ content = [] }) =>
      content.map(({ text = '' }) => text).join(''),
    );
  const setTemplate = async (
    numbers: readonly number[],
    id: string | null,
    browser = a,
  ): Promise<BulkArticlesAnswer> =>
    (
      await browser.post('/articles/bulk', { action: 'set-template', template: id, numbers })
    ).json() as BulkArticlesAnswer; // as above
  const undo = async ({ undo: requests }: BulkArticlesAnswer, browser = a): Promise<readonly unknown[]> => {
    const answers: unknown[] = [];
    for (const request of requests) {
      const { results } = (await browser.post('/articles/bulk', request)).json() as BulkArticlesAnswer; // as above
      answers.push(...results.map(({ status, reasonCode }) => reasonCode?.code ?? status));
    }
    return answers;
  };
  const outcomes = ({ results }: BulkArticlesAnswer): readonly unknown[] =>
    results.map(({ status, reasonCode }) => reasonCode?.code ?? status);

  it('are kept in versions, and listed with how many articles have them', async () => {
    const { id, version, document, locked } = await template({ name: 'Aaa' });
    expect([version, locked]).toEqual([1, LOCKED]);
    expect((document.content ?? []).map(({ attrs }) => attrs?.['id'])).toEqual([TOP, FREE, MIDDLE, BOTTOM]);
    await made(id);
    await made(id, author);
    const { items } = (await author.get('/templates?type=0')).json() as { items: TemplateSummary[] }; // as above
    expect(items.find((each) => each.id === id)).toMatchObject({ name: 'Aaa', uses: 2, version: 1 });
    expect(((await author.get('/templates?type=1')).json() as { items: unknown[] }).items).toEqual([]);

    expect((await saveTemplate(id, 7, CONTENT, LOCKED)).status).toBe(412);
    const renamed = (await saveTemplate(id, 1, CONTENT, LOCKED)).json() as TemplateDetails; // as above
    expect([renamed.name, renamed.version]).toEqual(['Changed', 1]);
    const changed = (await saveTemplate(id, 2, CONTENT, [TOP])).json() as TemplateDetails; // as above
    expect([changed.version, changed.locked]).toEqual([2, [TOP]]);
    const versions = (await a.get(`/templates/${id}/versions`)).json() as { items: TemplateVersion[] }; // as above
    expect(versions.items.map((each) => each.version)).toEqual([2, 1]);
    expect((await a.get(`/templates/${id}/versions/1`)).json()).toMatchObject({ version: 1, locked: LOCKED });
    for (const [field, body] of [
      ['locked.0', { locked: ['elsewhere001'] }],
      ['document.content.0', { document: { type: 'doc', content: [{ type: 'script' }] } }],
      ['name', { name: '' }],
      ['type', { type: 3 }],
    ] as const)
      expect((await a.post('/templates', { type: 0, name: 'x', ...body })).json()).toMatchObject({
        status: 400,
        errors: [{ field }],
      });
  });

  it('begin an article of their type with their blocks', async () => {
    const { id, name } = await template();
    const article = await made(id, author);
    expect(article.document.content).toHaveLength(4);
    expect(article.template).toEqual({
      id,
      name,
      version: 1,
      newest: 1,
      locked: LOCKED,
      outline: [TOP, null, MIDDLE, BOTTOM],
    });
    const other = await template({ type: 1 });
    const foreign = await template({}, sites.b);
    for (const [wanted, code] of [
      [other.id, 'template.otherType'],
      [foreign.id, 'template.unknown'],
      [randomUUID(), 'template.unknown'],
    ] as const)
      expect((await a.post('/articles', { type: 0, title: 'x', template: wanted })).json()).toMatchObject({
        status: 400,
        errors: [{ field: 'template', code }],
      });
    const copy = (await a.post(`/articles/${article.number}/copy`, {})).json() as ArticleDetails; // as above
    expect(copy.template).toMatchObject({ id, version: 1 });
  });

  it('lock blocks: a save that changes, moves, removes or adds one is a 400 that names it (P-67)', async () => {
    const { number } = await made((await template()).id, author);
    const [top, free, middle, bottom] = CONTENT;
    if (!top || !free || !middle || !bottom) throw new Error('There are four.');
    const extra = block('extraBlock01', 'More');
    for (const [content, name, code] of [
      [[block(TOP, 'Mine'), free, middle, bottom], TOP, 'template.locked'],
      [
        [{ ...top, type: 'heading', attrs: { id: TOP, level: 2 } }, free, middle, bottom],
        TOP,
        'template.locked',
      ],
      [[free, middle, bottom], TOP, 'template.locked'],
      [[top, free, middle], BOTTOM, 'template.locked'],
      [[top, free, bottom, middle], MIDDLE, 'template.locked'],
      [[extra, top, free, middle, bottom], 'extraBlock01', 'template.noRegion'],
      [[top, free, middle, extra, bottom], 'extraBlock01', 'template.noRegion'],
    ] as const)
      for (const browser of [author, a])
        // whoever they are
        expect({ content, answer: refused(await save(number, content, browser)) }).toEqual({
          content,
          answer: [400, name, code],
        });
    expect((await save(number, [top, extra, free, middle, bottom], author)).status).toBe(200);
    // The same block, as another program writes it.
    const spelled = {
      ...top,
      content: [
        { type: 'text', text: 'Our ' },
        { type: 'text', text: 'note' },
      ],
    } as const;
    expect((await save(number, [spelled, middle, bottom], author)).status).toBe(200);

    const { fields, revision, document } = await readArticle(a, number);
    const free2 = {
      operation: randomUUID(),
      fields: { ...fields, template: { id: randomUUID(), version: 1 } },
      document,
    };
    expect(
      (await author.put(`/articles/${number}/draft`, free2, { 'If-Match': `"v${revision}"` })).json(),
    ).toMatchObject({ status: 400, errors: [{ field: 'fields.template', code: 'template.fixed' }] });
    const { template: _gone, ...without } = fields;
    const left = { operation: randomUUID(), fields: without, document };
    await author.put(`/articles/${number}/draft`, left, { 'If-Match': `"v${revision}"` });
    expect((await readArticle(a, number)).template).not.toBeNull();
  });

  it('change no article until someone gives it the newest version, and undo puts all back (P-67)', async () => {
    const { id } = await template();
    const { number } = await made(id, author);
    const [top, , middle, bottom] = CONTENT;
    if (!top || !middle || !bottom) throw new Error('There are four.');
    await save(number, [top, block('writtenBlock', 'What people wrote'), middle, bottom], author);
    await publishArticle(a, number);
    const before = await readArticle(a, number);
    const next = [block(TOP, 'A new note'), block(FREE, 'Write'), block('lockedBlock9', 'Contact')];
    expect((await saveTemplate(id, 1, next, [TOP, 'lockedBlock9'])).status).toBe(200);
    const after = await readArticle(a, number);
    expect({ ...after, template: null }).toEqual({ ...before, template: null });
    expect(after.template).toMatchObject({ version: 1, newest: 2 });
    expect((await save(number, [...(before.document.content ?? [])], author)).status).toBe(200);

    const { number: plain } = await createArticle(a, { title: 'Without one' });
    await save(plain, [block('plainBlock01', 'Plain')]);
    const { number: post } = await createPost(a);
    const { number: trashed } = await createArticle(a, { title: 'Trashed' });
    await a.post(`/articles/${trashed}/trash`);
    const answer = await setTemplate([number, plain, post, trashed], id);
    expect(outcomes(answer)).toEqual(['done', 'done', 'template.otherType', 'article.trashed']);
    expect(await textsOf(number)).toEqual(['A new note', 'What people wrote', 'Contact']);
    expect(await textsOf(plain)).toEqual(['A new note', 'Plain', 'Contact']);
    expect((await readArticle(a, number)).status).toBe('live-with-changes');
    expect(outcomes(await setTemplate([number], id))).toEqual(['unchanged']);
    const { items } = (await a.get(`/articles?template=${id}`)).json() as { items: { number: number }[] };
    expect(items.map((each) => each.number).toSorted()).toEqual([number, plain].toSorted());

    expect(await undo(answer)).toEqual(['done', 'done']);
    const back = await readArticle(a, number);
    expect([back.fields, back.document, back.status]).toEqual([before.fields, before.document, 'live']);
    expect((await readArticle(a, plain)).template).toBeNull();

    // Someone who has written since keeps what they wrote.
    const again = await setTemplate([plain], id);
    await saveFields(a, plain, { introduction: 'Written later' });
    expect(await undo(again)).toEqual(['changed-meanwhile']);
    expect((await readArticle(a, plain)).fields.introduction).toBe('Written later');
    const freed = await setTemplate([plain], null);
    expect(outcomes(freed)).toEqual(['done']);
    expect((await save(plain, [block('plainBlock01', 'All mine')])).status).toBe(200);
  });

  it('refuse text that has no place, and are changed only by who manages templates (P-16)', async () => {
    const closed = await template({
      document: { type: 'doc', content: [block(TOP, 'Only this')] },
      locked: [TOP],
    });
    const { number } = await createArticle(author, { title: 'With a text' });
    await save(number, [block('writtenBlock', 'Mine')], author);
    expect(outcomes(await setTemplate([number], closed.id))).toEqual(['template.noPlace']);
    expect(
      (await author.post('/articles/bulk', { action: 'set-template', template: null, numbers: [number] }))
        .status,
    ).toBe(403);
    expect((await author.post('/templates', { type: 0, name: 'Mine' })).status).toBe(403);

    // The way around, by a version from before.
    const { id } = await template();
    expect(outcomes(await setTemplate([number], id))).toEqual(['done']);
    const seen = await seenBy(author, number);
    const older = await author.post(`/articles/${number}/versions/1/restore`, undefined, seen);
    expect(older.json()).toMatchObject({ status: 409, reason: 'template.otherVersion' });
    expect((await a.post(`/articles/${number}/versions/1/restore`, undefined, seen)).status).toBe(200);
    expect((await readArticle(a, number)).template).toBeNull();
  });

  it('leave articles their text when they’re deleted', async () => {
    const { id } = await template();
    const { number } = await made(id, author);
    expect((await author.delete(`/templates/${id}`)).status).toBe(403);
    expect((await a.delete(`/templates/${id}`)).status).toBe(204);
    expect((await a.get(`/templates/${id}`)).status).toBe(404);
    const article = await readArticle(a, number);
    expect([article.template, article.document.content?.length]).toEqual([null, 4]);
    expect((await save(number, [block(TOP, 'Mine now')], author)).status).toBe(200);
  });
});

async function createPost(browser: EditorBrowser): Promise<ArticleDetails> {
  await createArticle(browser, { type: 2, title: 'Templates', blogKey: 'templates' });
  return createArticle(browser, { type: 1, title: 'A post', blogKey: 'templates' });
}
