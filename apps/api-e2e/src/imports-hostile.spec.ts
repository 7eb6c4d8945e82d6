import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readArticle } from './harness/articles.js';
import { COSTLY_DOCUMENTS } from './harness/costly-documents.js';
import { eventually } from './harness/eventually.js';
import { codesOf, createImport, finish, importAll, reportOf } from './harness/imports.js';
import { startTwoEditorSitesBy, type TwoEditorSites } from './harness/people.js';
import { type RunningProcess, startApi } from './harness/processes.js';

/** No person can read these, but they are texts that articles can have. */
const READABLE = /^(?:quotes|brackets|images|emphasis|ticks|tags|links|characters|comments|returns|line)\./;

describe('import of hostile documents', () => {
  let sites: TwoEditorSites<RunningProcess>;

  beforeAll(async () => {
    sites = await startTwoEditorSitesBy(startApi, { RATELIMIT__DOCSIMPORT: '1000000/60' });
  });
  afterAll(() => sites.site.stop());

  it('names each that can’t be read, imports the others, and holds up neither of the sites (J-08)', async () => {
    const { a, b } = sites;
    const { id } = await createImport(a, { ...COSTLY_DOCUMENTS, 'good.md': '# Good' }, { source: 'Hostile' });
    const checking = finish(a, id, 'check');
    const other = await importAll(b, { 'b.md': '# Beside' }, { source: 'Beside' });
    expect(other.counts).toMatchObject({ created: 1, refused: 0 });
    expect(await checking).toMatchObject({
      state: 'checked',
      items: Object.keys(COSTLY_DOCUMENTS).length + 1,
    });
    const report = await reportOf(a, id);
    const refused = [...report.values()].filter(({ outcome }) => outcome === 'refused');
    expect(refused.map(({ externalId }) => externalId).sort()).toEqual(
      Object.keys(COSTLY_DOCUMENTS)
        .filter((name) => !READABLE.test(name))
        .sort(),
    );
    for (const { externalId, notes } of refused)
      expect([externalId, notes.findLast(({ level }) => level === 'error')?.code]).toEqual([
        externalId,
        expect.stringMatching(/^import\.(?:body|tooDeep|frontMatter\w+)$/),
      ]);
    const done = await finish(a, id, 'import');
    expect(done.counts).toMatchObject({ refused: refused.length });
    const good = (await reportOf(a, id)).get('good.md');
    expect((await readArticle(a, good?.article ?? 0)).title).toBe('Good');
  });

  it('goes on when the process that reads documents dies, and names the document that it was reading', async () => {
    const { a } = sites;
    await importAll(a, { 'a.md': '# Before' }, { source: 'Before' });
    const documents = { 'a.md': 'http://a.b/ '.repeat(85_000), 'b.md': '# Behind' }; // takes seconds
    const { id } = await createImport(a, documents, { source: 'Killed' });
    const checking = finish(a, id, 'check');
    await eventually(async () => {
      const [parser] = await parsersOf(sites.site.api.pid);
      if (!parser?.isRunning) throw new Error('Nothing is read yet.');
      process.kill(parser.pid, 'SIGKILL');
    });
    await checking;
    const report = await reportOf(a, id);
    expect(codesOf(report.get('a.md'))).toEqual(['import.unreadable']);
    expect(report.get('b.md')).toMatchObject({ outcome: 'created', title: 'Behind' });
  });
});

/** Processes that read documents, which a process has started. */
async function parsersOf(
  parent: number,
): Promise<readonly { readonly pid: number; readonly isRunning: boolean }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=,args=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, ppid, , ...args]) =>
        Number(ppid) === parent && args.some((arg) => arg.endsWith('parser-process.js')),
    )
    .map(([pid, , stat = '']) => ({ pid: Number(pid), isRunning: stat.startsWith('R') }));
}
