import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import type { SmtpProvider } from '../email-provider.js';
import { type MailNetwork, openSocket } from '../mail-network.js';
import { mailOptions } from '../mail-options.js';
import type { OutgoingMail } from '../outgoing-mail.js';
import type { DeliveryLimits } from '../transports/mail-transport.js';
import { PhaseFailed, type PhaseLog } from './phase-log.js';

/** What a test needs. */
export interface SmtpTest {
  readonly provider: SmtpProvider;
  readonly mail: OutgoingMail;
  readonly network: MailNetwork;
  readonly limits: DeliveryLimits;
}

/** The conversation with nodemailer's own client, which also sends the real mails, on a connection of ours. */
export async function testSmtp(test: SmtpTest, log: PhaseLog): Promise<void> {
  const { provider, network, limits } = test;
  let addresses: Awaited<ReturnType<MailNetwork['resolve']>> = [];
  await log.run('resolve', async () => {
    addresses = await network.resolve(provider.host);
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
  log.passed('connect', startedAt, `Connected to ${socket.remoteAddress ?? provider.host}:${provider.port}.`);
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
    ...{ host: provider.host, port: provider.port, secure: provider.secure, secured: provider.secure },
    ...{ requireTLS: provider.requireTls, ignoreTLS: provider.ignoreTls, connection: stream },
    ...{
      connectionTimeout: limits.connectMs,
      greetingTimeout: limits.greetingMs,
      socketTimeout: limits.idleMs,
    },
    ...(provider.name && { name: provider.name }),
    tls: {
      rejectUnauthorized: provider.rejectUnauthorized,
      ...(provider.servername && { servername: provider.servername }),
    },
    transactionLog: true,
    logger: listener((who, text) => {
      log.said(who, text);
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
  const words = (): string => times.greeting || `Connected to ${host}:${port}.`;
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
  if (times.tlsAt === undefined) log.skipped('tls', 'The connection is not encrypted.');
  else log.passed('tls', times.tlsAt, 'STARTTLS');
}

async function signedIn(
  connection: SMTPConnection,
  { user, pass }: SmtpProvider,
  log: PhaseLog,
): Promise<void> {
  if (user === undefined || pass === undefined) {
    log.skipped('authenticate', 'No user name: nothing to sign in with.');
    return;
  }
  await log.run(
    'authenticate',
    () =>
      new Promise<string>((resolve, reject) => {
        connection.once('error', reject);
        connection.login({ user, pass }, (error?: Error | null) =>
          error ? reject(error) : resolve(`Signed in as ${user}.`),
        );
      }),
  );
}

async function handedOver(connection: SMTPConnection, mail: OutgoingMail): Promise<string> {
  const { default: Composer } = await import('nodemailer/lib/mail-composer');
  const { envelope, ...options } = mailOptions(mail);
  const message = await new Composer(options).compile().build();
  return new Promise<string>((resolve, reject) => {
    connection.once('error', reject);
    connection.send({ from: envelope.from, to: [...envelope.to] }, message, (error, info) => {
      if (error) reject(error);
      else resolve(info?.response ?? 'Accepted.');
    });
  });
}

type Hear = (who: 'C' | 'S', text: string) => void;

/** nodemailer's log calls of what was said, and of nothing else. */
function listener(hear: Hear) {
  const take = (entry: unknown, text: unknown, ...values: readonly unknown[]): void => {
    const side: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'tnx') : undefined;
    const said = String(text).replace(/%s/, () => String(values[0] ?? ''));
    if (side === 'client') hear('C', said);
    if (side === 'server') hear('S', said);
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
