import { type SmtpSink, startSmtpSink, type SinkBehaviour } from '@sitedesk/testing';
import { DeliveryError, type DeliveryFailure } from './delivery-error.js';
import {
  type EmailServiceFixture,
  notification,
  SHORT_LIMITS,
  startEmailService,
} from '../../testing/email-service.js';

const AUTH = { user: 'mailer@example.com', pass: 'p@ss:word/ü' };

describe('EmailService over SMTP', () => {
  let email: EmailServiceFixture;
  beforeEach(async () => void (email = await startEmailService()));
  afterEach(() => email.close());
  const beImpatient = async (): Promise<void> => {
    await email.close();
    email = await startEmailService(SHORT_LIMITS);
  };

  let sink: SmtpSink;
  const start = async (options: Parameters<typeof startSmtpSink>[0] = {}): Promise<SmtpSink> =>
    (sink = await startSmtpSink(options));
  afterEach(() => sink.close());

  it.each([
    ['STARTTLS and signing in', { auth: AUTH }, true],
    ['implicit TLS', { auth: AUTH, tls: 'implicit' }, true],
    ['neither', { tls: 'none' }, false],
  ] as const)('delivers with %s (M-02, M-03)', async (_, options, secure) => {
    await start(options);

    const receipt = await email.send(sink.url);

    const [message] = await sink.waitFor(1);
    expect(receipt).toMatchObject({
      provider: 'smtp',
      response: expect.stringContaining('OK: queued as sink-'),
    });
    expect(message).toMatchObject({
      secure,
      user: 'auth' in options ? AUTH.user : undefined,
      envelope: { from: 'website@example.com', to: ['owner@example.com'] },
      mail: {
        from: { name: 'Zoë O. via example.com', address: 'website@example.com' },
        replyTo: [{ name: 'Zoë Z O’Hara', address: 'zoe@visitor.example' }],
        subject: 'New message from Zoë "Z" O’Hara',
        messageId: '<0190c1d2-0000-7000-8000-000000000001@example.com>',
      },
    });
    expect(message?.mail.text).toContain('First line\n.\n<b>Zweite Zeile</b> – 日本語\n');
  });

  it('every line on the wire is short and ends in CRLF (M-06)', async () => {
    await start();
    await email.send(sink.url, { ...notification(1), text: 'x'.repeat(20_000) });

    const lines = sink.messages[0]?.raw.split('\n') ?? [];

    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(lines.slice(0, -1).every((line) => line.endsWith('\r'))).toBe(true);
  });

  it.each([
    ['451-mail', 'temporary', 'smtp-451'],
    ['451-rcpt', 'temporary', 'smtp-451'],
    ['451-data', 'temporary', 'smtp-451'],
    ['421-connect', 'temporary', 'smtp-421'],
    ['421-mail', 'temporary', 'smtp-421'],
    ['454-auth', 'temporary', 'smtp-454'],
    ['535-auth', 'configuration', 'smtp-535'],
    ['530-mail', 'configuration', 'smtp-530'],
    ['550-mail', 'configuration', 'smtp-550'],
    ['552-mail', 'permanent', 'smtp-552'],
    ['550-rcpt', 'permanent', 'smtp-550'],
    ['554-data', 'permanent', 'smtp-554'],
    ['554-connect', 'temporary', 'smtp-554'],
    ['silent', 'temporary', 'timeout'],
    ['garbage', 'temporary', 'protocol'],
    ['trickle', 'temporary', 'timeout'],
    ['drop-at-connect', 'temporary', 'connection'],
    ['drop-after-354', 'temporary', 'connection'],
  ] as const satisfies readonly (readonly [SinkBehaviour, DeliveryFailure['kind'], string])[])(
    '%s is %s (%s), and the next mail goes out (L-11)',
    async (behaviour, kind, code) => {
      if (code === 'timeout') await beImpatient();
      await start({ auth: AUTH, behaviour });

      expect(await email.failure(sink.url)).toMatchObject({ kind, code });
      expect(sink.messages).toHaveLength(0);
      sink.behave('ok');
      await inTheEnd(() => email.send(sink.url, notification(2)));

      const ids = new Set(sink.messages.map(({ mail }) => mail.messageId));
      expect([...ids]).toEqual([notification(2).messageId]);
    },
  );

  it('a server that keeps talking and says nothing is left after the total time (L-11)', async () => {
    await beImpatient();
    await start({ behaviour: (event) => (event.step === 'connect' ? { octetEveryMs: 50 } : 'ok') });

    expect(await email.failure(sink.url)).toMatchObject({
      kind: 'temporary',
      code: 'timeout',
      detail: { code: 'delivery.timeout', text: expect.stringContaining('didn’t finish within 2 seconds') },
    });
    await until(() => sink.openConnections === 0);
  });

  it('a server that takes an email and hangs up has taken it, and takes the next (L-11)', async () => {
    await start({ behaviour: 'accept-and-close' });

    for (const n of [1, 2, 3]) {
      await email.send(sink.url, notification(n));
      await until(() => sink.openConnections === 0);
    }

    expect(sink.messages.map(({ mail }) => mail.messageId)).toEqual(
      [1, 2, 3].map((n) => notification(n).messageId),
    );
  });

  it('a server that hangs up while the next mail is on its way has taken that, or it is tried again (L-11)', async () => {
    await start({ behaviour: 'accept-and-close' });
    await email.send(sink.url, notification(1));

    const failure = await email.failure(sink.url, notification(2)).catch(() => undefined);

    expect(failure?.kind ?? `taken: ${sink.messages.length}`).toMatch(/^(temporary|taken: 2)$/);
  });

  it('a server that takes its time gets it (L-11)', async () => {
    await start({ behaviour: (event) => (event.step === 'data' ? { afterMs: 300 } : 'ok') });

    await expect(email.send(sink.url)).resolves.toMatchObject({ provider: 'smtp' });
  });

  it('refuses a server without STARTTLS, before a password is sent', async () => {
    await start({ auth: AUTH, tls: 'none' });
    const url = sink.url.replace('requireTLS=false', 'requireTLS=true');

    expect(await email.failure(url)).toMatchObject({
      kind: 'configuration',
      code: expect.stringMatching(/^smtp-5/),
    });
    expect(sink.messages).toHaveLength(0);
  });

  it('refuses a certificate that proves nothing', async () => {
    await start();

    expect(await email.failure(sink.url.replace(/\?.*/, ''))).toMatchObject({
      kind: 'configuration',
      code: 'certificate',
    });
  });

  it('tells TLS to a plain port apart', async () => {
    await start({ tls: 'none' });

    const failure = await email.failure(`smtps://127.0.0.1:${sink.port}`);
    expect(failure).toMatchObject({ kind: 'configuration', code: 'tls' });
    expect(failure.detail.text).toMatch(/established: .* use smtp:\/\/ instead of smtps:\/\/\.$/);
  });

  it('never shows the password, even when the server repeats it (DD-18)', async () => {
    const echo = { code: 535, text: `No ${AUTH.pass} ${Buffer.from(AUTH.pass).toString('base64')} here` };
    await start({ auth: AUTH, behaviour: (event) => (event.step === 'auth' ? echo : 'ok') });

    expect((await email.failure(sink.url)).detail.text).toBe('535 No *** *** here');
  });

  it('keeps the connection for the next mail of the tenant', async () => {
    await start();

    for (const n of [1, 2, 3]) await email.send(sink.url, notification(n));

    expect([sink.connections, sink.messages.length]).toEqual([1, 3]);
  });

  it('opens at most four connections for a tenant (L-14)', async () => {
    await start({ behaviour: (event) => (event.step === 'data' ? { afterMs: 50 } : 'ok') });

    await Promise.all([...Array(12).keys()].map((n) => email.send(sink.url, notification(n))));

    expect([sink.connections, sink.messages.length]).toEqual([4, 12]);
  });

  it('lets go of the connection when the configuration changes', async () => {
    await start({ auth: AUTH });
    await email.send(sink.url);

    await email.send(`${sink.url}&name=web.example`, notification(2));
    await until(() => sink.openConnections === 1);

    expect([sink.connections, email.service.openTransporters]).toEqual([2, 1]);
  });

  it('gives two tenants with one server connections of their own', async () => {
    await start();
    await Promise.all(['a', 'b'].map((tenant) => email.send(sink.url, notification(1), tenant)));

    expect([sink.connections, email.service.openTransporters]).toEqual([2, 2]);
  });

  it('leaves no connection open after the end', async () => {
    await start();
    await email.send(sink.url);

    await email.service.onModuleDestroy();
    await until(() => sink.openConnections === 0);

    expect(email.service.openTransporters).toBe(0);
  });
});

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 10_000 && !condition(); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(condition()).toBe(true);
}

/** On a busy machine an email may take longer than an impatient service waits. */
async function inTheEnd(send: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await send());
    } catch (error) {
      if (!(error instanceof DeliveryError && error.failure.code === 'timeout')) throw error;
    }
  }
}
