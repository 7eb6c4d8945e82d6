import type { ArticleAccess, ArticleDetails } from '@sitedesk/contract/articles';
import type { Locator, Page } from 'playwright-core';
import { createArticle, publishArticle, readArticle, setAccess } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague, type Colleague } from '../harness/people.js';
import { type Admin, type AdminPageOptions, axeFindings, startAdmin } from './support/admin.js';

describe('who has access to an article, and actions on several', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let author: Colleague;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    author = await colleague(admin.site, anna, { roles: ['Author'], displayName: 'Berta Author' });
  });
  afterAll(() => admin.stop());

  const access = async (number: number): Promise<ArticleAccess> =>
    (await anna.get(`/articles/${number}/access`)).json() as ArticleAccess; // the contract's word
  const create = (title: string): Promise<ArticleDetails> => createArticle(anna, { title });
  const open = async (number: number, options: AdminPageOptions = {}): Promise<Page> => {
    const page = await admin.page({ ...options, at: `/articles/${number}?panel=access` });
    await panel(page).waitFor();
    return page;
  };
  const panel = (page: Page): Locator => page.getByRole('region', { name: 'Access' });
  const granted = (page: Page): Locator =>
    panel(page).getByRole('list', { name: 'Access', exact: true }).getByRole('listitem');
  const pick = async (page: Page, label: RegExp, term: string): Promise<void> => {
    await page.getByLabel(label).click();
    await page.getByPlaceholder('Type to search…').pressSequentially(term);
    await page.getByRole('option', { name: term }).first().click();
  };

  it('grants, changes and removes access at once, and says why someone may do something', async () => {
    const { number } = await create('Shared');
    const page = await open(number);
    await pick(page, /^Add a person/, 'Berta Author');
    await page.getByRole('button', { name: 'Grant access' }).click();
    const row = granted(page).filter({ hasText: 'Berta Author' });
    await row.waitFor();
    expect((await access(number)).grants).toMatchObject([{ id: author.id, level: 'read' }]);
    await row.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Edit', exact: true }).click();
    await eventually(async () => expect((await access(number)).grants).toMatchObject([{ level: 'edit' }]));
    await panel(page).getByRole('switch', { name: 'Restricted' }).click();
    await eventually(async () => expect(await access(number)).toMatchObject({ restricted: true }));

    await pick(page, /^Why can they/, 'Berta Author');
    const reasons = page.getByRole('list', { name: 'What Berta Author may do' });
    await reasons.getByText('Access: Edit (Berta Author)').first().waitFor();
    await reasons.getByText('No role of theirs allows it.').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await row.getByRole('button', { name: 'Remove access: Berta Author' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await access(number)).grants).toEqual([]);
    await reasons.getByText('It’s restricted, and they have no access.').first().waitFor();
  });

  it('asks before visitors no longer get a page, and sends nothing over another’s change', async () => {
    const { number } = await create('Live now');
    await publishArticle(anna, number);
    const page = await open(number);
    await panel(page).getByRole('switch', { name: 'Restricted' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restrict “Live now”?' });
    await dialog.getByText('Visitors get “not found” from now on').waitFor();
    expect((await access(number)).restricted).toBe(false);
    await setAccess(anna, number, { grants: [{ kind: 'role', id: 'Author', level: 'comment' }] });
    await dialog.getByRole('button', { name: 'Restrict' }).click();
    await panel(page).getByRole('alert').waitFor();
    expect(await access(number)).toMatchObject({ restricted: false, grants: [{ id: 'Author' }] });
    await granted(page).filter({ hasText: 'Author' }).waitFor();
  });

  it('is read by those who can’t set it', async () => {
    const { number } = await create('Only read');
    await setAccess(anna, number, {
      restricted: true,
      grants: [{ kind: 'account', id: author.id, level: 'comment' }],
    });
    const page = await open(number, { as: author.credentials });
    await panel(page).getByText('Berta Author').waitFor();
    await panel(page).getByText('Visitors don’t.').waitFor();
    expect(await panel(page).getByRole('switch').count()).toBe(0);
    expect(await page.getByLabel(/^Add a person/).count()).toBe(0);
  });

  it('does something to several articles, says to which not, and undoes it', async () => {
    const [one, two] = [await create('Several one'), await create('Several two')];
    const stream = await createArticle(anna, { type: 2, title: 'Several blog', blogKey: 'several' });
    await createArticle(anna, { type: 1, title: 'Several post', blogKey: 'several' });
    const status = async (): Promise<string[]> =>
      Promise.all([one, two, stream].map(async ({ number }) => (await readArticle(anna, number)).status));
    const page = await admin.page({ at: '/articles?q=several' });
    for (const title of ['Several one', 'Several two', 'Several blog'])
      await page.getByRole('checkbox', { name: title }).check();
    const bar = page.getByRole('region', { name: 'Selected articles' });
    await bar.getByText('3 selected').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Move to the trash…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move 3 articles to the trash?' });
    await dialog.getByRole('button', { name: 'Move to the trash' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'Several blog' }).waitFor();
    expect(await status()).toEqual(['trashed', 'trashed', 'draft']);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await status()).toEqual(['draft', 'draft', 'draft']));
    await page.getByRole('checkbox', { name: 'Several one' }).waitFor();
  });

  it('names an author for several articles, and undoes it', async () => {
    const { id } = (await anna.post('/authors', { name: 'Dana Ruiz' })).json() as { readonly id: string }; // what it made
    const both = [await create('Signed one'), await create('Signed two')];
    const bylines = async (): Promise<(readonly string[])[]> =>
      Promise.all(both.map(async ({ number }) => (await readArticle(anna, number)).fields.authors));
    const page = await admin.page({ at: '/articles?q=signed' });
    for (const title of ['Signed one', 'Signed two'])
      await page.getByRole('checkbox', { name: title }).check();
    await page
      .getByRole('region', { name: 'Selected articles' })
      .getByRole('button', { name: 'Actions' })
      .click();
    await page.getByRole('menuitem', { name: 'Add an author…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an author to 2 articles' });
    await dialog.getByRole('button', { name: /^Author: / }).click();
    await page.getByRole('option', { name: 'Dana Ruiz' }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add an author' }).click();
    await page.getByText('Author added to 2 articles').first().waitFor();
    expect(await bylines()).toEqual([[id], [id]]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually(async () => expect(await bylines()).toEqual([[], []]));
  });

  it('moves posts to another blog by keyboard, names what stays, and undoes it', async () => {
    for (const blogKey of ['from-here', 'to-there'])
      await createArticle(anna, { type: 2, title: `Blog ${blogKey}`, blogKey });
    const post = (title: string, blogKey = 'from-here'): Promise<ArticleDetails> =>
      createArticle(anna, { type: 1, title, slug: title.toLowerCase().replaceAll(' ', '-'), blogKey });
    const [one, two] = [await post('Moving one'), await post('Moving two')];
    await post('Moving two', 'to-there');
    const paths = async (): Promise<string[]> =>
      Promise.all([one, two].map(async ({ number }) => (await readArticle(anna, number)).path));
    const before = await paths();
    const page = await admin.page({ at: '/articles?blog=from-here' });
    for (const title of ['Moving one', 'Moving two']) {
      await page.getByRole('checkbox', { name: title }).focus();
      await page.keyboard.press('Space');
    }
    const bar = page.getByRole('region', { name: 'Selected articles' });
    await bar.getByRole('button', { name: 'Actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move to another blog…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Move 2 articles to another blog' });
    await dialog.getByRole('button', { name: /^Blog: / }).press('Enter');
    await page.keyboard.type('to-there');
    await page.getByRole('option', { name: 'Blog from-here' }).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Move to another blog' }).press('Enter');
    await dialog.getByRole('listitem').filter({ hasText: 'Another article has this URL' }).waitFor();
    expect(await paths()).toEqual(['/to-there/moving-one', before[1]]);
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await eventually(async () => expect(await paths()).toEqual(before));
  });

  it.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('has no serious finding of axe, %s, %s', async (theme, screen) => {
    const { number } = await create(`Looked at, ${theme}`);
    await setAccess(anna, number, {
      restricted: true,
      grants: [
        { kind: 'account', id: author.id, level: 'edit' },
        { kind: 'role', id: 'Reviewer', level: 'comment' },
      ],
    });
    const page = await open(number, { theme, screen });
    await panel(page).getByText('Berta Author').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
