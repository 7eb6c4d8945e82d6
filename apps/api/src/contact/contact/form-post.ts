import { CONTACT_API_PATH } from '@sitedesk/contract/headers';
import type { ContactSubmissionInput } from '@sitedesk/contract/submit-contact.dto';
import { createHash } from 'node:crypto';
import type { ContactClient } from './contact.service.js';

const MAX_PATH = 2048;
const MS_PER_DAY = 86_400_000;
const BASE = 'http://site.invalid';
/** One slash: a browser takes `//host` for another site. */
const ONE_SLASH = /^\/(?![/\\])/;

/** Path and query of a page of the same origin; undefined for everything that could lead elsewhere, and for our own answers. */
export function ownPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_PATH || !ONE_SLASH.test(text)) return undefined;
  if (!URL.canParse(text, BASE)) return undefined;
  const { origin, pathname, search } = new URL(text, BASE);
  if (origin !== BASE || !ONE_SLASH.test(pathname) || pathname.startsWith(`${CONTACT_API_PATH}/`))
    return undefined;
  return `${pathname}${search}`;
}

/** The same of a `Referer`. */
export function refererPath(referer: string | undefined): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const { pathname, search } = new URL(referer);
  return ownPath(`${pathname}${search}`);
}

/**
 * The idempotency key of a form that brings none: whoever sends the same text again on the same day, by a second click or by
 * going back, has sent it once. It holds a sign that no header can, so that no other request has it.
 */
export function contentKey(
  { name, email, message }: ContactSubmissionInput,
  { clientAddress }: ContactClient,
  nowMs: number,
): string {
  const parts = [Math.floor(nowMs / MS_PER_DAY), clientAddress, name, email, message];
  return `form\u2192${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}
