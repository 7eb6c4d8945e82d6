import type { ArticleSummary } from '@sitedesk/contract/articles';
import type { ImportKey } from '@sitedesk/contract/import-keys';
import { readArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { PIXEL } from '../harness/files.js';
import { programWith } from '../harness/import-keys.js';
import { docx, word } from '../harness/word.js';
import { zipOfFiles } from '../harness/zip.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the import screens', () => {
  let admin: Admin;
  let anna: EditorBrowser;

  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  it('take Word documents and archives of Google Docs with their pictures', async () => {
    const page = await admin.page({ at: '/import' });
    await page.getByText('Word documents (.docx)').waitFor();
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles([
      {
        name: 'Report.docx',
        mimeType: '',
        buffer: docx({
          body: word.paragraph(word.run('From Word'), 'Title') + word.paragraph(word.picture('rP', 'A view')),
          relations: [{ id: 'rP', type: 'image', target: 'media/image1.png' }],
          media: { 'image1.png': PIXEL },
        }),
      },
      {
        name: 'Plan.zip',
        mimeType: '',
        buffer: zipOfFiles({
          'Plan.html':
            '<style>.c1{font-weight:700}</style><body class="doc-content"><p class="title"><span>From Google</span></p><p><span class="c1">Bold</span></p>',
        }),
      },
      { name: 'Other.zip', mimeType: '', buffer: zipOfFiles({ 'a.txt': 'Text' }) },
    ]);
    await page.getByText('3 documents chosen').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Office');
    await page.getByRole('button', { name: 'Check documents' }).click();
    await page.getByRole('heading', { level: 1, name: 'Office' }).waitFor();
    await page.getByText('Nothing has changed yet.').waitFor();
    await page.getByText('The file isn’t a web page of Google Docs').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import 2 documents' }).click();
    await page.getByText('This is what became of the documents.').waitFor();
    const { items } = (await anna.get('/articles?q=From')).json() as { items: ArticleSummary[] }; // the contract's word
    const shapes = await Promise.all(
      items.map(async ({ number }) => {
        const { title, document } = await readArticle(anna, number);
        return [title, ...(document.content ?? []).map(({ type }) => type)];
      }),
    );
    expect(shapes.sort()).toEqual([
      ['From Google', 'paragraph'],
      ['From Word', 'image'],
    ]);
  });

  it('create an import key that is shown once, and revoke it', async () => {
    const page = await admin.page({ at: '/import/keys' });
    await page.getByText('A program that imports documents needs a key.').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Build server');
    await dialog.getByRole('radio', { name: 'One path and what is below' }).click();
    await dialog.getByRole('textbox', { name: 'Path' }).fill('/docs');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    expect(key).toMatch(/^sdi_/);
    expect((await programWith(anna, key).get('/import/runs')).status).toBe(200);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText('Build server', { exact: true }).waitFor();
    await page.getByText('/docs', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await findingsInEveryLook(page)).toEqual([]);

    await page.getByRole('button', { name: 'Revoke: Build server' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('A program that imports documents needs a key.').waitFor();
    expect((await programWith(anna, key).get('/import/runs')).status).toBe(401);
    expect(((await anna.get('/import/keys')).json() as { items: ImportKey[] }).items).toEqual([]); // as above
  });
});
