import { freePort } from '@sitedesk/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../faults/support/command.js';
import { openApi } from '../harness/backends.js';
import { createMigratedDatabase } from '../harness/database.js';
import { TEST_DATA_DIR } from '../harness/processes.js';
import { startStaticHost } from '../harness/static-host.js';
import { launchBrowser, watch } from './support/browser.js';

it('an export shows its pages and its form in a browser, on another origin than the contact API (P-60)', async () => {
  const database = await createMigratedDatabase();
  const port = await freePort();
  const api = await openApi(database.url, {
    DEMONSTRATION: '1',
    DEMO_MAIL_URL: 'none:',
    SITE_PORT: String(port),
  });
  const folder = await mkdtemp(join(tmpdir(), 'sitedesk-export-'));
  const args = ['--to', folder, '--contact-url', `http://localhost:${port}`];
  await runCommand('export', args, database.url, { DATA_DIR: TEST_DATA_DIR });
  const host = await startStaticHost(folder);
  const url = host.url.replace('127.0.0.1', 'localhost'); // an IP address is no site that another port could share
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const complaints = await watch(page);
    for (const path of ['/', '/about', '/journal', '/contact']) {
      expect([path, (await page.goto(url + path))?.status()]).toEqual([path, 200]);
      // From the style sheet, which the policy has to allow.
      expect(await page.evaluate('getComputedStyle(document.body).margin')).toBe('0px');
      expect([path, await complaints.violations(), complaints.errors]).toEqual([path, [], []]);
    }
    // The script came from the API, and has joined the form.
    await page.waitForFunction(
      'window.SiteContact && !document.querySelector(".contact-form .button").disabled',
    );
    expect(await page.evaluate('document.querySelector("form").action')).toBe(
      `http://localhost:${port}/_api/contact/submit`,
    );
  } finally {
    await browser.close();
    await host.stop();
    await api.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
