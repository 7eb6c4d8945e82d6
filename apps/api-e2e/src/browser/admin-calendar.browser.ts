import type { PublicationPlan } from '@sitedesk/contract/publication-plans';
import type { Release } from '@sitedesk/contract/releases';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { createArticle, plansOf, readArticle, scheduleArticle } from '../harness/articles.js';
import { lastSunday, NEXT_YEAR } from '../harness/clock-changes.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { colleague } from '../harness/people.js';
import { setSetting } from '../harness/tenants.js';
import {
  type Admin,
  type AdminPageOptions,
  axeFindings,
  findingsInEveryLook,
  isCopied,
  SCREENS,
  startAdmin,
} from './support/admin.js';
import { fillTime, openPublishing } from './support/article-editor.js';

describe('the calendar of the administration', () => {
  const month = `${NEXT_YEAR}-07`;
  let admin: Admin;
  let anna: EditorBrowser;
  let failed: number;
  beforeAll(async () => {
    // What carries plans out is not needed here.
    admin = await startAdmin({ OUTBOX_WORKER: 'off' });
    anna = await admin.site.administrator();
    await setSetting(admin.site.database, 'Site', 'TimeZone', 'Europe/Zurich');
    failed = await create('Could not go live');
    const plan = await schedule(failed, { at: `${month}-14T09:00` });
    await admin.site.database.query(
      `UPDATE publication_job SET state = 'failed', attempts = 5, error = 'The blog is away' WHERE id = $1`,
      [plan.id],
    );
    await schedule(await create('On the fifteenth'), { at: `${month}-15T23:30` });
  });
  afterAll(() => admin.stop());

  const create = async (title: string, input: object = {}): Promise<number> =>
    (await createArticle(anna, { title, ...input })).number;
  const schedule = (number: number, input: object): Promise<PublicationPlan> =>
    scheduleArticle(anna, number, input);
  /** @param query of the calendar's URL */
  const open = (query = '', options: AdminPageOptions = {}): Promise<Page> =>
    admin.page({ ...options, at: `/articles/calendar${query}` });

  it('is read by keyboard, and says why something was not carried out', async () => {
    const page = await open(`?day=${month}-14`);
    const grid = page.getByRole('grid');
    await grid.getByText('Could not go live').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const day = page.getByRole('region', { name: new RegExp(`14 July ${NEXT_YEAR}`) });
    await day.getByText('The blog is away').waitFor();
    await grid.getByRole('gridcell', { selected: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(new RegExp(`day=${month}-15`));
    const next = page.getByRole('region', { name: new RegExp(`15 July ${NEXT_YEAR}`) });
    await next.getByText('On the fifteenth').waitFor();
    await next.getByText('23:30').waitFor();
    await page.keyboard.press('PageDown');
    await page.getByRole('heading', { level: 2, name: `August ${NEXT_YEAR}` }).waitFor();
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
    const page = await open(`?day=${month}-01&view=list`, { theme, screen });
    await page.getByRole('link', { name: /On the fifteenth/ }).waitFor();
    expect(await page.getByRole('grid').isVisible()).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('shows one week, of which everything is seen, and others', async () => {
    const week = async (): Promise<string | null> =>
      page.getByRole('heading', { level: 2 }).last().textContent();
    const page = await open(`?day=${month}-15`);
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
    const page = await open('?view=list');
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
        expect(await plansOf(anna, number)).toMatchObject([
          { at: `${month}-${when}:00.000Z`, state: 'waiting' },
        ]),
      );
    const page = await open(`?day=${month}-22`);
    const cell = (day: number): Locator =>
      page.getByRole('gridcell', { name: new RegExp(`\\b${day} July ${NEXT_YEAR}`) });
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
    await page.waitForURL(/day=[^&]*-30/);

    // Who has gone elsewhere meanwhile stays there.
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/plans/*', (route) => held.then(() => route.continue()));
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'One day later' }).press('Enter');
    await cell(21).click();
    answer();
    await page.getByText(/^“On the move” moved to .*\b31\b/).waitFor();
    await isOn('31T06:15');
    expect(page.url()).toMatch(/day=[^&]*-21/);

    // What has been carried out stays where it was.
    await admin.site.database.query(
      `UPDATE publication_job SET state = 'cancelled', ended_at = now() WHERE number = $1`,
      [number],
    );
    await page.reload();
    await cell(31).getByText('On the move').waitFor();
    expect(await menu.count()).toBe(0);
    expect(await cell(31).locator('[draggable=true]').count()).toBe(0);
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
    const page = await open(`?day=${month}-24`);
    const cell = (day: number): Locator =>
      page.getByRole('gridcell', { name: new RegExp(`\\b${day} July ${NEXT_YEAR}`) });
    const marks = page.getByRole('grid').getByText('Conflict');
    const move = async (): Promise<void> => {
      await page.locator(`[data-entry="${opening.id}"]`).filter({ visible: true }).press('Enter');
      await page.getByRole('menuitem', { name: 'One day later' }).press('Enter');
    };
    await cell(25).getByText('Out of order').waitFor();
    expect(await marks.count()).toBe(0);
    await move();
    await eventually(async () => expect(await cell(25).getByText('Conflict').count()).toBe(2));
    const day = page.getByRole('region', { name: new RegExp(`25 July ${NEXT_YEAR}`) });
    await day.getByText('Another schedule of “Out of order” is for the same time.').first().waitFor();
    await move();
    await eventually(async () => expect(await marks.count()).toBe(1));
    await cell(25).getByText('Conflict').waitFor();
    await page.waitForURL(/day=[^&]*-26/); // the day follows what was moved
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
    const page = await open(`?day=${lastSunday(3)}`);
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

    const page = await open(`?day=${month}-08`);
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
    await page.getByText(`No matching entries in July ${NEXT_YEAR}`).waitFor();
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
    await page.goto(admin.url(`/articles/calendar?day=${NEXT_YEAR}-02-01&person=${bo.id}`));
    const person = page.getByRole('combobox', { name: 'Scheduled or done by' });
    await person.getByText('Bo Berg').waitFor();
    await page.goto(admin.url(`/articles/calendar?person=${randomUUID()}`));
    await person.getByText('Unknown person').waitFor();
  });

  it('says what its times are on the clock of someone elsewhere', async () => {
    await schedule(await create('Far away'), { at: `${month}-28T09:00` });
    await schedule(await create('The day before'), { at: `${month}-28T02:00` });
    await anna.patch('/account/preferences', { timeZone: 'America/New_York' });
    const page = await open(`?day=${month}-28`);
    const entry = page
      .getByRole('region', { name: new RegExp(`28 July ${NEXT_YEAR}`) })
      .getByRole('link', { name: /Far away/ })
      .filter({ visible: true });
    await entry.getByText('For you, that’s 03:00.').waitFor();
    await page.getByText(`For you, that’s 27 Jul ${NEXT_YEAR}, 20:00.`).filter({ visible: true }).waitFor();
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
    const page = await admin.page({ at: '/articles' });
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
    const dialog = await openPublishing(page);
    await dialog.getByRole('radio', { name: 'With a release' }).check();
    await dialog.getByRole('combobox', { name: 'Release' }).click();
    await page.getByRole('option', { name: /^Summer/ }).click();
    await dialog.getByText('goes live at /in-summer together with “Summer”').waitFor();
    await dialog.getByRole('button', { name: 'Add to release' }).click();
    await page.getByText('Added to “Summer”').first().waitFor();

    await page.goto(admin.url(`/articles/calendar?day=${month}-20`));
    const day = page.getByRole('region', { name: new RegExp(`20 July ${NEXT_YEAR}`) });
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
    expect(await readArticle(anna, number)).toMatchObject({ status: 'draft' });
  });

  it('is read by other programs, by a URL that is shown once, replaced and deleted', async () => {
    const number = await create('Read elsewhere');
    await schedule(number, { at: `${NEXT_YEAR}-01-15T09:00` });
    const page = await open();
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
