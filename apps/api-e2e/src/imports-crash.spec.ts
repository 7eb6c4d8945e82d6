import { DOCS_IMPORT_PATH } from '@sitedesk/contract/docs-import';
import type { ImportRun } from '@sitedesk/contract/imports';
import { startLocalServer } from '@sitedesk/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { PIXEL } from './harness/files.js';
import { call } from './harness/http.js';
import { createImportKey } from './harness/import-keys.js';
import { createImport, type Documents, finish, importAll, putExport, reportOf } from './harness/imports.js';
import { type RunningProcess, startApi } from './harness/processes.js';
import { randomNumbers } from './harness/random.js';
import { docx, word } from './harness/word.js';

/** `IMPORT_KILLS` is for more than every run has time for. */
const KILLS = Number(process.env['IMPORT_KILLS'] ?? 4);
const COUNT = 20 * KILLS;
/** Of a process, once it has begun to work, at most. */
const LIFE_MS = 60;
/** What became of the documents in a folder, without the folder's name and the ids of blocks. */
const STATE = `
SELECT replace(a.path, $1, '') AS path, a.title, a.status, d.revision,
  replace(regexp_replace(d.document::text, '"id": "[^"]*"', '', 'g'), $1, '') AS document,
  (SELECT count(*)::int FROM article_version v WHERE v.tenant_id = a.tenant_id AND v.number = a.number) AS versions,
  (SELECT count(*)::int FROM publication p WHERE p.tenant_id = a.tenant_id AND p.number = a.number) AS publications,
  (SELECT count(*)::int FROM import_document i WHERE i.tenant_id = a.tenant_id AND i.number = a.number) AS sources,
  (SELECT string_agg(l.kind, ',') FROM live_page l WHERE l.tenant_id = a.tenant_id AND l.number = a.number) AS live,
  (SELECT string_agg(replace(r.path, $1, ''), ',') FROM redirect_rule r WHERE r.tenant_id = a.tenant_id AND r.forward_number = a.number) AS redirects,
  (SELECT string_agg(e.action, ',' ORDER BY e.sequence) FROM audit_entry e
     WHERE e.tenant_id = a.tenant_id AND e.target_kind = 'article' AND e.target_id = a.number::text) AS audited
FROM article a JOIN article_draft d ON d.tenant_id = a.tenant_id AND d.number = a.number
WHERE a.path LIKE '/' || $1 || '/%' ORDER BY 1`;

describe('an import, when processes die', () => {
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite({ RATELIMIT__DOCSIMPORT: '1000000/60' });
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  const another = async (): Promise<{
    readonly process: RunningProcess;
    readonly browser: EditorBrowser;
  }> => {
    const process = await startApi(site.database.url, { RATELIMIT__DOCSIMPORT: '1000000/60' });
    const browser = new EditorBrowser(process.url);
    for (const [name, value] of editor.cookies) browser.cookies.set(name, value);
    browser.csrfToken = editor.csrfToken;
    return { process, browser };
  };
  const count = async (query: string): Promise<number> => {
    const [row] = await site.database.query(`SELECT count(*)::int AS count FROM ${query}`);
    return Number(row?.['count']);
  };
  /** Pictures of one pixel, each of other octets. */
  const picture = (at: number): Buffer => Buffer.concat([PIXEL, Buffer.from([at])]);

  it('goes on where it was, and ends as one that nothing interrupted (J-05)', async () => {
    const documents = (folder: string): Documents =>
      Object.fromEntries(
        Array.from({ length: COUNT }, (_, at) => [
          `${folder}/${at}.md`,
          `---\ntitle: Page ${at}\naliases: [/old/${folder}-${at}]\n---\nSee [the next](${(at + 1) % COUNT}.md).`,
        ]),
      );
    const seed = Number(process.env['IMPORT_SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`IMPORT_SEED=${seed}\n`);
    const random = randomNumbers(seed);
    const { id } = await createImport(editor, documents('crash'), { status: 'published' });
    const stepsTaken = async (): Promise<number> => {
      const [row] = await site.database.query(
        'SELECT sum(step)::int AS sum FROM import_item WHERE run_id = $1',
        [id],
      );
      return Number(row?.['sum']);
    };
    const killIn = async (step: 'check' | 'import'): Promise<void> => {
      const from = await stepsTaken();
      const { process, browser } = await another();
      const request = browser.post(`/import/runs/${id}/${step}`).catch(() => undefined);
      await eventually(async () => expect(await stepsTaken()).toBeGreaterThan(from));
      await sleep(random(LIFE_MS));
      await process.kill();
      await request;
    };
    const checks = Math.floor(KILLS / 4);
    for (let kill = 0; kill < checks; kill += 1) await killIn('check');
    await finish(editor, id, 'check');
    for (let kill = checks; kill < KILLS; kill += 1) await killIn('import');
    expect(await count(`import_item WHERE run_id = '${id}' AND step >= 2`)).toBeLessThan(COUNT);
    const done: ImportRun = await finish(editor, id, 'import');
    expect(done).toMatchObject({ state: 'done', items: COUNT, processed: COUNT, counts: { created: COUNT } });
    const report = await reportOf(editor, id);
    expect(new Set([...report.values()].map(({ article }) => article)).size).toBe(COUNT);
    expect(
      [...report.values()].flatMap(({ notes }) => notes).filter(({ level }) => level !== 'info'),
    ).toEqual([]);
    await importAll(editor, documents('clean'), { source: 'Clean', status: 'published' });
    const [crashed, clean] = [
      await site.database.query(STATE, ['crash']),
      await site.database.query(STATE, ['clean']),
    ];
    expect(clean).toHaveLength(COUNT);
    // The text that it was created with, and what was published.
    expect(clean[0]).toMatchObject({ versions: 2, publications: 1, sources: 1, live: 'page' });
    expect(crashed).toEqual(clean);
  });

  it('keeps what was written when it is removed halfway, and the next one knows these documents (J-01, J-05)', async () => {
    const documents = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`half/${at}.md`, `# Half ${at}`]),
    );
    const { id } = await createImport(editor, documents, { source: 'Half' });
    await finish(editor, id, 'check');
    const { process, browser } = await another();
    const request = browser.post(`/import/runs/${id}/import`, {}).catch(() => undefined);
    await eventually(async () => expect(await count(`article WHERE path LIKE '/half/%'`)).toBeGreaterThan(0));
    await process.kill();
    await request;
    const written = await count(`article WHERE path LIKE '/half/%'`);
    expect((await editor.delete(`/import/runs/${id}`)).status).toBe(204);
    expect((await editor.get(`/import/runs/${id}`)).status).toBe(404);
    expect(await count(`article WHERE path LIKE '/half/%'`)).toBe(written);
    const next = await importAll(editor, documents, { source: 'Half' });
    expect(next.counts).toMatchObject({ unchanged: written, created: 40 - written, refused: 0, conflict: 0 });
    expect(await count(`article WHERE path LIKE '/half/%'`)).toBe(40);
  });

  it('has each picture of a document once, when processes die while files are uploaded (J-05, J-12)', async () => {
    const pictures = 12;
    const files = Array.from({ length: 3 }, (_, file): readonly [string, Buffer] => {
      const own = Array.from({ length: pictures }, (_, at) => file * pictures + at);
      return [
        `upload-${file}.docx`,
        docx({
          body: own.map((at) => word.paragraph(word.picture(`r${at}`, `Picture ${at}`))).join(''),
          relations: own.map((at) => ({ id: `r${at}`, type: 'image', target: `media/${at}.png` })),
          media: Object.fromEntries(own.map((at) => [`${at}.png`, picture(at)])),
        }),
      ];
    });
    const { id } = await createImport(editor, {}, { source: 'Uploads' });
    for (const [name, content] of files) {
      const { process, browser } = await another();
      const from = await count('file');
      const request = putExport(browser, id, name, content).catch(() => undefined);
      await eventually(async () => expect(await count('file')).toBeGreaterThan(from));
      await process.kill();
      await request;
    }
    for (const [name, content] of files) {
      await eventually(async () => expect((await putExport(editor, id, name, content)).status).toBe(200));
    }
    await finish(editor, id, 'check');
    const done = await finish(editor, id, 'import');
    expect(done).toMatchObject({ items: 3, counts: { created: 3 } });
    const notes = [...(await reportOf(editor, id)).values()].flatMap((item) => item.notes);
    expect(notes.filter(({ level }) => level !== 'info')).toEqual([]);
    const [found] = await site.database.query(
      `SELECT count(*)::int AS files, count(DISTINCT hash)::int AS contents FROM file WHERE name LIKE 'picture-%'`,
    );
    expect(found).toEqual({ files: 3 * pictures, contents: 3 * pictures });
  });

  it('has each picture of another server once, when a process dies while it is fetched (J-05, J-12)', async () => {
    const pictures = 12;
    const server = await startLocalServer(async ({ url = '' }, response) => {
      await sleep(100);
      response.end(picture(100 + Number(/\d+/.exec(url)?.[0])));
    });
    const text = Array.from({ length: pictures }, (_, at) => `![](${server.url}/${at}.png)`).join('\n\n');
    const { id } = await createImport(
      editor,
      { 'fetched.md': `# Fetched\n\n${text}` },
      { source: 'Fetched' },
    );
    expect((await finish(editor, id, 'check')).pictures.waiting).toBe(pictures);
    const { process, browser } = await another();
    const request = browser.post(`/import/runs/${id}/assets`).catch(() => undefined);
    await eventually(async () =>
      expect(await count(`import_picture WHERE state = 'fetched'`)).toBeGreaterThan(0),
    );
    await process.kill();
    await request;
    await eventually(async () => {
      const run = (await editor.post(`/import/runs/${id}/assets`)).json() as ImportRun; // the contract's word
      expect(run.pictures).toEqual({ waiting: 0, fetched: pictures, failed: 0 });
    });
    await finish(editor, id, 'check');
    expect(await finish(editor, id, 'import')).toMatchObject({ counts: { created: 1 } });
    await server.close();
    const [found] = await site.database.query(
      `SELECT count(*)::int AS files, count(DISTINCT f.hash)::int AS contents FROM file f JOIN folder USING (tenant_id)
       WHERE folder.id = f.folder_id AND folder.name = '127.0.0.1'`,
    );
    expect(found).toEqual({ files: pictures, contents: pictures });
  });

  it('makes one article of a document that several processes receive at once', async () => {
    const { key } = await createImportKey(editor, { scope: 'publish' });
    const { process } = await another();
    const send = (url: string, at: number): Promise<{ readonly status: number }> =>
      call(`${url}${DOCS_IMPORT_PATH}/items/at-once`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'At once', urlPath: 'at-once', html: `<p>Text ${at}</p>` }),
      });
    /** As programs do: who waits for the others too long is told to come back. */
    const sendAgain = async (url: string, at: number): Promise<number> => {
      const { status } = await send(url, at);
      return status === 503 ? sendAgain(url, at) : status;
    };
    const statuses = await Promise.all(
      Array.from({ length: 8 }, (_, at) => sendAgain(at % 2 === 0 ? site.api.url : process.url, at)),
    );
    await process.stop();
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(await count(`article WHERE title = 'At once'`)).toBe(1);
    expect((await send(site.api.url, 9)).status).toBe(200);
    expect(await count(`article WHERE title = 'At once'`)).toBe(1);
  });
});
