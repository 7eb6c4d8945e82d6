import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { CommentThread } from '@sitedesk/contract/comments';
import { createArticle, publishArticle, saveFields } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

describe('the activity of articles (specification 6)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let article: ArticleDetails;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    article = await createArticle(anna, { title: 'Harbour walk' });
  });
  afterAll(() => admin.stop());

  it('stands on the dashboard as it happens, and leads to what happened', async () => {
    const mia = await colleague(admin.site, anna, { roles: ['Editor'], displayName: 'Mia Active' });
    const page = await admin.page();
    const tile = page.getByRole('region', { name: 'Activity' });
    await tile.getByText('created “Harbour walk”').waitFor();
    await saveFields(mia.browser, article.number, { introduction: 'By the water' });
    await tile.getByText('Mia Active edited “Harbour walk”').waitFor();
    const answer = await anna.post(`/articles/${article.number}/threads`, {
      field: 'title',
      body: 'Why walk?',
    });
    const { id } = answer.json() as CommentThread; // the contract's word
    await anna.post(`/articles/${article.number}/threads/${id}/resolve`);
    await publishArticle(anna, article.number);
    await tile.getByText('published “Harbour walk”').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await tile.getByRole('link', { name: 'Mia Active edited' }).click();
    await page.waitForURL(/\/compare\?from=\d+$/);
    await page.getByText('By the water').waitFor();
    await page.goBack();
    await tile.getByRole('link', { name: /published/ }).click();
    await page.locator('#version-2').waitFor();
    await page.goBack();
    await tile.getByRole('link', { name: /commented on/ }).click();
    await page
      .getByRole('listitem', { name: /Comments on/ })
      .getByText('Why walk?')
      .waitFor();
  });

  it('has a page of its own, and is part of an article’s history', async () => {
    for (let count = 0; count < 51; count += 1)
      await anna.post(`/articles/${article.number}/threads`, { field: 'title', body: `Comment ${count}` });
    const page = await admin.page({ screen: 'phone' });
    await page.getByRole('link', { name: 'All activity' }).click();
    await page.waitForURL(/\/articles\/activity$/);
    const lines = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
    await lines.nth(49).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Load more' }).click();
    await lines.getByText('created “Harbour walk”').waitFor();

    await page.goto(admin.url(`/articles/${article.number}?panel=history`));
    await page.getByRole('button', { name: 'Activity', exact: true }).click();
    await lines.nth(49).waitFor();
    await page.getByRole('button', { name: 'Versions', exact: true }).click();
    await lines.first().waitFor({ state: 'detached' });
  });
});
