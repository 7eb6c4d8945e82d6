import { CONNECTION_TEXTS } from '@sitedesk/contract/email';
import type { Message } from '@sitedesk/contract/messages';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** The connection string cannot be used; the message says why in a sentence and repeats nothing of the string. */
export class EmailConnectionStringError extends Error {
  constructor(readonly problem: Message) {
    super(problem.text);
    this.name = 'EmailConnectionStringError';
  }
}

/**
 * The text behind percent escapes.
 * @param what names the part in the error
 * @throws EmailConnectionStringError
 */
export function percentDecoded(text: string, what: string): string {
  try {
    const decoded = decodeURIComponent(text);
    if (!/\p{Cc}/u.test(decoded)) return decoded;
  } catch {
    // malformed: reported below
  }
  throw new EmailConnectionStringError(CONNECTION_TEXTS.escape({ part: what }));
}

/** A host name in the form DNS knows, or an IP address without brackets; undefined when it is neither. */
export function canonicalMailHost(host: string): string | undefined {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (isIP(bare)) return bare;
  const name = domainToASCII(bare.includes('%') ? percentDecoded(bare, 'host') : bare);
  return /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?$/i.test(name) ? name : undefined;
}
