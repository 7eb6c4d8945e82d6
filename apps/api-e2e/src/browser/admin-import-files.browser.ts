import type { ArticleSummary } from '@sitedesk/contract/articles';
import type { ImportKey } from '@sitedesk/contract/import-keys';
import type { NewPreviewLink } from '@sitedesk/contract/preview-links';
import { freePort, HOSTILE_DOCUMENTS } from '@sitedesk/testing';
import type { Page } from 'playwright-core';
import { readArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { PIXEL } from '../harness/files.js';
import { programWith } from '../harness/import-keys.js';
import { importAll, reportOf } from '../harness/imports.js';
import { docx, word } from '../harness/word.js';
import { zipOfFiles } from '../harness/zip.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the import screens', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let site: string;

  beforeAll(async () => {
    const port = await freePort();
    site = `http://127.0.0.1:${port}`;
    admin = await startAdmin({ SITE_PORT: String(port), RATELIMIT__DOCSIMPORT: '1000000/60' });
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

  it('run nothing that documents bring along: not in articles, previews, the editor or the report (J-09)', async () => {
    const documents = Object.fromEntries(HOSTILE_DOCUMENTS.map((text, at) => [`hostile-${at}.md`, text]));
    const run = await importAll(anna, documents, { source: 'Hostile', status: 'published' });
    const items = [...(await reportOf(anna, run.id)).values()];
    expect(items.length).toBe(200);
    const imported = items.filter(({ article }) => article !== null);
    const pages: string[] = [];
    for (const { path } of imported) {
      const answer = await fetch(`${site}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      pages.push(await answer.text());
    }
    for (const { article } of imported.slice(0, 20)) {
      const { url } = (await anna.post(`/articles/${article}/preview-links`, {})).json() as NewPreviewLink; // the contract's word
      const answer = await fetch(`${site}${url.slice(url.indexOf('/_preview/'))}`);
      expect(answer.status).toBe(200);
      pages.push(await answer.text());
    }
    expect(pages.length).toBeGreaterThan(200);
    const context = await admin.browser.newContext();
    await context.route('**/*', (route) => route.abort());
    expect(await saidBy(await context.newPage(), pages)).toEqual([]);
    await context.close();

    const said: string[] = [];
    for (const [at, shown] of [
      [`/import/${run.id}`, 'text=This is what became of the documents.'],
      [`/articles/${imported[0]?.article}`, '[contenteditable=true]'],
    ] as const) {
      const page = await admin.page({ at: null });
      page.on('dialog', (dialog) => {
        said.push(`${at}: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.goto(admin.url(at));
      await page.locator(shown).first().waitFor();
    }
    expect(said).toEqual([]);
  });
});

/** Says what it says when it's shown, and when its link is clicked: a browser that says less isn't listened to rightly. */
const CONTROL = '<img src="x" onerror="alert(\'shown\')"><a href="javascript:alert(\'clicked\')">x</a>';

const SHOW = `async (sources) => {
  const frames = sources.map((srcdoc) => Object.assign(document.createElement('iframe'), { srcdoc }));
  const loaded = frames.map((frame) => new Promise((done) => frame.addEventListener('load', done)));
  document.body.append(...frames);
  await Promise.all(loaded);
  for (const { contentDocument } of frames)
    for (const element of contentDocument.querySelectorAll('a, button, summary, [onclick]')) element.click();
}`;

/** Shows pages in frames, without the headers that would keep scripts from running, clicks everything, and notes what says something. */
async function saidBy(page: Page, pages: readonly string[]): Promise<readonly string[]> {
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.dismiss();
  });
  const controls = (): readonly string[] => said.filter((each) => each === 'shown' || each === 'clicked');
  for (let from = 0; from < pages.length; from += 20) {
    const before = controls().length;
    await page.setContent('<body></body>');
    await page.evaluate(`(${SHOW})(${JSON.stringify([...pages.slice(from, from + 20), CONTROL])})`);
    await eventually(() => Promise.resolve(expect(controls().length).toBe(before + 2)));
  }
  return said.filter((each) => !controls().includes(each));
}
