import { EMAIL_SYSTEM_TEXTS } from '@sitedesk/contract/email';
import { STORAGE_SYSTEM_TEXTS } from '@sitedesk/contract/files';
import { SITE_STORAGE_SYSTEM_TEXTS } from '@sitedesk/contract/site-storage';
import { OUTBOX_SYSTEM_TEXTS } from '@sitedesk/contract/outbox';
import { PUBLIC_SITE_SYSTEM_TEXTS } from '@sitedesk/contract/public-site';
import { RETENTION_SYSTEM_TEXTS } from '@sitedesk/contract/retention';
import {
  SYSTEM_TEXTS,
  type SystemCheck,
  type SystemReport,
  type SystemText,
} from '@sitedesk/contract/system';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { call } from './harness/http.js';
import { writeTo } from './harness/mailing-list.js';
import { colleague, HOSTS, startTwoEditorSites, type TwoEditorSites } from './harness/people.js';
import { TEST_EDGE_SECRET, TEST_MASTER_KEYS } from './harness/processes.js';
import { mailBy, WITHOUT_LIMITS } from './harness/site.js';

const CHECKS = [
  'database',
  'migrations',
  'keys',
  'email',
  'outbox',
  'retention',
  'proxy',
  'public-site',
  'clock',
  'disk',
  'storage',
  'site-storage',
];
const TEXTS: Readonly<Record<string, SystemText>> = {
  ...SYSTEM_TEXTS,
  ...EMAIL_SYSTEM_TEXTS,
  ...OUTBOX_SYSTEM_TEXTS,
  ...RETENTION_SYSTEM_TEXTS,
  ...PUBLIC_SITE_SYSTEM_TEXTS,
  ...STORAGE_SYSTEM_TEXTS,
  ...SITE_STORAGE_SYSTEM_TEXTS,
};
const SECRET = 'smtp://mailer:a-password-of-ours@127.0.0.1:9';

const reportOf = async (editor: EditorBrowser): Promise<SystemReport> =>
  (await editor.get('/system')).json() as SystemReport;
const checkOf = async (editor: EditorBrowser, name: string): Promise<SystemCheck | undefined> =>
  (await reportOf(editor)).checks.find(({ check }) => check === name);
const factsOf = (check: SystemCheck | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(check?.facts.map(({ key, value }) => [key, value]) ?? []);

describe('the doctor’s report (UI-28)', () => {
  let site: EditorSite;
  let editor: EditorBrowser;

  beforeAll(async () => {
    site = await startEditorSite({ ...WITHOUT_LIMITS, ...mailBy(SECRET) });
    editor = await site.administrator();
  });
  afterAll(() => site.stop());

  it('looks at everything, and says of each what it is and what to do', async () => {
    const report = await reportOf(editor);
    expect(report.checks.map(({ check }) => check)).toEqual(CHECKS);
    for (const { status, code } of report.checks) {
      expect(TEXTS[code]?.finding).toBeTruthy();
      if (status !== 'ok') expect(TEXTS[code]?.fix).toBeTruthy();
    }
    expect(report).toMatchObject({ version: '0.1.0', runtime: process.version, status: 'warning' });
    // On a busy machine, the database may be slow when it's first asked.
    await eventually(async () => {
      const { checks } = await reportOf(editor);
      expect(checks.filter(({ status }) => status === 'ok').map(({ check }) => check)).toEqual(
        expect.arrayContaining(['database', 'migrations', 'keys', 'outbox', 'proxy', 'clock']),
      );
    });
    expect(factsOf(await checkOf(editor, 'database'))).toMatchObject({
      version: expect.any(String),
      sizeBytes: expect.any(Number),
    });
    expect(factsOf(await checkOf(editor, 'migrations'))).toMatchObject({ pending: 0 });
    expect(await checkOf(editor, 'email')).toMatchObject({ status: 'warning', code: 'email-untried' });
  });

  it('shows the environment without its secrets', async () => {
    const { text } = await editor.get('/system');
    for (const secret of [
      'a-password-of-ours',
      TEST_EDGE_SECRET,
      TEST_MASTER_KEYS,
      site.database.url,
      'paper moon',
    ])
      expect(text).not.toContain(secret);
    const named = new Map((await reportOf(editor)).environment.map((each) => [each.name, each]));
    expect(named.get('MASTER_KEYS')).toEqual({ name: 'MASTER_KEYS', isSet: true, value: null, secret: true });
    expect(named.get('EMAIL__CONNECTIONSTRING')).toMatchObject({ isSet: true, value: null, secret: true });
    expect(named.get('TENANCY')).toEqual({ name: 'TENANCY', isSet: false, value: null, secret: false });
    expect(named.get('NODE_ENV')).toMatchObject({ isSet: true, value: 'test' });
  });

  it('is for administrators', async () => {
    const { browser } = await colleague(site, editor, { roles: ['Editor'] });
    expect((await browser.get('/system')).json()).toMatchObject({
      status: 403,
      permission: 'settings.manage',
    });
  });

  it('says what the email provider said when it fails', async () => {
    await writeTo(site.api.url, 'anna@example.com');
    const check = await eventually(async () => {
      const found = await checkOf(editor, 'email');
      expect(found).toMatchObject({ status: 'failed', code: 'email-failing' });
      return found;
    });
    expect(factsOf(check)).toMatchObject({ lastDetail: expect.stringContaining('ECONNREFUSED') });
  });

  it.each([
    [
      'outbox',
      'outbox-late',
      `UPDATE job SET state = 'queued', created_at = now() - interval '1 hour', next_attempt_at = now() + interval '1 hour'`,
    ],
    ['outbox', 'outbox-stuck', `UPDATE job SET created_at = now() - interval '5 hours'`],
    ['keys', 'keys-old', `UPDATE tenant_key SET created_at = now() - interval '400 days'`],
    [
      'keys',
      'keys-retired-in-use',
      `UPDATE tenant_key SET created_at = now(), wrapped_key = regexp_replace(wrapped_key, '^enc:v1:[^:]+', 'enc:v1:gone')`,
    ],
    [
      'keys',
      'keys-unreadable',
      `INSERT INTO setting (id, tenant_id, "group", name, value, updated_at)
        SELECT gen_random_uuid(), id, 'CAPTCHA', 'Config', 'enc:v1:k0:nonsense', now() FROM tenant`,
    ],
    [
      'migrations',
      'migrations-unknown',
      `INSERT INTO migration (timestamp, name) VALUES (9, 'FromTheFuture9')`,
    ],
    ['migrations', 'migrations-pending', `DELETE FROM migration WHERE name LIKE 'CreateMailingList%'`],
  ])('%s: %s is noticed', async (name, code, statement) => {
    await site.database.query(statement);
    const check = await checkOf(editor, name);
    expect(check?.code).toBe(code);
    expect(check?.status).not.toBe('ok');
  });

  it('a check that cannot be made fails alone', async () => {
    await site.database.query('ALTER TABLE migration RENAME TO migration_away');
    try {
      const report = await reportOf(editor);
      expect(report.checks.find(({ check }) => check === 'migrations')).toMatchObject({
        status: 'failed',
        code: 'check-failed',
      });
      expect(report.checks.find(({ check }) => check === 'database')).toMatchObject({ status: 'ok' });
    } finally {
      await site.database.query('ALTER TABLE migration_away RENAME TO migration');
    }
  });
});

describe('background jobs', () => {
  let sites: TwoEditorSites;
  beforeAll(
    async () =>
      void (sites = await startTwoEditorSites({
        ...WITHOUT_LIMITS,
        ...mailBy('none:'),
        OUTBOX_WORKER: 'off',
        METRICS: 'on',
      })),
  );
  afterAll(() => sites.site.stop());

  it('are counted by kind and state, each site’s for itself and all of them in the metrics', async () => {
    const { database, api } = sites.site;
    const store = (
      host: string,
      kind: string,
      target: string,
      state: string,
      hours: number,
    ): Promise<unknown> =>
      database.query(
        `INSERT INTO job (id, tenant_id, kind, target, state, created_at, next_attempt_at, finished_at, leased_until, lease_owner)
         SELECT gen_random_uuid(), tenant_id, $2, $3, $4, now() - make_interval(hours => $5), now(),
                CASE WHEN $4 = 'dead' THEN now() END, CASE WHEN $4 = 'running' THEN now() + interval '1 hour' END,
                CASE WHEN $4 = 'running' THEN 1 END
         FROM tenant_hostname WHERE hostname = $1`,
        [host, kind, target, state, hours],
      );
    const { a: ours, b: theirs } = HOSTS;
    await database.query('DELETE FROM job');
    await store(ours, 'account-email', 'email', 'queued', 3);
    await store(ours, 'account-email', 'email', 'running', 1);
    await store(ours, 'account-email', 'email', 'dead', 9);
    await store(ours, 'mailing-list', 'mailing-list', 'queued', 1);
    await store(theirs, 'mailing-list', 'mailing-list', 'dead', 1);
    await database.query(
      `INSERT INTO job_hold (tenant_id, target, fingerprint, failures, kind, detail, since, last_attempt_at, held_until)
       SELECT tenant_id, 'mailing-list', '', 1, 'service', '503', now(), now(), now() + interval '1 hour'
       FROM tenant_hostname WHERE hostname = $1`,
      [ours],
    );

    const { jobs } = await reportOf(sites.a);
    const none = { queued: 0, held: 0, running: 0, dead: 0, oldestSeconds: 0 };
    expect(jobs?.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      {
        kind: 'account-email',
        ...none,
        queued: 1,
        running: 1,
        dead: 1,
        oldestSeconds: expect.closeTo(3 * 3600, -3),
      },
      { kind: 'article-email', ...none },
      { kind: 'cdn-purge', ...none },
      { kind: 'cdn-verify', ...none },
      { kind: 'contact-notification', ...none },
      { kind: 'mailing-list', ...none, held: 1, oldestSeconds: expect.closeTo(3600, -3) },
      { kind: 'site-archive', ...none },
      { kind: 'site-export', ...none },
      { kind: 'storage-move', ...none },
    ]);
    const { text } = await call(`${api.url}/metrics`, { headers: { Host: ours } });
    for (const line of [
      'sitedesk_jobs{kind="account-email",state="queued"} 1',
      'sitedesk_jobs{kind="account-email",state="running"} 1',
      'sitedesk_jobs{kind="mailing-list",state="held"} 1',
      'sitedesk_jobs{kind="mailing-list",state="dead"} 1',
      'sitedesk_jobs{kind="contact-notification",state="queued"} 0',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/sitedesk_jobs_oldest_seconds\{kind="account-email"\} 1\d{4}(\.\d+)?\n/);
  });
});

describe('the doctor’s report among several sites', () => {
  let sites: TwoEditorSites;
  beforeAll(async () => {
    sites = await startTwoEditorSites({
      ...WITHOUT_LIMITS,
      ...mailBy('none:'),
      DATA_DIR: '/tmp/sitedesk-not-there',
    });
  });
  afterAll(() => sites.site.stop());

  it('tells the administrator of one neither of the other nor of the operator’s machine (Z-03)', async () => {
    const { database } = sites.site;
    await database.query(
      `INSERT INTO job_hold (tenant_id, target, fingerprint, failures, kind, detail, since, last_attempt_at, held_until)
       SELECT tenant_id, 'email', 'x', 1, 'configuration', 'words for B alone', now(), now(), now() FROM tenant_hostname WHERE hostname = 'b.site.test'`,
    );
    const { text } = await sites.a.get('/system');
    for (const theirs of ['b.site.test', 'words for B alone', 'sitedesk-not-there'])
      expect(text).not.toContain(theirs);
    expect((await reportOf(sites.a)).environment.filter(({ value }) => value !== null)).toEqual([]);
    expect(await checkOf(sites.a, 'email')).toMatchObject({ code: 'email-none', status: 'warning' });
  });
});
