import { freePort } from '@sitedesk/testing';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication, createKey, deployZip } from '../harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from '../harness/editor.js';
import { eventually } from '../harness/eventually.js';
import { call } from '../harness/http.js';
import { API_SCRIPT, apiEnvironment, startCommand } from '../harness/processes.js';
import { zipOfFiles } from '../harness/zip.js';

/** Mounting is for root; others are it in a namespace of their own, where the system allows that. */
const AS_ROOT = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];

const build = (id: string): Buffer =>
  zipOfFiles({ 'index.html': `<title>${id}</title>`, [`assets/main-${id}.js`]: `"${id}"` });

describe('deployments on a small disk', () => {
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    // It does no work: what unpacks is the process with the small disk.
    site = await startEditorSite({ OUTBOX_WORKER: 'off' });
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  it('refuses what the disk has no room for, serves what was live, and keeps nothing of it (U-11)', async () => {
    const app = await createApplication(editor, 'Full');
    const key = await createKey(editor, app.number);
    const folder = await mkdtemp(join(tmpdir(), 'sitedesk-disk-'));
    // A disk of 24 MB that only this process sees.
    const mount = `mount -t tmpfs -o size=24m sitedesk ${folder} && exec "$@"`;
    const isolated = ['unshare', ...AS_ROOT, '--mount', 'sh', '-c', mount, 'sh'];
    const port = await freePort();
    const small = await startCommand(
      [...isolated, process.execPath, API_SCRIPT],
      apiEnvironment(site.database.url, {
        DATA_DIR: folder,
        SITE_PORT: String(port),
        RATELIMIT__DEPLOYMENT: '1000/60',
      }),
    );
    try {
      const page = async (): Promise<string> =>
        (await call(`http://127.0.0.1:${port}/full/`, { headers: { Accept: 'text/html' } })).text;
      const kept = async (): Promise<readonly string[]> =>
        (await readdir(`/proc/${small.pid}/root${folder}`, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
          .sort();
      expect((await deployZip(small.url, key.key, app.number, build('Ii88Jj99'))).status).toBe(200);
      const before = [await page(), await kept()];
      expect(before[0]).toContain('Ii88Jj99');
      // Nearly all of each is packed to next to nothing: the upload has room, what comes out of it doesn't.
      const halves = Array.from({ length: 40 }, (_, at): [string, Buffer] => [
        `${at}.txt`,
        Buffer.concat([randomBytes(20_000), Buffer.alloc(980_000)]),
      ]);
      const tooLarge = [
        zipOfFiles({ 'index.html': '<title>Unpacked</title>', ...Object.fromEntries(halves) }),
        zipOfFiles({ 'index.html': '<title>Packed</title>', 'a.wasm': randomBytes(12_000_000) }),
      ];
      for (const zip of tooLarge) {
        const refused = await deployZip(small.url, key.key, app.number, zip);
        expect([refused.status, refused.json()]).toEqual([
          507,
          { success: false, error: expect.any(String), code: 'deployments.diskFull' },
        ]);
        await eventually(async () => expect([await page(), await kept()]).toEqual(before));
      }
      // The other was refused before it began.
      expect((await editor.get(`/spa/${app.number}/deployments`)).json()).toMatchObject({
        items: [{ state: 'failed' }, { state: 'live' }],
      });
      expect((await deployZip(small.url, key.key, app.number, build('Kk10Ll11'))).status).toBe(200);
      expect(await page()).toContain('Kk10Ll11');
    } finally {
      await small.stop();
      await rm(folder, { recursive: true });
    }
  });
});
