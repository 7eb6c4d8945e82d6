import { freePort } from '@sitedesk/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication, createKey, deployZip, startCommand, writeFiles } from '../harness/deployments.js';
import type { EditorBrowser } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { zipOfFiles } from '../harness/zip.js';
import { type Admin, axeFindings, startAdmin } from './support/admin.js';

describe('applications in the administration', () => {
  let admin: Admin;
  let editor: EditorBrowser;
  let folder: string;
  let site: string;

  beforeAll(async () => {
    const port = await freePort();
    site = `http://127.0.0.1:${port}`;
    admin = await startAdmin({ SITE_PORT: String(port), SITE__PUBLICURL: site }, [site]);
    editor = await admin.site.administrator();
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-application-'));
  });
  afterAll(async () => {
    await admin.stop();
    await rm(folder, { recursive: true });
  });

  const build = (id: string): Promise<void> =>
    writeFiles(folder, {
      'index.html': `<!doctype html><html lang="en"><title>${id}</title><h1>${id}</h1><script src="assets/main-Ab12Cd34.js"></script>`,
      'assets/main-Ab12Cd34.js': 'console.log("same")',
    });

  it('are created, get a key, are deployed by the command line, changed and rolled back', async () => {
    const page = await admin.page({ at: '/applications' });
    await page.getByText('No applications yet').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'New application' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Shop');
    await dialog.getByRole('button', { name: 'Create application' }).click();
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor();
    await page.getByText('No deployments yet').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('link', { name: 'Create a key' }).click();
    await page.getByRole('button', { name: 'New key' }).first().click();
    await dialog.getByLabel('Name').fill('CI');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const code = dialog.locator('code');
    await code.waitFor();
    const key = (await code.textContent()) ?? '';
    expect(key).toMatch(/^sdk_/);
    expect(await axeFindings(page)).toEqual([]);
    // Someone comes back from where they paste it, and nothing can be read again for now: they are shown it only once.
    const refused: string[] = [];
    await page.route(/\/editor\/spa\//, async (route) => {
      await route.fulfill({ status: 500, json: {} });
      refused.push(new URL(route.request().url()).pathname);
    });
    await page.evaluate(`{
      const { now } = Date;
      Date.now = () => now() + 60_000;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }`);
    await eventually(() => expect(refused).toContainEqual(expect.stringMatching(/\/spa\/\d+$/)));
    await eventually(() => expect(refused).toContainEqual(expect.stringMatching(/\/spa\/\d+\/keys$/)));
    await page.waitForLoadState('networkidle');
    expect(await code.textContent()).toBe(key);
    await page.unroute(/\/editor\/spa\//);
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText('never used').waitFor();

    // The file that the page offers is the one that is run.
    await page.getByRole('link', { name: 'How to deploy' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download sitedesk-deploy.mjs' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('Usage: node sitedesk-deploy.mjs');
    const command = await page.getByLabel('In a terminal').locator('pre').textContent();
    const article = /--article (\d+)/.exec(command ?? '')?.[1] ?? '';
    expect(await axeFindings(page)).toEqual([]);
    const deploy = async (id: string): Promise<void> => {
      await build(id);
      const args = [folder, '--site', admin.site.api.url, '--article', article, '--message', `Build ${id}`];
      const ended = await startCommand(args, { SITEDESK_DEPLOY_KEY: key }).done;
      expect([ended.status, ended.stderr]).toEqual([0, '']);
    };

    await deploy('One');
    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByText('last used').waitFor();
    await deploy('Two');
    await page.getByRole('link', { name: 'Deployments', exact: true }).click();
    await page.reload();
    await page.getByText('Deployment 2 is live').first().waitFor();
    await page.getByText('Build Two').waitFor();
    await page.getByText('Deployment 1', { exact: true }).click();
    await dialog.getByText('Files that differ from deployment 2').waitFor();
    await dialog.getByText('index.html').waitFor();
    expect(await dialog.getByText('assets/main-Ab12Cd34.js').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Deployment 1 is live').first().waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('Deployment 2 is live').first().waitFor();

    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByText('Visitors keep what is live.', { exact: false }).waitFor();
    await deploy('Three');
    await page.reload();
    await page.getByText('Ready').first().waitFor();
    await page.getByText('Deployment 2 is live').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    // What isn't live yet is shown on the public site, where the session of the administration isn't (Y-18).
    await page.getByText('Deployment 3', { exact: true }).click();
    const [preview] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('link', { name: 'Preview' }).click(),
    ]);
    await preview.getByRole('heading', { name: 'Three' }).waitFor();
    const sent: (readonly [string, string | null])[] = [];
    preview.on('requestfinished', (request) => {
      void request.headerValue('cookie').then((cookie) => sent.push([new URL(request.url()).origin, cookie]));
    });
    await preview.reload();
    await eventually(() =>
      expect(sent).toEqual([
        [site, null],
        [site, null],
      ]),
    );
    expect(await preview.evaluate('document.cookie')).toBe('');
    expect((await page.context().cookies()).map(({ domain }) => domain)).toContain('localhost');
    await preview.close();
    await dialog.getByRole('button', { name: 'Close' }).first().click();

    await page.getByRole('link', { name: 'Trusted CI' }).click();
    await page.getByText('No trusted publishers yet').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add publisher' }).click();
    await dialog.getByLabel('Repository', { exact: true }).fill('octo-org/shop');
    expect(await dialog.getByRole('button', { name: 'Add publisher' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Repository ID').fill('101');
    await dialog.getByLabel('Owner ID').fill('202');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Branch or tag').fill('main');
    await dialog.getByText('Enter it in full').waitFor();
    expect(await dialog.getByRole('button', { name: 'Add publisher' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Branch or tag').fill('refs/heads/main');
    await dialog.getByRole('button', { name: 'Add publisher' }).click();
    await page.getByText('octo-org/shop can deploy').waitFor();
    await page.getByText('deploy.yml · refs/heads/main').waitFor();
    await page.getByText('sitedesk:', { exact: false }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove: octo-org/shop' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No trusted publishers yet').waitFor();

    await page.getByRole('link', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Rotate: CI' }).click();
    await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText('Replaced').waitFor();
    await page.getByRole('button', { name: 'Revoke: CI' }).last().click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Key “CI” revoked').waitFor();
    await page.getByText('Replaced').waitFor({ state: 'detached' });
  });

  it('go on working in a page that was opened five deployments ago (Y-07)', async () => {
    const app = await createApplication(editor, 'Atlas');
    const { key } = await createKey(editor, app.number);
    const idOf = (deployment: number): string => `Ab12Cd3${deployment}`;
    /** Each has parts that the page loads when they're needed, as bundlers make them. */
    const deploy = async (deployment: number): Promise<void> => {
      const id = idOf(deployment);
      const parts = [1, 2, 3, 4, 5].map((part): [string, string] => [
        `assets/part-${part}-${id}.js`,
        `export default 'part ${part} of ${id}';`,
      ]);
      const zip = zipOfFiles({
        'index.html': `<!doctype html><title>${id}</title><script type="module" src="./assets/main-${id}.js"></script>`,
        [`assets/main-${id}.js`]: `globalThis.part = async (name) => (await import('./part-' + name + '-${id}.js')).default;`,
        ...Object.fromEntries(parts),
      });
      expect((await deployZip(admin.site.api.url, key, app.number, zip)).status).toBe(200);
    };
    await deploy(0);
    const page = await admin.page({ at: null });
    const wrong: string[] = [];
    await page.goto(site + app.path);
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('response', (response) => {
      if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
    });
    for (let deployment = 1; deployment <= 5; deployment += 1) {
      await deploy(deployment);
      expect(await page.evaluate(`part(${deployment})`)).toBe(`part ${deployment} of ${idOf(0)}`);
    }
    await page.reload();
    expect(await page.title()).toBe(idOf(5));
    expect(await page.evaluate('part(1)')).toBe(`part 1 of ${idOf(5)}`);
    expect(wrong).toEqual([]);
  });
});
