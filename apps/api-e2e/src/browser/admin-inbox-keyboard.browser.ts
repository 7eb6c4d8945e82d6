import type { Locator, Page } from 'playwright-core';
import { ADMINISTRATOR } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { storeContacts, tenantIdOf } from '../harness/inbox.js';
import { WITHOUT_LIMITS } from '../harness/site.js';
import { type Admin, pressTogether, startAdmin } from './support/admin.js';

/** More stops than the page has between two of its things. */
const MANY = 120;

describe('a morning in the inbox with the keyboard alone (UI-03)', () => {
  let admin: Admin;
  let page: Page;
  let ids: readonly string[];

  beforeAll(async () => {
    admin = await startAdmin({
      ...WITHOUT_LIMITS,
      EMAIL__CONNECTIONSTRING: 'none:',
      EMAIL__SENDEREMAIL: 'a@site.test',
    });
    ids = await storeContacts(admin.site.database, await tenantIdOf(admin.site.database), [
      { name: 'Anna Berg', message: 'The plumber did not come' },
      { name: 'Bo Li' },
      { name: 'Chiara Rossi' },
      { name: 'Dmitri Orlov' },
    ]);
    page = await admin.page({ as: null });
  });
  afterAll(() => admin.stop());

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const row = (name: string): Locator => page.getByRole('row').filter({ hasText: name });
  const drawer = (name: string): Locator => page.getByRole('dialog', { name });
  const folders = async (): Promise<readonly unknown[]> =>
    Promise.all(
      ids.map(async (id) => {
        const text = 'SELECT folder FROM contact_submission WHERE id = $1';
        return (await admin.site.database.query(text, [id]))[0]?.['folder'];
      }),
    );
  /** What the person's next key goes to. */
  const focused = async (): Promise<string> =>
    (await page
      .locator('*:focus')
      .first()
      .textContent()
      .catch(() => '')) ?? '';
  /** Goes on with Tab until the focus stands there, as people do. */
  async function tabTo(target: Locator): Promise<void> {
    for (let step = 0; step < MANY; step += 1) {
      if ((await target.and(page.locator('*:focus')).count()) > 0) return;
      await press('Tab');
    }
    throw new Error(`Tab does not lead to ${target.toString()}.`);
  }

  it('signs in, and goes to the inbox', async () => {
    await page.goto(admin.url('/login'));
    await page.getByLabel('Email address').waitFor();
    await tabTo(page.getByLabel('Email address'));
    await page.keyboard.type(ADMINISTRATOR.email);
    await tabTo(page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(ADMINISTRATOR.password);
    await press('Enter');
    await page.waitForURL((address) => !address.pathname.endsWith('/login'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await pressTogether(page, 'g', 'i');
    await row('Dmitri Orlov').waitFor();
  });

  it('reads one, closes it, and stands on its row again', async () => {
    await press('j', 'j', 'Enter');
    await drawer('Chiara Rossi').waitFor();
    await press('j');
    await drawer('Bo Li').waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await focused()).toContain('Bo Li'));
  });

  it('archives an open one, goes on with the next, and takes it back', async () => {
    await press('Enter');
    await drawer('Bo Li').waitFor();
    await press('e');
    await drawer('Anna Berg').waitFor();
    await page.getByText('1 message archived').first().waitFor();
    expect(await folders()).toEqual(['inbox', 'archived', 'inbox', 'inbox']);
    await press('F8'); // leads to what is said at the edge of the page
    await tabTo(page.getByRole('button', { name: 'Undo' }));
    await press('Enter');
    await row('Bo Li').waitFor();
    expect(await folders()).toEqual(['inbox', 'inbox', 'inbox', 'inbox']);
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => expect(await focused()).toContain('Anna Berg'));
  });

  it('selects several, and does the same to all of them', async () => {
    await press('k', 'k', 'k', 'k', 'x', 'j', 'x');
    await page.getByText('2 selected').waitFor();
    await press('e');
    await page.getByText('2 messages archived').first().waitFor();
    await row('Dmitri Orlov').waitFor({ state: 'detached' });
    expect(await folders()).toEqual(['inbox', 'inbox', 'archived', 'archived']);
  });

  it('searches, and opens what is found', async () => {
    await press('/');
    await page.keyboard.type('plumb');
    await row('Bo Li').waitFor({ state: 'detached' });
    await row('Anna Berg').waitFor();
    await tabTo(page.getByRole('button', { name: 'Filters' }));
    await press('j', 'Enter');
    await drawer('Anna Berg').waitFor();
    await press('Escape');
    await eventually(async () => expect(await focused()).toContain('Anna Berg'));
  });
});
