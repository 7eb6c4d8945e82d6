import type { ArticleDetails, ArticleSummary } from '@sitedesk/contract/articles';
import type { EditorBrowser } from '../harness/editor.js';
import { colleague } from '../harness/people.js';
import { type Admin, axeFindings, holds, startAdmin } from './support/admin.js';

describe('the list of articles', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  const create = async (input: object): Promise<ArticleDetails> =>
    (await anna.post('/articles', input)).json() as ArticleDetails; // the contract's word
  const articles = async (): Promise<readonly ArticleSummary[]> =>
    ((await anna.get('/articles')).json() as { items: ArticleSummary[] }).items; // as above

  it('begins with what to do, and makes a page at the address that its title suggests', async () => {
    const page = await admin.page({ at: '/articles' });
    await page.getByText('Nothing written yet').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'New article' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New article' });
    await dialog.getByLabel('Title').fill('Öffnungszeiten & Anfahrt');
    expect(await dialog.getByLabel('URL').getAttribute('placeholder')).toBe('offnungszeiten-anfahrt');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await articles()).toMatchObject([
      { type: 0, title: 'Öffnungszeiten & Anfahrt', path: '/offnungszeiten-anfahrt', status: 'draft' },
    ]);
  });

  it('makes a blog and a post in it, by keyboard', async () => {
    const page = await admin.page({ at: '/articles' });
    await page.getByRole('row').nth(1).waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New article' });
    await dialog.getByRole('radio', { name: 'Blog' }).check();
    await dialog.getByLabel('Title').fill('Neuigkeiten');
    await dialog.getByLabel('URL').fill('News');
    await page.keyboard.press('Enter');
    await dialog.getByText('Use lower-case letters a to z').waitFor();
    await dialog.getByLabel('URL').fill('news');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });

    // There is only one blog; the form doesn't ask for it, however late the server names it.
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/editor/articles?type=2*', (route) => late.then(() => route.continue()));
    await page.goto(admin.url('/articles?new=1'));
    await dialog.getByRole('radio', { name: 'Post' }).check();
    await dialog.getByLabel('Title').fill('Erster Beitrag');
    await page.keyboard.press('Enter');
    await dialog.locator('button[type=submit]:disabled').waitFor();
    answer();
    await dialog.waitFor({ state: 'detached' });
    expect((await articles())[0]).toMatchObject({ type: 1, blogKey: 'news', path: '/news/erster-beitrag' });
    // Its text is what comes next.
    await page.locator('.article-text:focus').waitFor();
    await page.keyboard.type('Written at once');
    await page.locator('.article-text').getByText('Written at once').waitFor();
  });

  it('asks which blog a post belongs to when there are several', async () => {
    await create({ type: 2, title: 'Presse', blogKey: 'presse' });
    const page = await admin.page({ at: '/articles?new=1' });
    const dialog = page.getByRole('dialog', { name: 'New article' });
    await dialog.getByRole('radio', { name: 'Post' }).check();
    await dialog.getByLabel('Title').fill('Zweiter Beitrag');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await dialog.getByText('A post needs the blog it belongs to').waitFor();
    await dialog.getByRole('button', { name: /^Blog: / }).click();
    await page.getByRole('option', { name: 'Presse' }).click();
    // The blog's part of the URL stands beside what is typed.
    const part = await dialog.getByText('/presse/', { exact: true }).boundingBox();
    await dialog.getByLabel('URL').focus();
    const typedFrom = await page.evaluate(
      `document.activeElement.getBoundingClientRect().left + parseFloat(getComputedStyle(document.activeElement).paddingLeft)`,
    );
    expect(typedFrom).toBeGreaterThanOrEqual(part ? part.x + part.width : Infinity);
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await articles())[0]).toMatchObject({ type: 1, path: '/presse/zweiter-beitrag' });
  });

  it('finds by words, type and status, all of which stand in the address', async () => {
    await create({ type: 0, title: 'Annual report of the bridge club' });
    const page = await admin.page({ at: '/articles?type=2' });
    await page
      .getByRole('button', { name: 'Neuigkeiten' })
      .or(page.getByText('Neuigkeiten'))
      .first()
      .waitFor();
    expect(await page.getByText('Annual report').count()).toBe(0);
    await page.goto(admin.url('/articles'));
    await page.getByRole('searchbox', { name: 'Search titles and URLs' }).fill('bridge rep');
    await page.waitForURL(/q=bridge/);
    await page.getByText('Erster Beitrag').waitFor({ state: 'detached' });
    await page.getByText('Annual report of the bridge club').first().waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Withdrawn' }).click();
    await page.getByText('No articles match').waitFor();
    await page.reload();
    await holds(page.getByRole('searchbox', { name: 'Search titles and URLs' }), 'bridge rep');
    await page.getByText('No articles match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByText('Erster Beitrag').first().waitFor();
  });

  it('is read by reviewers, who make nothing', async () => {
    const { credentials } = await colleague(admin.site, anna, { roles: ['Reviewer'] });
    const page = await admin.page({ as: credentials, at: '/articles' });
    await page.getByText('Annual report of the bridge club').first().waitFor();
    expect(await page.getByRole('button', { name: 'New article' }).count()).toBe(0);
  });

  it.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('has no serious finding of axe, %s, %s', async (theme, screen) => {
    const page = await admin.page({ theme, screen, at: '/articles' });
    await page.getByText('Annual report of the bridge club').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
