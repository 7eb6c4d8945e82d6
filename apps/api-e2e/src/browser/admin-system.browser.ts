import { colleague } from '../harness/people.js';
import { mailBy } from '../harness/site.js';
import { type Admin, findingsInEveryLook, isCopied, startAdmin } from './support/admin.js';

describe('the state of the installation (UI-28)', () => {
  let admin: Admin;
  beforeAll(
    async () => void (admin = await startAdmin(mailBy('smtp://mailer:a-password-of-ours@127.0.0.1:9'))),
  );
  afterAll(() => admin.stop());

  it('says of every part how it is, and of what is wrong what to do', async () => {
    const page = await admin.page({ at: '/system' });
    const mail = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Email' }) });
    await mail.getByText('How to fix it: Send a test email').waitFor();
    await mail.getByText('Warning').waitFor();
    await page.getByText('One check needs attention').waitFor();
    for (const name of ['Database', 'Database schema', 'Encryption keys', 'Outbox', 'Proxy', 'Clock', 'Disk'])
      await page.getByRole('heading', { name, exact: true }).waitFor();
  });

  it('looks again when asked, and notices what has changed', async () => {
    const page = await admin.page({ at: '/system' });
    await page.getByText('The database schema matches this version.').waitFor();
    await admin.site.database.query(`INSERT INTO migration (timestamp, name) VALUES (9, 'FromTheFuture9')`);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('The database schema is newer than this version.').waitFor();
    await page.getByText('2 checks need attention').waitFor();
    await admin.site.database.query(`DELETE FROM migration WHERE name = 'FromTheFuture9'`);
  });

  it('shows the environment without its secrets, on the page and in the copied report', async () => {
    const page = await admin.page({ at: '/system' });
    const row = page.getByRole('row').filter({ hasText: 'EMAIL__CONNECTIONSTRING' });
    expect(await row.innerText()).toMatch(/set$/);
    await page.getByRole('button', { name: 'Copy report' }).click();
    const copied = await isCopied(page, /database-ok/);
    for (const text of [copied, await page.content()]) expect(text).not.toContain('a-password-of-ours');
  });

  it('counts background jobs, and leads to those that failed', async () => {
    await admin.site.database.query(
      `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at, finished_at, last_error)
       SELECT gen_random_uuid(), id, 'account-email', 'email', 'dead', now(), now(), now(), '550 no' FROM tenant`,
    );
    const page = await admin.page({ at: '/system' });
    const emails = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Account emails' }) });
    await emails.getByText(/Failed\s*1/).waitFor();
    await emails.getByRole('link', { name: 'Open outbox' }).click();
    await page.getByRole('table', { name: 'Outbox' }).waitFor();
    await admin.site.database.query(`DELETE FROM job WHERE state = 'dead'`);
  });

  it('keeps what was last known when the server does not answer', async () => {
    const page = await admin.page({ at: '/system' });
    await page.getByText('The database is responding.').waitFor();
    await page.route('**/editor/system', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Showing the last known results').waitFor();
    await page.getByText('The database is responding.').waitFor();
  });

  it('tells an editor why the page is not open, and who can change that (UX-27)', async () => {
    const { credentials } = await colleague(admin.site, await admin.site.administrator(), {
      roles: ['Editor'],
    });
    const page = await admin.page({ as: credentials, at: '/system' });
    await page.getByText('You don’t have access to this page').first().waitFor();
    expect(await page.getByRole('link', { name: 'System' }).count()).toBe(0);
  });

  it('has no serious finding of axe and fits, in both themes, at a desk and on a phone', async () => {
    const page = await admin.page({ at: '/system' });
    await page.getByText('The database is responding.').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});
