import { type S3Server, startS3Server } from '@sitedesk/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createArticle, publishArticle } from '../harness/articles.js';
import { eventually } from '../harness/eventually.js';
import { type Admin, findingsInEveryLook, startAdmin } from './support/admin.js';

describe('the public site in a bucket, on the settings page', () => {
  let admin: Admin;
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
    admin = await startAdmin({ OUTBOUND_ALLOW: '127.0.0.1/32' });
    const editor = await admin.site.administrator();
    const { number } = await createArticle(editor, { title: 'Opening hours', slug: 'hours' });
    await publishArticle(editor, number);
  });
  afterAll(async () => {
    await admin.stop();
    await server.close();
  });

  it('is set up, checked and exported, and says why where it can’t be', async () => {
    const page = await admin.page({ at: '/settings' });
    const section = page.locator('#section-Export');
    const start = section.getByRole('button', { name: 'Export now' });
    await section.getByLabel('Endpoint').fill(server.url);
    expect(await start.isDisabled()).toBe(true);
    await section.getByLabel('Bucket').fill(server.bucket);
    await section.getByLabel('Access key ID').fill(server.accessKeyId);
    await section.getByLabel('Secret access key', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('On request', { exact: true }).waitFor();
    await section.getByRole('button', { name: 'Check', exact: true }).click();
    await section.getByText('The secret access key doesn’t belong to the access key.').waitFor();
    await start.click();
    await section.getByText('Stopped', { exact: true }).waitFor();
    await section.getByRole('alert').getByText('It’s tried again when the settings change').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await section.getByRole('button', { name: 'Replace: Secret access key' }).click();
    await section.getByRole('textbox', { name: 'Secret access key' }).fill(server.secretAccessKey);
    await page.getByRole('button', { name: 'Save' }).click();
    await section.getByText(/Last export to s3:\/\/files\/ .*: one page\. Files: \d+ written/).waitFor();
    expect(server.objects.has('hours/index.html')).toBe(true);
    expect(await section.getByRole('alert').count()).toBe(0);
  });
});

describe('the public site in a folder and as an archive, on the settings page', () => {
  let admin: Admin;
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'sitedesk-export-'));
    admin = await startAdmin({ EXPORT_DIR: join(root, 'sites'), DATA_DIR: join(root, 'data') });
    const editor = await admin.site.administrator();
    const { number } = await createArticle(editor, { title: 'Opening hours', slug: 'hours' });
    await publishArticle(editor, number);
  });
  afterAll(async () => {
    await admin.stop();
    await rm(root, { recursive: true, force: true });
  });

  it('says what is in the folder, and exports again', async () => {
    const page = await admin.page({ at: '/settings' });
    const folder = page.getByRole('region', { name: 'Folder of this server' });
    await folder.getByText('Up to date', { exact: true }).waitFor();
    await folder.getByText(/Last export on .*: one page\. Files: \d+ written/).waitFor();
    const [, id = ''] = /EXPORT_DIR\/(\S+)/.exec(await folder.innerText()) ?? [];
    const file = join(root, 'sites', id, 'hours/index.html');
    expect(await readFile(file, 'utf8')).toContain('<h1>Opening hours</h1>');
    await rm(file);
    await folder.getByRole('button', { name: 'Export now' }).click();
    await eventually(async () => expect(await readFile(file, 'utf8')).toContain('<h1>Opening hours</h1>'));
    await folder.getByText('Up to date', { exact: true }).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });

  it('makes an archive, and saves it', async () => {
    const page = await admin.page({ at: '/settings' });
    const archive = page.getByRole('region', { name: 'Archive of the site' });
    await archive.getByText('npm run archive -- import').waitFor();
    await archive.getByRole('button', { name: 'Create archive' }).click();
    const save = archive.getByRole('button', { name: 'Download' });
    await save.waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
    expect(saved.suggestedFilename()).toBe('site-archive.zip');
    const octets = await readFile(await saved.path());
    expect(octets.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(octets.includes('archive.sha256')).toBe(true);
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});
