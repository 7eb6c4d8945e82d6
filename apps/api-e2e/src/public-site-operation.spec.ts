import type { SystemReport } from '@sitedesk/contract/system';
import { freePort } from '@sitedesk/testing';
import { request } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { openApi, runSetupCommand } from './harness/backends.js';
import { createArticle, publishArticle } from './harness/articles.js';
import { startBusyDatabase } from './harness/busy-database.js';
import { createDatabase, createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { ADMINISTRATOR, EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { type Answer, call } from './harness/http.js';
import {
  API_SCRIPT,
  apiEnvironment,
  type ProcessEnv,
  type Running,
  startCommand,
} from './harness/processes.js';
import { BEHIND_LOCAL_PROXY, mailBy } from './harness/site.js';
import { Visitor } from './harness/visitor.js';

const ENV: ProcessEnv = {
  ...mailBy('none:'),
  SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
  SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
};

/** Requests, enough for V8 to compile whatever each of them runs. */
const MANY = 20_000;

describe('running the public site', () => {
  let database: E2eDatabase;
  let port: number;
  const running: Running[] = [];

  beforeEach(async () => {
    [database, port] = await Promise.all([createMigratedDatabase(), freePort()]);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((api) => api.stop()));
    await database.drop();
  });

  async function start(env: ProcessEnv = {}, url = database.url): Promise<Running> {
    const api = await openApi(url, { ...ENV, SITE_PORT: String(port), ...env });
    running.push(api);
    return api;
  }
  const refusal = (env: ProcessEnv): Promise<string> => start(env).then(() => '', String);
  const visit = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    call(`http://127.0.0.1:${port}${path}`, { headers });

  async function checkOf({ url }: Running): Promise<unknown> {
    const editor = new EditorBrowser(url, {});
    await editor.signIn(ADMINISTRATOR);
    const { checks } = (await editor.get('/system')).json() as SystemReport; // the contract's word
    const { status, code } = checks.find(({ check }) => check === 'public-site') ?? {};
    return [status, code];
  }

  it('takes messages with the visitor’s own address, whatever headers claim', async () => {
    await start();
    const forged = {
      'X-Forwarded-For': '192.0.2.1',
      'X-Origin-Hostname': 'victim.test',
      'X-Edge-Secret': 'x',
    };
    const visitor = new Visitor(`http://127.0.0.1:${port}`, { headers: forged });
    expect((await visitor.submit()).status).toBe(200);
    const attempts = await database.query('SELECT client_address FROM contact_attempt');
    expect(attempts).toEqual([{ client_address: '127.0.0.1' }]);
  });

  it('believes a trusted proxy in front of it', async () => {
    await start(BEHIND_LOCAL_PROXY);
    const visitor = new Visitor(`http://127.0.0.1:${port}`, { headers: { 'X-Forwarded-For': '192.0.2.7' } });
    expect((await visitor.submit()).status).toBe(200);
    const attempts = await database.query('SELECT client_address FROM contact_attempt');
    expect(attempts).toEqual([{ client_address: '192.0.2.7' }]);
  });

  it('knows the hosts of its sites and no other (P-38)', async () => {
    await runSetupCommand('tenant', ['add', 'First', 'first.test'], database.url, { TENANCY: 'multi' });
    await start({ TENANCY: 'multi' });
    const known = await visit('/', { Host: 'first.test' });
    expect([known.status, known.text.includes('First')]).toEqual([404, true]); // it has no pages yet
    for (const Host of ['other.test', 'first.test.evil.test', 'a b'])
      expect([Host, (await visit('/', { Host })).text.includes('First')]).toEqual([Host, false]);
  });

  it('shows no page under the hostname of the administration', async () => {
    await start({ IDENTITY__EDITORURL: 'https://editor.test', SITE__LANGUAGE: 'de' });
    expect((await visit('/', { Host: 'www.test' })).text).toContain('lang="de"');
    const { status, text } = await visit('/', { Host: 'EDITOR.test:443' });
    expect([status, text.includes('lang="de"')]).toEqual([404, false]);
  });

  it('refuses to start when the public URL has that hostname, and names everything else that is wrong', async () => {
    const said = await refusal({
      IDENTITY__EDITORURL: 'https://www.site.test',
      SITE__PUBLICURL: 'https://www.site.test',
      SITE__LANGUAGE: 'fr',
      SERVE: 'editor,sites',
    });
    expect(said).toContain('SITE__PUBLICURL must not have the hostname of the admin URL');
    expect(said).toContain('SITE__LANGUAGE must be one of en, de');
    expect(said).toContain('SERVE must be editor, site or editor,site, but is "editor,sites".');
    const same = String(await freePort());
    expect(await refusal({ PORT: same, SITE_PORT: same })).toContain(`SITE_PORT must differ from PORT`);
  });

  it('can be all that a process serves, beside its state and the form (P-36)', async () => {
    const site = await start({ SERVE: 'site', METRICS: 'on' });
    const statuses = async (base: string, paths: readonly string[]): Promise<readonly number[]> =>
      Promise.all(paths.map(async (path) => (await call(`${base}${path}`)).status));
    const own = ['/health/ready', '/metrics', '/_api/contact/site-contact.js'];
    expect(await statuses(site.url, own)).toEqual([200, 200, 200]);
    const others = [
      '/admin/',
      '/editor/session',
      '/openapi.json',
      '/%65ditor/session',
      '/health/../editor/session',
    ];
    expect(await statuses(site.url, others)).toEqual([404, 404, 404, 404, 404]);
    expect((await new Visitor(`http://127.0.0.1:${port}`).submit()).status).toBe(200);
  });

  it('can be left to other processes', async () => {
    const editor = await start({ SERVE: 'editor' });
    await expect(visit('/')).rejects.toThrow();
    expect(await checkOf(editor)).toEqual(['ok', 'public-site-off']);
  });

  it('reads as the backend’s user where that can’t create roles, and says so; later as its own (P-36)', async () => {
    // An empty one, so that all its tables are the owner's.
    await database.drop();
    database = await createDatabase();
    const owner = `owner_${port}`;
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`CREATE ROLE ${owner} LOGIN`);
    await database.query(`ALTER DATABASE ${name} OWNER TO ${owner}`);
    await database.query(`ALTER SCHEMA public OWNER TO ${owner}`);
    await database.query(`GRANT USAGE ON SCHEMA test_clock TO ${owner}`);
    await database.query(`GRANT SELECT ON ALL TABLES IN SCHEMA test_clock TO ${owner}`);
    const url = new URL(database.url);
    url.username = owner;
    url.password = '';
    const first = await start({}, url.href);
    expect(await checkOf(first)).toEqual(['warning', 'public-site-role']);
    expect((await visit('/')).status).toBe(404);
    expect(first.output()).toContain('site.role_missing');
    expect(first.output()).not.toMatch(/PASSWORD|CREATE ROLE/);
    await running.pop()?.stop();
    await database.query(`ALTER ROLE ${owner} CREATEROLE`);
    // The second start finds the role.
    for (let round = 0; round < 2; round += 1) {
      expect(await checkOf(await start({}, url.href))).toEqual(['ok', 'public-site-ok']);
      expect((await visit('/')).status).toBe(404);
      await running.pop()?.stop();
    }
    await database.query(`REASSIGN OWNED BY ${owner} TO CURRENT_USER`);
  });

  it('reads as its own user also after a start with a busy database', async () => {
    const busy = await startBusyDatabase(database.url);
    try {
      const api = await start({ DATABASE_WAIT_MS: '1000' }, busy.url);
      expect(busy.held()).toEqual(expect.arrayContaining(['sitedesk', 'sitedesk-changes', 'sitedesk-site']));
      expect(await checkOf(api)).toEqual(['ok', 'public-site-ok']);
      expect(api.output()).not.toContain('site.role_missing');
    } finally {
      await Promise.all(running.splice(0).map((api) => api.stop()));
      busy.close();
    }
  });

  it('says that it will be back while the database is away, and is', async () => {
    const { url } = await start();
    const editor = new EditorBrowser(url, {});
    await editor.signIn(ADMINISTRATOR);
    const { number } = await createArticle(editor, { title: 'A page', slug: 'page' });
    expect((await publishArticle(editor, number)).status).toBe(200);
    await database.away(async () => {
      const away = await visit('/page');
      expect([away.status, away.headers['retry-after'], away.headers['cache-control']]).toEqual([
        503,
        '5',
        'no-store',
      ]);
      expect(away.text).toContain('<h1>We’ll be right back</h1>');
    });
    await eventually(async () => expect((await visit('/page')).text).toContain('<h1>A page</h1>'));
  });

  it('logs, counts and names every request, and finishes those under way when it stops', async () => {
    const api = await start({ ACCESS_LOG: 'on', METRICS: 'on' });
    const named = await visit('/nothing?token=secret', { 'X-Request-Id': 'public-site-1' });
    expect(named.headers['x-request-id']).toBe('public-site-1');
    const line = await eventually(() => {
      const found = api
        .output()
        .split('\n')
        .filter((each) => each.includes('public-site-1'));
      expect(found).toHaveLength(1);
      return JSON.parse(found[0] ?? '') as Record<string, unknown>;
    });
    expect(line).toMatchObject({ event: 'request', method: 'GET', path: '/nothing', status: 404 });
    expect(line['tenantId']).toMatch(/^[0-9a-f-]{36}$/);
    const metrics = (await call(`${api.url}/metrics`)).text;
    expect(metrics).toContain('sitedesk_site_responses_total{status="404"} 1');
    // A message whose end is still to come when the process is told to stop.
    const token = await new Visitor(`http://127.0.0.1:${port}`).token();
    const body = JSON.stringify({
      name: 'Anna Kowalska',
      email: 'anna@example.com',
      message: 'Hello, are you open?',
    });
    const post = request(`http://127.0.0.1:${port}/_api/contact/submit`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        RequestVerificationToken: token,
        Expect: '100-continue',
      },
    });
    post.write(body.slice(0, 20));
    await once(post, 'continue'); // the request is under way
    const stopped = api.stop();
    post.end(body.slice(20));
    const [answer] = (await once(post, 'response')) as [{ statusCode: number; resume(): void }]; // its only argument
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(await stopped).toBe(0);
    running.pop();
  });

  it('is compiled once and for all, however much is asked', async () => {
    const api = await startCommand(
      [process.execPath, '--trace-opt', API_SCRIPT],
      apiEnvironment(database.url, { ...ENV, SITE_PORT: String(port) }),
    );
    running.push(api);
    const asked = 'GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n';
    const socket = connect(port, '127.0.0.1');
    socket.write(`${asked}\r\n`.repeat(MANY - 1) + `${asked}Connection: close\r\n\r\n`);
    expect((await text(socket)).split('HTTP/1.1 200 OK')).toHaveLength(MANY + 1);
    const compiled = api.output();
    expect(compiled).toMatch(/completed \w+ \S+ <JSFunction/);
    // V8 says this of a constructor whose name was defined, and tries again and again.
    const aborted = [...compiled.matchAll(/aborted \w+ \S+ <JSFunction (\S+) .* dependency change/g)];
    const times = new Map<string, number>();
    for (const [, name = ''] of aborted) times.set(name, (times.get(name) ?? 0) + 1);
    expect([...times].filter(([, count]) => count > 5)).toEqual([]);
  });
});
