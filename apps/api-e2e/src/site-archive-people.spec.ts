import type { ContactSummary } from '@sitedesk/contract/inbox';
import type { UserSummary } from '@sitedesk/contract/users';
import { startWebhookReceiver, type WebhookReceiver } from '@sitedesk/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './faults/support/command.js';
import { createArticle } from './harness/articles.js';
import { ACCEPTED } from './harness/contact-results.js';
import type { EditorBrowser } from './harness/editor.js';
import { expectAnswer } from './harness/expect-answer.js';
import {
  colleague,
  everyUser,
  HOSTS,
  invite,
  startTwoEditorSites,
  type TwoEditorSites,
} from './harness/people.js';
import { mailBy, WITHOUT_LIMITS } from './harness/site.js';
import { MULTI, visitorOf } from './harness/tenants.js';
import { MESSAGE } from './harness/visitor.js';
import { createWebhook } from './harness/webhooks.js';

/** All that a message has, but for whose it is. */
const COLUMNS = `id, name, email, message, client_address, user_agent, page, hostname, received_at, receipt_code, status, error, is_test,
  folder, read_at, archived_at, trashed_at, undelivered`;

describe('messages and people in an archive (P-59)', () => {
  let here: TwoEditorSites;
  let there: TwoEditorSites;
  let receiver: WebhookReceiver;
  let folder: string;

  const run = (of: TwoEditorSites, ...args: readonly string[]): Promise<string> =>
    runCommand('archive', args, of.site.database.url, { ...MULTI, DATA_DIR: folder });
  const fileOf = (name: string): string => join(folder, `${name}.zip`);
  const rowsOf = (of: TwoEditorSites, host: string, columns = COLUMNS): Promise<readonly unknown[]> =>
    of.site.database.query(
      `SELECT ${columns} FROM contact_submission
       WHERE tenant_id = (SELECT tenant_id FROM tenant_hostname WHERE hostname = $1) ORDER BY id`,
      [host],
    );
  const count = async (of: TwoEditorSites, from: string): Promise<number> => {
    const [row] = await of.site.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${from}`,
    );
    return row?.count ?? -1;
  };
  const usersOf = async (editor: EditorBrowser): Promise<readonly UserSummary[]> =>
    everyUser(editor, 'limit=50');
  const auditOf = async (editor: EditorBrowser, action: string): Promise<string> =>
    (await editor.get(`/audit?action=${action}`)).text;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sitedesk-archive-'));
    receiver = await startWebhookReceiver();
    [here, there] = await Promise.all([
      startTwoEditorSites({ ...WITHOUT_LIMITS, ...mailBy('none:') }),
      startTwoEditorSites({ ...WITHOUT_LIMITS, ...mailBy('none:') }),
    ]);
    await createArticle(here.a, { title: 'About us' });
    for (const [host, message] of [
      [HOSTS.a, 'MESSAGE-OF-A'],
      [HOSTS.a, 'Another one, “quoted”\nwith lines'],
      [HOSTS.a, 'One in the trash'],
      [HOSTS.b, 'MESSAGE-OF-B'],
    ] as const)
      expectAnswer(await visitorOf(here.site.api.url, host).submit({ ...MESSAGE, message }), 200, ACCEPTED);
    const { items } = (await here.a.get('/contacts')).json() as { items: readonly ContactSummary[] };
    const [newest, second] = items;
    for (const [id, action] of [
      [newest?.id, 'trash'],
      [second?.id, 'mark-read'],
    ])
      expect((await here.a.post(`/contacts/${id}/actions`, { action })).status).toBe(200);
    await here.site.database.query(
      `UPDATE contact_submission SET status = 'queued' WHERE message = 'MESSAGE-OF-A'`,
    );
    const role = { name: 'Writers', description: 'Write', permissions: ['pages.create', 'files.read'] };
    const { id } = (await here.a.post('/roles', role)).json() as { id: string };
    await colleague(here.site, here.a, { roles: ['Editor', id], displayName: 'Ida', host: HOSTS.a });
    const left = await invite(here.a, { displayName: 'Left' });
    expect((await here.a.post(`/users/${left.user.id}/disable`)).status).toBe(200);
    await invite(here.b, { displayName: 'PERSON-OF-B' });
  });
  afterAll(async () => {
    await Promise.all([here.site.stop(), there.site.stop(), receiver.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('are left out unless someone chooses them, and the audit log says what was included', async () => {
    expect(await run(here, 'export', '--tenant', HOSTS.a, '--to', fileOf('plain'))).not.toMatch(
      /messages|people/,
    );
    const args = ['export', '--tenant', HOSTS.a, '--to', fileOf('all'), '--with-messages', '--with-people'];
    expect(await run(here, ...args)).toMatch(/^Exported 1 articles.*, 3 messages, 3 people of /);
    const listed = await Promise.all(
      ['plain', 'all'].map(async (name) => (await readFile(fileOf(name))).toString('latin1')),
    );
    expect(listed.map((text) => text.includes('contact_submission.jsonl'))).toEqual([false, true]);
    expect(listed.map((text) => text.includes('people.jsonl'))).toEqual([false, true]);
    const log = await auditOf(here.a, 'site.archive');
    expect(log).toMatch(/"messages":3/);
    expect(log).toMatch(/"people":3/);
    expect(await auditOf(here.b, 'site.archive')).not.toContain('"messages":3');
    const without = await run(there, 'import', '--tenant', HOSTS.a, '--from', fileOf('plain'), '--dry-run');
    expect(without).not.toMatch(/Messages|People/);
    await expect(
      run(there, 'import', '--tenant', HOSTS.a, '--from', fileOf('all'), '--with-people'),
    ).rejects.toThrow('choose when you export');
  });

  it('are counted in a dry run, which writes nothing', async () => {
    const printed = await run(there, 'import', '--tenant', HOSTS.a, '--from', fileOf('all'), '--dry-run');
    expect(printed).toContain('Messages: 3 new, 0 there already.\n');
    expect(printed).toContain('People: 2 new, 1 there already.'); // both sites have the same owner
    expect(await rowsOf(there, HOSTS.a)).toEqual([]);
    expect(await usersOf(there.a)).toHaveLength(1);
  });

  it('arrive as they were, and nobody is notified', async () => {
    await createWebhook(there.a, `${receiver.url}/hook`, {
      events: ['contact.submitted', 'contact.held', 'article.published'],
    });
    /** What would send something: the webhook's own news for administrators is there before. */
    const effects = (): Promise<readonly number[]> =>
      Promise.all(
        ['webhook_event', 'job', 'account_mail', 'one_time_link'].map((table) => count(there, table)),
      );
    const before = await effects();
    const [owner] = await usersOf(there.a);
    const printed = await run(there, 'import', '--tenant', HOSTS.a, '--from', fileOf('all'));
    expect(printed).toContain('Messages: 3 new, 0 there already.\nPeople: 2 new, 1 there already.');
    // What waited for its email there doesn't wait here.
    const expected = (await rowsOf(here, HOSTS.a)).map((row) =>
      (row as { status: string }).status === 'queued'
        ? { ...(row as object), status: 'stored', undelivered: 'stored' }
        : row,
    );
    expect(await rowsOf(there, HOSTS.a)).toEqual(expected);
    expect(await rowsOf(there, HOSTS.b)).toEqual([]);
    expect((await there.a.get('/contacts')).text).toContain('MESSAGE-OF-A');
    expect(await effects()).toEqual(before);
    expect(receiver.at('/hook')).toEqual([]);
    const users = await usersOf(there.a);
    const shown = users.map(({ displayName, status }) => `${displayName} ${status}`);
    expect(shown.toSorted()).toEqual(
      [`${owner?.displayName ?? ''} active`, 'Ida invited', 'Left disabled'].toSorted(),
    );
    const ida = users.find(({ displayName }) => displayName === 'Ida');
    expect(ida?.roles.map(({ name }) => name).toSorted()).toEqual(['Editor', 'Writers']);
    expect((await there.a.post(`/users/${ida?.id ?? ''}/invitation`)).status).toBe(200);
    const secrets = await there.site.database.query(
      `SELECT 1 FROM account WHERE display_name IN ('Ida', 'Left') AND (password_hash IS NOT NULL OR email LIKE '%@%')`,
    );
    expect(secrets).toEqual([]);
    expect(await usersOf(there.b)).toHaveLength(1);
    expect(await auditOf(there.a, 'site.import')).toMatch(
      /"messages":3.*"people":2|"people":2.*"messages":3/,
    );
  });

  it('still tell a webhook of what happens from then on', async () => {
    expectAnswer(
      await visitorOf(there.site.api.url, HOSTS.a).submit({ ...MESSAGE, message: 'A message that is new' }),
      200,
      ACCEPTED,
    );
    expect(await count(there, `webhook_event WHERE type = 'contact.submitted'`)).toBe(1);
  });

  it('are added once, and never to another site of the same server', async () => {
    const state = async (): Promise<unknown> => [
      await rowsOf(there, HOSTS.a, 'id, message'),
      await usersOf(there.a),
    ];
    const before = await state();
    await expect(run(there, 'import', '--tenant', HOSTS.a, '--from', fileOf('all'))).rejects.toThrow(
      'This site isn’t empty',
    );
    expect(await state()).toEqual(before);
    await expect(run(there, 'import', '--tenant', HOSTS.b, '--from', fileOf('all'))).rejects.toThrow(
      'Another site of this server has the messages of this archive.',
    );
    expect(await rowsOf(there, HOSTS.b)).toEqual([]);
    expect(await usersOf(there.b)).toHaveLength(1);
  });
});
