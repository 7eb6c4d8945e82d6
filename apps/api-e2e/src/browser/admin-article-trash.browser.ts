import type { ArticleDetails, ArticleStatus } from '@sitedesk/contract/articles';
import type { Page } from 'playwright-core';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, holds, startAdmin } from './support/admin.js';

describe('the trash of articles', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  const create = async (title: string): Promise<ArticleDetails> =>
    (await anna.post('/articles', { type: 0, title })).json() as ArticleDetails; // the contract's word
  const statusOf = async (number: number): Promise<ArticleStatus> =>
    ((await anna.get(`/articles/${number}`)).json() as ArticleDetails).status; // as above
  const becomes = (number: number, status: ArticleStatus): Promise<void> =>
    eventually(async () => expect(await statusOf(number)).toBe(status));
  const trash = async (number: number): Promise<void> =>
    expect((await anna.post(`/articles/${number}/trash`)).status).toBe(204);
  const chooseOf = async (page: Page, title: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `More actions: ${title}`, exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };

  it('takes a draft from the list at once, and gives it back', async () => {
    const { number } = await create('Old notes');
    const page = await admin.page({ at: '/articles' });
    await chooseOf(page, 'Old notes', 'Move to trash');
    await page.getByText('Moved to the trash: Old notes').first().waitFor();
    await page.getByRole('button', { name: 'More actions: Old notes' }).waitFor({ state: 'detached' });
    await becomes(number, 'trashed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await becomes(number, 'draft');
    await page.getByRole('button', { name: 'More actions: Old notes' }).waitFor();
  });

  it('asks before visitors lose a page, and says why a blog with posts stays', async () => {
    const { number } = await create('Opening hours');
    await anna.post(`/articles/${number}/publish`, undefined, { 'If-Match': '"v1"' });
    await anna.post('/articles', { type: 2, title: 'Journal', blogKey: 'journal' });
    await anna.post('/articles', { type: 1, title: 'A walk', blogKey: 'journal' });
    const page = await admin.page({ at: '/articles' });
    await chooseOf(page, 'Opening hours', 'Move to trash');
    const dialog = page.getByRole('dialog', { name: 'Move “Opening hours” to the trash?' });
    await dialog.getByText('It’s live at /opening-hours').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await statusOf(number)).toBe('live');
    await chooseOf(page, 'Opening hours', 'Move to trash');
    await dialog.getByRole('button', { name: 'Move to trash' }).click();
    await becomes(number, 'trashed');
    await chooseOf(page, 'Journal', 'Move to trash');
    await page.getByText('The blog has posts: move them to the trash first').first().waitFor();
  });

  it('saves what is written before an article leaves the editor, and restores it there, at another URL', async () => {
    const { number } = await create('Price list');
    const page = await admin.page({ at: `/articles/${number}` });
    await page.locator('.article-text[contenteditable=true]').click();
    await page.keyboard.type('Ten for a dozen');
    await page.getByRole('button', { name: 'More actions', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move to trash' }).press('Enter');
    await page.waitForURL(/\/articles$/);
    await becomes(number, 'trashed');
    await create('Price list'); // has its address now

    await page.goto(admin.url('/articles?status=trashed'));
    await page.getByRole('button', { name: /^Price list/ }).click();
    await page.getByText('In the trash since').waitFor();
    await page.getByText('Ten for a dozen').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Restore “Price list” with another URL' });
    await dialog.getByText('Another article has this URL: “Price list”').waitFor();
    await holds(dialog.getByLabel('URL'), 'price-list-2');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('URL').fill('Not this');
    await page.keyboard.press('Enter');
    await dialog.getByText('Use lower-case letters').waitFor();
    await dialog.getByLabel('URL').fill('old-prices');
    await page.keyboard.press('Enter');
    await page.locator('.article-text[contenteditable=true]').getByText('Ten for a dozen').waitFor();
    await becomes(number, 'draft');
  });

  it('deletes permanently, once someone has said so', async () => {
    const { number } = await create('Never needed');
    await trash(number);
    const page = await admin.page({ at: '/articles?status=trashed' });
    await chooseOf(page, 'Never needed', 'Delete permanently…');
    const dialog = page.getByRole('dialog', { name: 'Delete “Never needed” permanently?' });
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('Deleted permanently: Never needed').first().waitFor();
    expect((await anna.get(`/articles/${number}`)).status).toBe(404);
  });

  it('is closed to those who may not delete', async () => {
    const { number } = await create('Kept');
    await trash(number);
    const { credentials } = await colleague(admin.site, anna, { roles: ['Reviewer'] });
    const page = await admin.page({ as: credentials, at: '/articles?status=trashed' });
    await page.getByRole('button', { name: /^Kept/ }).click();
    await page.getByText('In the trash since').waitFor();
    expect(await page.getByRole('button', { name: /^(More|Restore|Delete)/ }).count()).toBe(0);
  });
});
