import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { MailStore } from './mail-store.js';

/** An email may be so long; the notifications are a few KB. */
const LONGEST_MAIL_BYTES = 2 * 1024 * 1024;
const TOO_LONG = 552;
/** "Try again later": the outbox does. */
const TEMPORARY = 451;

/** An SMTP server that takes every email and sends none. */
export interface MailCatcher {
  readonly port: number;
  close(): Promise<void>;
}

/** Catches mail on a port of this machine's loopback address. An email is acknowledged when it is on disk. */
export async function startMailCatcher(store: MailStore, port = 0): Promise<MailCatcher> {
  const server = new SMTPServer({
    banner: 'demonstration mail catcher',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LONGEST_MAIL_BYTES,
    onData: (stream, _session, done) => {
      keep(stream, store).then(() => done(), done);
    },
  });
  server.on('error', () => undefined); // a client that hangs up; the server goes on
  const { server: socket } = server;
  server.listen(port, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: portOf(socket.address()),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function keep(stream: SMTPServerDataStream, store: MailStore): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    if (!stream.sizeExceeded) chunks.push(Buffer.from(chunk));
  }
  if (stream.sizeExceeded) throw smtpError('The email is too long for the catcher', TOO_LONG);
  try {
    await store.add(Buffer.concat(chunks));
  } catch (error) {
    throw smtpError(
      `The email cannot be kept: ${error instanceof Error ? error.message : String(error)}`,
      TEMPORARY,
    );
  }
}

const smtpError = (message: string, responseCode: number): Error =>
  Object.assign(new Error(message), { responseCode });

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;
