import { readFileSync } from 'node:fs';
import type { RoleSummary } from '@sitedesk/contract/roles';
import type { EditorBrowser } from '../harness/editor.js';
import { applyAction, storeContacts, tenantIdOf } from '../harness/inbox.js';
import { colleague } from '../harness/people.js';
import {
  type Admin,
  ageSession,
  axeFindings,
  downloadAfterProof,
  pressTogether,
  startAdmin,
} from './support/admin.js';

describe('the audit log (UI-21, UX-28)', () => {
  let admin: Admin;
  let anna: EditorBrowser;
  beforeAll(async () => {
    admin = await startAdmin();
    anna = await admin.site.administrator();
    const role = (await anna.post('/roles', { name: 'Desk', permissions: ['files.read'] })).json();
    const { id } = role as RoleSummary; // the contract's word
    await anna.patch(`/roles/${id}`, { name: 'Night desk' }, { 'If-Match': '"v1"' });
  });
  afterAll(() => admin.stop());

  it('shows an entry with before and after, and everything of the same target (UX-28)', async () => {
    const page = await admin.page();
    await pressTogether(page, 'g', 'a');
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await page.getByText('Not verified yet.').waitFor(); // every row is looked at, so only when asked for
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    await page.getByText(/Verified up to entry \d+/).waitFor();
    await page.reload();
    await page.getByText(/Verified up to entry \d+\D+now$/).waitFor();
    await page.getByRole('button', { name: /^Action: / }).click();
    await page.getByPlaceholder('Type to search…').fill('Change a role');
    await page.getByRole('option', { name: 'Change a role' }).click();
    await page.waitForURL(/action=role\.change/);
    await page.getByRole('row').filter({ hasText: 'signed in' }).first().waitFor({ state: 'detached' });
    const changed = page.getByRole('row').filter({ hasText: 'Administrator changed the role “Night desk”' });
    await changed.getByText('name: Desk → Night desk').waitFor();
    await changed.getByRole('button').first().click();
    const drawer = page.getByRole('dialog');
    const name = drawer.getByRole('row').filter({ hasText: 'name' }).first();
    await name.getByRole('cell', { name: 'Desk', exact: true }).waitFor();
    await name.getByRole('cell', { name: 'Night desk', exact: true }).waitFor();
    await page.reload(); // the open entry stands in the address
    await drawer.getByRole('button', { name: 'All entries for this target' }).click();
    await page.waitForURL(/target=/);
    await page.getByRole('row').filter({ hasText: 'created the role “Desk”' }).first().waitFor();
    await page.getByRole('row').nth(3).waitFor({ state: 'detached' }); // the heading and two entries
    expect(await page.getByRole('row').count()).toBe(3);
    await page.goBack();
    await page.waitForURL(/action=role\.change/);
  });

  it('says what a setting was and became, and keeps opened messages apart (UX-28)', async () => {
    for (const SenderName of ['Desk', 'Night desk']) {
      const { version } = (await anna.get('/settings/EMAIL')).json() as { version: number };
      await anna.put('/settings/EMAIL', { values: { SenderName } }, { 'If-Match': `"v${version}"` });
    }
    const [id = ''] = await storeContacts(admin.site.database, await tenantIdOf(admin.site.database), [{}]);
    await applyAction(anna, { action: 'mark-read', ids: [id] });
    const page = await admin.page({ at: '/security/audit' });
    await page
      .getByRole('row')
      .filter({ hasText: 'Administrator changed Sender name from “Desk” to “Night desk”' })
      .waitFor();
    expect(await page.getByText('opened a message').count()).toBe(0);
    await page.getByRole('link', { name: 'Opened messages' }).click();
    await page.getByRole('row').filter({ hasText: 'Administrator opened a message' }).waitFor();
    expect(await page.getByText('Sender name').count()).toBe(0);
  });

  it('exports what is shown, once it is clear who asks (X-03)', async () => {
    const page = await admin.page({ at: null });
    await ageSession(admin);
    await page.goto(admin.url('/security/audit?action=role.create'));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'This view as JSON' }).click();
    const download = await downloadAfterProof(page);
    expect(download.suggestedFilename()).toBe('audit-log.json');
    const rows = JSON.parse(readFileSync(await download.path(), 'utf8')) as { action: string }[];
    expect(rows.map(({ action }) => action)).toEqual(['role.create']);
  });

  it('says that nothing matches, and how to see everything again', async () => {
    const page = await admin.page({ at: '/security/audit?from=2001-01-01&to=2001-01-02' });
    await page.getByText('No results').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByText('Administrator signed in').locator('visible=true').first().waitFor();
  });

  it('says where the chain is broken when someone changed the database (UX-28)', async () => {
    const page = await admin.page({ at: null });
    const { database } = admin.site;
    await database.query('ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_rows');
    await database.query(`UPDATE audit_entry SET reason = 'nothing to see' WHERE sequence = 2`);
    await database.query('ALTER TABLE audit_entry ENABLE TRIGGER audit_entry_rows');
    await page.goto(admin.url('/security/audit'));
    await page.getByRole('button', { name: /^Verify/ }).click();
    await page
      .getByRole('alert')
      .getByText(/The chain is broken at entry \d+/)
      .waitFor();
    await page.getByText('Its content was changed after it was written.').waitFor();
  });

  it('stays closed to someone without the permission, and says why', async () => {
    const { credentials } = await colleague(admin.site, anna, { roles: ['Editor'] });
    const page = await admin.page({ as: credentials, at: '/security/audit' });
    await page.getByText('You need the permission “Audit log”').waitFor();
  });

  it.each([
    ['light', 'desk'],
    ['dark', 'phone'],
  ] as const)('has no serious finding of axe, %s, %s', async (theme, screen) => {
    const page = await admin.page({ theme, screen, at: '/security/audit?action=role.' });
    await page.getByText('changed the role').locator('visible=true').last().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.locator('[data-row] button').locator('visible=true').first().click();
    await page.getByRole('dialog').getByText('Changes').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});
