import { IMPORT_LIMITS, type ImportRun } from '@sitedesk/contract/imports';
import { COSTLY_DOCUMENTS, HOSTILE_FRONT_MATTER } from '../harness/costly-documents.js';
import { codesOf, createImport, finish, importAll, putExport, reportOf } from '../harness/imports.js';
import { startTwoEditorSitesBy, type TwoEditorSites } from '../harness/people.js';
import { type RunningProcess, startApi } from '../harness/processes.js';
import { docx } from '../harness/word.js';
import { wordPressExport } from '../harness/wordpress-export.js';
import { figure } from './support/figure.js';
import { longestLagMs, processorMs } from './support/process-load.js';
import { childrenOf, memoryGrowthMb, SMALL_HEAP } from './support/process-memory.js';

const POSTS = 9_000;
/** Of the import that is checked and imported as well. */
const IMPORTED_POSTS = 1_000;
const MAX_GROWTH_MB = 150;
const UNLIMITED = { RATELIMIT__DOCSIMPORT: '1000000/60', METRICS: 'on' };

describe('imports as large as they can be', () => {
  let sites: TwoEditorSites<RunningProcess>;
  beforeAll(async () => {
    sites = await startTwoEditorSitesBy(startApi, { ...SMALL_HEAP, ...UNLIMITED });
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

  const exported = (posts: number): Buffer => {
    const words = '<p>Some <b>words</b> of a post, and some more.</p>\n'.repeat(200);
    const each = Array.from({ length: posts }, (_, at) => ({ id: at + 1, content: `${at} ${words}` }));
    return Buffer.from(wordPressExport(each));
  };

  it('arrive whole, and are never in memory as a whole (J-13)', async () => {
    const { a, b, site } = sites;
    const small = await createImport(a, {}, { source: 'Small' });
    expect((await putExport(a, small.id, 'small.xml', exported(200))).status).toBe(200);
    const content = exported(POSTS);
    expect(content.length).toBeGreaterThan(0.9 * IMPORT_LIMITS.file);
    expect(content.length).toBeLessThan(IMPORT_LIMITS.file);
    const { id } = await createImport(a, {}, { source: 'Large' });
    const startedAt = performance.now();
    const growthMb = await memoryGrowthMb([site.api.pid], async () => {
      const answer = await putExport(a, id, 'large.xml', content);
      expect([answer.status, (answer.json() as ImportRun).items]).toEqual([200, POSTS]);
    });
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    expect((await b.get(`/import/runs/${id}`)).status).toBe(404);
    figure('J-13', { megabytes: Math.round(content.length / 1e6), posts: POSTS, growthMb, seconds });
    expect(growthMb).toBeLessThan(MAX_GROWTH_MB);
  });

  it('are read and written in parts, in little memory, and how far they are never goes back (J-13)', async () => {
    const { a, b, site } = sites;
    const { id } = await createImport(a, {}, { source: 'Parts' });
    expect((await putExport(a, id, 'parts.xml', exported(IMPORTED_POSTS))).status).toBe(200);
    let requests = 0;
    const steps = [
      ['check', 'checked', ({ read, processed }: ImportRun): number => read + processed],
      ['import', 'done', ({ processed }: ImportRun): number => processed],
    ] as const;
    const growthMb = await memoryGrowthMb([site.api.pid], async () => {
      for (const [step, end, farOf] of steps) {
        let far = 0;
        for (let state = ''; state !== end; requests += 1) {
          const answer = await a.post(`/import/runs/${id}/${step}`);
          expect(answer.status).toBe(200);
          const run = answer.json() as ImportRun; // the contract's word
          expect(farOf(run)).toBeGreaterThanOrEqual(far);
          far = farOf(run);
          ({ state } = run);
        }
        expect(far).toBe(step === 'check' ? 2 * IMPORTED_POSTS : IMPORTED_POSTS);
      }
    });
    expect((await b.get(`/import/runs/${id}`)).status).toBe(404);
    figure('J-13 parts', { posts: IMPORTED_POSTS, requests, growthMb });
    expect(growthMb).toBeLessThan(MAX_GROWTH_MB);
  });

  it('are refused before they are unpacked, where they are small and unpack to much (J-07)', async () => {
    const { a, b, site } = sites;
    const bomb = docx({ body: `<w:p>${'<w:r/>'.repeat(5_000_000)}</w:p>` });
    const { id } = await createImport(a, {}, { source: 'Bomb' });
    // The process that unpacks has started, and is measured as well.
    expect((await putExport(a, id, 'good.docx', docx({ body: '<w:p/>' }))).status).toBe(200);
    const pids = [site.api.pid, ...childrenOf(site.api.pid)];
    expect(pids).toHaveLength(2);
    const startedAt = performance.now();
    const growthMb = await memoryGrowthMb(pids, async () => {
      expect((await putExport(a, id, 'bomb.docx', bomb)).status).toBe(200);
      await finish(a, id, 'check');
    });
    const ms = Math.round(performance.now() - startedAt);
    expect(codesOf((await reportOf(a, id)).get('bomb.docx'))).toEqual(['import.packedLarge']);
    expect((await b.get(`/import/runs/${id}`)).status).toBe(404);
    figure('J-07', { kilobytes: Math.round(bomb.length / 1_000), ms, growthMb });
    expect(growthMb).toBeLessThan(100);
  });
});

// With a heap as usual: in a small one, Node collects garbage for longer than a turn may take.
describe('imports of hostile documents', () => {
  let sites: TwoEditorSites<RunningProcess>;
  beforeAll(async () => {
    sites = await startTwoEditorSitesBy(startApi, UNLIMITED);
  });
  afterAll(() => sites.site.stop());

  it('hold up nobody (J-08)', async () => {
    const { a, b, site } = sites;
    await importAll(a, { 'a.md': '# Before' }, { source: 'Before' });
    // One process reads them all. If a document ended it, there would be no figures.
    const [reader = 0] = childrenOf(site.api.pid);
    const costs: { name: string; scriptMs: number; processMs: number; lagMs: number }[] = [];
    for (const [name, content] of Object.entries(COSTLY_DOCUMENTS)) {
      const { id } = await createImport(a, { [name]: content }, { source: 'Hostile' });
      await longestLagMs(site.api.url); // forgets how it arrived
      const before = processorMs(reader);
      await finish(a, id, 'check');
      const after = processorMs(reader);
      costs.push({
        name,
        scriptMs: after.script - before.script,
        processMs: after.all - before.all,
        lagMs: await longestLagMs(site.api.url),
      });
      expect((await b.get(`/import/runs/${id}`)).status).toBe(404);
      expect((await a.delete(`/import/runs/${id}`)).status).toBe(204);
    }
    const [slowest] = costs.toSorted((one, other) => other.scriptMs - one.scriptMs);
    const [latest] = costs.toSorted((one, other) => other.lagMs - one.lagMs);
    figure('J-08', {
      documents: costs.length,
      slowest: slowest?.name ?? '',
      scriptMs: slowest?.scriptMs ?? 0,
      processMs: slowest?.processMs ?? 0,
      latest: latest?.name ?? '',
      longestLagMs: latest?.lagMs ?? 0,
    });
  });

  it('are refused for their front matter in no time (J-06)', async () => {
    const { a, b } = sites;
    const times: number[] = [];
    for (const [name, content] of Object.entries(HOSTILE_FRONT_MATTER)) {
      const { id } = await createImport(a, { [`${name}.md`]: content }, { source: 'Front matter' });
      const startedAt = performance.now();
      expect(await finish(a, id, 'check')).toMatchObject({ counts: { refused: 1 } });
      times.push(performance.now() - startedAt);
      expect((await b.get(`/import/runs/${id}`)).status).toBe(404);
    }
    figure('J-06', { documents: times.length, slowestMs: Math.round(Math.max(...times)) });
  });
});
