import { HEADERS } from '@sitedesk/contract/headers';
import { type SinkMessage, type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { openApi, runSetupCommand } from './harness/backends.js';
import { ACCEPTED, DELIVERY_FAILED } from './harness/contact-results.js';
import { eventually } from './harness/eventually.js';
import { expectAnswer } from './harness/expect-answer.js';
import {
  ADDRESSES,
  ADMIN_EMAIL,
  ENTRY_POINTS,
  mailBy,
  SENDER_EMAIL,
  type Site,
  startSite,
  visitorFrom,
  WITHOUT_LIMITS,
} from './harness/site.js';
import { storeUnchecked } from './harness/stored-setting.js';
import { freshAddress, MESSAGE } from './harness/visitor.js';
import { createMigratedDatabase } from './harness/database.js';

const MAX_LINE_OCTETS = 998;
const SUBJECT_OCTETS = 150;
const ALLOWED_HEADERS = [
  'auto-submitted',
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

/** Names of the message's own header, in lower case. */
function headerNames(raw: string): readonly string[] {
  const [head = ''] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
}

interface Stored {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
}

const storedFrom = ({ database }: Site, address: string): Promise<readonly Stored[]> =>
  database.query<Stored>('SELECT id, status, error FROM contact_submission WHERE client_address = $1', [
    address,
  ]);

describe('the notification (DD-14)', () => {
  let site: Site;
  beforeAll(async () => void (site = await startSite()));
  afterAll(() => site.stop());
  beforeEach(() => site.sink.clear());

  async function mailOf(body: unknown): Promise<SinkMessage> {
    expectAnswer(await site.visitor().submit(body), 200, ACCEPTED);
    const [mail] = await site.sink.waitFor(1);
    if (!mail) throw new Error('There is no mail.');
    return mail;
  }

  it.each(ENTRY_POINTS)(
    '%s, from the site to its owner, the visitor only in Reply-To (M-02, M-03)',
    async (door) => {
      const address = freshAddress();
      expectAnswer(await site.visitor(door, address).submit(), 200, ACCEPTED);
      const [mail] = await site.sink.waitFor(1);
      expect(mail?.envelope).toEqual({ from: SENDER_EMAIL, to: [ADMIN_EMAIL] });
      expect(mail?.mail.from?.address).toBe(SENDER_EMAIL);
      expect(mail?.mail.to?.map((to) => to.address)).toEqual([ADMIN_EMAIL]);
      expect(mail?.mail.replyTo).toEqual([{ name: MESSAGE.name, address: MESSAGE.email }]);
      expect(mail?.mail.text).toContain(MESSAGE.message);
      expect(mail?.mail.text).toContain(address);
      expect(mail?.mail.html).toContain(MESSAGE.message);
    },
  );

  it("the Message-ID is the submission's, and the email says that it is automatic (M-07)", async () => {
    const address = freshAddress();
    await site.visitor('directly', address).submit();
    const [mail] = await site.sink.waitFor(1);
    const [stored] = await storedFrom(site, address);
    expect(mail?.mail.messageId).toBe(`<${stored?.id}@site.test>`);
    expect(mail?.raw).toMatch(/^auto-submitted: auto-generated\r$/im);
  });

  it.each([
    ['a header in the email part', { name: 'Anna Bcc: victim@evil.test' }],
    ['separators of address lists', { name: 'a@evil.test, victim@evil.test;' }],
    ['angle brackets', { name: 'Anna <victim@evil.test>' }],
    ['quotes and backslashes', { name: '"Anna" \\" <victim@evil.test>' }],
    ['group syntax', { name: 'undisclosed: victim@evil.test;' }],
    ['an encoded word', { name: '=?utf-8?Q?Bcc:=20victim@evil.test?=' }],
    ['an encoded line break', { name: '=?utf-8?Q?=0D=0ABcc:_victim@evil.test?=' }],
    ['the message as a header', { message: '\r\nBcc: victim@evil.test\r\n\r\nSubject: spam' }],
    [
      'the message as SMTP',
      { message: 'hello\r\n.\r\nMAIL FROM:<a@evil.test>\r\nRCPT TO:<victim@evil.test>\r\n' },
    ],
    ['a lone dot and dots', { message: '.\n..\n...\nthe end of it' }],
    ['a plus and a percent sign', { email: 'anna+victim%evil.test@example.com' }],
    ['U+2028 in the message', { message: 'one\u2028Bcc: victim@evil.test\u2028two' }],
  ])('%s adds no header and no recipient (M-01, M-02)', async (_case, change) => {
    const { envelope, raw, mail } = await mailOf({ ...MESSAGE, ...change });
    expect(envelope).toEqual({ from: SENDER_EMAIL, to: [ADMIN_EMAIL] });
    const names = headerNames(raw);
    expect([...names].sort()).toEqual([...new Set(names)].sort());
    expect(names.filter((name) => !ALLOWED_HEADERS.includes(name))).toEqual([]);
    expect(mail.replyTo).toHaveLength(1);
    expect(mail.replyTo?.[0]?.address).toBe({ ...MESSAGE, ...change }.email);
    expect(site.sink.messages).toHaveLength(1);
  });

  it.each([
    ['CR and LF in the name', { name: 'Anna\r\nBcc: victim@evil.test' }],
    ['NUL in the name', { name: 'Anna\0' + 'x' }],
    ['U+2028 in the name', { name: 'Anna\u2028Bcc: victim@evil.test' }],
    ['CR and LF in the email', { email: 'anna@example.com\r\nBcc: victim@evil.test' }],
    ['an address list', { email: 'anna@example.com,victim@evil.test' }],
    ['a list in quotes', { email: '"anna@example.com, victim"@evil.test' }],
    ['angle brackets', { email: 'Anna <anna@example.com>' }],
    ['a direction override', { name: 'Anna \u202Emoc.live' }],
  ])('%s is refused, and nothing is sent (M-01)', async (_case, change) => {
    expect((await site.visitor().submit({ ...MESSAGE, ...change })).status).toBe(400);
    await mailOf(MESSAGE); // an email before this one would have come first
    expect(site.sink.messages).toHaveLength(1);
  });

  it('the longest fields give short header lines and short body lines (M-04, M-06)', async () => {
    const body = { ...MESSAGE, name: '𝒜'.repeat(100), message: 'ü'.repeat(5_000) };
    const { raw, mail } = await mailOf(body);
    const longest = Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)));
    expect(longest).toBeLessThanOrEqual(MAX_LINE_OCTETS);
    expect(Buffer.byteLength(mail.subject ?? '')).toBeLessThanOrEqual(
      SUBJECT_OCTETS + 'New message from '.length,
    );
    expect(mail.text).toContain(body.message);
    expect(raw).not.toMatch(/[^\r]\n/);
  });

  it('what a visitor wrote is text in the HTML part, every character of it (M-05)', async () => {
    const evil = `<script>alert(1)</script><img src=x onerror=alert(1)>"'\`&amp;</div></td>{{this}}{{{this}}}<!--`;
    const plain = await mailOf(MESSAGE);
    site.sink.clear();
    const { mail } = await mailOf({ ...MESSAGE, name: evil.slice(0, 90), message: evil });
    const tags = (html = ''): readonly string[] => html.match(/<\/?[a-z!][^>]*>/gi) ?? [];
    expect(tags(mail.html)).toEqual(tags(plain.mail.html));
    expect(mail.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src');
    expect(mail.text).toContain(evil);
  });
});

describe('states of the email provider', () => {
  let sink: SmtpSink;
  let site: Site | undefined;
  beforeEach(async () => void (sink = await startSmtpSink({ tls: 'none' })));
  afterEach(async () => {
    await sink.close();
    await site?.stop();
    site = undefined;
  });
  const start = async (env: Readonly<Record<string, string>>): Promise<Site> => {
    site = await startSite({ ...WITHOUT_LIMITS, ...mailBy(sink.url), ...env });
    return site;
  };

  it('a mail server that never speaks: 200, and the message waits (L-05)', async () => {
    sink.behave('silent');
    const running = await start({});
    const address = freshAddress();
    expectAnswer(await running.visitor('directly', address).submit(), 200, ACCEPTED);
    expect(await storedFrom(running, address)).toMatchObject([{ status: 'queued', error: null }]);
    await eventually(() => expect(sink.connections).toBeGreaterThan(0));
  });

  it.each([
    ['no provider', { EMAIL__CONNECTIONSTRING: '' }, undefined],
    ['a provider nobody knows', { EMAIL__CONNECTIONSTRING: '' }, 'pigeon://coop'],
    ['neither sender nor recipient', { EMAIL__SENDEREMAIL: '', CONTACTAPI__ADMINEMAIL: '' }, undefined],
  ])('%s: 400, stored as failed, no socket opened (L-06)', async (_case, env, stored) => {
    const running = await start(env);
    if (stored !== undefined) {
      const connection = { group: 'EMAIL', name: 'ConnectionString', value: stored, secret: true };
      await storeUnchecked(running.database, connection);
    }
    for (const door of ENTRY_POINTS) {
      const address = freshAddress();
      expectAnswer(await running.visitor(door, address).submit(), 400, DELIVERY_FAILED);
      expect(await storedFrom(running, address)).toMatchObject([
        { status: 'failed', error: expect.any(String) },
      ]);
    }
    expect(sink.connections).toBe(0);
  });

  it('535: the first is 200, the next 400, after the repair 200, and all are delivered on request (L-07)', async () => {
    await sink.close();
    sink = await startSmtpSink({ tls: 'none', auth: { user: 'site', pass: 'right' } });
    const database = await createMigratedDatabase();
    const api = await openApi(database.url, {
      ...WITHOUT_LIMITS,
      ...ADDRESSES,
      TRUSTED_PROXIES: '127.0.0.1/32',
    });
    const submit = () => visitorFrom(api.url, freshAddress()).submit();
    const connect = (url: string) =>
      runSetupCommand('setting', ['set', 'EMAIL', 'ConnectionString', url], database.url);
    try {
      await connect(sink.url.replace('right', 'wrong'));
      await eventually(async () => expect((await submit()).status).toBe(200));
      await eventually(async () => expectAnswer(await submit(), 400, DELIVERY_FAILED));
      await connect(sink.url);
      await eventually(async () => expectAnswer(await submit(), 200, ACCEPTED));
      await runSetupCommand('outbox', ['resend', 'all'], database.url);
      const [row] = await database.query<{ readonly count: number }>(
        'SELECT count(*)::int AS count FROM contact_submission',
      );
      await sink.waitFor(row?.count ?? 0);
      await eventually(async () => {
        expect(await database.query('SELECT DISTINCT status FROM contact_submission')).toEqual([
          { status: 'sent' },
        ]);
      });
      expect(sink.messages).toHaveLength(row?.count ?? 0);
    } finally {
      await api.stop();
      await database.drop();
    }
  });

  it('the no-operation provider: 200, and it says that it sent nothing (L-08)', async () => {
    const running = await start({ EMAIL__CONNECTIONSTRING: 'none:' });
    const address = freshAddress();
    expectAnswer(await running.visitor('directly', address).submit(), 200, ACCEPTED);
    await eventually(async () =>
      expect(await storedFrom(running, address)).toMatchObject([{ status: 'sent' }]),
    );
    expect(await running.database.query('SELECT outcome, provider FROM delivery_attempt')).toEqual([
      { outcome: 'sent', provider: 'none' },
    ]);
  });

  it.each([
    ['550-rcpt', 400, DELIVERY_FAILED, 'failed'],
    ['silent', 200, ACCEPTED, 'queued'],
    ['451-rcpt', 200, ACCEPTED, 'queued'],
    ['ok', 200, ACCEPTED, 'sent'],
  ] as const)(
    'in delivery mode confirm a server that is "%s" gives %d (L-09)',
    async (behaviour, status, body, stored) => {
      sink.behave(behaviour);
      const running = await start({ CONTACTAPI__DELIVERYMODE: 'confirm', OUTBOX_RETRY_SECONDS: '60' });
      const address = freshAddress();
      const key = { [HEADERS.idempotencyKey]: `confirm-${behaviour}` };
      expectAnswer(await running.visitor('directly', address).submit(MESSAGE, key), status, body);
      // On a slow machine the answer may come before the email has left (DD-05); it leaves all the same.
      await eventually(async () =>
        expect(await storedFrom(running, address)).toMatchObject([{ status: stored }]),
      );
      // Asked again with the same key, the answer is the same, and no second email leaves.
      expectAnswer(await running.visitor('directly', address).submit(MESSAGE, key), status, body);
      expect(await storedFrom(running, address)).toHaveLength(1);
      expect(sink.messages.length).toBe(stored === 'sent' ? 1 : 0);
      const attempts = await running.database.query(
        'SELECT status FROM contact_attempt ORDER BY at, id LIMIT 1',
      );
      expect(attempts).toEqual([{ status: status === 200 ? 'accepted' : 'failed' }]);
    },
  );
});
