import type { ArticleSummary } from '@sitedesk/contract/articles';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { PIXEL } from '../harness/files.js';
import { type Admin, axeFindings, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the import of documents', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let folder: string;

  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    folder = join(await mkdtemp(join(tmpdir(), 'import-')), 'Handbook');
    await mkdir(join(folder, 'img'), { recursive: true });
    await mkdir(join(folder, 'guide'));
    await writeFile(join(folder, 'img', 'view.png'), PIXEL);
    await writeFile(
      join(folder, 'guide', 'start.md'),
      '# Getting started\n\n![A view](../img/view.png)\n\nSee [the end](end.md).\n',
    );
    await writeFile(
      join(folder, 'guide', 'end.md'),
      '---\ntitle: The end\nweight: 2\n---\nBack to [the start](start.md), or [nowhere](gone.md).\n',
    );
    await writeFile(join(folder, 'guide', 'broken.md'), '---js\nprocess.exit(1)\n---\nText\n');
    await writeFile(join(folder, 'notes.txt'), 'Not a document');
  });
  afterAll(async () => {
    await rm(join(folder, '..'), { recursive: true, force: true });
    await admin.stop();
  });

  const articles = async (): Promise<readonly ArticleSummary[]> =>
    ((await anna.get('/articles?q=start')).json() as { items: ArticleSummary[] }).items; // the contract's word
  const check = async (page: Page): Promise<void> => {
    await page.locator('input[webkitdirectory]').setInputFiles(folder);
    await page.getByText('3 documents chosen, one picture').waitFor();
    await page.getByRole('button', { name: 'Check documents' }).click();
    await page.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor();
  };
  const results = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('takes a folder with a picture, says what would become of it, imports it, changes nothing again, and is undone', async () => {
    const page = await admin.page({ at: '/import' });
    await page.getByText('No imports yet').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await check(page);
    await page.getByText('Nothing has changed yet.').waitFor();
    await results(page, 'New 2').waitFor();
    await results(page, 'Not imported 1').click();
    await page.getByText('Only front matter in YAML is read').waitFor();
    await results(page, 'All 3').click();
    await page.getByText('Broken link, turned into text: gone.md').waitFor();
    expect(await articles()).toEqual([]);
    expect(await findingsInEveryLook(page)).toEqual([]);

    await page.getByRole('button', { name: 'Import 2 documents' }).click();
    await page.getByText('This is what became of the documents.').waitFor();
    const [first] = await articles();
    const { document, path } = await readArticle(anna, first?.number ?? 0);
    expect([path, document.content?.map(({ type }) => type)]).toEqual([
      '/guide/start',
      ['image', 'paragraph'],
    ]);

    await page.getByRole('link', { name: 'Imports' }).click();
    await check(page);
    await page.getByText('Nothing would change').waitFor();
    await results(page, 'Unchanged 2').waitFor();
    await page.getByRole('link', { name: 'Imports' }).click();

    await page.getByText('Imported', { exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The import was undone').waitFor();
    expect(await articles()).toEqual([]);
  });

  it('pauses at once while a busy server has it wait, and continues', async () => {
    const page = await admin.page({ at: '/import' });
    await check(page);
    const busy = { code: 'busy', title: 'Service Unavailable', status: 503 };
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '3600' };
    await page.route('**/import/runs/*/import', (route) =>
      route.fulfill({ status: 503, headers, body: JSON.stringify(busy) }),
    );
    await page.getByRole('button', { name: 'Import 2 documents' }).click();
    await page.getByText('0 of 3 documents').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Nothing has changed yet.').waitFor();
    expect(await articles()).toEqual([]);

    await page.unroute('**/import/runs/*/import');
    await page.getByRole('button', { name: 'Import 2 documents' }).click();
    await page.getByText('This is what became of the documents.').waitFor();
    expect((await articles()).length).toBe(1);
  });
});
