import type { ImportRun } from '@sitedesk/contract/imports';
import { EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { createImport, finish, reportOf } from './harness/imports.js';
import { startApi } from './harness/processes.js';

const COUNT = 80;
const KILLS = 4;

describe('an import, when processes die', () => {
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite({ RATELIMIT__DOCSIMPORT: '1000000/60' });
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  it('goes on where it was, and ends as one that nothing interrupted (J-05)', async () => {
    const documents = Object.fromEntries(
      Array.from({ length: COUNT }, (_, at) => [
        `crash/${at}.md`,
        `---\ntitle: Crash ${at}\naliases: [/old/crash-${at}]\n---\nSee [the next](${(at + 1) % COUNT}.md).`,
      ]),
    );
    const { id } = await createImport(editor, documents, { status: 'published' });
    await finish(editor, id, 'check');
    const written = async (): Promise<number> => {
      const [row] = await site.database.query(
        'SELECT count(*)::int AS count FROM import_item WHERE step >= 2',
      );
      return Number(row?.['count']);
    };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const process = await startApi(site.database.url, { RATELIMIT__DOCSIMPORT: '1000000/60' });
      const other = new EditorBrowser(process.url);
      for (const [name, value] of editor.cookies) other.cookies.set(name, value);
      other.csrfToken = editor.csrfToken;
      const request = other.post(`/import/runs/${id}/import`, {}).catch(() => undefined);
      const from = await written();
      await eventually(async () => expect(await written()).toBeGreaterThan(from));
      await process.kill();
      await request;
    }
    expect(await written()).toBeLessThan(COUNT);
    const done: ImportRun = await finish(editor, id, 'import');
    expect(done).toMatchObject({ state: 'done', items: COUNT, processed: COUNT, counts: { created: COUNT } });
    const report = await reportOf(editor, id);
    expect(new Set([...report.values()].map(({ article }) => article)).size).toBe(COUNT);
    expect(
      [...report.values()].flatMap(({ notes }) => notes).filter(({ level }) => level !== 'info'),
    ).toEqual([]);
    const [state] = await site.database.query(
      `SELECT (SELECT count(*) FROM article WHERE path LIKE '/crash/%')::int AS articles,
         (SELECT count(*) FROM live_page WHERE path LIKE '/crash/%' AND kind = 'page')::int AS live,
         (SELECT count(*) FROM publication p JOIN article a USING (tenant_id, number) WHERE a.path LIKE '/crash/%')::int AS publications,
         (SELECT count(*) FROM redirect_rule WHERE path LIKE '/old/crash-%')::int AS redirects`,
    );
    expect(state).toEqual({ articles: COUNT, live: COUNT, publications: COUNT, redirects: COUNT });
  });
});
