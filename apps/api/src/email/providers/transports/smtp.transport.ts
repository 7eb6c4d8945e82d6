import type { SMTPPoolOptions } from 'nodemailer';
import type { SmtpProvider } from '../email-provider.js';
import type { OutboundService } from '../../../platform/outbound/outbound.service.js';
import { openSocket } from '../open-socket.js';
import { type DeliveryLimits, MAX_ANSWER_BYTES } from './email-transport.js';

/** As many as one tenant sends at the same time. */
const MAX_CONNECTIONS = 4;
const MAX_MESSAGES_PER_CONNECTION = 100;

/** nodemailer's pool for a mail server. */
export function smtpTransport(
  provider: SmtpProvider,
  limits: DeliveryLimits,
  outbound: OutboundService,
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
    // Nothing but the addresses that were looked at is connected to.
    ...(provider.guarded === true && { getSocket: guardedSocket(provider, limits, outbound) }),
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
  outbound: OutboundService,
): NonNullable<SMTPPoolOptions['getSocket']> {
  return (_options, callback) => {
    outbound
      .addresses(host, { guarded: true })
      .then((addresses) => openSocket(addresses, port, connectMs))
      .then(
        (connection) => callback(null, { connection }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), false),
      );
  };
}
