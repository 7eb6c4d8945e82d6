import type { ArticleDetails, ArticleVersionSummary } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { type Admin, type AdminPageOptions, axeFindings, holds, startAdmin } from './support/admin.js';
import { takeComplaints } from './support/pages.js';

describe('the history of an article', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
  });
  afterAll(() => admin.stop());

  const create = async (title: string): Promise<ArticleDetails> =>
    (await anna.post('/articles', { type: 0, title })).json() as ArticleDetails; // the contract's word
  const read = async (number: number): Promise<ArticleDetails> =>
    (await anna.get(`/articles/${number}`)).json() as ArticleDetails; // as above
  const versions = async (number: number): Promise<readonly ArticleVersionSummary[]> =>
    ((await anna.get(`/articles/${number}/versions`)).json() as { items: ArticleVersionSummary[] }).items; // as above
  const paragraph = (id: string, text: string): DocumentNode => ({
    type: 'paragraph',
    attrs: { id },
    content: [{ type: 'text', text }],
  });
  const save = async (
    number: number,
    content: readonly DocumentNode[],
    changed: Partial<ArticleDetails['fields']> = {},
  ): Promise<void> => {
    const { revision, fields } = await read(number);
    const answer = await anna.put(
      `/articles/${number}/draft`,
      { operation: randomUUID(), fields: { ...fields, ...changed }, document: { type: 'doc', content } },
      { 'If-Match': `"v${revision}"` },
    );
    expect(answer.status).toBe(200);
  };
  /** Keeps the draft under a name. */
  const keep = async (number: number, name: string): Promise<void> => {
    const { revision } = await read(number);
    const answer = await anna.post(
      `/articles/${number}/versions`,
      { name },
      { 'If-Match': `"v${revision}"` },
    );
    expect(answer.status).toBe(201);
  };
  const textIn = (article: Pick<ArticleDetails, 'document'>): string =>
    [...JSON.stringify(article.document).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join('|');
  const open = async (number: number, options: AdminPageOptions = {}): Promise<Page> => {
    const page = await admin.page({ ...options, at: `/articles/${number}?panel=history` });
    await page.locator('.article-text').waitFor();
    return page;
  };
  const rows = (page: Page): Locator => page.getByRole('region', { name: 'History' }).getByRole('listitem');
  const choose = async (page: Page, row: Locator, item: string): Promise<void> => {
    await row.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('names what is written, and gives an old version a name or takes it away', async () => {
    const { number } = await create('Named');
    const page = await admin.page({ at: `/articles/${number}` });
    await page.locator('.article-text[contenteditable=true]').click();
    await page.keyboard.type('Four words stand here');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.waitForURL(/panel=history/);
    expect(await page.title()).toContain('Named');
    await page.getByRole('button', { name: 'Name the current version…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name the current version…' });
    await dialog.getByLabel('Name').fill('Before the fair');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const row = rows(page).filter({ hasText: 'Before the fair' });
    await row.getByText('4 words (+4)').waitFor();
    expect((await versions(number))[0]).toMatchObject({ kind: 'named', name: 'Before the fair', words: 4 });

    await choose(page, rows(page).last(), 'Name…');
    await page.getByLabel('Name', { exact: true }).fill('The beginning');
    await page.keyboard.press('Enter');
    await rows(page).filter({ hasText: 'The beginning' }).waitFor();
    await choose(page, row, 'Rename…');
    await holds(page.getByLabel('Name', { exact: true }), 'Before the fair');
    await page.getByLabel('Name', { exact: true }).fill('');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    expect((await versions(number)).map(({ name }) => name)).toEqual([null, 'The beginning']);
  });

  it('restores a version, says before what happens, and loses nothing of what was just typed (P-11)', async () => {
    const { number } = await create('Restored');
    await save(number, [paragraph('aaaaaaaaaaaa', 'As it was')]);
    await keep(number, 'Then');
    const page = await open(number);
    await page.locator('.article-text').getByText('As it was').click();
    await page.keyboard.press('End');
    await page.keyboard.type(', and more');
    await choose(page, rows(page).filter({ hasText: 'Then' }), 'Restore…');
    const dialog = page.getByRole('dialog', { name: /^Restore version 2 from / });
    await dialog.getByText('Today’s draft is kept in the history').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.locator('.article-text').getByText('As it was', { exact: true }).waitFor();
    await rows(page).filter({ hasText: 'Restored from version 2' }).waitFor();
    expect(textIn(await read(number))).toBe('As it was');
    const [restored, before] = await versions(number);
    expect([restored?.kind, before?.kind]).toEqual(['restored', 'checkpoint']);
    const kept = await anna.get(`/articles/${number}/versions/${before?.version ?? 0}`);
    expect(textIn(kept.json() as ArticleDetails)).toBe('As it was, and more'); // the contract's word
  });

  it('copies a version as a new article, and opens that', async () => {
    const { number } = await create('Copied');
    await save(number, [paragraph('aaaaaaaaaaaa', 'First words')]);
    await keep(number, 'First');
    await save(number, [paragraph('aaaaaaaaaaaa', 'Other words')]);
    const page = await open(number);
    await choose(page, rows(page).filter({ hasText: 'First' }), 'Copy as a new article');
    await page.waitForURL((address) => !address.pathname.endsWith(`/${number}`));
    await page.locator('.article-text').getByText('First words').waitFor();
    const copy = await read(Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]));
    expect([copy.title, copy.status, textIn(copy)]).toEqual(['Copied (copy)', 'draft', 'First words']);
    expect(textIn(await read(number))).toBe('Other words');
  });

  it('shows the page as it was live at a moment', async () => {
    const { number } = await create('Summer hours');
    const publish = async (text: string): Promise<void> => {
      await save(number, [paragraph('aaaaaaaaaaaa', text)]);
      const { revision } = await read(number);
      const answer = await anna.post(`/articles/${number}/publish`, undefined, {
        'If-Match': `"v${revision}"`,
      });
      expect(answer.status).toBe(200);
    };
    await publish('Open from nine');
    await publish('Closed');
    const page = await open(number);
    await page.getByRole('button', { name: 'Live', exact: true }).press('Enter');
    await rows(page).first().getByText('now').waitFor();
    expect(await rows(page).count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
    // The public site has a port of its own.
    await page.context().route('**/_preview/**', (route) => route.fulfill({ body: 'As it was' }));
    const opened = page.context().waitForEvent('page');
    await rows(page).last().getByRole('button', { name: 'Show page' }).press('Enter');
    await (await opened).getByText('As it was').waitFor();
    const { items } = (await anna.get(`/articles/${number}/preview-links`)).json() as {
      items: readonly { version: number }[];
    };
    expect(items.map(({ version }) => version)).toEqual([2]);
    expect(takeComplaints().filter((each) => !each.includes('/_preview/'))).toEqual([]);
    await page.getByLabel('Live on').fill('2020-05-04T09:30');
    await page.getByText('Not live then').waitFor();
    await page.getByLabel('Live on').fill('');
    await rows(page).nth(1).waitFor();
    // What was live before is taken back from here as well.
    expect(await rows(page).first().getByRole('button', { name: 'Restore…' }).count()).toBe(0);
    await rows(page).last().getByRole('button', { name: 'Restore…' }).press('Enter');
    const restoring = page.getByRole('dialog', { name: /^Restore version 2 from / });
    await restoring.getByRole('button', { name: 'Restore', exact: true }).click();
    await restoring.waitFor({ state: 'detached' });
    await eventually(async () => expect(textIn(await read(number))).toBe('Open from nine'));
  });

  it('has more pages, the newest first', async () => {
    const { number } = await create('Long');
    for (let count = 0; count < 52; count += 1) await keep(number, `Step ${count}`);
    const page = await open(number);
    await rows(page).filter({ hasText: 'Step 51' }).waitFor();
    expect(await rows(page).filter({ hasText: 'Step 0' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Load more' }).click();
    await eventually(async () => expect(await rows(page).count()).toBe(53));
  });

  it('compares two versions: words, formats, links, settings and moved blocks, by keyboard (P-14)', async () => {
    const { number } = await create('Compared');
    const [one, two, three] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'];
    const link = (href: string): DocumentNode => ({
      type: 'paragraph',
      attrs: { id: three },
      content: [{ type: 'text', text: 'our page', marks: [{ type: 'link', attrs: { href } }] }],
    });
    const same = [...'defghijk'].map((letter) => paragraph(letter.repeat(12), `Same ${letter}`));
    await save(number, [
      paragraph(one, 'We open at nine'),
      paragraph(two, 'Bring boots'),
      ...same,
      link('https://example.org/old'),
    ]);
    await keep(number, 'Old');
    const bold: DocumentNode = {
      type: 'paragraph',
      attrs: { id: two },
      content: [
        { type: 'text', text: 'Bring ' },
        { type: 'text', text: 'boots', marks: [{ type: 'bold' }] },
      ],
    };
    const after = [paragraph(one, 'We open at ten'), ...same, bold, link('https://example.org/new')];
    await save(number, after, { title: 'Compared again', tags: ['fair'] });
    await keep(number, 'New');
    const page = await open(number);
    await rows(page).filter({ hasText: 'Old' }).getByRole('checkbox').check();
    await page.getByRole('link', { name: 'Compare with the draft' }).waitFor();
    await rows(page).filter({ hasText: 'New' }).getByRole('checkbox').check();
    await page.getByRole('link', { name: 'Compare the two' }).click();
    await page.waitForURL(/compare\?from=2&to=3/);
    const text = page.getByRole('region', { name: 'Text' });
    await text.locator('del', { hasText: 'nine' }).waitFor();
    await text.locator('ins', { hasText: 'ten' }).waitFor();
    await text.getByText('Moved here').waitFor();
    await text.getByText('Moved from here').waitFor();
    await text.getByText('+ Bold').waitFor();
    await text.getByText('− Link https://example.org/old, + Link https://example.org/new').waitFor();
    const settings = page.getByRole('region', { name: 'Settings' });
    await settings.locator('ins', { hasText: 'again' }).waitFor();
    await settings.locator('ins', { hasText: 'fair' }).waitFor();
    expect(await text.getByText('Same g').count()).toBe(0);
    await text.getByRole('button', { name: '6 unchanged blocks' }).click();
    await text.getByText('Same g').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.keyboard.press('j');
    await page.getByText('1 of 6').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Title');
    await page.keyboard.press('k');
    await page.getByText('6 of 6').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('our page');
    await page.getByRole('button', { name: 'Side by side' }).press('Enter');
    await page.waitForURL(/view=two/);
    const [left, right] = ['before', 'after'].map((side) => text.locator(`[data-side=${side}]`));
    await left?.locator('del', { hasText: 'nine' }).waitFor();
    await right?.locator('ins', { hasText: 'ten' }).waitFor();
    expect(await left?.locator('ins').count()).toBe(0);
    expect(await right?.locator('del').count()).toBe(0);
    await page.keyboard.press('j');
    await page.getByText('1 of 6').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await text.getByText('Moved here').waitFor();
    await page.getByRole('combobox', { name: 'From' }).click();
    await page.getByRole('option', { name: 'Draft' }).click();
    await page.getByText('No differences').waitFor();
  });

  it('is read by reviewers, who restore nothing', async () => {
    const { number } = await create('Reviewed');
    const { credentials } = await colleague(admin.site, anna, { roles: ['Reviewer'] });
    const page = await open(number, { as: credentials });
    await rows(page).first().waitFor();
    expect(await page.getByRole('button', { name: 'Name the current version…' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^More: Version/ }).count()).toBe(0);
  });

  it.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('has no serious finding of axe, %s, %s', async (theme, screen) => {
    const page = await open(1, { theme, screen });
    await rows(page).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(admin.url('/articles/1/compare?from=1&to=draft'));
    await page.getByText(/^\d+ words added/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });
});
