import type { ContactDetails, ContactSummary } from '@sitedesk/contract/inbox';
import { type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { applyAction, contactOf, everyContact } from './harness/inbox.js';
import { HOSTS, startTwoEditorSites } from './harness/people.js';
import { ADMIN_EMAIL, mailBy, visitorFrom, WITHOUT_LIMITS } from './harness/site.js';
import { freshAddress, type Visitor } from './harness/visitor.js';

let sink: SmtpSink;
let site: EditorSite;
let admin: EditorBrowser;

beforeAll(async () => {
  sink = await startSmtpSink({ tls: 'none' });
  site = await startEditorSite({ ...mailBy(sink.url), ...WITHOUT_LIMITS });
  admin = await site.administrator();
});

afterAll(async () => {
  await sink.close();
  await site.stop();
});

afterEach(() => {
  sink.behave('ok');
  sink.clear();
});

const visitor = (): Visitor => visitorFrom(site.api.url, freshAddress());

const newest = async (): Promise<ContactSummary> => {
  const [contact] = await everyContact(admin, 'limit=1');
  if (!contact) throw new Error('There is no message.');
  return contact;
};

const kindsOf = ({ timeline }: ContactDetails): readonly string[] =>
  timeline.map((event) => (event.kind === 'attempt' ? `attempt ${event.outcome}` : event.kind));

const delivered = (id: string, delivery: string): Promise<ContactDetails> =>
  eventually(async () => {
    const contact = await contactOf(admin, id);
    expect(contact.delivery).toBe(delivery);
    return contact;
  });

describe('the life of a message', () => {
  it('from receipt to delivery, with the words of the provider', async () => {
    await visitor().submit();
    const contact = await delivered((await newest()).id, 'sent');
    expect(kindsOf(contact)).toEqual(['received', 'queued', 'attempt sent']);
    expect(contact).toMatchObject({
      message: 'Hello, I would like to know your opening hours.',
      problem: null,
      resendProblem: null,
      hostname: '127.0.0.1',
    });
    expect(contact.timeline.at(-1)).toMatchObject({
      provider: expect.stringContaining('smtp'),
      detail: expect.stringMatching(/^250/),
    });
  });

  it('tells when the next attempt is, and why the one before failed', async () => {
    sink.behave('451-rcpt');
    await visitor().submit();
    const contact = await delivered((await newest()).id, 'retrying');
    expect(kindsOf(contact).slice(0, 3)).toEqual(['received', 'queued', 'attempt temporary']);
    expect(contact.problem).toContain('Try the recipient again later');
    expect(contact.timeline.at(-1)).toMatchObject({ kind: 'next-attempt' });
    expect(await everyContact(admin, 'delivery=retrying')).toMatchObject([{ id: contact.id }]);
    sink.behave('ok');
    await delivered(contact.id, 'sent');
  });

  it('a refused one is found in its tab, and sent again with the same Message-ID (UX-01)', async () => {
    sink.behave('554-data');
    await visitor().submit();
    const failed = await delivered((await newest()).id, 'failed');
    expect(failed.timeline.at(-1)).toMatchObject({
      kind: 'given-up',
      detail: expect.stringContaining('spam'),
    });
    expect(await everyContact(admin, 'view=failed')).toMatchObject([{ id: failed.id }]);
    sink.behave('ok');
    expect(await applyAction(admin, { action: 'resend', ids: [failed.id] })).toMatchObject({
      changed: 1,
      undo: null,
    });
    const sent = await delivered(failed.id, 'sent');
    expect(kindsOf(sent)).toEqual(['received', 'attempt permanent', 'queued', 'attempt sent']);
    const [first] = await sink.waitFor(1);
    await applyAction(admin, { action: 'resend', ids: [failed.id] });
    const [, second] = await sink.waitFor(2);
    expect(second?.mail.messageId).toBe(first?.mail.messageId);
    expect(await everyContact(admin, 'view=failed')).toEqual([]);
  });

  it('what lies in the trash is not sent again', async () => {
    const { id } = await newest();
    await applyAction(admin, { action: 'trash', ids: [id] });
    expect(await applyAction(admin, { action: 'resend', ids: [id] })).toMatchObject({
      matched: 1,
      changed: 0,
    });
  });
});

describe('alert notifications (specification 3)', () => {
  const alerts = async (): Promise<unknown> => (await admin.get('/contacts/alerts')).json();

  it('are on, and say who is told', async () => {
    expect(await alerts()).toEqual({
      enabled: true,
      lockedBy: null,
      recipient: ADMIN_EMAIL,
      problem: null,
      problemCode: null,
    });
  });

  it('off: a message is accepted, stored and shown, and no email leaves; it can be sent later', async () => {
    expect((await admin.put('/contacts/alerts', { enabled: false })).json()).toMatchObject({
      enabled: false,
    });
    const answer = await visitor().submit({
      name: 'Quiet',
      email: 'quiet@example.com',
      message: 'Nobody is told of this.',
    });
    expect(answer.json()).toMatchObject({ success: true });
    const { id } = await newest();
    expect(kindsOf(await delivered(id, 'off'))).toEqual(['received', 'off']);
    expect(await site.database.query('SELECT FROM job WHERE id = $1', [id])).toEqual([]);
    expect(
      await site.database.query('SELECT status FROM contact_attempt WHERE submission_id = $1', [id]),
    ).toEqual([{ status: 'accepted' }]);
    expect((await admin.put('/contacts/alerts', { enabled: true })).json()).toMatchObject({ enabled: true });
    await visitor().submit({ name: 'Loud', email: 'loud@example.com', message: 'Somebody is told of this.' });
    const [mail] = await sink.waitFor(1);
    expect(mail?.mail.subject).toContain('Loud');
    await applyAction(admin, { action: 'resend', ids: [id] });
    await delivered(id, 'sent');
  });

  it('a change is in the audit log, and none that changed nothing (UX-28)', async () => {
    await admin.put('/contacts/alerts', { enabled: false });
    await admin.put('/contacts/alerts', { enabled: true });
    const { items } = (await admin.get('/audit?action=setting.change')).json() as {
      items: readonly unknown[];
    };
    expect(JSON.stringify(items[0])).toContain('AlertsEnabled');
    const before = items.length;
    await admin.put('/contacts/alerts', { enabled: true });
    const after = (await admin.get('/audit?action=setting.change')).json() as { items: readonly unknown[] };
    expect(after.items).toHaveLength(before);
  });

  it('fail closed: a setting that says neither is refused, and nobody takes it for on or off', async () => {
    const tell = (): Promise<unknown> =>
      site.database.query(`SELECT pg_notify('sitedesk_tenant', id::text) FROM tenant`);
    await site.database.query(
      `INSERT INTO setting (id, tenant_id, "group", name, value, updated_at)
       SELECT gen_random_uuid(), id, 'ContactApi', 'AlertsEnabled', 'perhaps', now() FROM tenant
       ON CONFLICT (tenant_id, "group", name) DO UPDATE SET value = 'perhaps'`,
    );
    try {
      const token = await visitor().token();
      await tell();
      await eventually(async () => {
        const answer = await admin.get('/contacts/alerts');
        expect(answer.status).toBe(409);
        expect(answer.text).toContain('must be true or false');
      });
      expect((await admin.put('/contacts/alerts', { enabled: true })).status).toBe(409);
      expect((await visitor().submit(undefined, { RequestVerificationToken: token })).status).toBe(500);
    } finally {
      await site.database.query(`DELETE FROM setting WHERE name = 'AlertsEnabled'`);
      await tell();
    }
    await eventually(async () => expect((await admin.get('/contacts/alerts')).status).toBe(200));
  });
});

describe('alerts of other installations', () => {
  it('say why no email can leave, and are each site’s own (Z-03)', async () => {
    const { site: two, a, b } = await startTwoEditorSites();
    const nothing = { enabled: true, lockedBy: null, recipient: null };
    expect((await a.get('/contacts/alerts')).json()).toEqual({
      ...nothing,
      problem: 'No email provider is configured.',
      problemCode: { code: 'outbox.providerMissing' },
    });
    await a.put('/contacts/alerts', { enabled: false });
    expect((await b.get('/contacts/alerts')).json()).toMatchObject(nothing);
    expect(HOSTS.a).not.toBe(HOSTS.b);
    await two.stop();
  });

  it('set by the operator cannot be changed here, and name what says so', async () => {
    const locked = await startEditorSite({ CONTACTAPI__ALERTSENABLED: 'false' });
    const browser = await locked.administrator();
    expect((await browser.get('/contacts/alerts')).json()).toMatchObject({
      enabled: false,
      lockedBy: 'CONTACTAPI__ALERTSENABLED',
    });
    const answer = await browser.put('/contacts/alerts', { enabled: true });
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({ code: 'wrong-state' });
    await locked.stop();
  });
});

describe('refused attempts (DD-13)', () => {
  it('are listed with what the visitor was told, and found by their filters', async () => {
    await visitor().submit({ name: 'x', email: 'no', message: '' });
    await visitor().submit(undefined, { RequestVerificationToken: 'forged' });
    await eventually(async () => {
      const { items } = (await admin.get('/contacts/attempts')).json() as {
        items: readonly { error: string }[];
      };
      const errors = items.map(({ error }) => error);
      expect(errors).toContain('Name must be between 2 and 100 characters');
      expect(errors).toContain('Invalid anti-forgery token');
    });
    const forged = await admin.get('/contacts/attempts?error=Invalid%20anti-forgery%20token&limit=1');
    expect(forged.json()).toMatchObject({
      items: [{ status: 'refused', email: null, contactId: null, occurrences: 1 }],
    });
    const { items } = forged.json() as { items: readonly { clientAddress: string }[] };
    const byAddress = await admin.get(`/contacts/attempts?clientAddress=${items[0]?.clientAddress}`);
    expect(byAddress.json()).toMatchObject({
      items: [{ clientAddress: items[0]?.clientAddress }],
      nextCursor: null,
    });
    expect((await admin.get('/contacts/attempts?error=Nonsense')).status).toBe(400);
  });

  it('page by page, each once', async () => {
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = (await admin.get(`/contacts/attempts?status=accepted&limit=2${after}`)).json() as {
        items: readonly { id: string; status: string }[];
        nextCursor: string | null;
      };
      found.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    const rows = await site.database.query(`SELECT FROM contact_attempt WHERE status = 'accepted'`);
    expect(found).toHaveLength(rows.length);
    expect(new Set(found).size).toBe(rows.length);
  });
});
