import type { LayoutSummary, LiveLayout } from '@sitedesk/contract/layouts';
import { createArticle, publishArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

describe('layouts in the administration', () => {
  let admin: Admin;
  let anna: EditorBrowser;

  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    const { number } = await createArticle(anna, { title: 'Welcome', home: true });
    await publishArticle(anna, number);
  });
  afterAll(() => admin.stop());

  const live = async (): Promise<LiveLayout> => (await anna.get('/layouts/live')).json() as LiveLayout; // the contract's word

  it('are created from a theme, edited as code with problems by line, previewed, published and undone (E-23)', async () => {
    const page = await admin.page({ at: '/layouts' });
    await page.getByText('All pages have the default theme.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'New layout' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Winter');
    await dialog.getByRole('radio', { name: /^Journal/ }).click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create layout' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Winter', level: 1 }).waitFor();
    await page.getByText('No problems found').waitFor();
    const frame = page.frameLocator('iframe[title="Preview"]');
    await frame.getByRole('heading', { name: 'Welcome' }).waitFor();

    // The page is as wide as the screen that was chosen.
    const widths = page.getByRole('group', { name: 'Width of the preview' });
    for (const [screen, width] of [
      ['Phone', 360],
      ['Tablet', 768],
      ['Desktop', 1_280],
    ] as const) {
      await widths.getByRole('button', { name: screen, exact: true }).click();
      await widths.getByRole('button', { name: screen, exact: true, pressed: true }).waitFor();
      const box = await page.locator('iframe[title="Preview"]').boundingBox();
      expect([screen, box?.width]).toEqual([screen, width]);
    }

    // What is typed in the part that is shown first is seen as well.
    const head = page.getByRole('textbox', { name: /^Head\./ });
    await head.press('Control+Home');
    await page.keyboard.type('<base>');
    await page.getByRole('button', { name: /Pages can’t have a <base>/ }).waitFor();
    await head.press('Control+z');
    await page.getByText('No problems found').waitFor();

    // Typed at the end of the footer, by keyboard alone.
    await page.getByRole('button', { name: 'Footer', exact: true }).click();
    const code = page.getByRole('textbox', { name: /^Footer\./ });
    await code.press('Control+End');
    await page.keyboard.type('\n<p>{{nav}}');
    const problem = page.getByRole('button', { name: /There’s no slot “nav”/ });
    await problem.getByText('Footer, line 2').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    expect(await publish.isDisabled()).toBe(true);
    // Escape and Tab lead out of the code.
    await code.press('Escape');
    await page.keyboard.press('Tab');
    expect(await code.evaluate((each) => each.matches(':focus'))).toBe(false);
    await problem.click();
    await page.keyboard.press('Shift+End');
    await page.keyboard.type('{{site.name}}');
    await page.keyboard.press('Control+s');
    await page.getByText('No problems found').waitFor();
    await frame.locator('body > p').waitFor();

    await publish.click();
    await dialog.getByText('It replaces the default theme.').waitFor();
    await dialog.getByLabel('What’s new (optional)').fill('For the winter');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Version 1', { exact: true }).waitFor();
    expect(await live()).toMatchObject({ layout: { name: 'Winter', version: 1 } });
    await page.getByText('All pages have “Winter” now').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('All pages have the former layout again').waitFor();
    expect(await live()).toMatchObject({ layout: null });

    await page.getByRole('link', { name: 'Layouts', exact: true }).last().click();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const { items } = (await anna.get('/layouts')).json() as { items: readonly LayoutSummary[] }; // as above
    expect(items).toMatchObject([{ name: 'Winter', lastVersion: 1, liveVersion: null }]);
  });
});
