import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { PublicationPlan, PublicationPlanPage } from '@sitedesk/contract/publication-plans';
import type { Release } from '@sitedesk/contract/releases';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { setSetting } from '../harness/tenants.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

const YEAR = new Date().getUTCFullYear() + 1;
/** Of March and October next year: the days on which clocks in Zurich change. */
const lastSunday = (month: 3 | 10): string => {
  const end = new Date(Date.UTC(YEAR, month, 0));
  end.setUTCDate(end.getUTCDate() - end.getUTCDay());
  return end.toISOString().slice(0, 10);
};

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
    ((await anna.post('/articles', { type: 0, title, ...input })).json() as ArticleDetails).number; // the contract's word
  const read = async (number: number): Promise<ArticleDetails> =>
    (await anna.get(`/articles/${number}`)).json() as ArticleDetails; // as above
  const plansOf = async (number: number): Promise<readonly PublicationPlan[]> =>
    ((await anna.get(`/articles/${number}/plans`)).json() as PublicationPlanPage).items; // as above
  const write = async (number: number, content: readonly DocumentNode[]): Promise<void> => {
    const { fields, revision } = await read(number);
    const body = { operation: randomUUID(), fields, document: { type: 'doc', content } };
    const answer = await anna.put(`/articles/${number}/draft`, body, { 'If-Match': `"v${revision}"` });
    expect(answer.status).toBe(200);
  };
  const schedule = async (number: number, input: object): Promise<PublicationPlan> => {
    const answer = await anna.post(`/articles/${number}/plans`, { action: 'publish', version: 1, ...input });
    expect(answer.status).toBe(201);
    return answer.json() as PublicationPlan; // as above
  };
  const open = async (path: string, options: Parameters<Admin['page']>[0] = {}): Promise<Page> => {
    const page = await admin.page(options);
    await page.goto(admin.url(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  const openDialog = async (page: Page, name = 'Publish'): Promise<Locator> => {
    await page.locator('.article-text').waitFor();
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    return dialog;
  };
  const fillTime = async (dialog: Locator, day: string, time: string): Promise<void> => {
    await dialog.getByLabel('Date').fill(day);
    await dialog.getByLabel('Time', { exact: true }).fill(time);
  };

  it('checks the text first, and leads to what it finds', async () => {
    const number = await create('Checked');
    const id = 'h'.repeat(12);
    await write(number, [
      { type: 'paragraph', content: [{ type: 'text', text: 'Words.' }] },
      { type: 'heading', attrs: { level: 4, id }, content: [{ type: 'text', text: 'Too deep' }] },
    ]);
    const page = await open(`/articles/${number}`);
    const dialog = await openDialog(page);
    await dialog.getByText('The first heading is a heading 4').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Show: The first heading/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await page.evaluate("document.activeElement?.classList.contains('article-text')")).toBe(true),
    );

    await openDialog(page);
    await dialog.getByRole('button', { name: /^Show: There’s no introduction/ }).click();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('Said briefly.');
    await openDialog(page);
    await dialog.getByText('The first heading is a heading 4').waitFor();
    expect(await dialog.getByText('There’s no introduction').count()).toBe(0);
    expect((await read(number)).fields.introduction).toBe('Said briefly.');
  });

  it('says what keeps a post from going live', async () => {
    const blogKey = `blog-${Date.now()}`;
    await create('Not live', { type: 2, blogKey });
    const number = await create('Too early', { type: 1, blogKey });
    const page = await open(`/articles/${number}`);
    const dialog = await openDialog(page);
    await dialog.getByText('The blog of this post isn’t live yet').waitFor();
    expect(await dialog.getByRole('button', { name: 'Publish now' }).isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: 'At a time' }).check();
    expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(false);
  });

  it('publishes now, and takes that back', async () => {
    const number = await create('Taken back');
    const page = await open(`/articles/${number}`);
    const dialog = await openDialog(page);
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
    const page = await open(`/articles/${number}`);
    const dialog = await openDialog(page);
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
    expect(await plansOf(number)).toMatchObject([
      { at: `${lastSunday(10)}T01:30:00.000Z`, state: 'waiting' },
    ]);
    await page.getByText('Scheduled', { exact: true }).first().waitFor();
  });

  it('shows beside the text what is planned, and changes it', async () => {
    const number = await create('Beside');
    await schedule(number, { at: `${YEAR}-05-04T09:00` });
    const page = await open(`/articles/${number}?panel=plans`);
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
    expect(await plansOf(number)).toMatchObject([{ version: 2, isOutdated: false }]);

    await panel.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the schedule' });
    await fillTime(dialog, `${YEAR}-06-01`, '08:15');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await plansOf(number)).toMatchObject([{ at: `${YEAR}-06-01T06:15:00.000Z` }]);
    await panel.getByRole('button', { name: 'Cancel schedule' }).click();
    await panel.getByText('Canceled').waitFor();
    expect(await read(number)).toMatchObject({ status: 'draft' });
  });

  it('withdraws at a time, and forwards visitors to another article', async () => {
    const target = await create('The new place');
    const number = await create('The old place');
    await anna.post(`/articles/${number}/publish`, undefined, { 'If-Match': '"v1"' });
    const page = await open(`/articles/${number}`);
    await page.getByRole('button', { name: 'Withdraw…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Withdraw/ });
    await dialog.getByRole('radio', { name: /Forward visitors/ }).check();
    await dialog.getByRole('button', { name: /^To an article: / }).click();
    await page.getByRole('option', { name: /The new place/ }).click();
    await dialog.getByRole('radio', { name: 'At a time' }).check();
    await fillTime(dialog, `${YEAR}-05-04`, '10:00');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await plansOf(number)).toMatchObject([
      { action: 'withdraw', answer: 301, forwardArticle: target, at: `${YEAR}-05-04T08:00:00.000Z` },
    ]);
  });

  describe('the calendar', () => {
    const month = `${YEAR}-07`;
    let failed: number;
    beforeAll(async () => {
      failed = await create('Could not go live');
      const plan = await schedule(failed, { at: `${month}-14T09:00` });
      await admin.site.database.query(
        `UPDATE publication_job SET state = 'failed', attempts = 5, error = 'The blog is away' WHERE id = $1`,
        [plan.id],
      );
      const number = await create('On the fifteenth');
      await schedule(number, { at: `${month}-15T23:30` });
    });

    it('is read by keyboard, and says why something was not carried out', async () => {
      const page = await open(`/articles/calendar?day=${month}-14`);
      const grid = page.getByRole('grid');
      await grid.getByText('Could not go live').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const day = page.getByRole('region', { name: new RegExp(`14 July ${YEAR}`) });
      await day.getByText('The blog is away').waitFor();
      await grid.getByRole('gridcell', { selected: true }).focus();
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(new RegExp(`day=${month}-15`));
      const next = page.getByRole('region', { name: new RegExp(`15 July ${YEAR}`) });
      await next.getByText('On the fifteenth').waitFor();
      await next.getByText('23:30').waitFor();
      await page.keyboard.press('PageDown');
      await page.getByRole('heading', { level: 2, name: `August ${YEAR}` }).waitFor();
      await page.keyboard.press('PageUp');
      await page.keyboard.press('ArrowLeft');
      await day.getByText('The blog is away').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`/articles/${failed}\\?panel=plans`));
    });

    it.each([
      ['light', 'desk'],
      ['dark', 'phone'],
    ] as const)('is a list for small screens and for those who like one, %s, %s', async (theme, screen) => {
      const page = await open(`/articles/calendar?day=${month}-01&view=list`, { theme, screen });
      await page.getByRole('link', { name: /On the fifteenth/ }).waitFor();
      expect(await page.getByRole('grid').isVisible()).toBe(false);
      expect(await axeFindings(page)).toEqual([]);
    });

    it('is reached from the articles, and begins a release that articles are added to', async () => {
      const page = await open('/articles');
      await page.getByRole('link', { name: 'Calendar' }).click();
      await page.getByRole('button', { name: 'New release…' }).click();
      const creating = page.getByRole('dialog', { name: 'New release' });
      await creating.getByLabel('Name').fill('Summer');
      await fillTime(creating, `${month}-20`, '07:00');
      expect(await axeFindings(page)).toEqual([]);
      await creating.getByRole('button', { name: 'Create release' }).click();
      await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
      await page.getByText('No articles yet').waitFor();

      const number = await create('In summer');
      await page.goto(admin.url(`/articles/${number}`));
      const dialog = await openDialog(page);
      await dialog.getByRole('radio', { name: 'With a release' }).check();
      await dialog.getByRole('combobox', { name: 'Release' }).click();
      await page.getByRole('option', { name: /^Summer/ }).click();
      await dialog.getByText('goes live at /in-summer together with “Summer”').waitFor();
      await dialog.getByRole('button', { name: 'Add to release' }).click();
      await page.getByText('Added to “Summer”').first().waitFor();

      await page.goto(admin.url(`/articles/calendar?day=${month}-20`));
      const day = page.getByRole('region', { name: new RegExp(`20 July ${YEAR}`) });
      await day.getByRole('link', { name: /Summer.*Release of 1 article/ }).click();
      await page.getByRole('link', { name: 'In summer' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Cancel release' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel release' }).click();
      await page.waitForURL(/calendar/);
      await eventually(async () => {
        const { items } = (await anna.get('/releases')).json() as { items: Release[] };
        expect(items).toMatchObject([{ title: 'Summer', state: 'cancelled' }]);
      });
      expect(await read(number)).toMatchObject({ status: 'draft' });
    });
  });
});
