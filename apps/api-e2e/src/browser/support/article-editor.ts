import type { ArticleDetails } from '@sitedesk/contract/articles';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { readArticle } from '../../harness/articles.js';
import type { EditorBrowser } from '../../harness/editor.js';
import { eventually } from '../../harness/eventually.js';
import type { Admin, AdminPageOptions } from './admin.js';

/** Opens an article in the editor. Resolves when one can write. */
export async function openArticle(
  admin: Admin,
  number: number,
  options: AdminPageOptions = {},
): Promise<Page> {
  const page = await admin.page({ ...options, at: `/articles/${number}` });
  await isOpen(page);
  return page;
}

/** Where the text is written. */
export const textOf = (page: Page): Locator => page.locator('.article-text');

export const isOpen = (page: Page): Promise<void> =>
  page.locator('.article-text[contenteditable=true]').waitFor();

/** Puts the cursor at the end of the text. Resolves when the editor, which hears of it later than the browser, has it there too. */
export async function goToEnd(page: Page): Promise<void> {
  await page.keyboard.press('Control+End');
  await eventually(async () => expect(await page.evaluate(BEHIND_CURSOR)).toBe(''));
}

/** The text behind the cursor, as far as the editor knows; null while something is selected. */
const BEHIND_CURSOR =
  "(({ doc, selection }) => (selection.empty ? doc.textBetween(selection.to, doc.content.size) : null))(document.querySelector('.article-text').editor.state)";

export const isSaved = (page: Page): Promise<void> => page.getByText(/^Saved \d/).waitFor();

/** Types of an article's blocks. */
export const blocks = ({ document }: ArticleDetails): readonly string[] =>
  (document.content ?? []).map(({ type }) => type);

/** An article's texts, with | between any two. */
export const textIn = (article: ArticleDetails): string =>
  [...JSON.stringify(article.document).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join('|');

/** Saves paragraphs, each with the same ID every time. */
export async function saveParagraphs(
  by: EditorBrowser,
  number: number,
  texts: string | readonly string[],
  changed: Partial<ArticleDetails['fields']> = {},
): Promise<void> {
  const { revision, fields } = await readArticle(by, number);
  const content = [texts].flat().map((text, index) => ({
    type: 'paragraph',
    attrs: { id: String(index).repeat(12) },
    content: [{ type: 'text', text }],
  }));
  const answer = await by.put(
    `/articles/${number}/draft`,
    { operation: randomUUID(), fields: { ...fields, ...changed }, document: { type: 'doc', content } },
    { 'If-Match': `"v${revision}"` },
  );
  if (answer.status !== 200) throw new Error(`The draft was answered ${answer.status}: ${answer.text}`);
}

/** Opens the dialog that publishes the article on the page. */
export async function openPublishing(page: Page): Promise<Locator> {
  await textOf(page).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.waitFor();
  return dialog;
}

/** Fills in when something is to happen. */
export async function fillTime(dialog: Locator, day: string, time: string): Promise<void> {
  await dialog.getByLabel('Date').fill(day);
  await dialog.getByLabel('Time', { exact: true }).fill(time);
}
