import { type FakeCloudflare, freePort, startCloudflare } from '@sitedesk/testing';
import type { Page } from 'playwright-core';
import { createArticle, publishArticle } from '../harness/articles.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the CDN page', () => {
  let admin: Admin;
  let cloudflare: FakeCloudflare;
  beforeAll(async () => {
    const port = await freePort();
    cloudflare = await startCloudflare();
    admin = await startAdmin({
      SITE_PORT: String(port),
      SITE__PUBLICURL: cloudflare.edgeUrl,
      CDN_API_URLS: `cloudflare=${cloudflare.apiUrl}`,
      OUTBOUND_ALLOW: '127.0.0.1/32',
    });
    cloudflare.serve(`http://127.0.0.1:${port}`);
  });
  afterAll(async () => {
    await admin.stop();
    await cloudflare.close();
  });

  const open = (): Promise<Page> => admin.page({ at: '/settings/cdn' });

  it('connects Cloudflare, checks it, and shows a published page go live', async () => {
    const page = await open();
    await page.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name: 'Cloudflare' }).click();
    await page.getByLabel('Zone ID').fill('example.com');
    await page.getByLabel('API token').fill(cloudflare.token);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A zone ID of Cloudflare is 32 letters and digits').waitFor();
    await page.getByLabel('Zone ID').fill(cloudflare.zone);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await page.content()).not.toContain(cloudflare.token);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Credentials').waitFor();
    const editor = await admin.site.administrator();
    const { number } = await createArticle(editor, { title: 'Opening hours', slug: 'hours' });
    expect((await publishArticle(editor, number)).status).toBe(200);
    await page.getByText('Live', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: `More actions: Published · Article ${number}` }).click();
    await page.getByRole('menuitem', { name: 'Details' }).click();
    const look = page.getByText(new RegExp(`expected ${number}\\.\\d+, got `)).first();
    expect(await look.textContent()).toMatch(/expected (\d+\.\d+), got \1\b/);
  });

  it('purges everything only with the hostname', async () => {
    const page = await open();
    const { host } = new URL(cloudflare.edgeUrl);
    await page.getByRole('button', { name: 'Purge…' }).click();
    await page.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Everything' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Purge the CDN' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Hostname').fill(host);
    await confirm.click();
    await page.getByText('Purge queued').waitFor();
    await page
      .getByText(/Purged manually/)
      .first()
      .waitFor();
  });

  it('has no finding of axe in any look', async () => {
    const page = await open();
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});
