import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readArticle } from './harness/articles.js';
import { eventually } from './harness/eventually.js';
import { codesOf, createImport, finish, importAll, reportOf } from './harness/imports.js';
import { startTwoEditorSitesBy, type TwoEditorSites } from './harness/people.js';
import { type RunningProcess, startApi } from './harness/processes.js';

const many = (text: string, count: number): string => text.repeat(count);

/** Each is cheap to write and costly for one parser or another to read. */
const HOSTILE: Readonly<Record<string, string>> = {
  'quotes.md': many('> ', 5_000),
  'lists.md': Array.from({ length: 500 }, (_, at) => `${many(' ', 2 * at)}- x`).join('\n'),
  'brackets.md': many('[', 100_000),
  'images.md': many('![', 30_000),
  'emphasis.md': many('*a **b ', 20_000),
  'ticks.md': many('`', 200_001),
  'tags.md': many('<a href="', 20_000),
  'links.md': `${many('[a](', 20_000)}${many(')', 20_000)}`,
  'characters.md': many('&#x1F600;', 20_000),
  'table.md': `|${many('a|', 20_000)}\n|${many('-|', 20_000)}\n|${many('b|', 20_000)}`,
  'urls.md': many('http://a.b/ ', 10_000),
  'comments.md': many('<!--', 50_000),
  'returns.md': many('\r', 200_000),
  'yaml.md': `---\n${many('[', 60_000)}\n---\nText`,
  'aliases.md': `---\na: &a [x, x]\nb: &b [*a, *a]\nc: [${many('*b, ', 20)}*b]\n---\nText`,
  'divisions.html': many('<div>', 50_000),
  'marks.html': many('<b><i>', 30_000),
  'tables.html': many('<table><tr><td>', 10_000),
  'items.html': `<ul>${many('<li>x</li>', 20_000)}</ul>`,
  'line.html': `<p>${many('word ', 50_000)}</p>`,
};
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
    const { id } = await createImport(a, { ...HOSTILE, 'good.md': '# Good' }, { source: 'Hostile' });
    const checking = finish(a, id, 'check');
    const other = await importAll(b, { 'b.md': '# Beside' }, { source: 'Beside' });
    expect(other.counts).toMatchObject({ created: 1, refused: 0 });
    expect(await checking).toMatchObject({ state: 'checked', items: Object.keys(HOSTILE).length + 1 });
    const report = await reportOf(a, id);
    const refused = [...report.values()].filter(({ outcome }) => outcome === 'refused');
    expect(refused.map(({ externalId }) => externalId).sort()).toEqual(
      Object.keys(HOSTILE)
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
    const documents = { 'a.md': many('http://a.b/ ', 85_000), 'b.md': '# Behind' }; // takes seconds
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
