import type { AuthorProfile } from '@sitedesk/contract/authors';
import { createArticle, publishArticle, saveFields } from '../harness/articles.js';
import { eventually } from '../harness/eventually.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

describe('the list of articles', () => {
  let admin: Admin;
  beforeAll(async () => {
    admin = await startAdmin();
    await createArticle(await admin.site.administrator(), { title: 'A page' });
  });
  afterAll(() => admin.stop());

  it('may be narrowed to a tag, an author and open comments', async () => {
    const anna = await admin.site.administrator();
    const { id } = (await anna.post('/authors', { name: 'Ada Lovelace' })).json() as AuthorProfile; // the contract's word
    const { number } = await createArticle(anna, { title: 'By the sea' });
    await saveFields(anna, number, { tags: ['harbour'], authors: [id] });
    await anna.post(`/articles/${number}/threads`, { field: 'title', body: 'Which sea?' });
    const page = await admin.page({ screen: 'phone', at: '/articles' });
    await page.getByText('A page').waitFor();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Tag', { exact: true }).fill('harbour');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?tag=harbour$/);
    await page.getByRole('checkbox', { name: 'Open comments' }).check();
    await page.waitForURL(/comments=open/);
    await page.getByRole('button', { name: /^Author/ }).click();
    await page.getByRole('option', { name: 'Ada Lovelace' }).click();
    await page.waitForURL(new RegExp(`author=${id}`));
    await page.getByRole('listbox').waitFor({ state: 'detached' }); // the first Escape would be its own
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Open comments' }).waitFor({ state: 'detached' });
    await page.getByText('By the sea').waitFor();
    await page.getByText('A page').waitFor({ state: 'detached' });
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Author: Ada Lovelace' }).click();
    await page.getByRole('button', { name: 'Tag: harbour' }).click();
    await page.waitForURL(/\?comments=open$/);
  });

  it('has tabs that other filters, saved views and the way back work with', async () => {
    const anna = await admin.site.administrator();
    const { number: planned } = await createArticle(anna, { title: 'Scheduled page' });
    await anna.post(`/articles/${planned}/plans`, {
      action: 'publish',
      version: 1,
      at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const { number } = await createArticle(anna, { title: 'Live page' });
    await publishArticle(anna, number);
    await saveFields(anna, number, { introduction: 'Changed since' });
    await createArticle(anna, { type: 2, title: 'A live blog', blogKey: 'blog' });

    const page = await admin.page({ screen: 'phone', at: null });
    const tabs = page.getByRole('navigation', { name: 'Views of the articles' });
    const tab = (name: string | RegExp) => tabs.getByRole('link', { name });
    const current = (name: string): Promise<void> =>
      tabs.locator('[aria-current=page]', { hasText: name }).waitFor();
    await page.goto(admin.url('/articles'));
    await tab('Scheduled 1').click();
    await page.getByText('Live page').waitFor({ state: 'detached' });
    await page.getByText('Scheduled page').waitFor();
    expect(await page.getByRole('combobox', { name: 'Status' }).count()).toBe(0); // the tab says it
    expect(await axeFindings(page)).toEqual([]);
    await tab('Live').press('Enter');
    await current('Live');
    await page.getByText('Live page').waitFor();
    expect(await page.getByText('Scheduled page').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: /^Blog/ }).click();
    await page.getByText('No articles match').waitFor();
    await tab('Mine').press('Enter');
    await page.getByText('A live blog').waitFor();
    expect(new URL(page.url()).search).toBe('?type=2&owner=me');
    await page.goBack();
    await current('Live');
    await page.getByText('No articles match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByText('Live page').waitFor();
    await current('Live');
    await tab('Trash').click();
    await page.getByText('The trash is empty').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  it('does something to all that match, though not all are shown, and undoes it', async () => {
    const anna = await admin.site.administrator();
    for (let index = 1; index <= 60; index += 1) await createArticle(anna, { title: `Series ${index}` });
    const statuses = async (): Promise<readonly unknown[]> =>
      admin.site.database.query(
        `SELECT status, count(*)::int AS count FROM article WHERE title LIKE 'Series %' GROUP BY status`,
      );
    const page = await admin.page({ screen: 'narrow', at: '/articles?q=series' });
    await page.getByRole('checkbox', { name: 'Select Series 60' }).press('Space');
    const bar = page.getByRole('region', { name: 'Selected articles' });
    await bar.getByRole('button', { name: 'Select all matches' }).press('Enter');
    await bar.getByText('All matches are selected.').waitFor();
    await bar.getByText('60 selected').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const choose = async (name: string): Promise<void> => {
      await bar.getByRole('button', { name: 'Actions' }).press('Enter');
      await page.getByRole('menuitem', { name }).press('Enter');
    };
    await choose('Move to the trash…');
    const dialog = page.getByRole('dialog', { name: 'Move 60 articles to the trash?' });
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move to the trash' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('60 articles moved to the trash').first().waitFor();
    expect(await statuses()).toEqual([{ status: 'trashed', count: 60 }]);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await eventually(async () => expect(await statuses()).toEqual([{ status: 'draft', count: 60 }]));
    // At a time, as their drafts are now.
    const plans = async (): Promise<readonly unknown[]> =>
      admin.site.database.query(
        `SELECT j.state, count(*)::int AS count, count(DISTINCT j.due_at)::int AS times FROM publication_job j
         JOIN article a USING (tenant_id, number) WHERE a.title LIKE 'Series %' GROUP BY j.state`,
      );
    await page
      .getByRole('checkbox', { name: /^Select Series/ })
      .first()
      .press('Space');
    await bar.getByRole('button', { name: 'Select all matches' }).press('Enter');
    await bar.getByText('60 selected').waitFor();
    await choose('Schedule…');
    const scheduling = page.getByRole('dialog', { name: 'Schedule 60 articles' });
    await scheduling.getByLabel('Time', { exact: true }).fill('08:30');
    expect(await axeFindings(page)).toEqual([]);
    await scheduling.getByRole('button', { name: 'Schedule', exact: true }).press('Enter');
    await scheduling.waitFor({ state: 'detached' });
    await page.getByText('60 articles scheduled').first().waitFor();
    expect(await plans()).toEqual([{ state: 'waiting', count: 60, times: 1 }]);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await eventually(async () =>
      expect(await plans()).toEqual([{ state: 'cancelled', count: 60, times: 1 }]),
    );
    // A single tick, and they are no longer all.
    await page
      .getByRole('checkbox', { name: /^Select Series/ })
      .first()
      .press('Space');
    await bar.getByRole('button', { name: 'Select all matches' }).press('Enter');
    await bar.getByText('60 selected').waitFor();
    await page
      .getByRole('checkbox', { name: /^Select Series/ })
      .first()
      .press('Space');
    await bar.getByText('59 selected').waitFor();
    expect(await bar.getByText('All matches are selected.').count()).toBe(0);
  });
});
