import { startWebhookReceiver, type WebhookReceiver } from '@sitedesk/testing';
import type { Page } from 'playwright-core';
import { createArticle, publishArticle } from '../harness/articles.js';
import { verified } from '../harness/webhooks.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the webhooks page', () => {
  let admin: Admin;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    admin = await startAdmin();
  });
  afterAll(async () => {
    await admin.stop();
    await receiver.close();
  });

  const open = (): Promise<Page> => admin.page({ at: '/settings/webhooks' });

  it('creates one, shows its secret once, tests it, and sends an event again', async () => {
    const page = await open();
    await page.getByText('No webhooks yet').waitFor();
    await page.keyboard.press('c');
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByLabel('Name', { exact: true }).fill('Builds');
    await form.getByLabel('URL', { exact: true }).fill(`${receiver.url}/builds?key=querysecret`);
    await form.getByRole('checkbox', { name: 'Page published' }).click();
    expect(await form.getByText('Personal data of visitors').count()).toBe(0);
    await form.getByRole('radio', { name: 'Full content' }).click();
    await form.getByText('Personal data of visitors').waitFor();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of Builds' });
    const secret = await shown.locator('code').textContent();
    await shown.getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByRole('heading', { name: 'Builds' }).waitFor();
    expect(await page.content()).not.toContain(String(secret));
    expect(await page.content()).not.toContain('querysecret');
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Delivered').first().waitFor();
    const editor = await admin.site.administrator();
    const { number } = await createArticle(editor, { title: 'Opening hours', slug: 'hours' });
    receiver.behave('error-500', 1);
    expect((await publishArticle(editor, number)).status).toBe(200);
    await page.getByRole('button', { name: 'Page published' }).click();
    const details = page.getByRole('dialog', { name: 'Page published' });
    // What a server responds is text.
    await details.getByText('<script>alert(1)</script>').first().waitFor();
    await details.getByText('The server responded with status 500.').first().waitFor();
    await details.getByRole('button', { name: 'Send again' }).click();
    await details.getByText('status 204').first().waitFor();
    const requests = receiver.at('/builds?key=querysecret').slice(1);
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const request of requests)
      expect(verified(secret, request)).toMatchObject({ type: 'article.published' });
  });

  it('turns one off, and replaces its secret', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Builds' }).click();
    await page.getByRole('button', { name: 'More actions: Builds' }).click();
    await page.getByRole('menuitem', { name: 'Replace secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
    await page.getByRole('dialog', { name: 'Secret of Builds' }).getByText('whsec_').waitFor();
    await page.getByRole('button', { name: 'I’ve copied it' }).click();
    await page.getByText('The old secret signs as well until').waitFor();
    await page.getByRole('button', { name: 'More actions: Builds' }).click();
    await page.getByRole('menuitem', { name: 'Turn off' }).click();
    await page.getByText('Someone turned it off.').waitFor();
  });

  it('has no findings in any look', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Builds' }).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page.getByRole('link', { name: 'Builds' }).click();
    await page.getByText('Delivered').first().waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});
