import type { SessionInfo } from '@sitedesk/contract/identity';
import type { SetupProgress } from '@sitedesk/contract/setup';
import type { SiteView } from '@sitedesk/contract/site';
import { openApi } from './harness/backends.js';
import { createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { ADMINISTRATOR, EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { freshWindow } from './harness/fresh-window.js';
import { colleague, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import type { Running } from './harness/processes.js';
import { BEHIND_LOCAL_PROXY } from './harness/site.js';

describe('the site itself (UI-01)', () => {
  let site: EditorSite;
  let administrator: EditorBrowser;
  beforeAll(async () => {
    site = await startEditorSite();
    administrator = await site.administrator();
  });
  afterAll(() => site.stop());

  const view = async (): Promise<SiteView> => (await administrator.get('/site')).json() as SiteView;

  it('has a name and no host at first', async () => {
    expect(await view()).toEqual({
      name: 'Main site',
      hostnames: [],
      hostnamesLocked: null,
      hostnamesLockedCode: null,
    });
  });

  it('takes a name and a host as people copy it, and the snippet and the sessions know both at once', async () => {
    const answer = await administrator.patch('/site', {
      name: ' Bakery ',
      hostnames: ['https://WWW.Bakery.test/', 'www.bakery.test'],
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      name: 'Bakery',
      hostnames: ['www.bakery.test'],
      hostnamesLocked: null,
      hostnamesLockedCode: null,
    });
    expect((await administrator.get('/contact-form')).json()).toMatchObject({
      scriptUrl: 'https://www.bakery.test/_api/contact/site-contact.js',
    });
    expect((await administrator.get('/session')).json()).toMatchObject({ tenant: { name: 'Bakery' } });
  });

  it('keeps what is left out, and says in the audit log what changed', async () => {
    await administrator.patch('/site', { name: 'Bakery and café' });
    expect(await view()).toMatchObject({ name: 'Bakery and café', hostnames: ['www.bakery.test'] });
    const { text } = await administrator.get('/audit?action=site.change');
    expect(text).toContain('Bakery and café');
  });

  it.each([
    [{ hostnames: ['not a host'] }, 'hostnames'],
    [{ hostnames: [''] }, 'hostnames'],
    [{ name: '' }, 'name'],
  ])('refuses %j at its field, and keeps what was', async (body, field) => {
    const answer = await administrator.patch('/site', body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ field }] });
    expect(await view()).toMatchObject({ name: 'Bakery and café', hostnames: ['www.bakery.test'] });
  });

  it('is closed to an editor', async () => {
    const { credentials } = await colleague(site, administrator, { roles: ['Editor'] });
    const editor = site.browser();
    await editor.signIn(credentials);
    for (const path of ['/site', '/setup/steps']) expect((await editor.get(path)).status).toBe(403);
    expect((await editor.patch('/site', { name: 'Mine' })).status).toBe(403);
    expect((await editor.get('/session')).json()).toMatchObject({ setupPending: false });
  });
});

describe('two sites of one installation', () => {
  let sites: TwoEditorSites;
  beforeAll(async () => void (sites = await startTwoEditorSites()));
  afterAll(() => sites.site.stop());

  it('each has its own name; hosts are the operator’s, so that none can take the other’s (Z-03, DD-08)', async () => {
    const before = (await sites.b.get('/site')).json() as SiteView;
    expect(before.hostnamesLocked).toContain('npm run tenant');
    expect((await sites.a.patch('/site', { name: 'Only A' })).status).toBe(200);
    const refused = await sites.a.patch('/site', { hostnames: [...before.hostnames] });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ errors: [{ field: 'hostnames' }] });
    expect((await sites.b.get('/site')).json()).toEqual(before);
    await sites.a.post('/setup/steps', { steps: ['site'], outcome: 'done' });
    expect((await sites.b.get('/setup/steps')).json()).toMatchObject({ steps: { site: null } });
  });
});

describe('set-up of the site by the first administrator (UI-01, UX-15)', () => {
  let database: E2eDatabase;
  let api: Running;
  let browser: EditorBrowser;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    api = await openApi(database.url, { ...BEHIND_LOCAL_PROXY, RATELIMIT__SIGNIN: '8/60' });
    browser = new EditorBrowser(api.url);
  });
  afterAll(async () => {
    await api.stop();
    await database.drop();
  });
  const session = async (): Promise<SessionInfo> => (await browser.get('/session')).json() as SessionInfo;
  const steps = async (): Promise<SetupProgress> =>
    (await browser.get('/setup/steps')).json() as SetupProgress;

  it('says whether a code is right before the rest is typed, and does nothing more', async () => {
    const code = await eventually(async () => codeIn(api.output()));
    const wrong = await browser.post('/setup/code', { code: 'WRONG-WRONG-WRONG-WRONG' });
    expect(wrong.status).toBe(400);
    expect(wrong.json()).toMatchObject({ errors: [{ field: 'code' }] });
    expect((await browser.post('/setup/code', { code: code.toLowerCase() })).status).toBe(204);
    expect((await browser.get('/setup')).json()).toEqual({ open: true });
    expect((await browser.post('/setup', { code, ...ADMINISTRATOR })).status).toBe(204);
    expect((await browser.post('/setup/code', { code })).status).toBe(410);
  });

  it('asks on until every step is done or skipped, and never again', async () => {
    await browser.signIn(ADMINISTRATOR);
    expect((await session()).setupPending).toBe(true);
    expect(await steps()).toEqual({
      steps: { site: null, email: null, form: null, security: null },
      pending: true,
    });
    await browser.post('/setup/steps', { steps: ['site'], outcome: 'done' });
    const rest = await browser.post('/setup/steps', {
      steps: ['email', 'form', 'security'],
      outcome: 'skipped',
    });
    expect(rest.json()).toEqual({
      steps: { site: 'done', email: 'skipped', form: 'skipped', security: 'skipped' },
      pending: false,
    });
    expect((await session()).setupPending).toBe(false);
    expect((await browser.post('/setup/steps', { steps: ['unknown'], outcome: 'done' })).status).toBe(400);
  });

  it('slows down guessing the code, and says how long to wait', async () => {
    await freshWindow(database, 60);
    const answers = [];
    for (let tries = 0; tries < 12; tries += 1)
      answers.push(await browser.post('/setup/code', { code: 'X' }));
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

function codeIn(output: string): string {
  const code = /"setupCode":"([A-Z0-9-]+)"/.exec(output)?.[1];
  if (code === undefined) throw new Error('The code is not printed yet.');
  return code;
}
