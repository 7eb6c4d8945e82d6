import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { TemplateDetails, TemplateSummary } from '@sitedesk/contract/page-templates';
import type { Page } from 'playwright-core';
import { createArticle, publishArticle, readArticle, saveFields } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { type Admin, axeFindings, findingsInEveryLook, startAdmin } from './support/admin.js';

const paragraph = (text: string, id?: string): DocumentNode => ({
  type: 'paragraph',
  attrs: { id: id ?? null },
  content: [{ type: 'text', text }],
});

describe('templates, and text that is replaced in many articles', () => {
  let admin: Admin;
  let anna: EditorBrowser;

  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  const templates = async (): Promise<readonly TemplateSummary[]> =>
    ((await anna.get('/templates')).json() as { items: TemplateSummary[] }).items; // the contract's word
  const template = async (name: string): Promise<TemplateDetails> =>
    (
      await anna.post('/templates', {
        type: 0,
        name,
        document: {
          type: 'doc',
          content: [
            paragraph('Our note', 'lockedBlock1'),
            paragraph('Write here', 'freeBlock001'),
            paragraph('Imprint', 'lockedBlock2'),
          ],
        },
        locked: ['lockedBlock1', 'lockedBlock2'],
      })
    ).json() as TemplateDetails; // as above
  const linesOf = ({ document }: Pick<ArticleDetails, 'document'>): readonly string[] =>
    (document.content ?? []).map(({ content = [] }) => content.map(({ text = '' }) => text).join(''));
  const textbox = (page: Page) => page.getByRole('textbox', { name: /^Text of/ });

  it('are written, locked and saved by keyboard', async () => {
    const page = await admin.page({ at: '/articles/templates' });
    await page.getByRole('button', { name: 'New template' }).first().press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByLabel('Name').fill('Report');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor();
    const text = textbox(page);
    await text.focus();
    await page.keyboard.type('Figures are preliminary.');
    await page.keyboard.press('Control+Shift+L');
    await page.getByText('1 block is locked').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Write the report here.');
    await page.getByRole('button', { name: 'Lock block' }).waitFor(); // the second isn't
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('Articles keep their version').first().waitFor();
    const [saved] = (await templates()).filter(({ name }) => name === 'Report');
    const details = (await anna.get(`/templates/${saved?.id}`)).json() as TemplateDetails; // as above
    expect([linesOf(details), details.locked]).toEqual([
      ['Figures are preliminary.', 'Write the report here.'],
      [details.document.content?.[0]?.attrs?.['id']],
    ]);

    // What has changed since then, also the lock.
    await page.getByRole('button', { name: 'Compare: Version 1' }).press('Enter');
    const difference = page.getByRole('dialog', { name: 'Since version 1' });
    await difference.getByText('Locked since: Figures are preliminary.').waitFor();
    expect(await difference.locator('[data-change=inserted]').allTextContents()).toEqual([
      expect.stringContaining('Write the report here.'),
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare: Version 2' }).press('Enter');
    await page.getByText('The form has the same blocks and locks as this version.').waitFor();
    await page.keyboard.press('Escape');

    // An earlier version comes back into the form, and becomes the newest.
    await page.getByRole('button', { name: 'Restore: Version 1' }).press('Enter');
    await page.getByText('Nothing is locked').waitFor();
    await page.keyboard.press('Control+s');
    await eventually(async () =>
      expect((await templates()).find(({ name }) => name === 'Report')?.version).toBe(3),
    );
  });

  it('are offered for a new article, whose locked blocks no key changes', async () => {
    const { id } = await template('Notice');
    const page = await admin.page({ at: '/articles?new=1' });
    const dialog = page.getByRole('dialog', { name: 'New article' });
    await dialog.getByLabel('Title').fill('A notice');
    await dialog.getByLabel('Template').press('Enter');
    await page.getByRole('option', { name: 'Notice' }).press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Create draft' }).press('Enter');
    const text = textbox(page);
    await text.getByText('Our note').waitFor();
    await page.getByText('“Notice”. Blocks with a lock stay as they are.').waitFor();
    expect(await text.locator('[aria-description="Locked by the template “Notice”"]').count()).toBe(2);
    const number = Number(new URL(page.url()).pathname.split('/').at(-1));

    await text.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.type('x');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('y');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await text.getByText('Write here').click();
    await page.keyboard.press('End');
    await page.keyboard.type(', and more');
    await eventually(async () =>
      expect(linesOf(await readArticle(anna, number))).toEqual([
        'Our note',
        'Write here, and more',
        'Imprint',
      ]),
    );
    // The last free block goes, and its place stays.
    await page.keyboard.press('Control+.');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await eventually(async () =>
      expect(linesOf(await readArticle(anna, number))).toEqual(['Our note', '', 'Imprint']),
    );
    expect(await axeFindings(page)).toEqual([]);

    await page.goto(`${new URL(page.url()).origin}/admin/articles/templates`);
    await page.getByRole('button', { name: 'More actions: Notice' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    const deleting = page.getByRole('dialog', { name: 'Delete the template “Notice”?' });
    await deleting.getByText('It’s used by 1 article.').waitFor();
    await deleting.getByRole('link', { name: 'Show articles' }).press('Enter');
    await page.getByRole('button', { name: 'Template: Notice' }).waitFor();
    await page.getByText('A notice').first().waitFor();
    expect((await anna.get(`/templates/${id}`)).status).toBe(200);
  });

  it('are given to several articles, and undone', async () => {
    await template('Given');
    const numbers: number[] = [];
    for (const title of ['Given one', 'Given two']) {
      const { number, fields, revision } = await createArticle(anna, { title });
      const document = { type: 'doc', content: [paragraph(title)] };
      const body = { operation: crypto.randomUUID(), fields, document };
      await anna.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
      numbers.push(number);
    }
    const lines = () => Promise.all(numbers.map(async (number) => linesOf(await readArticle(anna, number))));
    const page = await admin.page({ at: '/articles?q=given' });
    for (const title of ['Given one', 'Given two']) await page.getByRole('checkbox', { name: title }).check();
    const bar = page.getByRole('region', { name: 'Selected articles' });
    await bar.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Change template…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the template of 2 articles' });
    await dialog.getByRole('button', { name: /^Template: / }).click();
    await page.getByRole('option', { name: 'Given' }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Change template' }).click();
    await page.getByText('Template of 2 articles changed').first().waitFor();
    expect(await lines()).toEqual([
      ['Our note', 'Given one', 'Imprint'],
      ['Our note', 'Given two', 'Imprint'],
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await lines()).toEqual([['Given one'], ['Given two']]));
  });

  it('replaces what was found in the articles that are ticked, by keyboard, and undoes it', async () => {
    const numbers: number[] = [];
    for (const title of ['Kestrel one', 'Kestrel two', 'Kestrel three']) {
      const { number } = await createArticle(anna, { title });
      await saveFields(anna, number, { introduction: `The kestrel of ${title}` });
      numbers.push(number);
    }
    const [first = 0, , last = 0] = numbers;
    await publishArticle(anna, first);
    const introductions = () =>
      Promise.all(numbers.map(async (number) => (await readArticle(anna, number)).fields.introduction));
    const page = await admin.page({ at: '/articles?q=kestrel' });
    await page.getByRole('button', { name: 'More actions', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Find and replace' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Find and replace' }).waitFor();
    await page.getByLabel('Find', { exact: true }).fill('kestrel');
    await page.getByLabel('Replace with').fill('falcon');
    await page.getByRole('checkbox', { name: 'Match case' }).press('Space');
    await page.getByLabel('Find', { exact: true }).press('Enter');
    await page.getByText('3 matches in 3 articles').waitFor();
    expect(await page.locator('del').allTextContents()).toEqual(['kestrel', 'kestrel', 'kestrel']);
    await page.getByRole('checkbox', { name: 'Replace in “Kestrel two”' }).press('Space');
    for (const each of await findingsInEveryLook(page)) expect(each).toBe('');
    await saveFields(anna, last, { tags: ['changed since'] });
    await page.getByRole('button', { name: 'Replace in 2 articles' }).press('Enter');
    await page.getByText('Replaced in 1 article').first().waitFor();
    await page.getByRole('alert').filter({ hasText: 'Kestrel three' }).waitFor();
    await page.getByText('It was changed since you looked').waitFor();
    expect(await introductions()).toEqual([
      'The falcon of Kestrel one',
      'The kestrel of Kestrel two',
      'The kestrel of Kestrel three',
    ]);
    expect((await readArticle(anna, first)).status).toBe('live-with-changes');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await eventually(async () => expect((await readArticle(anna, first)).status).toBe('live'));
    expect(await introductions()).toContain('The kestrel of Kestrel one');
  });
});
