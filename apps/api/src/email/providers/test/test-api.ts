import { EMAIL_TEXTS } from '@sitedesk/contract/email';
import type { Message } from '@sitedesk/contract/messages';
import { once } from 'node:events';
import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import type { Clock } from '../../../platform/core/clock.js';
import type { OutboundService } from '../../../platform/outbound/outbound.service.js';
import type { CommercialProvider, CommunicationProvider } from '../email-provider.js';
import { openSocket } from '../open-socket.js';
import { emailOptions } from '../email-options.js';
import type { OutgoingEmail } from '../outgoing-email.js';
import { createTransport } from '../transports/create-transport.js';
import type { DeliveryLimits } from '../transports/email-transport.js';
import type { PhaseLog } from './phase-log.js';

/** What a test needs. */
interface ApiTest {
  readonly provider: CommunicationProvider | CommercialProvider;
  readonly mail: OutgoingEmail;
  readonly outbound: OutboundService;
  readonly limits: DeliveryLimits;
  readonly clock: Clock;
}

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/** The host is probed step by step first; then the API is asked whether it knows the key, and given the email. */
export async function testApi(test: ApiTest, log: PhaseLog): Promise<void> {
  const { provider, mail, outbound, limits, clock } = test;
  const url = new URL(provider.kind === 'communication' ? provider.endpoint : provider.baseUrl);
  await probe(url, test, log);
  const { createTransport: createMailer } = await import('nodemailer');
  const mailer = createMailer(createTransport(provider, limits, outbound, clock));
  try {
    await log.run('authenticate', async () => {
      await mailer.verify();
      return EMAIL_TEXTS.keyAccepted;
    });
    await log.run('accept', async () => {
      const info: unknown = await mailer.sendMail(emailOptions(mail));
      return responseOf(info);
    });
  } finally {
    mailer.close();
  }
}

async function probe(url: URL, { provider, outbound, limits }: ApiTest, log: PhaseLog): Promise<void> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? HTTPS_PORT : HTTP_PORT) : Number(url.port);
  let addresses: readonly LookupAddress[] = [];
  await log.run('resolve', async () => {
    addresses = await outbound.addresses(host, provider);
    return addresses.map(({ address }) => address).join(', ');
  });
  let socket: Awaited<ReturnType<typeof openSocket>> | undefined;
  try {
    await log.run('connect', async () => {
      socket = await openSocket(addresses, port, limits.connectMs);
      return EMAIL_TEXTS.connected({ address: `${socket.remoteAddress ?? host}:${port}` });
    });
    if (!secure) return log.skipped('tls', EMAIL_TEXTS.unencrypted);
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

function responseOf(info: unknown): Message | string {
  const response: unknown =
    typeof info === 'object' && info !== null ? Reflect.get(info, 'response') : undefined;
  return typeof response === 'string' ? response : EMAIL_TEXTS.accepted;
}
