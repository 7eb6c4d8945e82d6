import {
  type FakeAzure,
  type FakeCloudFront,
  type FakeEdge,
  type FakeSucuri,
  freePort,
  startAzure,
  startCloudFront,
  startEdge,
  startSucuri,
} from '@sitedesk/testing';
import type { Page } from 'playwright-core';
import { createArticle } from '../harness/articles.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the providers on the CDN page', () => {
  let admin: Admin;
  let edge: FakeEdge;
  let cloudfront: FakeCloudFront;
  let azure: FakeAzure;
  let sucuri: FakeSucuri;
  let page: Page;
  beforeAll(async () => {
    const port = await freePort();
    edge = await startEdge();
    [cloudfront, azure, sucuri] = await Promise.all([
      startCloudFront(edge),
      startAzure(edge),
      startSucuri(edge),
    ]);
    const { apiUrl } = azure;
    admin = await startAdmin({
      SITE_PORT: String(port),
      SITE__PUBLICURL: edge.url,
      CDN_API_URLS: `cloudfront=${cloudfront.apiUrl},azure=${apiUrl},azurelogin=${apiUrl},sucuri=${sucuri.apiUrl}`,
      OUTBOUND_ALLOW: '127.0.0.1/32',
    });
    edge.serve(`http://127.0.0.1:${port}`);
    page = await admin.page({ at: '/settings/cdn' });
  });
  afterAll(async () => {
    await admin.stop();
    await Promise.all([cloudfront.close(), azure.close(), sucuri.close(), edge.close()]);
  });

  const choose = async (name: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Provider' }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  const fill = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
  };
  const save = async (): Promise<void> => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await saved).status()).toBe(200);
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await page.getByText('Active', { exact: true }).waitFor();
  };
  /** All that is in the page, and what stands in its fields. */
  const everything = async (): Promise<string> => {
    const found = await page.locator('input, textarea').all();
    const fields = await Promise.all(found.map((field) => field.inputValue()));
    return [await page.content(), ...fields].join('\n');
  };
  /** Checks, and waits for the step that fails. */
  const fails = async (step: string, words: RegExp): Promise<void> => {
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: `${step} : Failed` })
      .filter({ hasText: words })
      .waitFor();
  };

  it('has the fields of the chosen provider only, and names the step of its check that fails', async () => {
    await choose('Amazon CloudFront');
    expect(await page.getByLabel('Zone ID').count()).toBe(0);
    await fill({
      'Distribution ID': cloudfront.distribution,
      'Access key ID': cloudfront.accessKeyId,
      'Secret access key': cloudfront.secretAccessKey,
    });
    await save();
    cloudfront.setClock(10 * 60_000);
    await fails('Clock of the server', /10 minutes off/);
    cloudfront.setClock(0);

    await choose('Azure Front Door and CDN');
    expect(await page.getByLabel('Distribution ID').count()).toBe(0);
    await fill({
      'Directory (tenant) ID': azure.directory,
      'Application (client) ID': azure.client,
      'Client secret': azure.secret,
      'Subscription ID': azure.subscription,
      'Resource group': azure.resourceGroup,
      Profile: azure.profile,
      Endpoint: 'unknown',
    });
    await save();
    await fails('Endpoint', /doesn’t find the endpoint/);
    await page.getByRole('combobox', { name: 'Product' }).click();
    await page.getByRole('option', { name: 'Azure CDN classic' }).click();
    await save();
    await page.getByText(/Microsoft ends Azure CDN classic on/).waitFor();

    await choose('Sucuri');
    await fill({ 'API key': `${sucuri.key}/${'0'.repeat(32)}` });
    await save();
    await fails('Credentials', /Wrong API key/);
    await fill({ 'API secret': sucuri.secret });
    expect(await everything()).toContain(sucuri.secret);
    expect(await page.getByRole('button', { name: 'Check', exact: true }).isDisabled()).toBe(true);
    await page.getByText('Save your changes before you check.').waitFor();
    await save();
    // Once the page has read again what was saved.
    await page.getByRole('button', { name: 'Check', exact: true, disabled: false }).waitFor();
    const planted = [cloudfront.secretAccessKey, azure.secret, sucuri.secret];
    const content = await everything();
    expect(planted.filter((secret) => content.includes(secret))).toEqual([]);
    expect(await findingsInEveryLook(page)).toEqual([]);
  });

  it('shows at the article and on the dashboard how far a change is on its way', async () => {
    const editor = await admin.site.administrator();
    await choose('Amazon CloudFront');
    await fill({ 'Collect changes for': '1', 'Checks after a purge': '1' });
    await save();
    const { number } = await createArticle(editor, { title: 'Opening hours', slug: 'hours' });
    await page.goto(admin.url(`/articles/${number}`));
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    const chip = page.getByRole('button', {
      name: /^Stored, purged \(\d+ addresses\), live after [\d.]+ s$/,
    });
    await chip.waitFor();
    await chip.click();
    await page.getByText('What visitors get').waitFor();
    expect(await page.getByText(`${edge.url}/hours`).count()).toBe(1);
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page.goto(admin.url('/'));
    await page.getByRole('button', { name: /^Stored, purged/ }).waitFor();
  });
});
