import type { AuditVerification } from '@sitedesk/contract/audit';
import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { EncryptionKey } from '@sitedesk/contract/encryption-key';
import { OUTBOX_TEXTS, type OutboxItem } from '@sitedesk/contract/outbox';
import type { UserSummary } from '@sitedesk/contract/users';
import {
  type FakeMailingListService,
  type SmtpSink,
  startMailingListService,
  startSmtpSink,
} from '@sitedesk/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { runCommand } from './faults/support/command.js';
import { Authenticator } from './harness/authenticator.js';
import { openApi } from './harness/backends.js';
import { createDatabase, type E2eDatabase } from './harness/database.js';
import { ADMINISTRATOR, EditorBrowser } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { everyContact } from './harness/inbox.js';
import type { Running } from './harness/processes.js';
import { LIST_PORT, MAIL_PORT, MAIL_USER, relay } from './upgrade/relay.js';

/** What is known of a recorded database beside its rows; the first line of its file. */
interface Recorded {
  readonly recordedAt: string;
  readonly token: string;
  readonly encryptionKey: string;
  readonly listKey: string;
  readonly session: { readonly cookie: string; readonly csrfToken: string };
  readonly cleo: { readonly email: string; readonly password: string };
  readonly dora: { readonly email: string; readonly password: string; readonly totpSecret: string };
}

const read = (file: string): { readonly sql: string; readonly recorded: Recorded } => {
  const sql = readFileSync(join(__dirname, 'upgrade', file), 'utf8');
  return { sql, recorded: JSON.parse(sql.slice('-- '.length, sql.indexOf('\n'))) as Recorded }; // record-release.ts wrote it
};

/** Ports are as they were recorded; another run on this machine may have them for a moment. */
const atRecordedPort = (from: number, to: number): ReturnType<typeof relay> =>
  eventually(() => relay(from, to));

describe.each([
  { release: 'd853a00', file: 'release-2026-11-21.sql', hasArticles: false },
  { release: '5e742cc', file: 'release-2026-11-25.sql', hasArticles: true },
])('the database of an earlier release, $release (UP-01)', ({ file, hasArticles }) => {
  const { sql, recorded: RECORDED } = read(file);
  let database: E2eDatabase;
  let sink: SmtpSink;
  let list: FakeMailingListService;
  let relays: readonly Awaited<ReturnType<typeof relay>>[];
  let instances: readonly Running[];
  let anna: EditorBrowser;
  /** Of the audit log, when it was recorded. */
  let entries: number;

  const browser = (): EditorBrowser => new EditorBrowser(instances[0]?.url ?? '');

  beforeAll(async () => {
    database = await createDatabase();
    await load(database, sql, RECORDED.recordedAt);
    entries = (await database.query('SELECT 1 FROM audit_entry')).length;
    sink = await startSmtpSink({ auth: MAIL_USER, tls: 'none' });
    list = await startMailingListService(undefined, RECORDED.listKey);
    relays = [
      await atRecordedPort(MAIL_PORT, sink.port),
      await atRecordedPort(LIST_PORT, Number(new URL(list.apiUrl).port)),
    ];
    // The audit log keeps the times it was recorded with: nothing of it may be too old.
    const env = { RETENTION__AUDITDAYS: '0' };
    instances = await Promise.all([openApi(database.url, env), openApi(database.url, env)]);
    anna = browser();
    await anna.signIn(ADMINISTRATOR);
  });

  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await Promise.all(relays.map((each) => each.close()));
    await Promise.all([sink.close(), list.close(), database.drop()]);
  });

  it('people sign in as before, with their second factor, and sessions and API tokens go on', async () => {
    for (const person of [ADMINISTRATOR, RECORDED.cleo])
      expect((await browser().signIn(person)).json()).toMatchObject({ status: 'signed-in' });
    const { totpSecret, ...credentials } = RECORDED.dora;
    const dora = browser();
    expect((await dora.signIn(credentials)).json()).toMatchObject({ status: 'second-factor-required' });
    const code = new Authenticator(totpSecret).code();
    expect((await dora.post('/session/second-factor', { code })).json()).toMatchObject({
      status: 'signed-in',
    });

    const before = browser();
    expect((await before.get('/session', { Cookie: RECORDED.session.cookie })).json()).toMatchObject({
      csrfToken: RECORDED.session.csrfToken,
    });
    const program = await browser().get('/contacts', { Authorization: `Bearer ${RECORDED.token}` });
    expect(program.status).toBe(200);
  });

  it('people have their roles, and their addresses are read', async () => {
    const { items } = (await anna.get('/users?sort=displayName')).json() as { items: readonly UserSummary[] };
    expect(
      items.map(({ displayName, email, roles, status }) => [
        displayName,
        email,
        roles.map(({ name }) => name),
        status,
      ]),
    ).toEqual([
      ['Administrator', ADMINISTRATOR.email, ['Administrator'], 'active'],
      ['Cleo Ortiz', RECORDED.cleo.email, ['Editor'], 'active'],
      ['Dora Lind', RECORDED.dora.email, ['Front desk'], 'active'],
      ['Gina Roth', 'gina@site.test', ['Author'], 'invited'],
    ]);
  });

  it('the inbox shows every message as it was', async () => {
    const contacts = await everyContact(anna, 'view=all');
    const states = contacts.map(
      ({ name, folder, unread }) => `${name} ${folder} ${unread ? 'unread' : 'read'}`,
    );
    expect(states.sort()).toEqual([
      'Ada inbox read',
      'Ben archived read',
      'Cem trash unread',
      'Dan inbox unread',
      'Eva inbox unread',
      'Finn inbox unread',
    ]);
    expect(contacts.every(({ name, excerpt }) => excerpt === `${name} asks for “hours” & prices 🙂`)).toBe(
      true,
    );
    expect(await everyContact(anna, 'q=prices')).toHaveLength(4);
  });

  it('what waited is delivered once, with the secrets that were stored', async () => {
    const waited = ['Eva', 'Finn'];
    const messages = await sink.waitFor(waited.length);
    await eventually(() =>
      expect([...list.list('news').members.values()].map(({ email }) => email).sort()).toEqual([
        'eva@example.com',
        'finn@example.com',
      ]),
    );
    expect(messages.map(({ mail }) => mail.replyTo?.[0]?.name).sort()).toEqual(waited);
    expect(new Set(messages.map(({ user }) => user))).toEqual(new Set([MAIL_USER.user]));
    await eventually(async () => {
      const contacts = await everyContact(anna, 'view=all');
      expect(new Set(contacts.map(({ delivery }) => delivery))).toEqual(new Set(['sent']));
    });
    expect(sink.messages).toHaveLength(waited.length);
  });

  // An email with a link that ends within the hour; later recordings have none, so that they don't depend on the time.
  if (!hasArticles)
    it('an email whose link has expired in the meantime is not sent, and shown as such', async () => {
      await eventually(async () => {
        const { items } = (await anna.get('/outbox?kind=account')).json() as { items: readonly OutboxItem[] };
        // The time is in the encrypted text of the email, so it stays what it was when the release was recorded.
        expect(items.find(({ to }) => to === RECORDED.cleo.email)).toMatchObject({
          lastError: OUTBOX_TEXTS.linkExpired.text,
        });
      });
    });

  it('keys and author profiles are the same', async () => {
    expect(((await anna.post('/encryption-key')).json() as EncryptionKey).key).toBe(RECORDED.encryptionKey);
    const { items } = (await anna.get('/authors')).json() as { items: readonly AuthorProfile[] };
    expect(items).toMatchObject([{ name: 'Anna Berg' }]);
  });

  if (hasArticles)
    it('articles are live as before, with their drafts, versions and redirects', async () => {
      const { items } = (await anna.get('/articles')).json() as {
        items: readonly { readonly number: number; readonly status: string }[];
      };
      expect(items.map(({ status }) => status).toSorted()).toEqual(['draft', 'live']);
      const live = items.find(({ status }) => status === 'live')?.number ?? 0;
      expect((await anna.get(`/articles/${live}`)).json()).toMatchObject({ title: 'Opening hours' });
      expect((await anna.get(`/articles/${live}/versions`)).text).toContain('"version":1');
      expect((await anna.get('/redirects')).text).toContain('/times');
      expect((await anna.post(`/articles/${live}/withdraw`, { answer: 404 })).status).toBe(204);
    });

  it('the audit log is whole from its first entry, and goes on', async () => {
    const verification = (await anna.get('/audit/verify')).json() as AuditVerification;
    expect(verification).toMatchObject({ ok: true, deletedThrough: 0 });
    expect(entries).toBeGreaterThan(20);
    expect(verification.rows).toBeGreaterThan(entries);
    await runCommand('audit', ['verify'], database.url); // ends with an error when the chain is broken
  });
});

/** Fills the database. Everything but the audit log, whose times are under its hashes, is as if recorded ten minutes ago. */
async function load({ url }: E2eDatabase, sql: string, recordedAt: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Functions stand before the tables that they are about.
    await client.query('SET check_function_bodies = off');
    await client.query(sql);
    await client.query(`SET session_replication_role = replica`); // no trigger is about the times
    const { rows } = await client.query<{ readonly table: string; readonly column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name <> 'audit_entry'`,
    );
    for (const { table, column } of rows)
      await client.query(
        `UPDATE "${table}" SET "${column}" = "${column}" + (now() - interval '10 minutes' - $1::timestamptz)`,
        [recordedAt],
      );
  } finally {
    await client.end();
  }
}
