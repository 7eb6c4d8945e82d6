import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually.js';
import { applyAction, clearContacts, storeContacts, tenantIdOf } from '../harness/inbox.js';
import { visitorFrom, WITHOUT_LIMITS } from '../harness/site.js';
import { freshAddress } from '../harness/visitor.js';
import {
  type Admin,
  ageSession,
  axeFindings,
  downloadAfterProof,
  endSessions,
  startAdmin,
} from './support/admin.js';

describe('the inbox (UI-03)', () => {
  let admin: Admin;
  let tenantId: string;
  let page: Page;

  beforeAll(async () => {
    admin = await startAdmin({
      ...WITHOUT_LIMITS,
      EMAIL__CONNECTIONSTRING: 'none:',
      EMAIL__SENDEREMAIL: 'a@site.test',
    });
    tenantId = await tenantIdOf(admin.site.database);
  });
  afterAll(() => admin.stop());

  beforeEach(async () => {
    await clearContacts(admin.site.database);
    page = await admin.page({ at: null });
  });

  const store = (contacts: Parameters<typeof storeContacts>[2]): Promise<readonly string[]> =>
    storeContacts(admin.site.database, tenantId, contacts);
  const openInbox = async (query = ''): Promise<void> => {
    await page.goto(admin.url(`/inbox${query}`));
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  };
  const row = (name: string): ReturnType<Page['getByRole']> =>
    page.getByRole('row').filter({ hasText: name });
  const focusIsIn = async (drawer: ReturnType<Page['getByRole']>): Promise<boolean> =>
    (await drawer.and(page.locator('*:focus, :has(*:focus)')).count()) > 0;
  const folderOf = async (id: string): Promise<unknown> =>
    (await admin.site.database.query('SELECT folder FROM contact_submission WHERE id = $1', [id]))[0]?.[
      'folder'
    ];

  it('saves the messages as a file once it is clear who asks (X-01)', async () => {
    await store([{ name: 'Anna Berg' }, { name: 'Bo Li' }]);
    await openInbox('?q=Anna');
    await row('Bo Li').waitFor({ state: 'detached' });
    await ageSession(admin);
    await page.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export messages' });
    await dialog.getByRole('button', { name: 'Download' }).click();
    const download = await downloadAfterProof(page);
    expect(download.suggestedFilename()).toBe('contacts.csv');
    const file = readFileSync(await download.path(), 'utf8');
    expect(file).toContain('"Anna Berg"');
    expect(file).not.toContain('Bo Li');
    await dialog.waitFor({ state: 'detached' });
  });

  it('from the list to the message and back: read, archived, and taken back', async () => {
    const [id = ''] = await store([
      { name: 'Anna Berg', message: 'First line\n<b>second</b> line' },
      { name: 'Bo Li' },
    ]);
    await openInbox();
    await page.getByRole('button', { name: /Anna Berg/ }).click();
    const drawer = page.getByRole('dialog', { name: 'Anna Berg' });
    await drawer.getByText('<b>second</b> line').waitFor();
    expect(new URL(page.url()).searchParams.get('id')).toBe(id);
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await page.goForward();
    await drawer.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('1 message archived').first().waitFor();
    await row('Anna Berg').waitFor({ state: 'detached' });
    expect(await folderOf(id)).toBe('archived');
    await page.getByRole('dialog', { name: 'Bo Li' }).waitFor(); // the next one took its place
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('Anna Berg').waitFor();
    expect(await folderOf(id)).toBe('inbox');
  });

  it('Ctrl+Z takes the last action back, except while typing; the audit log does for a day (UX-24)', async () => {
    const [anna = '', bo = ''] = await store([{ name: 'Anna Berg' }, { name: 'Bo Li' }]);
    const folders = (): Promise<readonly unknown[]> => Promise.all([anna, bo].map(folderOf));
    const archiveBoth = async (): Promise<void> => {
      for (const name of ['Anna Berg', 'Bo Li']) await row(name).getByRole('checkbox').click();
      await page.keyboard.press('e');
      await page.getByText('2 messages archived').first().waitFor();
    };
    await openInbox();
    await archiveBoth();
    const search = page.getByRole('searchbox');
    await search.fill('Anna');
    await search.press('Control+z');
    await search.fill('');
    expect(await folders()).toEqual(['archived', 'archived']);
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('Control+z');
    await row('Bo Li').waitFor();
    expect(await folders()).toEqual(['inbox', 'inbox']);
    await archiveBoth();
    await applyAction(await admin.site.administrator(), { action: 'trash', ids: [bo] });
    await page.goto(admin.url('/security/audit'));
    await page.getByRole('button', { name: 'Administrator archived 2 messages' }).first().click();
    await page.getByRole('dialog').getByRole('link', { name: 'Undo…' }).click();
    const question = page.getByRole('dialog', { name: 'Undo this action on 2 messages?' });
    await question.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone for 1. One message has changed since and was left alone.').first().waitFor();
    expect(await folders()).toEqual(['inbox', 'trash']);
  });

  it('a click anywhere in the row opens it; words can be selected all the same', async () => {
    await store([{ name: 'Anna Berg', message: 'Could the plumber come on Tuesday?' }, { name: 'Bo Li' }]);
    await openInbox();
    const words = row('Anna Berg').getByText('Could the plumber');
    const { x, y, height } = (await words.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.mouse.move(x + 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + height / 2, { steps: 5 });
    await page.mouse.up();
    expect(String(await page.evaluate('String(getSelection())')).trim()).not.toBe('');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await row('Anna Berg').getByRole('checkbox').click();
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await words.click();
    await page.getByRole('dialog', { name: 'Anna Berg' }).waitFor();
  });

  it('an open message leaves room for the page and its columns, and a long name for its buttons', async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
    await store([
      { name, email: `${'long'.repeat(15)}@${'site'.repeat(15)}.test`, message: 'x'.repeat(500) },
      { name: 'Bo Li', message: 'Is the shop open?' },
    ]);
    await page.setViewportSize({ width: 1600, height: 900 });
    await openInbox();
    await row('Bo Li').getByText('Is the shop open?').click();
    await page.getByRole('dialog', { name: 'Bo Li' }).waitFor();
    expect(await row('Bo Li').getByText('Is the shop open?').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Export…', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Export messages' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page.getByRole('button', { name }).click();
    const drawer = page.getByRole('dialog', { name });
    await drawer.getByRole('heading', { name: 'Activity' }).waitFor();
    const [width, room] = await drawer
      .locator('[data-slot=body]')
      .evaluate((body) => ['scrollWidth', 'clientWidth'].map((name) => Number(Reflect.get(body, name))));
    expect(width).toBe(room);
    await drawer.getByRole('button', { name: 'Close message' }).click();
    await drawer.waitFor({ state: 'detached' });
  });

  it('the focus stays in the open message, and the next sender is announced', async () => {
    await store([{ name: 'Anna Berg' }, { name: 'Bo Li' }, { name: 'Chiara Rossi' }]);
    await openInbox();
    await page.getByRole('button', { name: /Chiara Rossi/ }).click();
    await page
      .getByRole('dialog', { name: 'Chiara Rossi' })
      .getByRole('button', { name: 'Copy message' })
      .focus();
    await page.keyboard.press('j');
    const next = page.getByRole('dialog', { name: 'Bo Li' });
    await next.locator('[aria-live]', { hasText: 'Message from Bo Li' }).waitFor({ state: 'attached' });
    expect(await focusIsIn(next)).toBe(true);
    await next.getByRole('link', { name: 'Reply' }).focus();
    await page.keyboard.press('e');
    const last = page.getByRole('dialog', { name: 'Anna Berg' });
    await last.locator('[aria-live]', { hasText: 'Message from Anna Berg' }).waitFor({ state: 'attached' });
    expect(await focusIsIn(last)).toBe(true);
  });

  it('does not call its own changes news, but those of others', async () => {
    const ids = await store(Array.from({ length: 8 }, (_, index) => ({ name: `Visitor ${index}` })));
    const listening = page.waitForResponse('**/editor/events');
    await openInbox();
    await listening;
    await row('Visitor 7').waitFor();
    await eventually(async () => expect(await page.title()).toBe('(8) Inbox · Sitedesk'));
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
    await page.getByRole('button', { name: 'Mark as read' }).click();
    await page.getByText('8 messages marked as read').first().waitFor();
    await eventually(async () => expect(await page.title()).toBe('Inbox · Sitedesk')); // the event has arrived
    expect(await page.getByRole('button', { name: 'List updated. Refresh' }).count()).toBe(0);
    const other = await admin.site.administrator();
    await other.post('/contacts/bulk', { action: 'mark-unread', ids });
    await page.getByRole('button', { name: 'List updated. Refresh' }).waitFor();
  });

  it('search and filters stand in the address, and outlive a reload (UX-23)', async () => {
    await store([
      { name: 'Anna Berg', message: 'The plumber' },
      { name: 'Bo Li', status: 'failed', error: 'Refused' },
    ]);
    await openInbox();
    await row('Bo Li').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('plumb');
    await row('Bo Li').waitFor({ state: 'detached' });
    await page.waitForURL(/q=plumb/);
    await page.reload();
    await row('Anna Berg').waitFor();
    expect(await row('Bo Li').count()).toBe(0);
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('No messages match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row('Bo Li').waitFor();
    await page.getByRole('link', { name: /Failed delivery/ }).click();
    await row('Anna Berg').waitFor({ state: 'detached' });
    await row('Bo Li').waitFor();
  });

  it('all that match, with the number, and not only what is shown (UX-24)', async () => {
    // So many that the list doesn't load them all ahead.
    await store(Array.from({ length: 220 }, (_, index) => ({ name: `Visitor ${index}` })));
    await openInbox();
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
    await page.getByRole('button', { name: 'Select all matches' }).click();
    await page.getByText('All 220 matching messages are selected').waitFor();
    await page
      .getByRole('region', { name: 'Selected messages' })
      .getByRole('button', { name: 'Archive' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Archive 220 messages?' });
    expect(await dialog.locator('[data-slot=body]').count()).toBe(0); // there is nothing to be put into it
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await page.getByText('220 messages archived').first().waitFor();
    await page.getByText('All done').waitFor(); // and not what is said to those whom nobody has written to
  });

  it('a message that was sent to try the form out says so in the list', async () => {
    await store([{ name: 'Anna Berg' }, { name: 'Bo Li', isTest: true }]);
    await openInbox();
    await row('Bo Li').getByText('Test', { exact: true }).first().waitFor();
    expect(await row('Anna Berg').getByText('Test', { exact: true }).count()).toBe(0);
  });

  describe('more messages than one request changes (UX-24)', () => {
    const MANY = 4_500;
    const progress = (): ReturnType<Page['getByRole']> => page.getByRole('region', { name: 'In progress' });
    const inFolder = async (folder: string): Promise<unknown> => {
      const text = 'SELECT count(*)::int AS count FROM contact_submission WHERE folder = $1';
      return (await admin.site.database.query(text, [folder]))[0]?.['count'];
    };

    beforeEach(async () => {
      await admin.site.database.query(
        `INSERT INTO contact_submission (id, tenant_id, name, email, message, client_address, hostname, received_at,
           receipt_code, status)
         SELECT gen_random_uuid(), $1, 'Visitor ' || n, n || '@site.test', 'Hello', '192.0.2.1', 'site.test',
           to_timestamp(n), 'CODE-' || n, 'sent' FROM generate_series(1, $2::int) AS n`,
        [tenantId, MANY],
      );
      await openInbox();
      await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
      await page.getByRole('button', { name: 'Select all matches' }).click();
      await page.getByText('All 4,500 matching messages are selected').waitFor();
    });

    const archiveAll = async (): Promise<void> => {
      const bar = page.getByRole('region', { name: 'Selected messages' });
      await bar.getByRole('button', { name: 'Archive' }).click();
      const dialog = page.getByRole('dialog', { name: 'Archive 4,500 messages?' });
      await dialog.getByRole('button', { name: 'Archive' }).click();
      await dialog.waitFor({ state: 'detached' });
    };

    /** Answers the request with that number only when the test says so. */
    async function hold(number: number): Promise<() => void> {
      let release = (): void => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      let count = 0;
      await page.route('**/contacts/bulk', async (route) => {
        count += 1;
        if (count === number) await gate;
        await route.continue();
      });
      return release;
    }

    it('says how far it is, does all of it, and takes all of it back', async () => {
      const release = await hold(2);
      await archiveAll();
      await progress().getByText('2,000 of 4,500').waitFor();
      release();
      await page.getByText('4,500 messages archived').first().waitFor();
      expect(await inFolder('archived')).toBe(MANY);
      await page.getByRole('button', { name: 'Undo' }).click();
      await row('Visitor 4500').waitFor();
      await progress().waitFor({ state: 'detached' });
      expect(await inFolder('inbox')).toBe(MANY);
    });

    it('stops when one says so, and tells what is done', async () => {
      const release = await hold(2);
      await archiveAll();
      await progress().getByRole('button', { name: 'Stop' }).click();
      release();
      await page.getByText('Stopped: 4,000 messages archived').first().waitFor();
      expect(await inFolder('inbox')).toBe(500);
      await page.getByRole('button', { name: 'Undo' }).click();
      await row('Visitor 4500').waitFor();
      await progress().waitFor({ state: 'detached' });
      expect(await inFolder('inbox')).toBe(MANY);
    });

    it('the worst: the server is away in between; it waits for a word, and goes on', async () => {
      let count = 0;
      await page.route('**/contacts/bulk', (route) => {
        count += 1;
        return count === 1 || count > 4 ? route.continue() : route.abort();
      });
      await archiveAll();
      await progress().getByText('Interrupted: Can’t reach the server').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await progress().getByRole('button', { name: 'Try again' }).click();
      await page.getByText('4,500 messages archived').first().waitFor();
      expect(await inFolder('archived')).toBe(MANY);
    });
  });

  it('keyboard alone: walk, select, archive, open and close', async () => {
    const [older = '', newer = ''] = await store([{ name: 'Anna Berg' }, { name: 'Bo Li' }]);
    await openInbox();
    await row('Anna Berg').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('e');
    await page.getByText('1 message archived').first().waitFor();
    expect(await row('Bo Li').count()).toBe(0);
    expect(await folderOf(newer)).toBe('archived');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Anna Berg' }).waitFor();
    await page.keyboard.press('#');
    await page.getByText('1 message moved to the trash').first().waitFor();
    expect(await folderOf(older)).toBe('trash');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('keys act on the row that has the focus, and the next one has it then', async () => {
    const [, , newest = ''] = await store([
      { name: 'Anna Berg' },
      { name: 'Bo Li' },
      { name: 'Chiara Rossi' },
    ]);
    await openInbox();
    await row('Anna Berg').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await row('Chiara Rossi').waitFor({ state: 'detached' });
    await page.getByText('1 message archived').first().waitFor();
    expect(await folderOf(newest)).toBe('archived');
    await eventually(async () => expect(await page.locator('*:focus').textContent()).toContain('Bo Li'));
  });

  it('a new message is announced, and nothing moves until one asks for it', async () => {
    await store([{ name: 'Anna Berg' }]);
    const listening = page.waitForResponse('**/editor/events');
    await openInbox();
    await row('Anna Berg').waitFor();
    await listening;
    const message = {
      name: 'Fresh Visitor',
      email: 'fresh@example.com',
      message: 'Hello, is anyone there?',
    };
    await visitorFrom(admin.site.api.url, freshAddress()).submit(message);
    const pill = page.getByRole('button', { name: '1 new message' });
    await pill.waitFor();
    expect(await row('Fresh Visitor').count()).toBe(0);
    await pill.click();
    await row('Fresh Visitor').waitFor();
    await pill.waitFor({ state: 'detached' });
  });

  it('alerts: off says so, and on again', async () => {
    await openInbox();
    await page.getByRole('switch', { name: 'Email alerts' }).click();
    await page.getByText('Alerts are off').first().waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Alerts are off').first().waitFor({ state: 'detached' });
  });

  it('the worst: the server refuses, and what was shown too early is put back', async () => {
    await store([{ name: 'Anna Berg' }]);
    await openInbox();
    await row('Anna Berg').waitFor();
    await page.route('**/contacts/bulk', (route) => route.abort());
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('e');
    await page.getByText('Can’t reach the server').first().waitFor();
    await row('Anna Berg').waitFor();
  });

  it('the worst: a session that ends is opened again, and the action goes on', async () => {
    const [id = ''] = await store([{ name: 'Anna Berg' }]);
    await openInbox();
    await row('Anna Berg').waitFor();
    await endSessions(admin, page);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password', { exact: true }).fill('seven rivers under a paper moon');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('1 message archived').first().waitFor();
    expect(await folderOf(id)).toBe('archived');
  });

  it('nothing yet says what to do next; refused attempts have a list of their own', async () => {
    await openInbox();
    await page.getByText('No messages yet').waitFor();
    await page.getByRole('link', { name: 'Refused attempts' }).click();
    await page.getByText('No refused attempts').waitFor();
  });

  it.each(['light', 'dark'] as const)('has no serious finding of axe, %s', async (theme) => {
    await store([
      { name: 'Anna Berg' },
      { name: 'Bo Li', status: 'failed', error: 'Refused' },
      { name: 'Cy', status: 'stored' },
    ]);
    page = await admin.page({ theme, at: null });
    await openInbox();
    await row('Cy').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /Bo Li/ }).click();
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
