import type { SubmissionsTile } from '@sitedesk/contract/contact-dashboard';
import type { ContactTotal } from '@sitedesk/contract/inbox';
import { chmod, copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './faults/support/command.js';
import { createDatabase, type E2eDatabase } from './harness/database.js';
import { ADMINISTRATOR, EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { storeContacts, tenantIdOf } from './harness/inbox.js';
import { startApi, type ProcessEnv } from './harness/processes.js';
import { WITHOUT_LIMITS } from './harness/site.js';
import { setSetting } from './harness/tenants.js';
import { MESSAGE, Visitor } from './harness/visitor.js';

const SECRET = 'smtp://user:hush@mail.test';
const RECIPIENT: ProcessEnv = {
  EMAIL__SENDEREMAIL: 'form@site.test',
  CONTACTAPI__ADMINEMAIL: 'owner@site.test',
};
const ODD = 'Two\nlines, a\ttab, a \\N backslash, “quotes” and 🙂';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'sitedesk-backup-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('npm run backup, npm run restore (BK-01)', () => {
  let site: EditorSite;
  let backup: string;
  const empty: E2eDatabase[] = [];

  beforeAll(async () => {
    site = await startEditorSite({ ...RECIPIENT, OUTBOX_WORKER: 'off' });
    backup = join(folder, 'external');
    await setSetting(site.database, 'EMAIL', 'ConnectionString', SECRET);
    await storeContacts(site.database, await tenantIdOf(site.database), [{ message: ODD }, { name: ODD }]);
    expect((await new Visitor(site.api.url).submit()).status).toBe(200);
    await (await site.administrator()).get('/session');
    await site.api.stop(); // so that nothing changes beside the comparison
    const printed = await runCommand('backup', [backup], site.database.url);
    expect(printed).toMatch(/^Backed up \d+ tables with \d+ rows to /);
    expect(printed).toContain('MASTER_KEYS');
  });

  afterAll(() => Promise.all([site.database.drop(), ...empty.map((database) => database.drop())]));

  const newDatabase = async (): Promise<E2eDatabase> => {
    const database = await createDatabase();
    empty.push(database);
    return database;
  };

  it('brings back every row of every table, and the product goes on with them (BK-01)', async () => {
    const database = await newDatabase();
    expect(await runCommand('restore', [backup], database.url)).toMatch(/^Restored \d+ tables with \d+ rows/);
    expect(await contentsOf(database)).toEqual(await contentsOf(site.database));
    expect(await runCommand('setting', ['list'], database.url)).toMatch(
      /EMAIL\/ConnectionString\t\(set, not shown\)\tdatabase/,
    );
    const api = await startApi(database.url, RECIPIENT);
    try {
      const browser = new EditorBrowser(api.url);
      expect((await browser.signIn(ADMINISTRATOR)).status).toBe(200);
      const { text } = await browser.get('/contacts');
      expect(text).toContain(JSON.stringify(ODD).slice(1, -1));
      expect((await new Visitor(api.url).submit()).status).toBe(200);
      await runCommand('audit', ['verify'], database.url); // ends with an error when the chain is broken
    } finally {
      await api.stop();
    }
  });

  it('overwrites nothing, neither a database nor a backup (BK-02)', async () => {
    const before = await contentsOf(site.database);
    await expect(runCommand('restore', [backup], site.database.url)).rejects.toThrow('isn’t empty');
    expect(await contentsOf(site.database)).toEqual(before);
    await expect(runCommand('backup', [backup], site.database.url)).rejects.toThrow('exists already');
  });

  it('copies nothing from an empty database (BK-02)', async () => {
    const of = runCommand('backup', [join(folder, 'nothing')], (await newDatabase()).url);
    await expect(of).rejects.toThrow('There’s nothing to back up');
    expect(await readdir(folder)).not.toContain('nothing');
  });

  it.each<[string, string, (copy: string) => Promise<ProcessEnv>]>([
    [
      'with other master keys',
      'isn’t the one that encrypted this database',
      async () => ({ MASTER_KEYS: `t1:${Buffer.alloc(32, 1).toString('base64')}` }),
    ],
    [
      'from a file that was cut off',
      'account.copy.gz is damaged',
      async (copy) => {
        await writeFile(join(copy, 'account.copy.gz'), Buffer.alloc(40));
        return {};
      },
    ],
    [
      'from a file of another backup',
      'audit_entry.copy.gz isn’t what the backup wrote',
      async (copy) => {
        await copyFile(join(copy, 'api_token.copy.gz'), join(copy, 'audit_entry.copy.gz'));
        return {};
      },
    ],
    [
      'without the manifest, which is written last',
      'isn’t a complete backup',
      async (copy) => {
        await rm(join(copy, 'manifest.json'));
        return {};
      },
    ],
  ])('restores nothing %s (BK-02)', async (_case, message, damage) => {
    const copy = await mkdtemp(join(folder, 'copy-'));
    for (const name of await readdir(backup)) await copyFile(join(backup, name), join(copy, name));
    const env = await damage(copy);
    const database = await newDatabase();
    await expect(runCommand('restore', [copy], database.url, env)).rejects.toThrow(message);
    expect(await contentsOf(database)).toEqual([]);
  });
});

describe('backup beside a server with its own PostgreSQL (BK-01, BK-03)', () => {
  const embedded = (dataDir: string): ProcessEnv => ({
    DATABASE_URL: '',
    MASTER_KEYS: '',
    DATA_DIR: dataDir,
    ...WITHOUT_LIMITS,
    SETUP_ADMIN_EMAIL: ADMINISTRATOR.email,
    SETUP_ADMIN_PASSWORD: ADMINISTRATOR.password,
    EMAIL__CONNECTIONSTRING: 'none:',
    ...RECIPIENT,
  });

  it('is of one moment while messages come in; the keys are not in it, and a fresh folder wants them first', async () => {
    const [source, fresh] = [await dataFolder(), await dataFolder()];
    const backup = join(folder, 'embedded');
    let api = await startApi('', embedded(source));
    try {
      const visitor = new Visitor(api.url);
      let accepted = 0;
      let isRunning = true;
      const visitors = (async () => {
        while (isRunning) if ((await visitor.submit(MESSAGE)).status === 200) accepted += 1;
      })();
      await runCommand('backup', [backup], '', embedded(source));
      isRunning = false;
      await visitors;
      expect(accepted).toBeGreaterThan(0);
      await api.stop();

      await expect(runCommand('restore', [backup], '', embedded(fresh))).rejects.toThrow(
        `to ${join(fresh, 'master.keys')} first`,
      );
      await copyFile(join(source, 'master.keys'), join(fresh, 'master.keys'));
      await runCommand('restore', [backup], '', embedded(fresh));
      api = await startApi('', embedded(fresh));
      const browser = new EditorBrowser(api.url);
      expect((await browser.signIn(ADMINISTRATOR)).status).toBe(200);
      // A message and the row that says it was accepted are written together.
      const { days } = (await browser.get('/dashboard/submissions?days=7')).json() as SubmissionsTile;
      const messages = days.reduce((sum, day) => sum + day.accepted, 0);
      expect(messages).toBeGreaterThan(0);
      expect(messages).toBeLessThanOrEqual(accepted);
      const { total } = (await browser.get('/contacts/total')).json() as ContactTotal;
      expect(total).toBe(messages);
    } finally {
      await api.stop();
      for (const path of [source, fresh]) await rm(path, { recursive: true, force: true });
    }
  });
});

async function dataFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sitedesk-data-'));
  await chmod(path, 0o755); // PostgreSQL runs as a user of its own when the tests run as root
  return path;
}

/** A line per table that outlives a crash: its name, how many rows it has and a hash of them. */
async function contentsOf(database: E2eDatabase): Promise<readonly object[]> {
  const tables = await database.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relpersistence = 'p' AND relname <> 'migration' ORDER BY 1`,
  );
  const contents: object[] = [];
  for (const { name } of tables) {
    const [content] = await database.query(
      `SELECT count(*)::int AS rows, md5(string_agg(t::text, E'\\n' ORDER BY t::text)) AS hash FROM "${name}" t`,
    );
    contents.push({ name, ...content });
  }
  return contents;
}
