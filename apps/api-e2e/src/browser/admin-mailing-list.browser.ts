import { type FakeMailingListService, startMailingListService } from '@sitedesk/testing';
import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually.js';
import { LIST_ENV, writeTo } from '../harness/mailing-list.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the mailing list (UI-24)', () => {
  let admin: Admin;
  let service: FakeMailingListService;
  beforeAll(async () => {
    service = await startMailingListService();
    service.addList('other', 'Customers');
    admin = await startAdmin({ ...LIST_ENV, OUTBOX_RETRY_SECONDS: '1' });
  });
  afterAll(async () => {
    await admin.stop();
    await service.close();
  });

  const open = (): Promise<Page> => admin.page({ at: '/settings/mailing-list' });
  const members = (): readonly string[] =>
    [...service.list('news').members.values()].map(({ email }) => email);
  const write = (email: string): ReturnType<typeof writeTo> => writeTo(admin.site.api.url, email);

  it('says at the field why a key is not accepted, and keeps what was typed', async () => {
    const page = await open();
    await page.getByLabel('API key').fill('not a key');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('An API key of this service is 32 letters and digits').waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe('not a key');
  });

  it('connects, chooses list, fields and rule after a try on past messages, and then adds who writes', async () => {
    await write('before@example.com');
    const page = await open();
    await page.getByLabel('API key').fill(service.apiKey);
    await page.getByRole('switch', { name: 'Custom API URL' }).click();
    await page.getByRole('textbox', { name: 'API URL' }).fill(service.apiUrl);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('Setup incomplete').waitFor();
    expect(await page.content()).not.toContain(service.apiKey);
    await page.getByRole('combobox', { name: 'List' }).click();
    await page.getByRole('option', { name: 'Newsletter (no members)' }).click();
    await page.getByText('FNAME', { exact: true }).waitFor();
    await page.getByText('These fields don’t accept text and aren’t filled: Address.').waitFor();
    await page.getByRole('button', { name: 'Test with past messages' }).click();
    await page.getByText('asked to confirm').waitFor();
    await page.getByRole('radio', { name: 'Everyone who writes', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('State your legal basis for adding everyone who writes.').waitFor();
    await page
      .getByLabel('Legal basis')
      .fill('The form says above its button that senders get the newsletter.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('New contacts are now added to the list.').first().waitFor();
    await write('after@example.com');
    await eventually(() => expect(members()).toEqual(['after@example.com']));
  });

  it('shows a refused contact with the reason, and tries it again', async () => {
    service.refuse('fake@example.com', 'fake@example.com looks fake or invalid.');
    await write('fake@example.com');
    await eventually(async () => {
      const rows = await admin.site.database.query(
        `SELECT 1 FROM job WHERE kind = 'mailing-list' AND state = 'dead'`,
      );
      expect(rows).toHaveLength(1);
    });
    const page = await open();
    await page.getByText('looks fake or invalid').waitFor();
    service.accept('fake@example.com');
    await page.getByRole('button', { name: 'Retry fake@example.com' }).click();
    await page.getByText('Retrying one contact.').first().waitFor();
    await eventually(() => expect(members()).toContain('fake@example.com'));
  });

  it('worst path: tells of a service that refuses the key, loses nothing, and goes on with another key', async () => {
    service.rotateKey();
    await write('patient@example.com');
    await eventually(async () => {
      const rows = await admin.site.database.query(`SELECT 1 FROM job_hold WHERE target = 'mailing-list'`);
      expect(rows).toHaveLength(1);
    });
    const page = await open();
    await page.getByText('Error').waitFor();
    await page.getByText('This needs your attention').waitFor();
    await page.getByText('Your saved settings stay in place.').waitFor();
    await page.getByRole('button', { name: 'Replace key' }).click();
    await page.getByLabel('API key').fill(service.apiKey);
    await page.getByRole('button', { name: 'Replace key' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await eventually(() => expect(members()).toContain('patient@example.com'));
  });

  it('has no serious finding of axe and fits, in both themes, at a desk and on a phone', async () => {
    const page = await open();
    await page.getByText('FNAME', { exact: true }).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });

  it('is paused, taken up again by undo, and removed with a word on what stays', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('New contacts wait here until you resume.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove connection' }).click();
    const dialog = page.getByRole('dialog', { name: `Disconnect ${service.accountName}?` });
    await dialog.getByText('contacts stay on the list').waitFor();
    await dialog.getByRole('button', { name: 'Remove connection' }).click();
    await page.getByRole('heading', { name: 'Connect Mailchimp' }).waitFor();
    await page.getByText('stay on the list “Newsletter”').waitFor();
  });
});
