import type { Locator, Page } from 'playwright-core';
import { createArticle } from '../harness/articles.js';
import { writeTo } from '../harness/mailing-list.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

describe('saved views (UX-42)', () => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await startAdmin();
    const anna = await admin.site.administrator();
    await createArticle(anna, { title: 'A page' });
    await createArticle(anna, { type: 2, title: 'A blog', blogKey: 'blog' });
    await writeTo(admin.site.api.url, 'visitor@example.com');
  });
  afterAll(() => admin.stop());

  const button = (page: Page): Locator => page.getByRole('button', { name: /^Views/ });
  async function save(page: Page, name: string, shared = false): Promise<void> {
    await button(page).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    if (shared) await page.getByLabel(/^Share with everyone/).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Views: ${name}` }).waitFor();
  }
  const choose = async (
    page: Page,
    item: string | RegExp,
    role: 'menuitem' | 'menuitemcheckbox' = 'menuitem',
  ) => {
    await button(page).click();
    await page.getByRole(role, { name: item }).click();
  };
  const show = async (page: Page, view: string): Promise<void> => {
    await choose(page, view, 'menuitemcheckbox');
    await page.getByRole('button', { name: `Views: ${view}` }).waitFor();
  };

  it('are saved, opened, renamed, ordered and deleted on the list of articles', async () => {
    const page = await admin.page({ at: '/articles?type=2' });
    await page.getByText('A blog').waitFor();
    await save(page, 'Blogs', true);
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(admin.url('/articles?status=draft'));
    await save(page, 'Drafts');
    await page.goto(admin.url('/articles?needs=me'));
    await save(page, 'Mine');
    await choose(page, 'Move up');
    await show(page, 'Blogs');
    await page.waitForURL(/\?type=2$/);
    await show(page, 'Drafts');
    await choose(page, 'Rename…');
    await page.getByLabel('Name', { exact: true }).fill('In the making');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Views: In the making' }).waitFor();
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: /^Blog/ }).click();
    await choose(page, 'Replace “In the making” with what’s shown');
    await page.getByRole('button', { name: 'Views: In the making' }).waitFor();
    await show(page, 'Blogs');
    await choose(page, 'Delete');
    await page.getByText('View “Blogs” deleted').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.reload();
    await button(page).click();
    const names = page.getByRole('menuitemcheckbox');
    await names.nth(2).waitFor();
    expect(await names.allInnerTexts()).toEqual(['Blogs', 'Mine', 'In the making']);
    await names.nth(2).click();
    await page.waitForURL(/\?(?=.*status=draft)(?=.*type=2)/);
  });

  it('are there for the inbox too, shared with others, and the palette finds them', async () => {
    const page = await admin.page({ at: '/inbox?view=archived&unread=true' });
    await save(page, 'Old but unread', true);
    const anna = await admin.site.administrator();
    const leo = await colleague(admin.site, anna, { roles: ['Administrator'], displayName: 'Leo' });
    const leos = await admin.page({ as: leo.credentials, screen: 'narrow' });
    await leos.keyboard.press('Control+k');
    await leos.keyboard.type('but unread');
    await leos.getByRole('option', { name: /Old but unread/ }).click();
    await leos.waitForURL(/\/inbox\?(?=.*unread=true)(?=.*view=archived)/);
    await leos.getByRole('button', { name: 'Views: Old but unread' }).waitFor();
    expect(await leos.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await axeFindings(leos)).toEqual([]);
  });
});
