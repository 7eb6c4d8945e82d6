import { type FakeAiProvider, startAiProvider, translateAs } from '@sitedesk/testing';
import { useProvider } from '../harness/ai.js';
import { createArticle, readArticle } from '../harness/articles.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';
import { openArticle, saveParagraphs, textIn, textOf } from './support/article-editor.js';

describe('translating an article in the administration', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let provider: FakeAiProvider;
  beforeAll(async () => {
    provider = await startAiProvider();
    admin = await startAdmin();
    anna = await admin.site.administrator();
    await useProvider(anna, provider);
  });
  afterAll(async () => {
    await admin.stop();
    await provider.close();
  });

  it('makes a draft copy, which is stopped, continued and checked', async () => {
    const { number } = await createArticle(anna, { title: 'Summer' });
    await saveParagraphs(anna, number, ['The guests came.', 'Write to {name}.']);
    provider.say(translateAs((words) => (words.includes('Write') ? 'Schreiben Sie.' : words.toUpperCase())));
    provider.behave('silent');
    const page = await openArticle(admin, number);
    await page.getByRole('button', { name: 'More actions', exact: true }).last().click();
    await page.getByRole('menuitem', { name: 'Translate with AI…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Translate with AI' });
    await dialog.getByRole('button', { name: /^Language/ }).click();
    await page.keyboard.type('German');
    await page
      .getByRole('option', { name: /^German\b/ })
      .first()
      .click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create and translate' }).click();

    await page.getByRole('heading', { name: 'Translation: German' }).waitFor();
    await eventually(async () => expect(provider.asked.length).toBeGreaterThan(0));
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('3 texts are left.').waitFor();
    const copy = number + 1;
    expect(textIn(await readArticle(anna, copy))).toBe('The guests came.|Write to {name}.');

    provider.behave('error-500');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(/The AI provider didn’t deliver: It has a problem of its own/).waitFor();
    provider.behave('ok');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('2 of 3 texts translated').waitFor();
    await page.getByText('Done. Check the draft before you publish it.').waitFor();
    await page.getByText('Write to {name}.').waitFor();
    await page.getByText('The model lost or added a link').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('link', { name: 'Show: Write to {name}.' }).click();
    await textOf(page).getByText('THE GUESTS CAME.').waitFor();
    await page.getByText('1 text isn’t translated yet.').waitFor();
    expect((await readArticle(anna, copy)).fields.title).toBe('SUMMER');
    expect(textIn(await readArticle(anna, number))).toBe('The guests came.|Write to {name}.');

    await page.getByRole('link', { name: 'Show translation' }).click();
    provider.say(translateAs((words) => words.toUpperCase()));
    await page.getByRole('button', { name: 'Translate these again' }).click();
    await page.getByText('3 of 3 texts translated').waitFor();
    await page.getByRole('link', { name: 'Open the draft' }).click();
    await textOf(page).getByText('WRITE TO {name}.').waitFor();
    expect(await page.getByText('translated yet').count()).toBe(0);
  });
});
