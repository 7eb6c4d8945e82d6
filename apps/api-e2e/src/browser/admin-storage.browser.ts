import { type S3Server, startS3Server } from '@sitedesk/testing';
import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { eventually } from '../harness/eventually.js';
import { upload } from '../harness/files.js';
import { TEST_DATA_DIR } from '../harness/processes.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the file storage page', () => {
  let admin: Admin;
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server({ bucket: 'our-files' });
    admin = await startAdmin({ OUTBOUND_ALLOW: '127.0.0.1/32' });
    const editor = await admin.site.administrator();
    for (let index = 0; index < 6; index += 1) await upload(editor, `${index}.txt`, `Text ${index}`);
  });
  afterAll(async () => {
    await admin.stop();
    await server.close();
    await rm(TEST_DATA_DIR, { recursive: true, force: true });
  });

  const open = (): Promise<Page> => admin.page({ at: '/settings/storage' });

  it('checks a bucket, moves the files there, and back', async () => {
    const page = await open();
    await page.getByText('Files are in the storage of this server.').waitFor();
    await page.getByLabel('Endpoint').fill(server.url);
    await page.getByLabel('Bucket', { exact: true }).fill('our-files');
    await page.getByLabel('Access key ID').fill(server.accessKeyId);
    await page.getByLabel('Secret access key', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing changes until you move the files.').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('The secret access key doesn’t belong to the access key.').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page.getByRole('button', { name: 'Replace: Secret access key' }).click();
    await page.getByRole('textbox', { name: 'Secret access key' }).fill(server.secretAccessKey);
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually(async () => expect((await page.content()).includes(server.secretAccessKey)).toBe(false));
    server.behave('error-500', { method: 'PUT', key: /blobs/ });
    await page.getByRole('button', { name: 'Move files…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move files' }).click();
    await page.getByText('The service didn’t do what was asked').waitFor();
    server.behave('ok');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(`Files are in s3://our-files/ (${server.url}).`).waitFor();
    expect([...server.objects.keys()].filter((key) => key.includes('/blobs/'))).toHaveLength(6);
    for (const name of ['Endpoint', 'Bucket', 'Access key ID'])
      await page.getByLabel(name, { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Move files…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move files' }).click();
    await page.getByText('Files are in the storage of this server.').waitFor();
    await eventually(() => expect(server.objects.size).toBe(0));
  });
});
