import { EMAIL_TEXTS } from '@sitedesk/contract/email';
import type { Message } from '@sitedesk/contract/messages';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { once } from 'node:events';
import type { LookupAddress } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import type { OutboundService } from '../../../platform/outbound/outbound.service.js';
import type { SmtpProvider } from '../email-provider.js';
import { openSocket } from '../open-socket.js';
import { emailOptions } from '../email-options.js';
import type { OutgoingEmail } from '../outgoing-email.js';
import type { DeliveryLimits } from '../transports/email-transport.js';
import { PhaseFailed, type PhaseLog } from './phase-log.js';

/** What a test needs. */
interface SmtpTest {
  readonly provider: SmtpProvider;
  readonly mail: OutgoingEmail;
  readonly outbound: OutboundService;
  readonly limits: DeliveryLimits;
}

/** The conversation with nodemailer's own client, which also sends the real emails, on a connection of ours. */
export async function testSmtp(test: SmtpTest, log: PhaseLog): Promise<void> {
  const { provider, outbound, limits } = test;
  let addresses: readonly LookupAddress[] = [];
  await log.run('resolve', async () => {
    addresses = await outbound.addresses(provider.host, provider);
    return addresses.map(({ address }) => address).join(', ');
  });
  const startedAt = performance.now();
  const socket = await openSocket(addresses, provider.port, limits.connectMs).catch((error: unknown) => {
    log.failed('connect', startedAt, error);
    throw new PhaseFailed(error);
  });
  try {
    const stream = provider.secure ? await secured(provider, socket, startedAt, log) : socket;
    await converse(test, stream, startedAt, log);
  } finally {
    socket.destroy();
  }
}

/** TLS from the first octet. */
async function secured(
  provider: SmtpProvider,
  socket: Socket,
  startedAt: number,
  log: PhaseLog,
): Promise<Socket> {
  const address = `${socket.remoteAddress ?? provider.host}:${provider.port}`;
  log.passed('connect', startedAt, EMAIL_TEXTS.connected({ address }));
  const tlsStartedAt = performance.now();
  const { rejectUnauthorized } = provider;
  const servername = provider.servername ?? (isIP(provider.host) ? undefined : provider.host);
  const stream = tlsConnect({
    socket,
    host: provider.host,
    rejectUnauthorized,
    ...(servername && { servername }),
  });
  stream.on('error', () => undefined); // likewise
  try {
    await once(stream, 'secureConnect', { signal: AbortSignal.timeout(TLS_MS) });
  } catch (error) {
    log.failed('tls', tlsStartedAt, error);
    throw new PhaseFailed(error);
  }
  log.passed('tls', tlsStartedAt, `${stream.getProtocol() ?? 'TLS'}, ${stream.getCipher().standardName}`);
  return stream;
}

const TLS_MS = 10_000;

async function converse(test: SmtpTest, stream: Socket, startedAt: number, log: PhaseLog): Promise<void> {
  const { provider, limits, mail } = test;
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const times = { tlsAt: undefined as number | undefined, greeting: '' };
  const connection = new Connection({
    host: provider.host,
    port: provider.port,
    secure: provider.secure,
    secured: provider.secure,
    requireTLS: provider.requireTls,
    ignoreTLS: provider.ignoreTls,
    connection: stream,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.idleMs,
    ...(provider.name && { name: provider.name }),
    tls: {
      rejectUnauthorized: provider.rejectUnauthorized,
      ...(provider.servername && { servername: provider.servername }),
    },
    transactionLog: true,
    logger: listener((who, text) => {
      log.record(who, text);
      if (who === 'S' && times.greeting === '') times.greeting = text;
      if (who === 'C' && /^STARTTLS\b/i.test(text)) times.tlsAt = performance.now();
    }),
  });
  connection.on('error', () => undefined); // each step hears of it for itself; a late one is of no interest
  try {
    await opened(connection, provider, startedAt, times, log);
    await signedIn(connection, provider, log);
    await log.run('accept', () => handedOver(connection, mail));
    connection.quit();
  } finally {
    connection.close();
  }
}

/** Greeting and EHLO, with STARTTLS in between where there is one. */
async function opened(
  connection: SMTPConnection,
  { secure, host, port }: SmtpProvider,
  startedAt: number,
  times: { readonly tlsAt: number | undefined; readonly greeting: string },
  log: PhaseLog,
): Promise<void> {
  const words = (): Message | string =>
    times.greeting || EMAIL_TEXTS.connected({ address: `${host}:${port}` });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.connect((error?: Error | null) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    if (times.tlsAt !== undefined) log.passed('connect', startedAt, words(), times.tlsAt);
    log.failed(secure || times.tlsAt !== undefined ? 'tls' : 'connect', times.tlsAt ?? startedAt, error);
    throw new PhaseFailed(error);
  }
  if (secure) return;
  log.passed('connect', startedAt, words(), times.tlsAt);
  if (times.tlsAt === undefined) log.skipped('tls', EMAIL_TEXTS.unencrypted);
  else log.passed('tls', times.tlsAt, 'STARTTLS');
}

async function signedIn(
  connection: SMTPConnection,
  { user, pass }: SmtpProvider,
  log: PhaseLog,
): Promise<void> {
  if (user === undefined || pass === undefined) {
    log.skipped('authenticate', EMAIL_TEXTS.noUser);
    return;
  }
  await log.run(
    'authenticate',
    () =>
      new Promise<Message>((resolve, reject) => {
        connection.once('error', reject);
        connection.login({ user, pass }, (error?: Error | null) =>
          error ? reject(error) : resolve(EMAIL_TEXTS.signedIn({ user })),
        );
      }),
  );
}

async function handedOver(connection: SMTPConnection, mail: OutgoingEmail): Promise<Message | string> {
  const { default: Composer } = await import('nodemailer/lib/mail-composer');
  const { envelope, ...options } = emailOptions(mail);
  const message = await new Composer(options).compile().build();
  return new Promise<Message | string>((resolve, reject) => {
    connection.once('error', reject);
    connection.send({ from: envelope.from, to: [...envelope.to] }, message, (error, info) => {
      if (error) reject(error);
      else resolve(info?.response ?? EMAIL_TEXTS.accepted);
    });
  });
}

type OnLine = (who: 'C' | 'S', text: string) => void;

/** nodemailer logs the conversation, and nothing else. */
function listener(onLine: OnLine) {
  const take = (entry: unknown, text: unknown, ...values: readonly unknown[]): void => {
    const side: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'tnx') : undefined;
    const line = String(text).replace(/%s/, () => String(values[0] ?? ''));
    if (side === 'client') onLine('C', line);
    if (side === 'server') onLine('S', line);
  };
  return {
    trace: take,
    debug: take,
    info: take,
    warn: take,
    error: take,
    fatal: take,
    level: () => undefined,
  };
}
