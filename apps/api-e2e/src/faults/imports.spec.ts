import { IMPORT_LIMITS, type ImportRun } from '@sitedesk/contract/imports';
import { createImport, finish, putExport } from '../harness/imports.js';
import { startTwoEditorSitesBy, type TwoEditorSites } from '../harness/people.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { wordPressExport } from '../harness/wordpress-export.js';
import { figure } from './support/figure.js';
import { peakMemoryMb } from './support/process-memory.js';

const POSTS = 9_000;
const MAX_GROWTH_MB = 150;

describe('imports as large as they can be', () => {
  let sites: TwoEditorSites<RunningProcess>;
  beforeAll(async () => {
    sites = await startTwoEditorSitesBy(startApi, { RATELIMIT__DOCSIMPORT: '1000000/60' });
  });
  afterAll(() => sites.site.stop());

  it('import 1,000 documents, and write nothing when they are imported again (J-01)', async () => {
    const { a } = sites;
    const documents = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [
        `guide/page-${at}.md`,
        `# Page ${at}\n\nSee [the next](page-${(at + 1) % 1_000}.md).\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | ${at} |\n`,
      ]),
    );
    const rows = () =>
      sites.site.database.query(
        `SELECT (SELECT count(*) FROM article) AS articles, (SELECT count(*) FROM article_version) AS versions,
           (SELECT count(*) FROM publication) AS publications, (SELECT count(*) FROM cdn_purge) AS purges,
           (SELECT max(xmin::text::bigint) FROM article) AS last`,
      );
    const imported = async (): Promise<readonly [run: ImportRun, seconds: number]> => {
      const startedAt = performance.now();
      const { id } = await createImport(a, documents, { source: 'Guide', status: 'published' });
      await finish(a, id, 'check');
      const run = await finish(a, id, 'import');
      return [run, Math.round((performance.now() - startedAt) / 100) / 10];
    };
    const [first, seconds] = await imported();
    expect(first.counts).toMatchObject({ created: 1_000, refused: 0 });
    const before = await rows();
    const [again, againSeconds] = await imported();
    expect(again.counts).toMatchObject({ created: 0, updated: 0, unchanged: 1_000 });
    expect(await rows()).toEqual(before);
    figure('J-01', { documents: 1_000, seconds, againSeconds });
  });

  it('arrive whole, and are never in memory as a whole (J-13)', async () => {
    const { a, b } = sites;
    const { pid } = sites.site.api;
    const exported = (posts: number): Buffer => {
      const words = '<p>Some <b>words</b> of a post, and some more.</p>\n'.repeat(200);
      const each = Array.from({ length: posts }, (_, at) => ({ id: at + 1, content: `${at} ${words}` }));
      return Buffer.from(wordPressExport(each));
    };
    const small = await createImport(a, {}, { source: 'Small' });
    expect((await putExport(a, small.id, 'small.xml', exported(200))).status).toBe(200);
    const before = peakMemoryMb(pid);
    const content = exported(POSTS);
    expect(content.length).toBeGreaterThan(0.9 * IMPORT_LIMITS.file);
    expect(content.length).toBeLessThan(IMPORT_LIMITS.file);
    const { id } = await createImport(a, {}, { source: 'Large' });
    const startedAt = performance.now();
    const answer = await putExport(a, id, 'large.xml', content);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    expect([answer.status, (answer.json() as ImportRun).items]).toEqual([200, POSTS]);
    expect((await b.get(`/import/runs/${id}`)).status).toBe(404);
    const growthMb = peakMemoryMb(pid) - before;
    figure('J-13', { megabytes: Math.round(content.length / 1e6), posts: POSTS, growthMb, seconds });
    expect(growthMb).toBeLessThan(MAX_GROWTH_MB);
  });
});
