import type { DocumentNode } from '@sitedesk/contract/documents';
import type { NewPreviewLink, PreviewLink } from '@sitedesk/contract/preview-links';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { createArticle, publishArticle, readArticle, saveFields } from './harness/articles.js';
import { openApi } from './harness/backends.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from './harness/editor.js';
import { type Answer, call } from './harness/http.js';
import { colleague } from './harness/people.js';
import { type Running, type RunningProcess, startApi } from './harness/processes.js';

const paragraph = (words: string): DocumentNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text: words }],
});

describe('links to previews (P-53)', () => {
  let site: EditorSite<RunningProcess>;
  let other: Running;
  let editor: EditorBrowser;
  let urls: readonly string[];

  beforeAll(async () => {
    const ports = [await freePort(), await freePort()] as const;
    site = await startEditorSiteBy(startApi, { SITE_PORT: String(ports[0]), ACCESS_LOG: 'on' });
    other = await openApi(site.database.url, { SITE_PORT: String(ports[1]) });
    urls = ports.map((port) => `http://127.0.0.1:${port}`);
    editor = await site.administrator();
  });

  afterAll(async () => {
    await other.stop();
    await site.stop();
  });

  const visit = (path: string, url = urls[0]): Promise<Answer> => call(`${url}${path}`, {});
  /** What both instances answer. */
  const statuses = async (path: string): Promise<readonly number[]> =>
    Promise.all(urls.map(async (url) => (await visit(path, url)).status));
  const write = async (number: number, ...content: readonly DocumentNode[]): Promise<void> => {
    const { fields, revision } = await readArticle(editor, number);
    const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    const answer = await editor.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
  };
  async function share(number: number, input: object = {}, browser = editor): Promise<NewPreviewLink> {
    const answer = await browser.post(`/articles/${number}/preview-links`, input);
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return answer.json() as NewPreviewLink; // the contract's word
  }
  const pathOf = ({ url }: NewPreviewLink): string => url.slice(url.indexOf('/_preview/'));
  const links = async (number: number): Promise<readonly PreviewLink[]> =>
    ((await editor.get(`/articles/${number}/preview-links`)).json() as { items: PreviewLink[] }).items; // as above

  it('show the draft as it is, or a version, to anyone; what is stored opens nothing', async () => {
    const { number } = await createArticle(editor, { title: 'Not yet public' });
    await write(number, paragraph('First words.'));
    const draft = await share(number);
    const kept = await editor.post(
      `/articles/${number}/versions`,
      { name: 'Kept' },
      {
        'If-Match': `"v${(await readArticle(editor, number)).revision}"`,
      },
    );
    const { version } = kept.json() as { version: number };
    const pinned = await share(number, { version, days: 1, note: 'For the printer' });
    await write(number, paragraph('Second words.'));
    const page = await visit(pathOf(draft));
    expect(page.status).toBe(200);
    expect(page.text).toContain('Second words.');
    expect(page.text).toContain('Preview of the draft. Not public');
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(page.headers['content-security-policy']).toMatch(
      /frame-ancestors \*; sandbox allow-scripts allow-popups$/,
    );
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.headers['x-frame-options']).toBeUndefined();
    const first = await visit(pathOf(pinned), urls[1]);
    expect(first.text).toContain('First words.');
    expect(first.text).toContain(`Preview of version ${version}.`);
    expect((await visit('/not-yet-public')).status).toBe(404);

    const [newest] = await links(number);
    expect(newest).toMatchObject({
      id: pinned.id,
      version,
      note: 'For the printer',
      views: 1,
      creator: { displayName: 'Administrator' },
    });
    expect(newest).not.toHaveProperty('url');
    expect(Date.parse(newest?.expiresAt ?? '') - Date.parse(newest?.createdAt ?? '')).toBe(86_400_000);
    expect(Date.parse(draft.expiresAt) - Date.parse(draft.createdAt)).toBe(7 * 86_400_000);

    const token = pathOf(draft).slice('/_preview/'.length);
    expect(token).toMatch(/^[\w-]{43}$/);
    const [row] = await site.database.query<{ token_hash: string }>(
      'SELECT token_hash FROM preview_link WHERE id = $1',
      [draft.id],
    );
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    for (const table of ['preview_link', 'audit_entry'])
      expect(JSON.stringify(await site.database.query(`SELECT * FROM ${table}`))).not.toContain(token);
    const log = site.api.output();
    expect(log).toContain('"path":"/_preview"');
    expect(log).not.toContain(token);
    for (const wrong of [
      row?.token_hash ?? '',
      token.slice(1),
      `${token}x`,
      'x'.repeat(43),
      `${token}/x`,
      '',
    ])
      expect([wrong, (await visit(`/_preview/${wrong}`)).status]).toEqual([wrong, 404]);
  });

  it('stop at once on every instance when they expire, are revoked, or the article is in the trash', async () => {
    const { number } = await createArticle(editor, { title: 'Passing' });
    const [expired, revoked, left] = [await share(number), await share(number), await share(number)];
    for (const link of [expired, revoked, left]) expect(await statuses(pathOf(link))).toEqual([200, 200]);
    await site.database.query(`UPDATE preview_link SET expires_at = now() WHERE id = $1`, [expired.id]);
    expect(await statuses(pathOf(expired))).toEqual([404, 404]);
    expect((await editor.delete(`/articles/${number}/preview-links/${revoked.id}`)).status).toBe(204);
    expect(await statuses(pathOf(revoked))).toEqual([404, 404]);
    expect((await links(number)).map(({ id }) => id)).toEqual([left.id]);
    await editor.post(`/articles/${number}/trash`);
    expect(await statuses(pathOf(left))).toEqual([404, 404]);
    expect((await editor.post(`/articles/${number}/preview-links`, {})).status).toBe(409);
    for (const input of [{ days: 0 }, { days: 91 }, { version: 99 }, { version: '1' }, { note: '' }])
      expect((await editor.post(`/articles/${number}/preview-links`, input)).status).toBeGreaterThanOrEqual(
        400,
      );
  });

  it('are made by those who may edit or review the article', async () => {
    const { number } = await createArticle(editor, { title: 'Shared by some' });
    const statusOf = async (role: string): Promise<number> => {
      const person = await colleague(site, editor, { roles: [role] });
      return (await person.browser.post(`/articles/${number}/preview-links`, {})).status;
    };
    expect(await statusOf('Editor')).toBe(201);
    expect(await statusOf('Reviewer')).toBe(201);
    expect(await statusOf('Author')).toBe(403); // not theirs
    for (let index = 2; index < 20; index += 1) await share(number);
    expect((await editor.post(`/articles/${number}/preview-links`, {})).json()).toMatchObject({
      status: 409,
      reason: 'preview.full',
    });
  });

  it('are opened by a function of the database, and by nothing else that visitors’ requests can do (P-36)', async () => {
    const [role] = await site.database.query<{ name: string }>(
      `SELECT usename AS name FROM pg_stat_activity WHERE application_name = 'sitedesk-site' AND datname = current_database() LIMIT 1`,
    );
    const functions = await site.database.query<{ name: string }>(
      `SELECT p.proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
       WHERE n.nspname = 'public' AND p.prosecdef AND has_function_privilege($1, p.oid, 'EXECUTE')`,
      [role?.name],
    );
    expect(functions.map(({ name }) => name).toSorted()).toEqual([
      'application_file',
      'live_applications',
      'live_menu',
      'open_preview',
      'previewed_application',
      'previewed_deployment',
      'previewed_file',
      'public_file',
      'public_files',
    ]);
    const tables = await site.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c WHERE c.relname IN ('preview_link', 'article_draft', 'article', 'article_version')
       AND has_table_privilege($1, c.oid, 'SELECT, INSERT, UPDATE, DELETE')`,
      [role?.name],
    );
    expect(tables).toEqual([]);
  });

  it('show what will be live, octet for octet (P-54)', async () => {
    const { number } = await createArticle(editor, { title: 'The same', slug: 'the-same' });
    await publishArticle(editor, number);
    const link = pathOf(await share(number));
    const bodyOf = ({ text: html }: Answer): string =>
      html.slice(html.indexOf('<body>')).replace(/<p class="preview"[^]*?<\/p>/, '');
    for (let index = 0; index < 200; index += 1) {
      await write(number, ...documentOf(index));
      if (index % 10 === 0)
        await saveFields(editor, number, {
          title: `The same ${index} & more`,
          introduction: index % 20 === 0 ? `Said <${index}>` : null,
        });
      const before = await visit(link);
      expect((await publishArticle(editor, number)).status).toBe(200);
      const live = await visit('/the-same');
      expect([index, bodyOf(before)]).toEqual([index, bodyOf(live)]);
      const head = (html: string): string => html.slice(0, html.indexOf('<body>'));
      const same = (await visit(link)).text;
      expect(
        head(same)
          .replace('<meta name="robots" content="noindex">\n', '')
          .replace(/ data-content-version="[^"]*"/, ''),
      ).toBe(head(live.text).replace(/ data-content-version="[^"]*"/, ''));
    }
  });
});

const LEVELS = [2, 3, 4];
const KINDS = ['note', 'tip', 'important', 'warning', 'caution'];
const MARKS = ['bold', 'italic', 'strike', 'code', 'subscript', 'superscript', 'highlight'];

/** Another two thirds of all blocks for each number, with other attributes and marks. */
function documentOf(index: number): readonly DocumentNode[] {
  const words = `Words of ${index} with <tags> & “quotes” and $& \u{1F600}`;
  const mark = MARKS[index % MARKS.length] ?? 'bold';
  const node = (type: string, attrs: object | undefined, ...content: readonly object[]): DocumentNode =>
    ({ type, ...(attrs && { attrs }), ...(content.length > 0 && { content }) }) as DocumentNode; // checked by the server
  const line = (said = words): DocumentNode => node('paragraph', undefined, { type: 'text', text: said });
  const marked = node(
    'paragraph',
    undefined,
    { type: 'text', text: words, marks: [{ type: mark }] },
    { type: 'hardBreak' },
    { type: 'text', text: 'A link', marks: [{ type: 'link', attrs: { href: '/the-same', title: null } }] },
  );
  const list = (type: 'bulletList' | 'orderedList'): DocumentNode =>
    node(
      type,
      type === 'orderedList' ? { start: index } : undefined,
      node('listItem', undefined, line(), marked),
    );
  const cell = (type: string): DocumentNode => node(type, { colspan: 1 + (index % 3), rowspan: 1 }, line());
  const blocks: readonly DocumentNode[] = [
    line(),
    marked,
    node('heading', { level: LEVELS[index % 3] }, { type: 'text', text: words }),
    list('bulletList'),
    list('orderedList'),
    node('taskList', undefined, node('taskItem', { checked: index % 2 === 0 }, line())),
    node('blockquote', { source: words, sourceAddress: 'https://example.org/' }, line()),
    node(
      'codeBlock',
      { language: index % 2 ? 'html' : null },
      { type: 'text', text: `<script>${words}</script>` },
    ),
    node('horizontalRule', undefined),
    node('table', { caption: words }, node('tableRow', undefined, cell('tableHeader'), cell('tableCell'))),
    node('callout', { kind: KINDS[index % KINDS.length] }, line()),
    node(
      'details',
      undefined,
      node('detailsSummary', undefined, { type: 'text', text: words }),
      node('detailsContent', undefined, line()),
    ),
    node(
      'columns',
      undefined,
      node('column', undefined, line()),
      node('column', undefined, list('bulletList')),
    ),
    node('embed', { provider: 'youtube', key: 'dQw4w9WgXcQ', title: words }),
    node('button', { label: words, href: '/the-same', look: index % 2 ? 'primary' : 'secondary' }),
    node('postList', { stream: 'nothing', count: 3, look: index % 2 ? 'list' : 'cards' }),
    node('contactForm', undefined),
    node('tableOfContents', undefined),
    node('html', { html: `<p class="note">Part ${index} &amp; <b>more</b></p><hr>` }),
  ];
  return blocks.filter((_block, place) => (index + place) % 3 !== 0);
}
