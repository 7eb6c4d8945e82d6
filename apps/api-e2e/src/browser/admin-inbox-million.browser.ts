import type { Locator, Page } from 'playwright-core';
import { WITHOUT_LIMITS } from '../harness/site.js';
import { type Admin, startAdmin } from './support/admin.js';

const MESSAGES = 1_000_000;
/** The `n`th message is the `n`th oldest. One in four speaks of the garden, one in 100,000 of a plumber. */
const SEED = `
INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at, receipt_code,
  status, error, undelivered, folder, read_at)
SELECT gen_random_uuid(), id, 'Visitor ' || n, 'v' || n || '@site.test',
  CASE n % 4 WHEN 0 THEN 'About the garden' ELSE 'Good morning' END || CASE WHEN n % 100000 = 4 THEN ' and the plumber' ELSE '' END,
  '192.0.2.1', 'site.test', timestamptz '2020-01-01 00:00Z' + n * interval '1 minute', 'CODE-' || n,
  CASE WHEN n % 1000 = 1 THEN 'failed' ELSE 'sent' END, CASE WHEN n % 1000 = 1 THEN 'Refused' END,
  CASE WHEN n % 1000 = 1 THEN 'failed' END, 'inbox',
  CASE WHEN n % 10 > 0 THEN now() END
FROM tenant, generate_series(1, ${MESSAGES}) AS n`;

describe('an inbox of a million messages (UX-23, UX-24)', () => {
  let admin: Admin;
  let page: Page;

  beforeAll(async () => {
    admin = await startAdmin({
      ...WITHOUT_LIMITS,
      EMAIL__CONNECTIONSTRING: 'none:',
      EMAIL__SENDEREMAIL: 'a@site.test',
    });
    await seed();
    page = await admin.page();
  });
  afterAll(() => admin.stop());

  /** Indexes are made afterwards, all at once: what is tried is how they are read. */
  async function seed(): Promise<void> {
    const { database } = admin.site;
    const indexes = await database.query<{ name: string; text: string }>(
      `SELECT indexname AS name, indexdef AS text FROM pg_indexes
       WHERE tablename = 'contact_submission' AND indexname NOT IN ('contact_submission_pkey', 'contact_submission_idempotency')`,
    );
    const statements = [
      // The trigger would say what the rows say already.
      `SET LOCAL session_replication_role = replica; SET LOCAL maintenance_work_mem = '1GB'`,
      ...indexes.map(({ name }) => `DROP INDEX ${name}`),
      SEED,
      ...indexes.map(({ text }) => text),
    ];
    await database.query(statements.join(';'));
    await database.query('VACUUM (ANALYZE) contact_submission');
  }

  const row = (name: string): Locator =>
    page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  const rows = (): Locator => page.getByRole('row').filter({ hasText: 'Visitor' });
  const search = async (words: string): Promise<void> => {
    await page.getByRole('searchbox').fill(words);
    await page.waitForURL((address) => (address.searchParams.get('q') ?? '') === words);
  };
  const openInbox = async (query = ''): Promise<void> => {
    await page.goto(admin.url(`/inbox${query}`));
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  };

  it('opens with the newest, counts as far as it is worth it, and goes on as one scrolls', async () => {
    await openInbox();
    await row('Visitor 1000000').waitFor();
    await page
      .getByRole('link', { name: /Inbox.*10,000\+/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: /Failed delivery.*1,000/ }).waitFor();
    const shown = await rows().count();
    await rows().last().scrollIntoViewIfNeeded();
    await row(`Visitor ${MESSAGES - shown}`).waitFor();
  });

  it('finds a word that every fourth message has, page after page', async () => {
    await openInbox();
    await search('garden');
    await row('Visitor 999999').waitFor({ state: 'detached' });
    await row('Visitor 1000000').waitFor();
    const shown = await rows().count();
    await rows().last().scrollIntoViewIfNeeded();
    await row(`Visitor ${MESSAGES - 4 * shown}`).waitFor();
  });

  it('finds a word that ten messages have, and one that none has', async () => {
    await openInbox();
    await search('plumb');
    await row('Visitor 4').waitFor();
    await row('Visitor 1000000').waitFor({ state: 'detached' });
    expect(await rows().count()).toBe(10);
    await search('zeppelin');
    await page.getByText('No messages match').waitFor();
    await search('garden plumber v300004');
    await row('Visitor 300004').waitFor();
    await rows().nth(1).waitFor({ state: 'detached' });
  });

  it.each([
    ['the oldest', '?order=asc', 'Visitor 1'],
    ['by name', '?sort=name', 'Visitor 1'],
    ['by name, searched', '?sort=name&order=desc&q=garden', 'Visitor 999996'],
    ['by address, unread', '?sort=email&unread=true', 'Visitor 1000000'],
    ['what failed', '?view=failed', 'Visitor 999001'],
    ['what failed and speaks of the garden', '?delivery=failed&q=morning', 'Visitor 999001'],
  ])('shows %s first', async (_what, query, first) => {
    await openInbox(query);
    await row(first).waitFor();
    expect(await rows().first().innerText()).toContain(first);
  });

  it('opens one, archives it by key, and takes it back', async () => {
    await openInbox('?q=v500000');
    await row('Visitor 500000').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Visitor 500000' }).getByText('About the garden').waitFor();
    await page.keyboard.press('e');
    await page.getByText('1 message archived').first().waitFor();
    await row('Visitor 500000').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('Visitor 500000').waitFor();
  });

  it('selects all that match with their true number (UX-24)', async () => {
    await openInbox();
    await row('Visitor 1000000').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
    await page.getByRole('button', { name: 'Select all matches' }).click();
    await page.getByText('All 1,000,000 matching messages are selected').waitFor();
    await openInbox('?view=failed&unread=false');
    await row('Visitor 999001').waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
    await page.getByRole('button', { name: 'Select all matches' }).click();
    await page.getByText('All 1,000 matching messages are selected').waitFor();
  });
});
