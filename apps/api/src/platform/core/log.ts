import { pino, type DestinationStream, type Logger } from 'pino';

/** Injection token of {@link Log}. */
export const LOG = Symbol('Log');

/** Structured log: one JSON line per event, `{ event: 'contact.accepted', tenantId, ... }`. Never a message text, token or secret. */
export type Log = Pick<Logger, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'>;

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: ['password', 'token', 'secret', 'authorization', 'cookie', '*.password', '*.token', '*.secret'],
    },
  };
  return pino(options, destination ?? standardOutput());
}

/** A terminal may be closed under the process; what cannot be written then must not keep it from stopping in order. */
function standardOutput(): DestinationStream {
  const stream = pino.destination(1);
  stream.on('error', () => undefined);
  return stream;
}
