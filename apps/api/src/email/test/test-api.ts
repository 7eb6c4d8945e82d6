import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import type { CommercialProvider, CommunicationProvider } from '../email-provider.js';
import { type MailNetwork, openSocket } from '../mail-network.js';
import { mailOptions } from '../mail-options.js';
import type { OutgoingMail } from '../outgoing-mail.js';
import { createTransport } from '../transports/create-transport.js';
import type { DeliveryLimits } from '../transports/mail-transport.js';
import type { PhaseLog } from './phase-log.js';

/** What a test needs. */
export interface ApiTest {
  readonly provider: CommunicationProvider | CommercialProvider;
  readonly mail: OutgoingMail;
  readonly network: MailNetwork;
  readonly limits: DeliveryLimits;
}

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** The host is looked at step by step first; then the API is asked whether it knows the key, and given the mail. */
export async function testApi({ provider, mail, network, limits }: ApiTest, log: PhaseLog): Promise<void> {
  const url = new URL(provider.kind === 'communication' ? provider.endpoint : provider.baseUrl);
  await probe(url, network, limits, log);
  const { createTransport: createMailer } = await import('nodemailer');
  const mailer = createMailer(createTransport(provider, limits, network));
  try {
    await log.run('authenticate', async () => {
      await mailer.verify();
      return 'The API knows the key.';
    });
    await log.run('accept', async () => {
      const info: unknown = await mailer.sendMail(mailOptions(mail));
      return responseOf(info);
    });
  } finally {
    mailer.close();
  }
}

async function probe(url: URL, network: MailNetwork, limits: DeliveryLimits, log: PhaseLog): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? HTTPS_PORT : HTTP_PORT) : Number(url.port);
  let addresses: Awaited<ReturnType<MailNetwork['resolve']>> = [];
  await log.run('resolve', async () => {
    addresses = await network.resolve(host);
    return addresses.map(({ address }) => address).join(', ');
  });
  let socket: Awaited<ReturnType<typeof openSocket>> | undefined;
  try {
    await log.run('connect', async () => {
      socket = await openSocket(addresses, port, limits.connectMs);
      return `Connected to ${socket.remoteAddress ?? host}:${port}.`;
    });
    if (!secure) return log.skipped('tls', 'The address is http, on this very machine.');
    await log.run('tls', async () => {
      const stream = tlsConnect({ socket, host, ...(isIP(host) ? {} : { servername: host }) });
      stream.on('error', () => undefined); // `once` hears of it; a late one is of no interest
      await once(stream, 'secureConnect', { signal: AbortSignal.timeout(limits.connectMs) });
      return `${stream.getProtocol() ?? 'TLS'}, ${stream.getCipher().standardName}`;
    });
  } finally {
    socket?.destroy();
  }
}

function responseOf(info: unknown): string {
  const response: unknown =
    typeof info === 'object' && info !== null ? Reflect.get(info, 'response') : undefined;
  return typeof response === 'string' ? response : 'Accepted.';
}
