import type { Application, Deployment, NewDeployKey } from '@sitedesk/contract/deployments';
import { freePort } from '@sitedesk/testing';
import { createApplication, createKey, deployZip } from './harness/deployments.js';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import { startApi } from './harness/processes.js';
import { zipOfFiles } from './harness/zip.js';

const FILES = 300;

const build = (id: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  zipOfFiles({ 'index.html': `<title>${id}</title>`, [`assets/main-${id}.js`]: `"${id}"`, ...more });
const large = (id: string): Buffer =>
  build(id, Object.fromEntries(Array.from({ length: FILES }, (_, at) => [`${at}.txt`, `${id} ${at}`])));

describe('deployments, when processes die and time passes', () => {
  let site: EditorSite;
  let editor: EditorBrowser;
  let url: string;

  beforeAll(async () => {
    const port = await freePort();
    // It serves only: what unpacks and removes are the processes that the tests start.
    site = await startEditorSite({
      SITE_PORT: String(port),
      OUTBOX_WORKER: 'off',
      RATELIMIT__DEPLOYMENT: '1000/60',
    });
    url = `http://127.0.0.1:${port}`;
    editor = await site.administrator();
  });

  afterAll(() => site.stop());

  const visit = (path: string): Promise<Answer> => call(url + path, { headers: { Accept: 'text/html' } });
  const deployments = async (number: number): Promise<readonly Deployment[]> =>
    ((await editor.get(`/spa/${number}/deployments`)).json() as { items: Deployment[] }).items; // the contract's word

  async function application(title: string): Promise<{ app: Application; key: NewDeployKey }> {
    const app = await createApplication(editor, title);
    return { app, key: await createKey(editor, app.number) };
  }

  it('serves what was live, or what was uploaded, whenever the process is killed (U-10)', async () => {
    const { app, key } = await application('Crash');
    expect((await deployZip(site.api.url, key.key, app.number, build('Aa00Bb11'))).status).toBe(200);
    // Killed while it unpacks: when so many of its files are there.
    for (const [at, id] of ['Cc22Dd33', 'Ee44Ff55'].entries()) {
      const process = await startApi(site.database.url);
      const upload = deployZip(process.url, key.key, app.number, large(id)).catch(() => undefined);
      await eventually(async () =>
        expect((await deployments(app.number))[0]).toMatchObject({ number: at + 2, state: 'checking' }),
      );
      await process.kill();
      await upload;
      const live = /<title>(\w+)/.exec((await visit('/crash/')).text)?.[1];
      expect(live).toBe('Aa00Bb11');
      expect((await visit(`/crash/assets/main-${live}.js`)).text).toContain(live);
      // Its lease would end by itself.
      await site.database.query(`UPDATE deployment SET leased_until = now() WHERE state = 'checking'`);
    }
    const next = await deployZip(site.api.url, key.key, app.number, build('Gg66Hh77'));
    expect([next.status, next.json()]).toEqual([200, expect.objectContaining({ deployment: 4, live: true })]);
    expect((await visit('/crash/')).text).toContain('Gg66Hh77');
    expect((await deployments(app.number)).map(({ state }) => state)).toEqual([
      'live',
      'failed',
      'failed',
      'ready',
    ]);
  });

  it('removes old deployments and what only they had, and nothing that is in use (Y-15)', async () => {
    const { app, key } = await application('Attic');
    const shared = `shared ${app.number}`;
    for (let at = 0; at < 13; at += 1) {
      const zip = build(`Tu${String(at).padStart(4, '0')}Vw`, { 'shared.txt': shared });
      expect((await deployZip(site.api.url, key.key, app.number, zip)).status).toBe(200);
    }
    expect((await editor.post(`/spa/${app.number}/deployments/2/activate`)).status).toBe(200);
    const blobs = async (): Promise<number> =>
      Number((await site.database.query('SELECT count(*)::int AS count FROM blob'))[0]?.['count']);
    const before = await blobs();
    await site.database.query(
      `UPDATE deployment SET created_at = now() - interval '40 days', live_until = live_until - interval '40 days' WHERE article_number = $1`,
      [app.number],
    );
    const worker = await startApi(site.database.url);
    try {
      // The first and the third are neither live nor among the newest ten; each had a page and a script of its own.
      await eventually(async () =>
        expect((await deployments(app.number)).map(({ number }) => number)).toEqual([
          13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2,
        ]),
      );
      await eventually(async () => expect(await blobs()).toBe(before - 4));
    } finally {
      await worker.stop();
    }
    expect((await visit('/attic/')).text).toContain('Tu0001Vw');
    expect((await visit('/attic/assets/main-Tu0001Vw.js')).status).toBe(200);
    expect((await visit('/attic/shared.txt')).text).toBe(shared);
  });
});
