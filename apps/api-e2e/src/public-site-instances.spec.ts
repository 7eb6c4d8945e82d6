import type { ArticleDetails } from '@sitedesk/contract/articles';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createArticle, publishArticle, saveFields } from './harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { call } from './harness/http.js';
import { type RunningProcess, startApi } from './harness/processes.js';

const ROUNDS = 5;
/** How long visitors look again after the new page has come. */
const AFTER_MS = 300;

describe('the public site of two instances', () => {
  let site: EditorSite<RunningProcess>;
  let other: RunningProcess;
  let editor: EditorBrowser;
  let ports: readonly number[];

  beforeAll(async () => {
    ports = [await freePort(), await freePort()];
    site = await startEditorSiteBy(startApi, { SITE_PORT: String(ports[0]) });
    other = await startApi(site.database.url, { SITE_PORT: String(ports[1]) });
    editor = await site.administrator();
  });
  afterAll(async () => {
    await other.stop();
    await site.stop();
  });

  const textAt = async (port: number): Promise<string> => (await call(`http://127.0.0.1:${port}/hours`)).text;

  it('forgets old pages on both when they don’t hear of changes for a while (P-41)', async () => {
    const article = (await editor.post('/articles', { type: 0, title: 'Hours' })).json() as ArticleDetails; // the contract's word
    const { number, fields } = article;
    for (let round = 0, revision = 1; round < ROUNDS; round += 1, revision += 1) {
      const title = `Edition ${randomUUID()}`;
      const body = { operation: randomUUID(), fields: { ...fields, title }, document: article.document };
      await editor.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
      await Promise.all(ports.map(textAt)); // so that both have the old page in memory
      const cut = await site.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sitedesk-changes' AND datname = current_database()`,
      );
      expect(cut).toHaveLength(2);
      const published = await editor.post(`/articles/${number}/publish`, undefined, {
        'If-Match': `"v${revision + 1}"`,
      });
      expect(published.status).toBe(200);
      await Promise.all(
        ports.map(async (port) => {
          await eventually(async () => expect(await textAt(port)).toContain(title));
          for (const end = Date.now() + AFTER_MS; Date.now() < end; await sleep(5))
            expect(await textAt(port)).toContain(title);
        }),
      );
      // Both listen again.
      await eventually(async () =>
        expect(
          await site.database.query(
            `SELECT FROM pg_stat_activity WHERE application_name = 'sitedesk-changes' AND datname = current_database()`,
          ),
        ).toHaveLength(2),
      );
    }
  });

  it('answers the same octets under the same tags on both, also after a restart (P-39)', async () => {
    const blog = await createArticle(editor, { type: 2, title: 'Log', blogKey: 'log' });
    const post = await createArticle(editor, { type: 1, title: 'Entry', blogKey: 'log', slug: 'entry' });
    const text = 'The harbour opens at nine and closes at five. '.repeat(60);
    for (const { number } of [blog, post]) {
      expect(
        (await saveFields(editor, number, { introduction: text.slice(0, 500), tags: ['Tides'] })).status,
      ).toBe(200);
      expect((await publishArticle(editor, number)).status).toBe(200);
    }
    const answers = (port: number): Promise<readonly (readonly unknown[])[]> =>
      Promise.all(
        ['/log', '/log/entry', '/tags/tides', '/_sd/nothing', '/nowhere'].flatMap((path) =>
          ['identity', 'gzip', 'br'].map(async (coding) => {
            const headers = { 'Accept-Encoding': coding };
            const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
            const octets = Buffer.from(await answer.arrayBuffer()).toString('base64');
            return [path, coding, answer.status, answer.headers.get('etag'), octets];
          }),
        ),
      );
    const [one = 0, two = 0] = ports;
    const before = await answers(one);
    const tags = before.map(([, , status, tag]) => (status === 200 ? tag : undefined)).filter(Boolean);
    expect([tags.length, new Set(tags).size]).toEqual([9, 9]);
    expect(await answers(two)).toEqual(before);
    await other.stop();
    other = await startApi(site.database.url, { SITE_PORT: String(two) });
    expect(await answers(two)).toEqual(before);
    await saveFields(editor, post.number, { title: 'Another entry' });
    await publishArticle(editor, post.number);
    await eventually(async () => {
      const after = await answers(two);
      expect(after.filter((answer) => tags.includes(answer[3]))).toEqual([]);
    });
  });
});
