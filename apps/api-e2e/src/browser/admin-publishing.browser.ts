import type { ArticleDetails } from '@sitedesk/contract/articles';
import type { DocumentNode } from '@sitedesk/contract/documents';
import type { PreviewLink } from '@sitedesk/contract/preview-links';
import type { PublicationPlan, PublicationPlanPage } from '@sitedesk/contract/publication-plans';
import type { Release } from '@sitedesk/contract/releases';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { setSetting } from '../harness/tenants.js';
import {
  type Admin,
  axeFindings,
  findingsInEveryLook,
  isCopied,
  SCREENS,
  startAdmin,
} from './support/admin.js';

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
    const page = await admin.page({ ...options, at: path });
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
    const page = await open(`/articles/${number}`);
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
      const dialog = await openDialog(page);
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

    it('shows one week, of which everything is seen, and others', async () => {
      const week = async (): Promise<string | null> =>
        page.getByRole('heading', { level: 2 }).last().textContent();
      const page = await open(`/articles/calendar?day=${month}-15`);
      await page.getByRole('button', { name: 'Week', exact: true }).click();
      await page.waitForURL(/view=week/);
      const grid = page.getByRole('grid');
      await eventually(async () => expect(await grid.getByRole('gridcell').count()).toBe(7));
      await grid.getByText('On the fifteenth').waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
      await page.setViewportSize(SCREENS.phone);
      await page.getByRole('link', { name: /On the fifteenth/ }).waitFor();
      await page.setViewportSize(SCREENS.desk);
      const before = await week();
      await page.getByRole('button', { name: 'Next week' }).click();
      await page.waitForURL(new RegExp(`day=${month}-22`));
      await eventually(async () => expect(await week()).not.toBe(before));
      await page.getByRole('button', { name: 'Previous week' }).click();
      await page.waitForURL(new RegExp(`day=${month}-15`));
      await eventually(async () => expect(await week()).toBe(before));
      // Above the first row and below the last one are the weeks beside it.
      await grid.getByRole('gridcell', { selected: true }).focus();
      await page.keyboard.press('ArrowDown');
      await page.waitForURL(new RegExp(`day=${month}-22`));
    });

    it('shows what was published and withdrawn at once, and by whom', async () => {
      const number = await create('Done at once');
      await anna.post(`/articles/${number}/publish`, undefined, { 'If-Match': '"v1"' });
      expect((await anna.post(`/articles/${number}/withdraw`, { answer: 410 })).status).toBe(204);
      const at = new Date(Date.now() + 5_000).toISOString();
      await schedule(await create('Still to come'), { at });
      const page = await open('/articles/calendar?view=list');
      const done = page.getByRole('link', { name: 'Done at once' });
      const coming = page.getByRole('link', { name: 'Still to come' });
      await coming.waitFor();
      await done.filter({ hasText: /By .+Published/ }).waitFor();
      await done.filter({ hasText: /By .+Withdrawn/ }).waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
      await page.setViewportSize(SCREENS.desk);
      await page.getByRole('button', { name: 'Month', exact: true }).click();
      // Under the grid: the day's cell may be full.
      await page.getByRole('grid').waitFor();
      await done.filter({ visible: true }).first().waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
      await page.setViewportSize(SCREENS.desk);
      await page.getByRole('button', { name: 'Scheduled', exact: true }).click();
      await page.waitForURL(/show=scheduled/);
      await coming.first().waitFor();
      expect(await done.count()).toBe(0);
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      await done.first().waitFor();
      expect(await coming.count()).toBe(0);
      await done.first().click();
      await page.waitForURL(new RegExp(`/articles/${number}\\?panel=history`));
    });

    it('moves what is scheduled to another day, by mouse and by keyboard, and back', async () => {
      const number = await create('On the move');
      await schedule(number, { at: `${month}-22T08:15` });
      const isOn = (when: string): Promise<void> =>
        eventually(async () =>
          expect(await plansOf(number)).toMatchObject([{ at: `${month}-${when}:00.000Z`, state: 'waiting' }]),
        );
      const page = await open(`/articles/calendar?day=${month}-22`);
      const cell = (day: number): Locator =>
        page.getByRole('gridcell', { name: new RegExp(`\\b${day} July ${YEAR}`) });
      // It comes above the calendar, which then moves down.
      await page.getByRole('region', { name: 'Not carried out' }).waitFor();
      // Scrolled to beforehand: a page that scrolls under a pressed button drags nothing.
      await cell(24).scrollIntoViewIfNeeded();
      await cell(22).getByText('On the move').dragTo(cell(24));
      await cell(24).getByText('On the move').waitFor();
      await isOn('24T06:15');
      await page.getByRole('button', { name: 'Undo' }).click();
      await cell(22).getByText('On the move').waitFor();
      await isOn('22T06:15');

      const menu = page.getByRole('button', { name: 'Move “On the move”' });
      await menu.press('Enter');
      await page.getByRole('menuitem', { name: 'One day later' }).waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('menuitem', { name: 'One day later' }).press('Enter');
      await isOn('23T06:15');
      await cell(23).getByText('On the move').waitFor();
      await page.locator('button[aria-label="Move “On the move”"]:focus').waitFor();
      await menu.press('Enter');
      await page.getByRole('menuitem', { name: 'One week later' }).press('Enter');
      await isOn('30T06:15');
      // What has been carried out stays where it was.
      await admin.site.database.query(
        `UPDATE publication_job SET state = 'cancelled', ended_at = now() WHERE number = $1`,
        [number],
      );
      await page.reload();
      await cell(30).getByText('On the move').waitFor();
      expect(await menu.count()).toBe(0);
      expect(await cell(30).locator('[draggable=true]').count()).toBe(0);
    });

    it('marks schedules that contradict each other', async () => {
      const number = await create('Out of order');
      const opening = await schedule(number, { at: `${month}-24T09:00` });
      await schedule(number, {
        action: 'withdraw',
        version: undefined,
        answer: 410,
        at: `${month}-25T09:00`,
      });
      const page = await open(`/articles/calendar?day=${month}-24`);
      const cell = (day: number): Locator =>
        page.getByRole('gridcell', { name: new RegExp(`\\b${day} July ${YEAR}`) });
      const marks = page.getByRole('grid').getByText('Conflict');
      const move = async (): Promise<void> => {
        await page.locator(`[data-entry="${opening.id}"]`).filter({ visible: true }).press('Enter');
        await page.getByRole('menuitem', { name: 'One day later' }).press('Enter');
      };
      await cell(25).getByText('Out of order').waitFor();
      expect(await marks.count()).toBe(0);
      await move();
      await eventually(async () => expect(await cell(25).getByText('Conflict').count()).toBe(2));
      const day = page.getByRole('region', { name: new RegExp(`25 July ${YEAR}`) });
      await day.getByText('Another schedule of “Out of order” is for the same time.').first().waitFor();
      await move();
      await eventually(async () => expect(await marks.count()).toBe(1));
      await cell(25).getByText('Conflict').waitFor();
      await cell(25).click();
      const reason = '“Out of order” won’t be live at this time, so there’s nothing to withdraw.';
      await day.getByText(reason).first().waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
      await page.setViewportSize(SCREENS.desk);
      await page.getByRole('button', { name: 'Week', exact: true }).click();
      await page.waitForURL(/view=week/);
      await marks.waitFor();
      await page.goto(admin.url(`/articles/${number}?panel=plans`));
      await page.getByText(reason).waitFor();
      expect(await axeFindings(page)).toEqual([]);
    });

    it('marks the days on which the clocks of the site change', async () => {
      const page = await open(`/articles/calendar?day=${lastSunday(3)}`);
      const forward = 'Clocks go forward: 02:00 to 03:00 doesn’t exist on this day.';
      await page.getByRole('gridcell', { selected: true }).getByText(forward).waitFor();
      expect(await page.getByRole('grid').getByText('Clocks go').count()).toBe(1);
      await page.getByRole('region').getByText(forward).waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
    });

    it('is narrowed to a blog and a person, in its URL, and says when nothing is left', async () => {
      const blog = await create('Moorings', { type: 2, blogKey: 'moorings' });
      await anna.post(`/articles/${blog}/publish`, undefined, { 'If-Match': '"v1"' });
      await create('Board', { type: 2, blogKey: 'board' });
      const bo = await colleague(admin.site, anna, { roles: ['Editor'], displayName: 'Bo Berg' });
      const post = await create('A mooring', { type: 1, blogKey: 'moorings' });
      const elsewhere = await create('No mooring');
      const at = `${month}-08T09:00`;
      await schedule(post, { at });
      const plan = { action: 'publish', version: 1, at };
      expect((await bo.browser.post(`/articles/${elsewhere}/plans`, plan)).status).toBe(201);

      const page = await open(`/articles/calendar?day=${month}-08`);
      const grid = page.getByRole('grid');
      const ofBlog = grid.getByText('A mooring');
      const other = grid.getByText('No mooring');
      const choose = async (filter: string, choice: string): Promise<void> => {
        await page.getByRole('combobox', { name: filter }).press('Enter');
        await page.getByRole('option', { name: choice }).press('Enter');
      };
      await ofBlog.waitFor();
      await other.waitFor();
      await choose('Blog', 'Moorings');
      await page.waitForURL(/blog=moorings/);
      await other.waitFor({ state: 'detached' });
      await ofBlog.waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
      await page.setViewportSize(SCREENS.desk);
      await choose('Scheduled or done by', 'Bo Berg');
      await page.waitForURL(new RegExp(`person=${bo.id}`));
      await page.getByText(`No matching entries in July ${YEAR}`).waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
      await page.setViewportSize(SCREENS.desk);
      await choose('Blog', 'Any blog');
      await other.waitFor();
      await page.reload();
      await other.waitFor();
      expect(await ofBlog.count()).toBe(0);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL((url) => !url.searchParams.has('person'));
      await ofBlog.waitFor();
      await other.waitFor();
      // Owns nothing, and is in nothing of that month.
      await page.goto(admin.url(`/articles/calendar?day=${YEAR}-02-01&person=${bo.id}`));
      const person = page.getByRole('combobox', { name: 'Scheduled or done by' });
      await person.getByText('Bo Berg').waitFor();
      await page.goto(admin.url(`/articles/calendar?person=${randomUUID()}`));
      await person.getByText('Unknown person').waitFor();
    });

    it('says what its times are on the clock of someone elsewhere', async () => {
      await schedule(await create('Far away'), { at: `${month}-28T09:00` });
      await schedule(await create('The day before'), { at: `${month}-28T02:00` });
      await anna.patch('/account/preferences', { timeZone: 'America/New_York' });
      const page = await open(`/articles/calendar?day=${month}-28`);
      const entry = page
        .getByRole('region', { name: new RegExp(`28 July ${YEAR}`) })
        .getByRole('link', { name: /Far away/ })
        .filter({ visible: true });
      await entry.getByText('For you, that’s 03:00.').waitFor();
      await page.getByText(`For you, that’s 27 Jul ${YEAR}, 20:00.`).filter({ visible: true }).waitFor();
      expect(await findingsInEveryLook(page)).toEqual([]);
      await anna.patch('/account/preferences', { timeZone: 'Europe/Berlin' });
      await page.reload();
      await page.setViewportSize(SCREENS.desk);
      await entry.waitFor();
      // Another zone, whose clocks show the same.
      expect(await page.getByText('For you').count()).toBe(0);
      await anna.patch('/account/preferences', { timeZone: null });
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

  it('leads to the live page from the toast, the editor and the list, until it’s withdrawn', async () => {
    await setSetting(admin.site.database, 'Site', 'PublicUrl', 'https://www.example.com');
    const number = await create('Opening hours');
    const page = await open(`/articles/${number}`);
    const link = page.getByRole('link', { name: 'View live page' });
    expect(await link.count()).toBe(0);
    const publishing = await openDialog(page);
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
    const page = await open(`/articles/${number}`, { screen: 'phone', theme: 'dark' });
    await page.locator('.article-text').waitFor();
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
    const page = await open(`/articles/${number}`);
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

  it('has a calendar that other programs read, by a URL that is shown once, replaced and deleted', async () => {
    const number = await create('Read elsewhere');
    await schedule(number, { at: `${YEAR}-01-15T09:00` });
    const page = await open('/articles/calendar');
    const dialog = page.getByRole('dialog', { name: 'Subscribe to the calendar' });
    const url = dialog.getByRole('textbox', { name: 'URL of the calendar' });
    const read = async (address: string): Promise<string> => {
      const answer = await fetch(address.replace('localhost', '127.0.0.1'));
      return answer.ok ? answer.text() : String(answer.status);
    };
    await page.getByRole('button', { name: 'Subscribe…' }).press('Enter');
    await dialog.getByText('You have no URL yet.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create URL' }).press('Enter');
    await dialog.getByText(/^Created .* Never read$/).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    const first = await url.inputValue();
    await dialog.getByRole('button', { name: 'Copy URL' }).click();
    await isCopied(page, first);
    expect(await read(first)).toContain('SUMMARY:Publish “Read elsewhere”');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Subscribe…' }).click();
    await dialog.getByText(/Last read /).waitFor();
    expect(await url.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Replace…' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create new URL' }).click();
    await url.waitFor();
    const second = await url.inputValue();
    expect(await read(first)).toBe('404');
    expect(await read(second)).toContain('BEGIN:VEVENT');
    await dialog.getByRole('button', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('You have no URL yet.').waitFor();
    expect(await read(second)).toBe('404');
  });
});
