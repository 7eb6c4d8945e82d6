import { CONTACT_API_PATH, HEADERS } from '@sitedesk/contract/headers';
import { freePort, overTcp } from '@sitedesk/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runCommand } from './faults/support/command.js';
import { openApi, runSetupCommand, type StartApi } from './harness/backends.js';
import { ACCEPTED } from './harness/contact-results.js';
import { createDatabase, createMigratedDatabase, type E2eDatabase } from './harness/database.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import { call } from './harness/http.js';
import {
  apiEnvironment,
  type ProcessEnv,
  type Running,
  startApi,
  startProcess,
  TEST_MASTER_KEYS,
} from './harness/processes.js';
import { startTransactionPooler } from './harness/transaction-pooler.js';
import { BEHIND_LOCAL_PROXY, mailBy, visitorFrom, WITHOUT_LIMITS } from './harness/site.js';
import { freshAddress, MESSAGE } from './harness/visitor.js';

const ENV: ProcessEnv = { ...WITHOUT_LIMITS, ...BEHIND_LOCAL_PROXY, ...mailBy('none:') };
const OTHER_KEY = Buffer.alloc(32, 9).toString('base64');

let database: E2eDatabase;
const running: Running[] = [];
beforeEach(async () => void (database = await createMigratedDatabase()));
afterEach(async () => {
  await Promise.all(running.splice(0).map((api) => api.stop()));
  await database.drop();
});

/** Instead of one that is migrated already. */
async function takeEmptyDatabase(): Promise<void> {
  await database.drop();
  database = await createDatabase();
}

/** What starts a backend on the test's database, by this way of starting one. */
const starting =
  <Api extends Running>(open: StartApi<Api>) =>
  async (env: ProcessEnv = {}): Promise<Api> => {
    const api = await open(database.url, { ...ENV, ...env });
    running.push(api);
    return api;
  };
const start = starting(openApi);
/** As a process, for tests of how it ends, or of several. */
const startAlone = starting(startApi);

/** What a backend says when it refuses to start. */
async function refusal(
  env: ProcessEnv,
  begin: (env: ProcessEnv) => Promise<Running> = start,
): Promise<string> {
  const started = begin(env).then(() => '');
  return started.catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function configFile(settings: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'sitedesk-startup-'));
  folders.push(folder);
  const path = join(folder, 'sitedesk.config.json');
  writeFileSync(path, JSON.stringify(settings));
  return path;
}

describe('values that cannot be used (design 4)', () => {
  it('are all named at once, and nothing is started', async () => {
    const said = await refusal(
      {
        NODE_ENV: 'prod',
        PORT: '99999',
        TENANCY: 'many',
        TRUSTED_PROXIES: '10.0.0.0/99',
        OUTBOUND_ALLOW: 'bar',
        EDGE_SECRET: 'short',
        LOG_LEVEL: 'loud',
        METRICS: 'perhaps',
        RATELIMIT__CONTACTFORM: '3 per 5 minutes',
        RATELIMIT__DEPLOYMENT: '0/1',
        DATABASE_POOL_SIZE: '1',
        OUTBOX_RETRY_SECONDS: '0',
        EMAIL__SENDEREMAIL_FILE: '/nonexistent/sender',
        MASTER_KEYS: '',
      },
      startAlone,
    );
    const names = ['NODE_ENV', 'PORT', 'TENANCY', 'TRUSTED_PROXIES', 'EDGE_SECRET', 'LOG_LEVEL', 'METRICS'];
    const more = [
      'OUTBOUND_ALLOW',
      'RATELIMIT__CONTACTFORM',
      'RATELIMIT__DEPLOYMENT',
      'DATABASE_POOL_SIZE',
      'OUTBOX_RETRY_SECONDS',
      'MASTER_KEYS',
    ];
    const lines = said.split('\n').filter((line) => line.startsWith('  - '));
    for (const name of names.concat(more))
      expect(lines.filter((line) => line.includes(name))).not.toEqual([]);
    expect(said).toMatch(/ended with 1 before it was ready/);
    expect(said).not.toMatch(/\n\s+at /);
  });

  it.each(['99999', '-1', 'http', '3000.5'])('PORT=%s is named with what it may be', async (port) => {
    expect(await refusal({ PORT: port })).toContain(
      `PORT must be a whole number from 0 to 65535, but is "${port}".`,
    );
  });

  it('among them settings from the environment and the file, in the words of the settings page', async () => {
    const file = configFile({
      EMAIL: { SenderMail: 'website@site.test', SenderEmail: 'canary' },
      ContactApi: { TokenHours: 99, AdminEmail: 'shadowed' },
      CAPTCHA: { Config: { RequireCaptcha: true, Provider: 'captcha_widget', SecretKey: 'canary' } },
    });
    const said = await refusal(
      {
        PORT: '99999',
        CONFIG_FILE: file,
        EMAIL__SENDEREMAIL: '',
        EMAIL__CONNECTIONSTRING: 'canary',
        CONTACTAPI__ADMINEMAIL: 'nonsense',
        CONTACTAPI__MAXMESSAGELENGTH: '3',
        CONTACTAPI__ALERTSENABLED: 'perhaps',
        CONTACTAPI__CAPTCHAPROVIDER: 'none',
        IDENTITY__EDITORURL: 'http://site.test',
      },
      startAlone,
    );
    const lines = said.split('\n').filter((line) => line.startsWith('  - '));
    expect(lines).toEqual(
      [
        'PORT must be',
        `${file}: the setting EMAIL/SenderMail doesn’t exist. Did you mean EMAIL/SenderEmail?`,
        'CONTACTAPI__ALERTSENABLED must be true or false.',
        `${file}: CAPTCHA/Config SiteKey is required.`,
        'EMAIL__CONNECTIONSTRING is not usable: ',
        'IDENTITY__EDITORURL must be an address such as https://editor.example.com',
        `${file}: EMAIL/SenderEmail must be an email address.`,
        `${file}: ContactApi/TokenHours must be at most 24.`,
        'CONTACTAPI__ADMINEMAIL must be an email address.',
        'CONTACTAPI__MAXMESSAGELENGTH must be at least ',
      ].map((start) => expect.stringContaining(`  - ${start}`)),
    );
    expect(said).not.toMatch(/canary|\n\s+at /);
  });

  it('a setting that the database completes is none of them', async () => {
    await runSetupCommand('setting', ['set', 'ContactApi', 'CaptchaSiteKey', 'a'], database.url);
    await runSetupCommand('setting', ['set', 'ContactApi', 'CaptchaSecretKey', 'b'], database.url);
    const api = await start({
      CONTACTAPI__REQUIRECAPTCHA: 'true',
      CONTACTAPI__CAPTCHAPROVIDER: 'captcha_widget',
    });
    expect((await visitorFrom(api.url, freshAddress()).script()).status).toBe(200);
  });

  it.each([
    ['no colon', 'abc'],
    ['a short key', `k1:${Buffer.alloc(16).toString('base64')}`],
    ['the same id twice', `${TEST_MASTER_KEYS},${TEST_MASTER_KEYS}`],
  ])('MASTER_KEYS with %s (S-03)', async (_case, keys) => {
    const said = await refusal({ MASTER_KEYS: keys });
    expect(said).toContain('MASTER_KEYS');
    expect(said).not.toContain(Buffer.alloc(32, 7).toString('base64'));
  });

  it('without MASTER_KEYS beside a database of its own it does not start (S-03)', async () => {
    expect(await refusal({ MASTER_KEYS: '' })).toContain('MASTER_KEYS must be set when DATABASE_URL is set');
  });

  it("nor with a master key that is not the database's, under the same name or another (S-03)", async () => {
    const first = await start();
    await runSetupCommand(
      'setting',
      ['set', 'EMAIL', 'ConnectionString', 'smtp://a:b@127.0.0.1:1'],
      database.url,
    );
    await first.stop();
    for (const keys of [`t1:${OTHER_KEY}`, `t2:${OTHER_KEY}`]) {
      const said = await refusal({ MASTER_KEYS: keys }, startAlone);
      expect({ keys, said }).toEqual({
        keys,
        said: expect.stringMatching(/ended with 1 before it was ready/),
      });
      expect(said).toMatch(/key/i);
      expect(said).not.toContain(OTHER_KEY);
    }
    // With the right one all is well again.
    expectAnswer(await visitorFrom((await start()).url, freshAddress()).submit(), 200, ACCEPTED);
  });

  it('without the master key of the embedded database, which gets no other one instead (S-03)', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sitedesk-startup-'));
    folders.push(dataDir);
    chmodSync(dataDir, 0o711); // PostgreSQL has an account of its own where the tests run as root
    const embedded = { DATABASE_URL: '', MASTER_KEYS: '', DATA_DIR: dataDir };
    const path = join(dataDir, 'master.keys');
    await (await startAlone(embedded)).stop();
    const key = readFileSync(path);
    rmSync(path);
    const said = await refusal(embedded, startAlone);
    expect(said).toContain(path);
    expect(said).not.toContain('MASTER_KEYS');
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, key);
    await startAlone(embedded);
  });

  it('TENANCY that was forgotten, over a database with several sites', async () => {
    const multi = { TENANCY: 'multi' };
    await runSetupCommand('tenant', ['add', 'First', 'first.test'], database.url, multi);
    await (await start()).stop(); // one site is one site, whatever its name
    await runSetupCommand('tenant', ['add', 'Second', 'second.test'], database.url, multi);
    expect(await refusal({})).toContain('TENANCY must be multi: this database has 2 sites.');
    await start(multi);
  });

  it('a database that cannot be reached is named in one sentence', async () => {
    const said = await startProcess('apps/api/dist/bundle/main.js', {
      DATABASE_URL: 'postgres://nobody:canary@127.0.0.1:1/none',
      MASTER_KEYS: TEST_MASTER_KEYS,
      DATABASE_WAIT: '0',
      PORT: '0',
      CONFIG_FILE: '/nonexistent/sitedesk.config.json',
    }).then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(said).toMatch(/reach the database at DATABASE_URL \(ECONNREFUSED\)/);
    expect(said).not.toMatch(/canary|\n\s+at /);
  });
});

describe('a database that is not up yet', () => {
  const at = (port: number): string => {
    const url = overTcp(database.url);
    url.port = String(port);
    return url.href;
  };

  const begin = (env: ProcessEnv): ChildProcess =>
    spawn(process.execPath, [join(__dirname, '../../api/dist/bundle/main.js')], {
      env,
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });

  it('is waited for, and the log names it', async () => {
    const port = await freePort();
    const child = begin(apiEnvironment(at(port), { ...ENV, DATABASE_WAIT: '600' }));
    const { port: real, hostname } = new URL(database.url);
    const sockets = new Set<Socket>();
    const relay = createServer((near) => {
      const far = connect(Number(real), hostname);
      for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
      near.pipe(far).pipe(near);
    });
    try {
      const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
      expect(JSON.parse(line.toString())).toMatchObject({
        level: 'warn',
        event: 'database.waiting',
        database: `${hostname}:${port}`,
        cause: expect.stringContaining('ECONNREFUSED'),
        msg: expect.stringMatching(/^Waiting up to \d+ more seconds for the database at /),
      });
      relay.listen(port, '127.0.0.1');
      expect((await once(child, 'message'))[0]).toMatchObject({ type: 'ready' });
    } finally {
      child.kill('SIGKILL');
      relay.close();
      for (const socket of sockets) socket.destroy();
    }
  });

  it.each([
    ['a port', '127.0.0.1', 'ECONNREFUSED'],
    ['a Unix socket', tmpdir(), 'ENOENT'],
  ])('at %s is waited for no longer than DATABASE_WAIT', async (_, host, code) => {
    const url = new URL(at(await freePort()));
    url.searchParams.set('host', host);
    const said = await startApi(url.href, { ...ENV, DATABASE_WAIT: '1' }).then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(said).toContain('database.waiting');
    expect(said).toContain(`reach the database at DATABASE_URL (${code})`);
  });

  it('does not keep a process that is told to stop', async () => {
    const child = begin(apiEnvironment(at(await freePort()), { ...ENV, DATABASE_WAIT: '600' }));
    await once(child.stdout ?? child, 'data');
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(1);
  });

  it('one that says no is not waited for', async () => {
    const name = `stranger_${randomBytes(6).toString('hex')}`;
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    const said = await startApi(url.href, ENV).then(
      () => '',
      (error: unknown) => String(error),
    );
    expect(said).toContain(`The database refused the connection: database "${name}" does not exist.`);
    expect(said).not.toContain('database.waiting');
  });
});

describe('a database that cannot be used', () => {
  /** What a start with it says, a line per problem. */
  const problemsOf = async (url: string): Promise<readonly string[]> => {
    const said = await startApi(url, ENV).then(
      async (api) => `It started, and ended with ${await api.stop()}.`,
      (error: unknown) => String(error),
    );
    expect(said).not.toMatch(/\n\s+at /);
    return said.split('\n').filter((line) => line.startsWith('  - '));
  };

  it('a pooler in transaction mode is refused before it loses a message', async () => {
    await takeEmptyDatabase();
    const pooler = await startTransactionPooler(database.url);
    try {
      expect(await problemsOf(pooler.url)).toEqual([
        expect.stringMatching(/DATABASE_URL .* transaction mode.* session mode/),
      ]);
      expect(await database.query(`SELECT to_regclass('migration') AS found`)).toEqual([{ found: null }]);
    } finally {
      pooler.close();
    }
  });

  it('another encoding and an old version are named together', async () => {
    const name = `latin_${randomBytes(6).toString('hex')}`;
    await database.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const latin = new URL(database.url);
    latin.pathname = `/${name}`;
    const client = new pg.Client({ connectionString: latin.href });
    await client.connect();
    try {
      // What the product asks is found before PostgreSQL's own answer.
      await client.query(`
        CREATE FUNCTION public.current_setting(asked text) RETURNS text LANGUAGE sql AS
          $$SELECT CASE asked WHEN 'server_version_num' THEN '130014' ELSE pg_catalog.current_setting(asked) END$$;
        ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
      expect(await problemsOf(latin.href)).toEqual([
        expect.stringContaining('PostgreSQL 13. Use 15 or newer.'),
        expect.stringContaining('LATIN1'),
      ]);
    } finally {
      await client.end();
      await database.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
});

describe('names that nothing reads', () => {
  const UNKNOWN = {
    CONTACTAPI__ADMINMAIL: 'CONTACTAPI__ADMINEMAIL',
    ContactApi__TokenHours: 'CONTACTAPI__TOKENHOURS',
    CONTACT_API__DELIVERYMODE: 'CONTACTAPI__DELIVERYMODE',
    EMAIL__CONNECTIONSTRNG_FILE: 'EMAIL__CONNECTIONSTRING_FILE',
    IDENTITY__COLOUR: undefined,
    RATELIMIT__CONTACT: 'RATELIMIT__CONTACTFORM',
    TRUSTED_PROXY: 'TRUSTED_PROXIES',
    MASTER_KEY: 'MASTER_KEYS',
  };
  const given = Object.fromEntries(
    Object.keys(UNKNOWN).map((name) => [name, name.endsWith('_FILE') ? __filename : 'canary']),
  );

  it('are in the log if they look like ours, with the name that was probably meant', async () => {
    const api = await start({
      ...given,
      EMAIL__SenderName: 'Read whatever its case',
      EMAIL__SENDERNAMES: '',
      METRICS_TOKEN_FILE: __filename,
      // Of other programs.
      HOSTNAME: 'web-1',
      HOSTS: 'a',
      PORTS: '1',
      METRICS_PORT: '9090',
      DATABASE_SSL: 'on',
      npm_config_loglevel: 'warn',
      MAIL__FROM: 'a',
    });
    await eventually(() => expect(api.output()).toContain('server.started'));
    const warned = api
      .output()
      .split('\n')
      .filter((line) => line.includes('environment.unknown'))
      .map((line) => JSON.parse(line) as { variable: string; msg: string });
    expect(Object.fromEntries(warned.map(({ variable, msg }) => [variable, msg]))).toEqual(
      Object.fromEntries(
        Object.entries(UNKNOWN).map(([name, meant]) => [
          name,
          meant ? `${name} is unknown. Did you mean ${meant}?` : `${name} is unknown.`,
        ]),
      ),
    );
    expect(api.output()).not.toMatch(/canary|import /);
  });

  it('are nothing that commands talk about', async () => {
    const listed = await runCommand('tenant', ['list'], database.url, given);
    expect(listed).toContain('Main site');
    expect(listed).not.toContain('unknown');
  });
});

describe('commands', () => {
  it('run with the environment of a backend that serves metrics', async () => {
    const listed = await runCommand('tenant', ['list'], database.url, { METRICS: 'on' });
    expect(listed).toContain('Main site');
  });
});

describe('several instances', () => {
  it('two that start at once on an empty database both serve, one tenant between them', async () => {
    await takeEmptyDatabase();
    const [one, two] = await Promise.all([startAlone(), startAlone()]);
    const token = await visitorFrom(one.url, freshAddress()).token();
    const answer = await visitorFrom(two.url, freshAddress()).submit(MESSAGE, {
      [HEADERS.antiforgery]: token,
    });
    expectAnswer(answer, 200, ACCEPTED);
    expect(await database.query('SELECT id FROM tenant')).toHaveLength(1);
  });

  it('a changed setting reaches every instance', async () => {
    const instances = await Promise.all([start(), start()]);
    await runCommand('setting', ['set', 'ContactApi', 'MaxMessageLength', '1234'], database.url);
    await eventually(async () => {
      for (const { url } of instances)
        expect((await visitorFrom(url, freshAddress()).script()).text).toContain('1234');
    });
  });

  it('the environment comes before the database (S-04)', async () => {
    const api = await start({ CONTACTAPI__MAXMESSAGELENGTH: '777' });
    await runSetupCommand('setting', ['set', 'ContactApi', 'MaxMessageLength', '1234'], database.url);
    expect((await visitorFrom(api.url, freshAddress()).script()).text).toMatch(/maxMessageLength\W+777\b/);
  });
});

describe('SIGTERM', () => {
  it('lets the request under way finish, takes no more, and ends with 0', async () => {
    const api = await startAlone();
    const visitor = visitorFrom(api.url, freshAddress());
    const body = JSON.stringify(MESSAGE);
    const head = [
      `POST ${CONTACT_API_PATH}/submit HTTP/1.1`,
      'Host: site.test',
      'Content-Type: application/json',
      `${HEADERS.antiforgery}: ${await visitor.token()}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const socket = connect(api.port, '127.0.0.1');
    const answered = received(socket);
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`);
    // The script answers after it, so the server has the request in its hands.
    await visitor.script();
    const stopped = api.stop();
    await eventually(async () => {
      const refused = await call(`${api.url}/health/live`).then(
        () => false,
        () => true,
      );
      expect(refused).toBe(true);
    });
    socket.write(body.slice(20));
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
    expect(await stopped).toBe(0);
    expect(await database.query('SELECT status FROM contact_submission')).toHaveLength(1);
  });

  it('is announced: not ready, but still serving, on connections that close', async () => {
    const api = await startAlone({ STOP_NOTICE_MS: '60000' });
    const agent = new Agent({ keepAlive: true });
    const paths = [`${CONTACT_API_PATH}/site-contact.js`, '/editor/setup'];
    const connections = async (): Promise<readonly unknown[]> => {
      const answers = await Promise.all(paths.map((path) => call(`${api.url}${path}`, { agent })));
      return answers.map(({ status, headers }) => [status, headers.connection]);
    };
    expect(await connections()).toEqual(paths.map(() => [200, 'keep-alive']));
    process.kill(api.pid, 'SIGTERM');
    await eventually(async () => expect((await call(`${api.url}/health/ready`)).status).toBe(503));
    expect(await connections()).toEqual(paths.map(() => [200, 'close']));
    await api.kill(); // within its minute
  });

  it('takes a message that was still being counted', async () => {
    const api = await startAlone();
    const visitor = visitorFrom(api.url, freshAddress());
    const token = await visitor.token();
    const counting = new pg.Client({ connectionString: database.url });
    await counting.connect();
    try {
      await counting.query('BEGIN; LOCK TABLE rate_limit_counter IN ACCESS EXCLUSIVE MODE');
      const answered = visitor.post('submit', JSON.stringify(MESSAGE), {
        'Content-Type': 'application/json',
        [HEADERS.antiforgery]: token,
      });
      await eventually(async () =>
        expect(await database.query('SELECT FROM pg_locks WHERE NOT granted')).toHaveLength(1),
      );
      const stopped = api.stop();
      await eventually(() => expect(api.output()).toContain('server.stopping'));
      await counting.query('COMMIT');
      expect((await answered).status).toBe(200);
      expect(await stopped).toBe(0);
    } finally {
      await counting.end();
    }
  });

  it('keeps the records of refusals that were made just before', async () => {
    const api = await startAlone();
    const address = freshAddress();
    await visitorFrom(api.url, address).submit(MESSAGE, { [HEADERS.antiforgery]: 'bad' });
    expect(await api.stop()).toBe(0);
    const rows = await database.query('SELECT status FROM contact_attempt WHERE client_address = $1', [
      address,
    ]);
    expect(rows).toEqual([{ status: 'refused' }]);
  });
});

/** Everything until the server closes the connection. */
async function received(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve, reject) => socket.once('close', resolve).once('error', reject));
  return Buffer.concat(chunks).toString();
}
