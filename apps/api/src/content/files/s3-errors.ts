import { OutboundError } from '../../platform/outbound/outbound-error.js';
import { StoreError, type StoreProblem } from './object-store.js';

/** What error codes of the S3 protocol mean to us. */
const PROBLEMS: Readonly<Record<string, StoreProblem>> = {
  NoSuchKey: 'missing',
  InvalidAccessKeyId: 'unknown-key',
  SignatureDoesNotMatch: 'wrong-secret',
  AccessDenied: 'denied',
  AllAccessDisabled: 'denied',
  NoSuchBucket: 'no-bucket',
  PermanentRedirect: 'wrong-region',
  AuthorizationHeaderMalformed: 'wrong-region',
  RequestTimeTooSkewed: 'clock',
};

const BUSY = [429, 500, 502, 503, 504];

export const isTransient = (status: number): boolean => BUSY.includes(status);

/** What an answer other than success says. @param body empty where there is none */
export function problemOf(
  status: number,
  body: string,
): { readonly problem: StoreProblem; readonly reason: string } {
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1];
  const reason = code ?? `status ${status}`;
  if (code !== undefined) return { problem: PROBLEMS[code] ?? 'away', reason };
  if (status === 404) return { problem: 'missing', reason };
  return { problem: status === 403 ? 'denied' : 'away', reason };
}

/** A request that was cut off may be sent again; one that got no answer in time has waited long enough. */
export function outboundProblem(error: unknown, place: string): unknown {
  if (!(error instanceof OutboundError)) return error;
  const isShort = ['reset', 'connect'].includes(error.kind);
  return new StoreError('away', `Can't use ${place}: ${error.message}`, {
    cause: error,
    isTransient: isShort,
  });
}
