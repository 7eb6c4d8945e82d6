import type { Locator, Page } from 'playwright-core';
import { createArticle, readArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague, type Colleague } from '../harness/people.js';
import { type Admin, type AdminPageOptions, axeFindings, startAdmin } from './support/admin.js';
import { goToEnd, textIn, textOf } from './support/article-editor.js';

describe('several people at one article (E-26)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let mia: Colleague;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    mia = await colleague(admin.site, anna, { roles: ['Editor'], displayName: 'Mia Moreau' });
  });
  afterAll(() => admin.stop());

  const others = (page: Page): Locator => page.getByRole('list', { name: 'Also here' });
  const mayType = (page: Page): Promise<void> =>
    page.locator('.article-text[contenteditable=true]').waitFor();
  const mayRead = (page: Page): Promise<void> =>
    page.locator('.article-text[contenteditable=false]').waitFor();
  const open = async (number: number, options: AdminPageOptions = {}): Promise<Page> => {
    const page = await admin.page({ ...options, at: `/articles/${number}` });
    await textOf(page).waitFor();
    return page;
  };
  const type = async (page: Page, words: string): Promise<void> => {
    await textOf(page).click();
    await goToEnd(page);
    await page.keyboard.type(words);
  };

  it('shows who is there, and hands the pen over when someone asks for it', async () => {
    const { number } = await createArticle(anna, { title: 'Handed over' });
    const annas = await open(number);
    await mayType(annas);
    const mias = await open(number, { as: mia.credentials });
    await mayType(mias); // nobody writes yet
    await others(annas).getByText('Mia Moreau is viewing').waitFor();
    await type(annas, 'By Anna');
    await mias.getByText(/ is editing\. Until/).waitFor();
    await mayRead(mias);
    expect(await axeFindings(mias)).toEqual([]);

    await mias.getByRole('button', { name: 'Request to edit' }).click();
    await annas.getByText('Mia Moreau would like to edit.').waitFor();
    expect(await axeFindings(annas)).toEqual([]);
    await annas.getByRole('button', { name: 'Not now' }).click();
    await mias.getByRole('button', { name: 'Request to edit' }).click();
    await annas.getByRole('button', { name: 'Hand over' }).click();
    await mayType(mias);
    await textOf(mias).getByText('By Anna').waitFor();
    await mayRead(annas);
    await type(mias, ' and Mia');
    await eventually(async () => expect(textIn(await readArticle(anna, number))).toBe('By Anna and Mia'));
    await others(annas).getByText('Mia Moreau is editing').waitFor();

    await mias.close();
    await mayType(annas);
    await textOf(annas).getByText('By Anna and Mia').waitFor();
    await others(annas).waitFor({ state: 'detached' });
  });

  it('is taken over from someone whose connection is gone, and loses nothing of what they typed (E-09)', async () => {
    const { number } = await createArticle(anna, { title: 'Taken over' });
    const annas = await open(number);
    await mayType(annas);
    await type(annas, 'Saved');
    await annas.getByText(/^Saved \d/).waitFor();
    await annas.context().setOffline(true);
    await textOf(annas).click();
    await goToEnd(annas);
    await annas.keyboard.press('Enter');
    await annas.keyboard.type('Typed offline');
    await annas.getByText('Offline, kept on this device').first().waitFor();

    const mias = await open(number, { as: mia.credentials, screen: 'narrow' });
    await mias.getByRole('button', { name: 'Take over' }).click();
    await mayType(mias);
    await mias.getByLabel('Title', { exact: true }).fill('Taken over by Mia');
    await eventually(async () => expect((await readArticle(anna, number)).title).toBe('Taken over by Mia'));

    await annas.context().setOffline(false);
    await annas.getByText(/^Mia Moreau took over\./).waitFor();
    await mayRead(annas);
    await eventually(async () => expect(textIn(await readArticle(anna, number))).toBe('Saved|Typed offline'));
    expect((await readArticle(anna, number)).title).toBe('Taken over by Mia');
  });

  it('frees the pen of someone who left without a word', async () => {
    const { number } = await createArticle(anna, { title: 'Left alone' });
    const page = '00000000-0000-4000-8000-000000000001';
    await mia.browser.put(`/articles/${number}/presence`, { page, pen: 'write' });
    const annas = await open(number);
    await annas.getByText('Mia Moreau is editing. Until').waitFor();
    await admin.site.database.query(
      `UPDATE editing_session SET seen_at = seen_at - interval '30 seconds' WHERE number = $1 AND page = $2`,
      [number, page],
    );
    await mayType(annas);
    await others(annas).waitFor({ state: 'detached' });
  });
});
