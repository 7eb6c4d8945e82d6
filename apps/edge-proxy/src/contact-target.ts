import { CONTACT_API_PATH } from '@sitedesk/contract/headers';

const ORIGIN = /^https?:\/\/[^/?#]*/;
const PREFIX = `${CONTACT_API_PATH}/`;
/** One segment that no server reads as anything but itself, then perhaps a query; `.` and `..` mean other paths. */
const RESOURCE = /^(?!\.{1,2}(?:\?|$))[A-Za-z0-9._-]+(?:\?[^#\s]*)?$/;

/**
 * Path and query to ask the backend for, or undefined when the address is not a contact route. The address is judged as
 * it was written, before any decoding: what passes holds no `%`, `//`, `;`, `\` or dot segment in its path, so decoding
 * and normalising cannot turn it into another path.
 * @param url absolute address of the request
 */
export function contactTarget(url: string): string | undefined {
  const target = url.replace(ORIGIN, '');
  if (!target.startsWith(PREFIX)) return undefined;
  return RESOURCE.test(target.slice(PREFIX.length)) ? target : undefined;
}
