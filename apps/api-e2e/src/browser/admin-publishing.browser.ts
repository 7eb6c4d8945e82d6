import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { PreviewLink } from '@sitedesk/contract/preview-links';
import type { PublicationPlan } from '@sitedesk/contract/publication-plans';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createArticle, plansOf, readArticle, scheduleArticle } from '../harness/articles.js';
import { lastSunday, NEXT_YEAR } from '../harness/clock-changes.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { setSetting } from '../harness/tenants.js';
import { type Admin, type AdminPageOptions, axeFindings, isCopied, startAdmin } from './support/admin.js';
import { fillTime, openArticle, openPublishing } from './support/article-editor.js';

describe('publishing in the administration', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    // What carries plans out is not needed here.
    admin = await startAdmin({ OUTBOX_WORKER: 'off' });
    anna = await admin.site.administrator();
    await setSetting(admin.site.database, 'Site', 'TimeZone', 'Europe/Zurich');
  });
  afterAll(() => admin.stop());

  const create = async (title: string, input: object = {}): Promise<number> =>
    (await createArticle(anna, { title, ...input })).number;
  const read = (number: number): Promise<ArticleDetails> => readArticle(anna, number);
  const plans = (number: number): Promise<readonly PublicationPlan[]> => plansOf(anna, number);
  const open = (number: number, options?: AdminPageOptions): Promise<Page> =>
    openArticle(admin, number, options);
  const write = async (number: number, content: readonly DocumentNode[]): Promise<void> => {
    const { fields, revision } = await read(number);
    const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    const answer = await anna.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect(answer.status).toBe(200);
  };

  it('checks the text first, and leads to what it finds', async () => {
    const number = await create('Checked');
    const id = 'h'.repeat(12);
    await write(number, [
      { type: 'paragraph', content: [{ type: 'text', text: 'Words.' }] },
      { type: 'heading', attrs: { level: 4, id }, content: [{ type: 'text', text: 'Too deep' }] },
    ]);
    const page = await open(number);
    const dialog = await openPublishing(page);
    await dialog.getByText('The first heading is a heading 4').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Show: The first heading/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await page.evaluate("document.activeElement?.classList.contains('article-text')")).toBe(true),
    );

    await openPublishing(page);
    await dialog.getByRole('button', { name: /^Show: There’s no introduction/ }).click();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Said briefly.');
    await openPublishing(page);
    await dialog.getByText('The first heading is a heading 4').waitFor();
    expect(await dialog.getByText('There’s no introduction').count()).toBe(0);
    expect((await read(number)).fields.introduction).toBe('Said briefly.');
  });

  it('leads from every check of a text to its place, and closes (E-22)', async () => {
    const number = await create('Everything at once');
    const block = (
      letter: string,
      type: DocumentNode['type'],
      attrs: object,
      text?: Partial<DocumentNode>,
    ): DocumentNode => ({
      type,
      attrs: { id: letter.repeat(12), ...attrs },
      ...(text && { content: [{ type: 'text', text: 'Words', ...text }] }),
    });
    const link = (href: string): Partial<DocumentNode> => ({ marks: [{ type: 'link', attrs: { href } }] });
    await write(number, [
      block('a', 'heading', { level: 3 }, {}),
      block('b', 'heading', { level: 2 }),
      block('c', 'heading', { level: 4 }, {}),
      block('d', 'paragraph', {}, { text: ' ', ...link('https://example.org/') }),
      block('e', 'paragraph', {}, link('/nowhere')),
      block('f', 'button', { label: 'Go', href: '/gone' }),
    ]);
    const page = await open(number);
    await page.getByLabel('Banner image').fill('/media/a.jpg');
    const focusIsIn = (selector: string): Promise<void> =>
      eventually(async () =>
        expect(await page.evaluate(`document.activeElement?.matches('${selector}')`)).toBe(true),
      );
    const PLACES = [
      ['The first heading is a heading 3', 'aaaaaaaaaaaa'],
      ['A heading is empty', 'bbbbbbbbbbbb'],
      ['A heading 4 follows a heading 2', 'cccccccccccc'],
      ['A link has no words', 'dddddddddddd'],
      ['A link leads to /nowhere', 'eeeeeeeeeeee'],
      ['A link leads to /gone', 'ffffffffffff'],
      ['There’s no introduction', 'textarea'],
      ['The banner image has no description', 'input'],
    ] as const;
    const selected = `document.querySelector('.article-text').editor.state.selection.node?.attrs.id`;
    for (const [text, place] of PLACES) {
      const dialog = await openPublishing(page);
      await dialog.getByRole('button', { name: `Show: ${text}` }).click();
      await dialog.waitFor({ state: 'detached' });
      if (place.length < 12) await focusIsIn(place);
      else {
        await focusIsIn('.article-text');
        await eventually(async () => expect(await page.evaluate(selected)).toBe(place));
      }
    }
    // What is over its limit is said at its field, before there is a dialog.
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('x'.repeat(300));
    await eventually(async () =>
      expect(await page.getByRole('button', { name: 'Publish' }).getAttribute('title')).toBe(
        'Fix the marked fields first.',
      ),
    );
  });

  it('says what keeps a post from going live', async () => {
    const blogKey = `blog-${Date.now()}`;
    await create('Not live', { type: 2, blogKey });
    const number = await create('Too early', { type: 1, blogKey });
    const page = await open(number);
    const dialog = await openPublishing(page);
    await dialog.getByText('The blog of this post isn’t live yet').waitFor();
    expect(await dialog.getByRole('button', { name: 'Publish now' }).isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'At a time' }).check();
    expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(false);
  });

  it('publishes now, and takes that back', async () => {
    const number = await create('Taken back');
    const page = await open(number);
    const dialog = await openPublishing(page);
    await dialog.getByText('“Taken back” goes live now at /taken-back.').waitFor();
    await dialog.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Live at /taken-back').first().waitFor();
    expect(await read(number)).toMatchObject({ status: 'live' });
    // The editor's own stands before it.
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await page.getByText('Publication undone').first().waitFor();
    expect(await read(number)).toMatchObject({ status: 'draft', liveVersion: null });
    await page.getByText('Draft', { exact: true }).first().waitFor();
  });

  it('schedules on the clocks of the site, also where they go forward and back (P-34)', async () => {
    const number = await create('On time');
    const page = await open(number);
    const dialog = await openPublishing(page);
    await dialog.getByRole('radio', { name: 'At a time' }).check();
    await dialog.getByText('Time zone of the site: Europe/Zurich.').waitFor();
    await fillTime(dialog, lastSunday(3), '02:30');
    await dialog.getByText('Clocks in Europe/Zurich go forward over this time').waitFor();
    expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(true);
    await fillTime(dialog, lastSunday(10), '02:30');
    await dialog.getByRole('radio', { name: '02:30 GMT+01:00' }).check();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page
      .getByText(/^Scheduled for/)
      .first()
      .waitFor();
    expect(await plans(number)).toMatchObject([{ at: `${lastSunday(10)}T01:30:00.000Z`, state: 'waiting' }]);
    await page.getByText('Scheduled', { exact: true }).first().waitFor();
  });

  it('shows beside the text what is planned, and changes it', async () => {
    const number = await create('Beside');
    await scheduleArticle(anna, number, { at: `${NEXT_YEAR}-05-04T09:00` });
    const page = await admin.page({ at: `/articles/${number}?panel=plans` });
    const panel = page.getByRole('region', { name: 'Schedule' });
    await panel.getByText('Publish version 1').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('.article-text[contenteditable=true]').click();
    await page.keyboard.type('Written since');
    await page.keyboard.press('ControlOrMeta+s');
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    await page.reload();
    await panel.getByRole('button', { name: 'Use the newest' }).click();
    await panel.getByText('Publish version 2').waitFor();
    expect(await plans(number)).toMatchObject([{ version: 2, isOutdated: false }]);

    await panel.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the schedule' });
    await fillTime(dialog, `${NEXT_YEAR}-06-01`, '08:15');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await plans(number)).toMatchObject([{ at: `${NEXT_YEAR}-06-01T06:15:00.000Z` }]);
    await panel.getByRole('button', { name: 'Cancel schedule' }).click();
    await panel.getByText('Canceled').waitFor();
    expect(await read(number)).toMatchObject({ status: 'draft' });
  });

  it('withdraws at a time, and forwards visitors to another article', async () => {
    const target = await create('The new place');
    const number = await create('The old place');
    await anna.post(`/articles/${number}/publish`, undefined, { 'If-Match': '"v1"' });
    const page = await open(number);
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Withdraw/ });
    await dialog.getByRole('radio', { name: /Forward visitors/ }).check();
    await dialog.getByRole('button', { name: /^To an article: / }).click();
    await page.getByRole('option', { name: /The new place/ }).click();
    await dialog.getByRole('radio', { name: 'At a time' }).check();
    await fillTime(dialog, `${NEXT_YEAR}-05-04`, '10:00');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await plans(number)).toMatchObject([
      { action: 'withdraw', answer: 301, forwardArticle: target, at: `${NEXT_YEAR}-05-04T08:00:00.000Z` },
    ]);
  });

  it('leads to the live page from the toast, the editor and the list, until it’s withdrawn', async () => {
    await setSetting(admin.site.database, 'Site', 'PublicUrl', 'https://www.example.com');
    const number = await create('Opening hours');
    const page = await open(number);
    const link = page.getByRole('link', { name: 'View live page' });
    expect(await link.count()).toBe(0);
    const publishing = await openPublishing(page);
    await publishing.getByRole('button', { name: 'Publish now' }).click();
    await publishing.waitFor({ state: 'detached' });
    const toast = page.getByRole('link', { name: 'Live at /opening-hours' });
    expect(await toast.getAttribute('href')).toBe('https://www.example.com/opening-hours');
    expect(await link.getAttribute('href')).toBe('https://www.example.com/opening-hours');
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(admin.url('/articles'));
    await page.getByRole('button', { name: 'More actions: Opening hours' }).click();
    const item = page.getByRole('menuitem', { name: 'View live page' });
    expect(await item.getAttribute('href')).toBe('https://www.example.com/opening-hours');
    await anna.post(`/articles/${number}/withdraw`, { answer: 404 });
    await page.goto(admin.url(`/articles/${number}`));
    await page.locator('.article-text').waitFor();
    expect(await link.count()).toBe(0);
  });

  it('shares a preview by links that are shown once, and revokes them', async () => {
    const number = await create('Price list');
    const page = await open(number, { screen: 'phone', theme: 'dark' });
    await page.getByRole('button', { name: 'More actions', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Share preview…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Share a preview of “Price list”' });
    await dialog.getByText('There are no links.').waitFor();
    await dialog.getByLabel('Note').fill('For the printer');
    await dialog.getByRole('combobox', { name: 'Expires after' }).click();
    await page.getByRole('option', { name: '30 days' }).click();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('it’s shown only once').waitFor();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await isCopied(page, /\/_preview\/[\w-]{43}$/);
    await dialog.getByText('For the printer').waitFor();
    await dialog.getByText(/^Created by Administrator/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const { items } = (await anna.get(`/articles/${number}/preview-links`)).json() as {
      items: PreviewLink[];
    }; // as above
    const [only] = items;
    expect(items).toMatchObject([{ note: 'For the printer', version: null }]);
    expect(Date.parse(only?.expiresAt ?? '') - Date.parse(only?.createdAt ?? '')).toBe(30 * 86_400_000);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More actions', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Share preview…' }).press('Enter');
    await dialog.getByText('For the printer').waitFor();
    expect(await dialog.getByLabel('New link').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Revoke “For the printer”' }).click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await dialog.getByText('There are no links.').waitFor();
    expect((await anna.get(`/articles/${number}/preview-links`)).json()).toMatchObject({ items: [] });
  });

  it('gives a blog another URL, after saying what that does, and sets its posts per page', async () => {
    const number = await create('Harbour news', { type: 2, blogKey: 'harbour' });
    const post = await create('First', { type: 1, blogKey: 'harbour' });
    await create('Quay', { slug: 'quay' });
    for (const each of [number, post])
      await anna.post(`/articles/${each}/publish`, undefined, { 'If-Match': '"v1"' });
    const page = await open(number);
    const panel = page.getByRole('region', { name: 'Blog', exact: true });
    await panel.getByText('1 post, 1 live').waitFor();
    await panel.getByLabel('Posts per page').fill('5');
    await page.keyboard.press('Tab');
    await page.getByText('The blog shows 5 posts per page').waitFor();
    await page.locator('.article-text').click();
    await page.keyboard.type('Not saved yet.');
    await panel.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the URL of “Harbour news”' });
    const url = dialog.getByLabel('URL');
    const confirm = dialog.getByRole('button', { name: 'Change URL' });
    expect(await confirm.isEnabled()).toBe(false);
    await url.fill('The Quay');
    await dialog.getByText('Use lowercase letters').waitFor();
    await url.fill('quay');
    await dialog.getByText('/quay belongs to “Quay”.').waitFor();
    expect(await confirm.isEnabled()).toBe(false);
    await url.fill('port');
    await dialog.getByText('1 post gets a new URL').waitFor();
    await dialog.getByText('2 old URLs will redirect').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await panel.getByText('/port', { exact: true }).waitFor();
    await page.locator('.article-text').getByText('Not saved yet.').waitFor();
    expect((await read(post)).path).toBe('/port/first');
    expect((await anna.get(`/articles/${number}/blog`)).json()).toMatchObject({ postsPerPage: 5 });
  });
});
