import type { ArticleDetails } from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { createArticle, createAtBoth, publishArticle, readArticle, setAccess } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { type Answer, call } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';

const html = (source: string, id = 'hhhhhhhhhhhh'): object => ({ type: 'html', attrs: { id, html: source } });
const text = (words: string): object => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
const doc = (...content: object[]): object => ({ type: 'doc', content });
const SOURCE = '<p class=note>Open <b>daily</b></p>';

describe('HTML blocks (P-57)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let editor: Colleague;
  let author: Colleague;
  let siteUrl: string;
  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    ({ a } = sites);
    const join = (role: string): Promise<Colleague> =>
      colleague(sites.site, a, { roles: [role], host: HOSTS.a });
    editor = await join('Editor');
    author = await join('Author');
  });
  afterAll(() => sites.site.stop());

  const visit = (path: string, host: string = HOSTS.a): Promise<Answer> =>
    call(siteUrl + path, { headers: { Host: host } });
  /** The same article at both sites; an author's at the first. */
  const create = async (title: string): Promise<number> => {
    const { number } = await createAtBoth(sites, { title });
    expect((await setAccess(a, number, { owner: author.id })).status).toBe(200);
    return number;
  };
  const save = async (
    { browser }: Pick<Colleague, 'browser'>,
    number: number,
    document: object,
  ): Promise<Answer> => {
    const { fields, revision } = await readArticle(a, number);
    const body = { operation: randomUUID(), fields, document };
    return browser.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
  };
  const refused = (answer: Answer, block: string | null, field: string, code: string): void =>
    expect(answer.json()).toMatchObject({
      status: 400,
      code: 'document-refused',
      block,
      errors: [{ field, code }],
    });

  it('are written by editors and shown on the page as they are, within what pages can have', async () => {
    const number = await create('Daily');
    expect((await save(editor, number, doc(html(SOURCE)))).status).toBe(200);
    expect((await readArticle(a, number)).document).toEqual(doc(html(SOURCE)));
    expect((await publishArticle(editor.browser, number)).status).toBe(200);
    expect((await visit('/daily')).text).toContain(
      '<div class="html"><p class="note">Open <b>daily</b></p></div>',
    );
    expect((await visit('/daily', HOSTS.b)).status).toBe(404);
    for (const [source, code] of [
      ['<script>x</script>', 'html.element'],
      ['<p style="color:red">x</p>', 'html.attribute'],
      ['<iframe src="https://stranger.example/" title="x"></iframe>', 'html.value'],
      ['<p>x', 'html.open'],
    ] as const)
      refused(
        await save(
          editor,
          number,
          doc(text('a'), {
            type: 'columns',
            content: [
              { type: 'column', content: [html(source)] },
              { type: 'column', content: [text('b')] },
            ],
          }),
        ),
        'hhhhhhhhhhhh',
        'document.content.1.content.0.content.0.attrs.html',
        code,
      );
    expect((await readArticle(a, number)).document).toEqual(doc(html(SOURCE)));
  });

  it('are moved and deleted by authors, who add and change none', async () => {
    const number = await create('Shared');
    refused(
      await save(author, number, doc(html(SOURCE))),
      'hhhhhhhhhhhh',
      'document.content.0.attrs.html',
      'html.forbidden',
    );
    expect((await save(editor, number, doc(html(SOURCE)))).status).toBe(200);
    expect((await save(author, number, doc(text('Before'), html(SOURCE, 'iiiiiiiiiiii')))).status).toBe(200);
    refused(
      await save(author, number, doc(html(`${SOURCE}<hr>`))),
      'hhhhhhhhhhhh',
      'document.content.0.attrs.html',
      'html.forbidden',
    );
    expect((await save(author, number, doc(text('Without')))).status).toBe(200);
    refused(
      await save(author, number, doc(html(SOURCE))),
      'hhhhhhhhhhhh',
      'document.content.0.attrs.html',
      'html.forbidden',
    );
    // What an editor wrote comes back with the version that has it, and goes along with a copy.
    const { revision } = await readArticle(a, number);
    const versions = (await a.get(`/articles/${number}/versions`)).json() as { items: { version: number }[] };
    const documents = await Promise.all(
      versions.items.map(async ({ version }) => ({
        version,
        text: (await a.get(`/articles/${number}/versions/${version}`)).text,
      })),
    );
    const found = documents.find((each) => each.text.includes('Open <b>daily'));
    const restored = await author.browser.post(
      `/articles/${number}/versions/${found?.version}/restore`,
      undefined,
      { 'If-Match': `"v${revision}"` },
    );
    expect([restored.status, restored.text.includes('Open <b>daily')]).toEqual([200, true]);
    const copied = await author.browser.post(`/articles/${number}/copy`, { slug: 'shared-too' });
    const copy = copied.json() as ArticleDetails; // the contract's word
    await createArticle(sites.b, { title: 'Numbers stay even' });
    expect([copied.status, JSON.stringify(copy.document)]).toEqual([
      201,
      expect.stringContaining('Open <b>daily'),
    ]);
    expect((await readArticle(sites.b, number)).document).not.toEqual(restored.json());
  });

  it('need their permission in templates too, and come with these to everyone', async () => {
    const role = await a.post('/roles', {
      name: 'Designer',
      permissions: ['pages.view', 'templates.manage'],
    });
    const { id } = role.json() as { id: string };
    const designer = await colleague(sites.site, a, { roles: [id], host: HOSTS.a });
    const template = { type: 0, name: 'With HTML', document: doc(html(SOURCE)) };
    refused(
      await designer.browser.post('/templates', template),
      'hhhhhhhhhhhh',
      'document.content.0.attrs.html',
      'html.forbidden',
    );
    const made = await editor.browser.post('/templates', template);
    expect(made.status).toBe(201);
    const begun = await author.browser.post('/articles', {
      type: 0,
      title: 'From a template',
      template: (made.json() as { id: string }).id,
    });
    const { number, document } = begun.json() as ArticleDetails; // as above
    await createArticle(sites.b, { title: 'Numbers stay even' });
    expect(JSON.stringify(document)).toContain('Open <b>daily');
    expect((await save(author, number, document)).status).toBe(200);
  });

  it('show nothing of what was written past these rules', async () => {
    const number = await create('Straight in');
    await sites.site.database.query('UPDATE article_draft SET document = $2 WHERE number = $1', [
      number,
      JSON.stringify(doc(text('Before'), html('<img src=x onerror=alert(1)>'), text('After'))),
    ]);
    expect((await publishArticle(editor.browser, number)).status).toBe(200);
    const page = await visit('/straight-in');
    expect(page.text).toContain('<p>Before</p><div class="html"></div><p>After</p>');
    expect(page.text).not.toContain('onerror');
  });
});
