import type {
  EmailOverview,
  EmailProviderView,
  EmailTestPhase,
  EmailTestResult,
} from '@sitedesk/contract/email';
import { SECRET_MASK, SETTING_TEXTS } from '@sitedesk/contract/settings';
import { type SinkBehaviour, type SmtpSink, startSmtpSink } from '@sitedesk/testing';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { ADMINISTRATOR, type EditorBrowser, type EditorSite, startEditorSite } from './harness/editor.js';
import { eventually } from './harness/eventually.js';
import { freshWindow } from './harness/fresh-window.js';
import { colleague } from './harness/people.js';

const SENDER = 'website@site.test';
const AUTH = { user: 'site', pass: 'canary-smtp-password' };

type Outcomes = Readonly<Record<string, string>>;
const outcomes = ({ phases }: { readonly phases: readonly EmailTestPhase[] }): Outcomes =>
  Object.fromEntries(phases.map(({ phase, outcome }) => [phase, outcome]));
const failure = ({ phases }: EmailTestResult): EmailTestPhase | undefined =>
  phases.find(({ outcome }) => outcome === 'failed');

describe('trying out mail (UX-17)', () => {
  let site: EditorSite;
  let admin: EditorBrowser;
  beforeAll(async () => {
    site = await startEditorSite();
    admin = await site.administrator();
  });
  afterAll(() => site.stop());

  const test = async (connectionString: string | undefined, more: object = {}): Promise<EmailTestResult> => {
    const answer = await admin.post('/email/test', {
      ...(connectionString === undefined ? {} : { connectionString }),
      senderEmail: SENDER,
      ...more,
    });
    expect({ status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({
      status: 200,
      text: '',
    });
    return answer.json() as EmailTestResult;
  };

  const withSink = async <T>(
    options: Parameters<typeof startSmtpSink>[0],
    work: (sink: SmtpSink) => Promise<T>,
  ): Promise<T> => {
    const sink = await startSmtpSink(options);
    try {
      return await work(sink);
    } finally {
      await sink.close();
    }
  };

  it('detects the provider and tells its parts, none of them secret', async () => {
    const detect = async (connectionString: string): Promise<EmailProviderView> =>
      (await admin.post('/email/detect', { connectionString })).json() as EmailProviderView;
    expect(await detect('smtps://me:pw@mail.site.test?tls.rejectUnauthorized=false')).toMatchObject({
      kind: 'smtp',
      parts: expect.arrayContaining([
        { name: 'host', value: 'mail.site.test', secret: false },
        { name: 'security', value: 'tls', secret: false },
        { name: 'password', value: SECRET_MASK, secret: true },
      ]),
      warnings: [{ code: 'email.uncheckedCertificate', text: expect.stringContaining('certificate') }],
    });
    expect(await detect('SG.abc.def')).toMatchObject({ kind: 'commercial' });
    expect(await detect('endpoint=https://x.site.test/;accesskey=Zm9v')).toMatchObject({
      kind: 'communication',
    });
    expect(await detect('none:')).toMatchObject({ kind: 'none', parts: [] });
    const refused = (await admin.post('/email/detect', { connectionString: 'carrier pigeon' })).json();
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'connectionString' }] });
  });

  it('walks every phase of a server that takes the email, by STARTTLS and a password', async () => {
    await withSink({ auth: AUTH }, async (sink) => {
      const result = await test(sink.url);
      expect(result).toMatchObject({
        ok: true,
        sender: SENDER,
        recipient: ADMINISTRATOR.email,
        storedValues: false,
      });
      expect(outcomes(result)).toEqual({
        resolve: 'passed',
        connect: 'passed',
        tls: 'passed',
        authenticate: 'passed',
        accept: 'passed',
      });
      const [message] = await sink.waitFor(1);
      expect(message).toMatchObject({
        secure: true,
        user: AUTH.user,
        mail: { subject: expect.stringContaining('Test email') },
      });
      expect(result.transcript).toEqual(expect.arrayContaining(['C: STARTTLS']));
      expect(JSON.stringify(result)).not.toContain(AUTH.pass);
      expect(JSON.stringify(result)).not.toContain(Buffer.from(AUTH.pass).toString('base64'));
    });
  });

  it('walks them with TLS from the first octet, and without any', async () => {
    await withSink({ tls: 'implicit' }, async (sink) => {
      expect(outcomes(await test(sink.url))).toMatchObject({
        tls: 'passed',
        authenticate: 'skipped',
        accept: 'passed',
      });
    });
    await withSink({ tls: 'none' }, async (sink) => {
      expect(outcomes(await test(sink.url))).toMatchObject({
        connect: 'passed',
        tls: 'skipped',
        accept: 'passed',
      });
    });
  });

  it.each<readonly [SinkBehaviour, string, string]>([
    ['554-connect', 'connect', 'No SMTP service here'],
    ['drop-at-connect', 'connect', ''],
    ['garbage', 'connect', ''],
    ['535-auth', 'authenticate', 'Authentication credentials invalid'],
    ['550-mail', 'accept', 'Sender rejected'],
    ['550-rcpt', 'accept', 'No such user here'],
    ['554-data', 'accept', 'Message looks like spam'],
  ])('%s fails at the phase %s, in the words of the server', async (behaviour, phase, words) => {
    await withSink({ auth: AUTH, behaviour }, async (sink) => {
      const result = await test(sink.url);
      expect(result.ok).toBe(false);
      expect(failure(result)).toMatchObject({ phase, detail: expect.stringContaining(words) });
      expect(failure(result)?.detail).not.toBe('');
      expect(sink.messages).toHaveLength(0);
    });
  });

  it('fails at resolve for a host that is none', async () => {
    const result = await test('smtp://mail.nowhere.invalid:587');
    expect(failure(result)).toMatchObject({ phase: 'resolve' });
    expect(outcomes(result)).toMatchObject({ connect: 'skipped', accept: 'skipped' });
  });

  it('fails at connect where nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => server.close(resolve));
    expect(failure(await test(`smtp://127.0.0.1:${port}`))).toMatchObject({
      phase: 'connect',
      detail: expect.stringContaining('ECONNREFUSED'),
      detailCode: { code: 'delivery.connection', params: { words: expect.stringContaining('ECONNREFUSED') } },
    });
  });

  it('fails at TLS on a port that wants STARTTLS, and says what to use instead', async () => {
    await withSink({}, async (sink) => {
      const found = failure(await test(`smtps://127.0.0.1:${sink.port}`));
      expect(found).toMatchObject({ phase: 'tls', detail: expect.stringContaining('use smtp:// instead') });
      expect(found?.detail).not.toContain('SSL routines');
    });
  });

  it.each(['starttls', 'implicit'] as const)(
    'fails at TLS for a certificate that proves nothing (%s)',
    async (tls) => {
      await withSink({ tls }, async (sink) => {
        const scheme = tls === 'implicit' ? 'smtps' : 'smtp';
        const result = await test(`${scheme}://127.0.0.1:${sink.port}`);
        expect(failure(result)).toMatchObject({
          phase: 'tls',
          detail: expect.stringMatching(/certificate/i),
        });
      });
    },
  );

  it('fails at TLS where the server has none', async () => {
    await withSink({ tls: 'none' }, async (sink) => {
      expect(failure(await test(`smtp://127.0.0.1:${sink.port}`))).toMatchObject({ phase: 'tls' });
    });
  });

  it('tests the values as typed, the stored ones where they are left out, and keeps what was verified', async () => {
    await withSink({ auth: AUTH }, async (sink) => {
      const values = { ConnectionString: sink.url, SenderEmail: SENDER };
      const { version } = (await admin.get('/settings/EMAIL')).json() as { version: number };
      await admin.put('/settings/EMAIL', { values }, { 'If-Match': `"v${version}"` });
      expect(((await admin.get('/email')).json() as EmailOverview).lastVerified).toBeNull();
      const stored = await test(undefined);
      expect(stored).toMatchObject({ ok: true, storedValues: true });
      expect((await admin.get('/email')).json()).toMatchObject({
        provider: { kind: 'smtp' },
        connection: { isSet: true, source: 'database' },
        lastVerified: { ok: true, by: 'Administrator' },
      });
      await test('smtp://mail.nowhere.invalid:587');
      expect(((await admin.get('/email')).json() as EmailOverview).lastVerified).toMatchObject({ ok: true });
      await test('none:');
      expect(((await admin.get('/email')).json() as EmailOverview).lastVerified).toBeNull();
      const half = await admin.post('/email/test', {
        connectionString: `smtp://site:${SECRET_MASK}@evil.test`,
      });
      expect(half.json()).toMatchObject({
        errors: [{ field: 'connectionString', message: SETTING_TEXTS.maskInText.text }],
      });
    });
  });

  it('sends to oneself and to where notifications go, and to nobody else (M-08)', async () => {
    await withSink({ tls: 'none' }, async (sink) => {
      const etag = String((await admin.get('/settings/ContactApi')).headers['etag']);
      const values = { AdminEmail: 'office@site.test' };
      const saved = await admin.put('/settings/ContactApi', { values }, { 'If-Match': etag });
      expect(saved.status).toBe(200);
      const to = async (recipient: string): Promise<number> =>
        (await admin.post('/email/test', { connectionString: sink.url, senderEmail: SENDER, recipient }))
          .status;
      expect(await to('stranger@elsewhere.test')).toBe(400);
      expect(sink.messages).toHaveLength(0);
      expect(await to('office@site.test')).toBe(200);
      expect(await to(ADMINISTRATOR.email)).toBe(200);
      const recipients = sink.messages.flatMap(({ envelope }) => envelope.to);
      expect(recipients).toEqual(['office@site.test', ADMINISTRATOR.email]);
    });
  });

  it('is open to editors, who may not change what they test', async () => {
    const { browser } = await colleague(site, admin, { roles: ['Editor'] });
    expect((await browser.get('/email')).status).toBe(200);
    expect(
      (await browser.post('/email/test', { connectionString: 'none:', senderEmail: SENDER })).status,
    ).toBe(200);
    const values = { SenderEmail: 'x@site.test' };
    expect((await browser.put('/settings/EMAIL', { values }, { 'If-Match': '"v0"' })).status).toBe(403);
  });
});

describe('mail and the inner network (S-06)', () => {
  let site: EditorSite;
  let admin: EditorBrowser;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink({ tls: 'none' });
    site = await startEditorSite({ OUTBOUND_ALLOW: '', RATELIMIT__CONTACTFORM: '1000/60' });
    admin = await site.administrator();
  });
  afterAll(async () => {
    await site.stop();
    await sink.close();
  });

  it.each(['127.0.0.1', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254', '0x7f000001', 'localhost'])(
    'a test never connects to %s (S-06)',
    async (host) => {
      const before = sink.connections;
      const connectionString = `smtp://${host}:${sink.port}?requireTLS=false`;
      const answer = await admin.post('/email/test', { connectionString, senderEmail: SENDER });
      expect(failure(answer.json() as EmailTestResult)).toMatchObject({
        phase: 'resolve',
        detail: expect.stringContaining('isn’t a public address'),
      });
      expect(sink.connections).toBe(before);
    },
  );

  it('nor does an email that leaves with what was stored (S-06)', async () => {
    const values = { ConnectionString: sink.url, SenderEmail: SENDER };
    expect((await admin.put('/settings/EMAIL', { values }, { 'If-Match': '"v0"' })).status).toBe(200);
    const test = (await admin.post('/contact-form/test')).json() as { submissionId: string };
    await eventually(async () => {
      const { text } = await admin.get(`/outbox/${test.submissionId}`);
      expect(text).toContain('isn’t a public address');
    });
    expect(sink.connections).toBe(0);
  });
});

describe('the limit of tests', () => {
  it('answers 429 after as many as the operator allows', async () => {
    const site = await startEditorSite({ RATELIMIT__SETTINGSPROBE: '2/86400' });
    try {
      const admin = await site.administrator();
      await freshWindow(site.database, 86_400);
      const send = async (): Promise<number> =>
        (await admin.post('/email/test', { connectionString: 'none:', senderEmail: SENDER })).status;
      const statuses = [await send(), await send(), await send()];
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await site.stop();
    }
  });
});
