import type { Menu } from '@sitedesk/contract/menu';
import type { Redirect } from '@sitedesk/contract/redirects';
import { createArticle, publishArticle, saveFields } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

describe('addresses of the public site in the administration', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let number: number;

  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    ({ number } = await createArticle(anna, { title: 'Opening hours', slug: 'hours' }));
    for (const slug of ['hours', 'opening-hours']) {
      await saveFields(anna, number, { slug });
      await publishArticle(anna, number);
    }
  });
  afterAll(() => admin.stop());

  const listed = async (): Promise<readonly Redirect[]> =>
    ((await anna.get('/redirects')).json() as { items: Redirect[] }).items; // the contract's word

  it('that an article had stand beside its text, and are released with a reason', async () => {
    const page = await admin.page({ at: `/articles/${number}` });
    const section = page.getByRole('region', { name: 'Old URLs' });
    await section.getByText('/hours', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Release /hours' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Release /hours?' });
    await dialog.getByRole('button', { name: 'Release URL' }).click();
    await dialog.getByText('Enter a reason').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('The flyer is gone');
    await dialog.getByRole('button', { name: 'Release URL' }).click();
    await dialog.waitFor({ state: 'detached' });
    await section.waitFor({ state: 'detached' });
    expect(await listed()).toEqual([]);
  });

  it('make up the menu: items are added, moved by keyboard, removed with undo, and saved', async () => {
    const page = await admin.page({ at: '/menu' });
    await page.getByText('A menu leads visitors to your most important pages').waitFor();
    const dialog = page.getByRole('dialog');
    const add = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Add item' }).click();
      await dialog.waitFor();
    };
    await add();
    await dialog.getByRole('button', { name: /^Article: / }).click();
    await page.getByRole('option', { name: /Opening hours/ }).click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add item' }).click();
    await dialog.waitFor({ state: 'detached' });
    for (const label of ['Shop', 'Jobs']) {
      await add();
      await dialog.getByRole('radio', { name: 'A link' }).click();
      await dialog.getByLabel('URL').fill(`/${label.toLowerCase()}`);
      await dialog.getByLabel('Label').fill(label);
      await dialog.getByLabel('Label').press('Enter');
      await dialog.waitFor({ state: 'detached' });
    }
    const edit = page.getByRole('button', { name: 'Edit item: Jobs' });
    await edit.press('Alt+ArrowUp');
    await page.getByText('Jobs: item 2 of 3', { exact: true }).waitFor({ state: 'attached' });
    const up = page.getByRole('button', { name: 'Move up: Jobs' });
    expect(await up.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    await up.press('Alt+ArrowRight');
    await page.getByText('Jobs: item 1 of 1 below Opening hours').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Remove item: Opening hours' }).click();
    await edit.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await edit.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const { items } = (await anna.get('/menu')).json() as Menu; // the contract's word
    expect(
      items.map(({ article, label, children }) => [article, label, children.map((each) => each.url)]),
    ).toEqual([
      [number, null, ['/jobs']],
      [null, 'Shop', []],
    ]);
  });

  it('that visitors don’t find are listed, and get a redirect', async () => {
    await admin.site.database.query(
      `INSERT INTO address_hit (tenant_id, kind, path, hits, last_on)
       SELECT t.id, 'not-found', v.path, v.hits, now()::date FROM tenant t, (VALUES ('/missed', 12), ('/lost', 3)) v (path, hits)`,
    );
    const page = await admin.page({ at: '/redirects' });
    await page.getByRole('link', { name: 'Not found' }).click();
    const row = page.getByRole('row', { name: /^\/missed 12 / });
    await row.getByRole('button', { name: 'Add redirect: /missed' }).press('Enter');
    expect(await axeFindings(page)).toEqual([]);
    const dialog = page.getByRole('dialog', { name: 'Add redirect' });
    await dialog.getByRole('radio', { name: '410, gone' }).click();
    await dialog.getByRole('button', { name: 'Add redirect' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^\/lost 3 / }).waitFor();
    const [made] = await listed();
    expect(made).toMatchObject({ path: '/missed', code: 410, hits: 0, lastHitOn: null });
    expect((await anna.delete(`/redirects/${made?.id}`)).status).toBe(204);
  });

  it('come out of a CSV file, after a check of each row', async () => {
    const page = await admin.page({ at: '/redirects' });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import redirects' });
    await dialog
      .getByLabel('Or paste the rows', { exact: true })
      .fill('/a,https://example.org/a\n/b,,410\n/c,/a\n/d,/e,999\n,/x\n/e,ftp://x.example\n/f,javascript:x');
    await dialog.getByRole('button', { name: 'Check' }).press('Enter');
    await dialog.getByText('2 rows can be imported.').waitFor();
    await dialog.getByText('/a is forwarded itself: choose where that leads').waitFor();
    const lines = dialog.getByRole('list', { name: 'Rows that can’t be imported' }).getByRole('listitem');
    expect(
      (await lines.allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' ').slice(0, 15).trim()),
    ).toEqual(['Line 3: /c /a i', 'Line 4: /d The', 'Line 5: Enter 1', 'Line 6: /e Ente', 'Line 7: /f Ente']);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import 2 redirects' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('2 redirects imported').waitFor();
    expect((await listed()).map(({ path, code }) => [path, code])).toEqual([
      ['/a', 301],
      ['/b', 410],
    ]);
    await page.getByRole('button', { name: 'More actions: /a' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete redirect' }).click();
    await page.getByText('Redirect deleted').waitFor();
    expect((await listed()).map(({ path }) => path)).toEqual(['/b']);
  });
});
