import type { FileDetails, FileSummary, FileVersion, StorageUse } from '@sitedesk/contract/files';
import { freePort } from '@sitedesk/testing';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createArticle, publishArticle, readArticle } from './harness/articles.js';
import type { EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { beginUpload, metadata, readFile, sendPart, upload } from './harness/files.js';
import { type Answer, call } from './harness/http.js';
import {
  colleague,
  type Colleague,
  HOSTS,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';
import { TEST_DATA_DIR } from './harness/processes.js';

describe('versions of files (F-10)', () => {
  let sites: TwoEditorSites;
  let a: EditorBrowser;
  let b: EditorBrowser;
  let reviewer: Colleague;
  let siteUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    sites = await startTwoEditorSites({ SITE_PORT: String(port) });
    ({ a, b } = sites);
    reviewer = await colleague(sites.site, a, { roles: ['Reviewer'], host: HOSTS.a });
  });
  afterAll(async () => {
    await sites.site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  const visit = (path: string): Promise<Answer> => call(siteUrl + path, { headers: { Host: HOSTS.a } });
  const use = async (): Promise<number> => ((await a.get('/files/storage')).json() as StorageUse).used; // the contract's word
  const begin = (
    file: FileSummary,
    name: string,
    content: string,
    { browser = a, match = `"v${file.revision}"` }: { browser?: EditorBrowser; match?: string } = {},
  ): Promise<Answer> =>
    beginUpload(browser, name, Buffer.from(content).length, {
      headers: {
        'Upload-Metadata': metadata({ filename: name, replaces: file.id }),
        ...(match === '' ? {} : { 'If-Match': match }),
      },
    });
  const replace = async (file: FileSummary, name: string, content: string): Promise<FileDetails> => {
    const begun = await begin(file, name, content);
    expect([begun.status, begun.text]).toEqual([201, begun.text]);
    const sent = await sendPart(a, String(begun.headers.location), 0, Buffer.from(content));
    expect([sent.status, sent.text]).toEqual([204, sent.text]);
    return (await readFile(a, file.id)) as FileDetails; // as above
  };
  const versionsOf = async (id: string, query = ''): Promise<readonly FileVersion[]> =>
    ((await a.get(`/files/${id}/versions${query}`)).json() as { items: readonly FileVersion[] }).items; // as above
  const faultOf = (answer: Answer): readonly unknown[] => {
    const { status, code, errors } = answer.json() as {
      status: number;
      code: string;
      errors?: { field: string; code?: string }[];
    };
    return errors ? [status, errors[0]?.field, errors[0]?.code] : [status, code];
  };

  it('are all there, live pages show the last one, and the URL of an earlier one goes on to answer it', async () => {
    const first = await upload(a, 'prices.txt', 'Prices of spring');
    const { number } = await createArticle(a, { title: 'Prices', slug: 'prices' });
    const { fields, revision } = await readArticle(a, number);
    const content = [{ type: 'file', attrs: { file: first.id } }];
    const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    expect((await a.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` })).status).toBe(
      200,
    );
    expect((await publishArticle(a, number)).status).toBe(200);
    expect((await visit('/prices')).text).toContain(first.path);
    const before = await use();
    const second = await replace(first, 'Prices 2027.TXT', 'Prices of summer');
    expect(second).toMatchObject({
      id: first.id,
      name: 'prices.txt',
      version: 2,
      revision: 2,
      size: 16,
      usedBy: { articles: 1, live: 1, layouts: 0, templates: 0 },
    });
    expect(second.hash).not.toBe(first.hash);
    await eventually(async () => expect((await visit('/prices')).text).toContain(second.path));
    expect((await visit('/prices')).text).not.toContain(first.path);
    expect([(await visit(first.path)).text, (await visit(second.path)).text]).toEqual([
      'Prices of spring',
      'Prices of summer',
    ]);
    expect((await visit(`/media/${first.id}/prices.txt`)).headers.location).toBe(second.path);
    expect(await use()).toBe(before + 16);
    const [latest, earliest] = await versionsOf(first.id);
    expect(latest).toMatchObject({
      version: 2,
      name: 'Prices 2027.TXT',
      hash: second.hash,
      replacedAt: null,
    });
    expect(earliest).toMatchObject({ version: 1, name: 'prices.txt', hash: first.hash });
    expect(earliest?.replacedAt).toBe(latest?.createdAt);
    expect((await versionsOf(first.id, '?limit=1')).map(({ version }) => version)).toEqual([2]);
    const old = await a.get(`/files/${first.id}/versions/1/content`);
    expect([old.text, (await a.get(`/files/${first.id}/content`)).text]).toEqual([
      'Prices of spring',
      'Prices of summer',
    ]);
    expect((await a.get('/audit?action=file.replace')).text).toContain(first.id);
  });

  it('are restored as a version of their own, whose room is not counted again', async () => {
    const first = await upload(a, 'terms.txt', 'Terms, the first');
    const second = await replace(first, 'terms.txt', 'Terms, the second');
    const before = await use();
    const path = `/files/${first.id}/versions`;
    const ifMatch = { 'If-Match': `"v${second.revision}"` };
    expect(faultOf(await a.post(`${path}/2/restore`, undefined, ifMatch))).toEqual([409, 'wrong-state']);
    expect((await a.post(`${path}/1/restore`, undefined, { 'If-Match': '"v1"' })).status).toBe(412);
    expect((await a.post(`${path}/9/restore`, undefined, ifMatch)).status).toBe(404);
    expect((await reviewer.browser.post(`${path}/1/restore`, undefined, ifMatch)).status).toBe(403);
    expect((await b.post(`${path}/1/restore`, undefined, ifMatch)).status).toBe(404);
    const answer = await a.post(`${path}/1/restore`, undefined, ifMatch);
    expect([answer.status, answer.json()]).toEqual([
      200,
      expect.objectContaining({ version: 3, revision: 3, hash: first.hash, path: first.path }),
    ]);
    expect((await visit(second.path)).text).toBe('Terms, the second');
    expect(await use()).toBe(before);
    expect((await versionsOf(first.id)).map(({ hash }) => hash)).toEqual([
      first.hash,
      second.hash,
      first.hash,
    ]);
    // With the last file that has them, all contents go.
    expect((await a.post('/files/trash', { files: [first.id] })).status).toBe(200);
    expect(faultOf(await begin({ ...first, revision: 4 }, 'terms.txt', 'Late'))).toEqual([
      409,
      'wrong-state',
    ]);
    expect((await a.delete(`/files/${first.id}`)).status).toBe(204);
    expect(await use()).toBe(before - 'Terms, the firstTerms, the second'.length);
    expect((await visit(second.path)).status).toBe(404);
  });

  it('begin only with what fits, by those who may, over what they have seen', async () => {
    const file = await upload(a, 'menu.txt', 'Soup');
    const foreign = await upload(b, 'menu.txt', 'Soup');
    for (const [name, fault] of [
      ['menu.pdf', [400, 'filename', 'file.otherType']],
      ['menu', [400, 'filename', 'file.otherType']],
      ['menu.exe', [400, 'filename', 'file.refusedType']],
    ] as const)
      expect([name, faultOf(await begin(file, name, 'Salad'))]).toEqual([name, fault]);
    expect(faultOf(await begin(file, 'menu.txt', 'Salad', { match: '' }))).toEqual([
      428,
      'if-match-required',
    ]);
    expect(faultOf(await begin(file, 'menu.txt', 'Salad', { match: '"v2"' }))).toEqual([
      412,
      'changed-meanwhile',
    ]);
    expect((await begin(foreign, 'menu.txt', 'Salad')).status).toBe(404);
    expect((await begin({ ...file, id: 'x' }, 'menu.txt', 'Salad')).status).toBe(400);
    expect((await begin(file, 'menu.txt', 'Salad', { browser: reviewer.browser })).status).toBe(403);
    expect((await reviewer.browser.get(`/files/${file.id}/versions`)).status).toBe(200);
    for (const path of ['versions', 'versions/1/content'])
      expect([path, (await b.get(`/files/${file.id}/${path}`)).status]).toEqual([path, 404]);
    // Someone changes it while the new content is on its way: that is over then, and leaves nothing.
    const begun = await begin(file, 'menu.txt', 'Salad');
    expect(
      (await a.patch(`/files/${file.id}`, { caption: 'Of the day' }, { 'If-Match': '"v1"' })).status,
    ).toBe(200);
    const before = await use();
    const location = String(begun.headers.location);
    expect((await sendPart(a, location, 0, Buffer.from('Salad'))).status).toBe(412);
    expect((await sendPart(a, location, 0, Buffer.from('Salad'))).status).toBe(404);
    expect([await use(), (await a.get(`/files/${file.id}/content`)).text]).toEqual([before, 'Soup']);
    expect(((await a.get('/files/storage')).json() as StorageUse).reserved).toBe(0); // as above
    // The same content again is no new version.
    const now = (await readFile(a, file.id)) as FileDetails; // as above
    expect((await replace(now, 'menu.txt', 'Soup')).version).toBe(1);
  });
});
