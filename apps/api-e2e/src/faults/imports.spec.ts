import { IMPORT_LIMITS, type ImportRun } from '@sitedesk/contract/imports';
import { createImport, putExport } from '../harness/imports.js';
import { startTwoEditorSitesBy, type TwoEditorSites } from '../harness/people.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { wordPressExport } from '../harness/wordpress-export.js';
import { figure } from './support/figure.js';
import { peakMemoryMb } from './support/process-memory.js';

const POSTS = 9_000;
const MAX_GROWTH_MB = 150;

describe('an export as large as one can be', () => {
  let sites: TwoEditorSites<RunningProcess>;
  beforeAll(async () => {
    sites = await startTwoEditorSitesBy(startApi, { RATELIMIT__DOCSIMPORT: '1000000/60' });
  });
  afterAll(() => sites.site.stop());

  it('arrives whole, and is never in memory as a whole (J-13)', async () => {
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
