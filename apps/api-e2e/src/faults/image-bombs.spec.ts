import { freePort } from '@sitedesk/testing';
import { rm } from 'node:fs/promises';
import { createArticle, publishArticle } from '../harness/articles.js';
import { type EditorBrowser, type EditorSite, startEditorSiteBy } from '../harness/editor.js';
import { tryUpload } from '../harness/files.js';
import { call } from '../harness/http.js';
import { imageBombs } from '../harness/image-bombs.js';
import { type RunningProcess, startApi, TEST_DATA_DIR } from '../harness/processes.js';
import { figure, percentile, tally } from './support/figure.js';
import { atRate, timed, together } from './support/load.js';
import { peakMemoryMb, residentMemoryMb } from './support/process-memory.js';

const ROUNDS = 20;
const AT_ONCE = 4;
const MAX_GROWTH_MB = 200;

describe('pictures that would fill the memory', () => {
  let site: EditorSite<RunningProcess>;
  let editor: EditorBrowser;
  let siteUrl: string;

  beforeAll(async () => {
    const port = await freePort();
    siteUrl = `http://127.0.0.1:${port}`;
    site = await startEditorSiteBy(startApi, { SITE_PORT: String(port) });
    editor = await site.administrator();
    const { number } = await createArticle(editor, { title: 'Welcome', home: true });
    await publishArticle(editor, number);
  });
  afterAll(async () => {
    await site.stop();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  it('are refused with less than 200 MB of it, while visitors get their pages (F-08)', async () => {
    const bombs = Object.entries(imageBombs());
    const before = residentMemoryMb(site.api.pid);
    const times: number[] = [];
    const pages = atRate(50, 5, () => timed(() => call(siteUrl)));
    await together(ROUNDS * bombs.length, AT_ONCE, async (index) => {
      const [name, [content]] = bombs[index % bombs.length] ?? ['', [Buffer.alloc(0)]];
      const { answer, ms } = await timed(() => tryUpload(editor, name, content));
      times.push(ms);
      // A profile that says nothing is left out of the picture that visitors get.
      const expected = name === 'profile.png' ? [204, 400] : [400];
      expect([name, expected]).toEqual([name, expect.arrayContaining([answer.status])]);
    });
    const answers = await pages;
    const grownMb = peakMemoryMb(site.api.pid) - before;
    const pageTimes = answers.map(({ ms }) => ms);
    figure('F-08', {
      refused: times.length,
      slowestMs: Math.round(Math.max(...times)),
      pagesP99Ms: percentile(pageTimes, 0.99),
      grownMb,
    });
    expect(tally(answers.map(({ answer }) => answer.status))).toBe('200:250');
    expect(grownMb).toBeLessThan(MAX_GROWTH_MB);
  });
});
