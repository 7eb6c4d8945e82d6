import type { SMTPPoolOptions } from 'nodemailer';
import type { SmtpProvider } from '../email-provider.js';
import { MAX_ANSWER_BYTES } from '../../common/limited-fetch.js';
import { type MailNetwork, openSocket } from '../mail-network.js';
import type { DeliveryLimits } from './mail-transport.js';

/** As many as one tenant sends at the same time (acceptance 5.2). */
const MAX_CONNECTIONS = 4;
const MAX_MESSAGES_PER_CONNECTION = 100;

/** nodemailer's pool for a mail server. */
export function smtpTransport(
  provider: SmtpProvider,
  limits: DeliveryLimits,
  network: MailNetwork,
): SMTPPoolOptions & { readonly pool: true } {
  const { host, port, secure, requireTls, ignoreTls, rejectUnauthorized, servername, name, user, pass } =
    provider;
  return {
    pool: true,
    host,
    port,
    secure,
    requireTLS: requireTls,
    ignoreTLS: ignoreTls,
    tls: { rejectUnauthorized, ...(servername && { servername }) },
    ...(name && { name }),
    ...(user && pass && { auth: { user, pass } }),
    // Nothing but the addresses that were looked at is connected to (S-06).
    ...(provider.guarded === true && { getSocket: guardedSocket(provider, limits, network) }),
    maxConnections: MAX_CONNECTIONS,
    maxMessages: MAX_MESSAGES_PER_CONNECTION,
    // A connection that the server closed while it was idle is replaced once; every other retry is the outbox's.
    maxRequeues: 1,
    idleTimeout: limits.idleMs,
    dnsTimeout: limits.connectMs,
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.idleMs,
    maxResponseSize: MAX_ANSWER_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function guardedSocket(
  { host, port }: SmtpProvider,
  { connectMs }: DeliveryLimits,
  network: MailNetwork,
): NonNullable<SMTPPoolOptions['getSocket']> {
  return (_options, callback) => {
    network
      .resolve(host)
      .then((addresses) => openSocket(addresses, port, connectMs))
      .then(
        (connection) => callback(null, { connection }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), false),
      );
  };
}
