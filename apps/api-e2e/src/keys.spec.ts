import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EncryptionKey } from '@sitedesk/contract/encryption-key';
import { runCommand } from './faults/support/command.js';
import { ADMINISTRATOR, EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { setSetting } from './harness/tenants.js';
import { startApi, TEST_MASTER_KEYS } from './harness/processes.js';

const SECOND_KEY = `t2:${Buffer.alloc(32, 9).toString('base64')}`;

describe('GetEncryptionKey (specification 4.6, K-01)', () => {
  let site: EditorSite;

  beforeAll(async () => {
    site = await startEditorSite();
  });

  afterAll(() => site.stop());

  it('gives a signed-in person 256 random bits, always the same, never to be cached (K-01)', async () => {
    const browser = await site.administrator();
    const answers = await Promise.all([browser.post('/encryption-key'), browser.post('/encryption-key')]);
    const keys = answers.map((answer) => (answer.json() as EncryptionKey).key);
    expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual([
      [200, 'no-store'],
      [200, 'no-store'],
    ]);
    expect(Buffer.from(keys[0] ?? '', 'base64')).toHaveLength(32);
    expect(new Set(keys).size).toBe(1);
    const other = await site.administrator();
    expect(((await other.post('/encryption-key')).json() as EncryptionKey).key).toBe(keys[0]);
  });

  it('is stored encrypted, and answers neither GET nor anyone who is not signed in (K-01)', async () => {
    const browser = await site.administrator();
    const { key } = (await browser.post('/encryption-key')).json() as EncryptionKey;
    expect(JSON.stringify(await site.database.query('SELECT * FROM account_key'))).not.toContain(key);
    expect((await site.browser().post('/encryption-key')).status).toBe(401);
    expect((await browser.get('/encryption-key')).status).toBe(405);
  });
});

describe('personal data at rest (K-02, K-03, S-05)', () => {
  it('no table holds the address of a person in clear (K-03)', async () => {
    const site = await startEditorSite();
    try {
      await (await site.administrator()).get('/session');
      expect(await textsIn(site, ADMINISTRATOR.email.split('@')[0] ?? '')).toEqual([]);
    } finally {
      await site.stop();
    }
  });

  it('rotates every key while people sign in, and the old master key can go (S-05)', async () => {
    const site = await startEditorSite({ MASTER_KEYS: `${TEST_MASTER_KEYS},${SECOND_KEY}` });
    try {
      await setSetting(site.database, 'EMAIL', 'ConnectionString', 'smtp://user:hush@mail.test');
      const before = await site.database.query<{ email: string; email_key: string }>(
        'SELECT email, email_key FROM account',
      );
      const rotated = { MASTER_KEYS: `${SECOND_KEY},${TEST_MASTER_KEYS}` };
      const signIns: number[] = [];
      let rotating = true;
      const people = (async () => {
        while (rotating) signIns.push((await site.browser().signIn(ADMINISTRATOR)).status);
      })();
      const printed = await runCommand('keys', ['rotate'], site.database.url, rotated);
      rotating = false;
      await people;
      expect(printed).toContain('You can now remove these from MASTER_KEYS: t1');
      expect(signIns.length).toBeGreaterThan(0);
      expect(new Set(signIns)).toEqual(new Set([200]));
      const after = await site.database.query<{ email: string; email_key: string }>(
        'SELECT email, email_key FROM account',
      );
      expect(after[0]?.email).not.toBe(before[0]?.email);
      expect(after[0]?.email_key).not.toBe(before[0]?.email_key);
      const status = await runCommand('keys', ['status'], site.database.url, rotated);
      expect(status).not.toContain('master key t1');
      expect(status).not.toContain('retired');
      const next = await startApi(site.database.url, { MASTER_KEYS: SECOND_KEY });
      const settings = await runCommand('setting', ['list'], site.database.url, { MASTER_KEYS: SECOND_KEY });
      expect(settings).toMatch(/EMAIL\/ConnectionString\t\(set, not shown\)\tdatabase/);
      await next.stop();
      const outdated = startApi(site.database.url, { MASTER_KEYS: TEST_MASTER_KEYS });
      await expect(outdated).rejects.toThrow('The master key "t2" is missing');
    } finally {
      await site.stop();
    }
  });

  it('an installation with its own PostgreSQL makes a new master key and goes on serving (S-05)', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitedesk-keys-'));
    await chmod(dataDir, 0o755); // PostgreSQL runs as a user of its own when the tests run as root
    const embedded = {
      DATABASE_URL: '',
      MASTER_KEYS: '',
      DATA_DIR: dataDir,
      RATELIMIT__SIGNIN: '1000/60',
      SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
      SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
    };
    let api = await startApi('', embedded);
    try {
      const signIn = async (): Promise<number> =>
        (await new EditorBrowser(api.url).signIn(ADMINISTRATOR)).status;
      expect(await signIn()).toBe(200);
      const before = await readFile(join(dataDir, 'master.keys'), 'utf8');
      await runCommand('keys', ['rotate'], '', embedded);
      const [current, old] = (await readFile(join(dataDir, 'master.keys'), 'utf8')).trim().split(',');
      expect(old).toBe(before.trim());
      expect(current).not.toBe(old);
      expect(await signIn()).toBe(200);
      await api.stop();
      await writeFile(join(dataDir, 'master.keys'), current ?? '');
      api = await startApi('', embedded);
      expect(await signIn()).toBe(200);
    } finally {
      await api.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

/** Where a text stands in the database, in any column of any table. */
async function textsIn(site: EditorSite, text: string): Promise<readonly string[]> {
  const columns = await site.database.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'ARRAY')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const rows = await site.database.query(`SELECT 1 FROM "${table}" WHERE "${column}"::text ILIKE $1`, [
      `%${text}%`,
    ]);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
