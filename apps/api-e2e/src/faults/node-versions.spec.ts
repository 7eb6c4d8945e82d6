import { CODE_LANGUAGES } from '@sitedesk/contract/code-languages';
import type { DocumentNode } from '@sitedesk/contract/documents';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { createArticle, publishArticle } from '../harness/articles.js';
import { ADMINISTRATOR, EditorBrowser, type EditorSite, startEditorSiteBy } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import {
  API_SCRIPT,
  apiEnvironment,
  type RunningProcess,
  startApi,
  startCommand,
} from '../harness/processes.js';
import { figure } from './support/figure.js';

/** Programs of Node, with a colon between any two. */
const BINARIES = (process.env['NODE_BINARIES'] ?? '').split(':').filter(Boolean);

const text = (words: string): DocumentNode => ({ type: 'text', text: words });
const heading = (words: string): DocumentNode => ({
  type: 'heading',
  attrs: { level: 2 },
  content: [text(words)],
});
const CODE = `// "a" <b> & 'c'\nclass É { fn(x: int) -> str: return \`\${0x1F + 1.5e3}\` } /* ü */ # \u{1F4DA}`;
/** What depends most on the engine: patterns over every script, case, normal forms, and code in each language. */
const CONTENT: readonly DocumentNode[] = [
  { type: 'tableOfContents' },
  ...['Straße & ÉCLAIR', 'İstanbul ﬁn', 'データ 2026', 'Ωμέγα', '\u{1D400}\u{10D4}\u{1C90} ǅ'].map(heading),
  { type: 'paragraph', content: [text('a < b & "c" – ü \u{1F4DA} e\u0301')] },
  { type: 'html', attrs: { html: '<p class=note>a &nbsp; b &copy;</p><hr>' } },
  ...Object.keys(CODE_LANGUAGES).map((language): DocumentNode => ({
    type: 'codeBlock',
    attrs: { language },
    content: [text(CODE)],
  })),
];

describe('instances of different versions of Node on one database', () => {
  let site: EditorSite<RunningProcess>;
  const instances: { readonly node: string; readonly api: RunningProcess; readonly port: number }[] = [];

  beforeAll(async () => {
    const first = await freePort();
    site = await startEditorSiteBy(startApi, { SITE_PORT: String(first) });
    instances.push({ node: process.execPath, api: site.api, port: first });
    for (const node of [process.execPath, ...BINARIES]) {
      const port = await freePort();
      const env = apiEnvironment(site.database.url, { SITE_PORT: String(port) });
      instances.push({ node, api: await startCommand([node, API_SCRIPT], env), port });
    }
  });
  afterAll(async () => {
    for (const { api } of instances.slice(1)) await api.stop();
    await site.stop();
  });

  it('sign people in, render the same bytes, and answer them under the same tags (P-39, P-55)', async () => {
    await site.administrator();
    const paths: string[] = [];
    for (const [index, { api }] of instances.entries()) {
      const editor = new EditorBrowser(api.url);
      await editor.signIn(ADMINISTRATOR);
      const { number, fields, revision } = await createArticle(editor, {
        title: 'Same',
        slug: `same-${index}`,
      });
      const draft = { operation: randomUUID(), fields, document: { type: 'doc', content: CONTENT } };
      const saved = await editor.put(`/articles/${number}/draft`, draft, { 'If-Match': `"v${revision}"` });
      expect([saved.status, saved.text]).toEqual([200, saved.text]);
      expect((await publishArticle(editor, number)).status).toBe(200);
      paths.push(`/same-${index}`);
    }
    const bodies = await site.database.query('SELECT DISTINCT body_hash FROM publication');
    expect(bodies).toHaveLength(1);

    const answersOf = (port: number): Promise<readonly (readonly unknown[])[]> =>
      Promise.all(
        paths.flatMap((path) =>
          ['identity', 'gzip', 'br'].map(async (coding) => {
            const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
              headers: { 'Accept-Encoding': coding },
            });
            return [path, coding, answer.status, answer.headers.get('etag'), await answer.text()];
          }),
        ),
      );
    const [{ port: first } = { port: 0 }, ...others] = instances;
    const expected = await answersOf(first);
    expect(new Set(expected.map(([, , status]) => status))).toEqual(new Set([200]));
    expect(new Set(expected.map(([, , , tag]) => tag)).size).toBe(expected.length);
    for (const { node, port } of others)
      await eventually(async () => expect([node, await answersOf(port)]).toEqual([node, expected]));
    figure('P-39', { instances: instances.length, binaries: BINARIES.length });
  });
});
