import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { CommentThread } from '@sitedesk/contract/comments';
import type { ReviewOverview } from '@sitedesk/contract/reviews';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague, type Colleague } from '../harness/people.js';
import { type Admin, type AdminPageOptions, axeFindings, startAdmin } from './support/admin.js';

const TEXT = 'The harbour opens at nine. It closes at five.';

describe('the review of an article', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  let author: Colleague;
  let reviewer: Colleague;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    author = await colleague(admin.site, anna, { roles: ['Author'], displayName: 'Ann Author' });
    reviewer = await colleague(admin.site, anna, { roles: ['Reviewer'], displayName: 'Ruth Reviewer' });
  });
  afterAll(() => admin.stop());

  const create = async (title: string): Promise<number> => {
    const made = (await author.browser.post('/articles', { type: 0, title })).json() as ArticleDetails; // the contract's word
    const content = [
      { type: 'paragraph', attrs: { id: 'aaaaaaaaaaaa' }, content: [{ type: 'text', text: TEXT }] },
    ];
    const body = { operation: randomUUID(), fields: made.fields, document: { type: 'doc', content } };
    const { status } = await author.browser.put(`/articles/${made.number}/draft`, body, {
      'If-Match': '"v1"',
    });
    expect(status).toBe(200);
    return made.number;
  };
  const threads = async (number: number): Promise<readonly CommentThread[]> =>
    ((await anna.get(`/articles/${number}/threads`)).json() as { items: CommentThread[] }).items; // as above
  const open = async (number: number, options: AdminPageOptions = {}): Promise<Page> => {
    const page = await admin.page({ ...options, at: `/articles/${number}?panel=review` });
    await review(page).getByRole('heading').waitFor();
    return page;
  };
  const review = (page: Page): Locator => page.getByRole('region', { name: 'Review', exact: true });
  const comments = (page: Page): Locator => page.getByRole('region', { name: 'Comments', exact: true });
  const thread = (page: Page, words: string): Locator =>
    comments(page).getByRole('listitem', { name: `Comments on “${words}”` });
  /** Selects characters of the first paragraph, as someone does who only reads. */
  const select = (page: Page, from: number, to: number): Promise<unknown> =>
    page.evaluate(`(() => {
      const text = document.querySelector('.article-text p').firstChild;
      getSelection().setBaseAndExtent(text, ${from}, text, ${to});
    })()`);

  it('goes from the author to the reviewer and back, with a comment on a word, until it’s approved', async () => {
    const number = await create('Harbour hours');
    const writer = await admin.page({ as: author.credentials, at: `/articles/${number}` });
    await writer.getByRole('button', { name: 'Submit for review…' }).click(); // the next step of those who don't publish
    const submitting = writer.getByRole('dialog', { name: 'Submit “Harbour hours” for review' });
    await submitting.getByLabel('Note to the reviewers').fill('Are the hours right?');
    expect(await axeFindings(writer)).toEqual([]);
    await submitting.getByRole('button', { name: 'Submit', exact: true }).click();
    await review(writer).getByText('In review').waitFor();

    const reader = await admin.page({ as: reviewer.credentials, at: '/articles' });
    await reader.getByRole('link', { name: /^Needs me/ }).click();
    await reader.waitForURL(/needs=me/);
    await reader.getByText('Harbour hours').first().click();
    await reader.getByRole('button', { name: 'Review…' }).click();
    await review(reader).getByText('Are the hours right?').waitFor();
    await reader.locator('.article-text').getByText(TEXT).waitFor();
    await select(reader, 21, 25);
    await comments(reader)
      .getByRole('combobox', { name: 'About' })
      .getByText('Selected words: “nine”')
      .waitFor();
    const box = comments(reader).getByRole('textbox', { name: 'Add a comment' });
    await box.pressSequentially('Ten in winter? @ann');
    await comments(reader).getByRole('option', { name: 'Ann Author' }).waitFor();
    expect(await axeFindings(reader)).toEqual([]);
    await reader.keyboard.press('Enter');
    await comments(reader).getByRole('button', { name: 'Comment', exact: true }).click();
    await thread(reader, 'nine').getByText('Ten in winter? @Ann Author').waitFor();
    expect(await reader.locator('.article-text .article-comment').allTextContents()).toEqual(['nine']);
    expect(await threads(number)).toMatchObject([{ quote: 'nine', comments: [{ mentions: [author.id] }] }]);

    await review(reader).getByRole('button', { name: 'Request changes…' }).click();
    const requesting = reader.getByRole('dialog', { name: /^Request changes to version/ });
    const confirm = requesting.getByRole('button', { name: 'Request changes', exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    await requesting.getByLabel('What should change').fill('Say when it is winter');
    await confirm.click();

    // The author's page hears of it.
    await review(writer).getByText('Say when it is winter').waitFor();
    await thread(writer, 'nine').getByRole('button', { name: 'Reply' }).click();
    await thread(writer, 'nine')
      .getByRole('textbox', { name: 'Reply to Ruth Reviewer' })
      .fill('Now it does.');
    await thread(writer, 'nine').getByRole('button', { name: 'Reply', exact: true }).click();
    await thread(writer, 'nine').getByText('Now it does.').waitFor();
    await writer.locator('.article-text').getByText(TEXT).click();
    await writer.keyboard.press('Home');
    await writer.keyboard.type('All year: ');
    await writer.locator('.article-comment', { hasText: /^nine$/ }).waitFor();
    await review(writer).getByText('1 change since this version').waitFor();
    await thread(writer, 'nine').getByRole('button', { name: 'Resolve' }).click();
    await thread(writer, 'nine').waitFor({ state: 'detached' });
    await review(writer).getByRole('button', { name: 'Submit again…' }).click();
    await writer.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
    await review(writer).getByText('In review').waitFor();

    await review(reader).getByRole('button', { name: 'Approve…' }).click();
    await reader.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await review(reader)
      .getByText(/^Ruth Reviewer approved version/)
      .waitFor();
    await review(writer)
      .getByText(/^Ruth Reviewer approved version/)
      .waitFor();
    await writer.getByText('In review', { exact: true }).first().waitFor({ state: 'detached' });
    const { review: open_, changes } = (
      await anna.get(`/articles/${number}/review`)
    ).json() as ReviewOverview; // as above
    expect([open_?.state, changes]).toEqual(['approved', 0]);
    expect(await threads(number)).toMatchObject([{ resolved: { by: 'Ann Author' }, replies: 1 }]);
  });

  it('leads from a comment to its words and back, and keeps a comment whose words are gone', async () => {
    const number = await create('There and back');
    const path = `/articles/${number}/threads`;
    const about = (from: number, to: number, quote: string): object => ({
      block: 'aaaaaaaaaaaa',
      from,
      to,
      quote,
    });
    await reviewer.browser.post(path, { ...about(21, 25, 'nine'), body: '<b>Really?</b>' });
    await reviewer.browser.post(path, { ...about(40, 44, 'five'), body: 'And this?' });
    const page = await open(number, { as: author.credentials });
    await thread(page, 'nine').getByText('<b>Really?</b>').waitFor();
    await page.locator('.article-comment', { hasText: 'five' }).click();
    await eventually(async () =>
      expect(await thread(page, 'five').getAttribute('class')).toContain('border-primary'),
    );
    await thread(page, 'nine').getByTitle('Show in the text').click();
    await eventually(async () =>
      expect(await thread(page, 'nine').getAttribute('class')).toContain('border-primary'),
    );
    await page.locator('.article-text').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Other words');
    await eventually(async () =>
      expect((await threads(number)).every(({ detached }) => detached)).toBe(true),
    );
    await page.reload();
    await thread(page, 'nine').getByText('The words this was about are gone.').waitFor();
    expect(await page.locator('.article-comment').count()).toBe(0);
    // As the email about requested changes leads to it.
    await page.goto(admin.url(`/articles/${number}?panel=review&thread=open`));
    await eventually(async () =>
      expect(await thread(page, 'five').getAttribute('class')).toContain('border-primary'),
    );
  });

  it('stands in a queue that one walks by keyboard, from the oldest on', async () => {
    const first = await create('Waits longest');
    await create('Not submitted');
    const second = await create('Waits too');
    for (const number of [first, second])
      await author.browser.post(
        `/articles/${number}/review`,
        { note: `Number ${number}`, accounts: [reviewer.id] },
        { 'If-Match': '"v2"' },
      );
    const page = await admin.page({ as: reviewer.credentials, at: null });
    await page.goto(admin.url('/articles'));
    await page.getByRole('link', { name: 'Reviews', exact: true }).click();
    const table = page.getByRole('table', { name: 'Waiting for me' });
    await table.getByText('Waits longest').waitFor();
    await table.getByText(`Number ${second}`).waitFor();
    await table.getByText('+9 −0').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/articles/${first}\\?panel=review`));
    await review(page).getByRole('button', { name: 'Approve…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
    await review(page)
      .getByText(/^Ruth Reviewer approved version/)
      .waitFor();
    await page.goBack();
    await table.getByText('Waits too').waitFor();
    await table.getByText('Waits longest').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Decided' }).click();
    await page.getByRole('table', { name: 'Decided' }).getByText('Waits longest').waitFor();
    await page.getByText('Approved', { exact: true }).first().waitFor();
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  });

  it('is withdrawn by the author', async () => {
    const number = await create('Withdrawn');
    await author.browser.post(`/articles/${number}/review`, {}, { 'If-Match': '"v2"' });
    const page = await open(number, { as: author.credentials });
    expect(await review(page).getByRole('button', { name: 'Approve…' }).count()).toBe(0);
    await review(page).getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await review(page).getByText('Not in review.').waitFor();
    expect(((await anna.get(`/articles/${number}`)).json() as ArticleDetails).status).toBe('draft'); // as above
  });

  it.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('has no serious finding of axe, %s, %s', async (theme, screen) => {
    const page = await open(1, { theme, screen });
    await comments(page).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
