import type { IncomingMessage } from 'node:http';

/** Node drops fields beyond a thousand without a word; no browser sends nearly as many as this. */
const MAX_HEADER_FIELDS = 200;

/**
 * The status of a request that is refused whatever it asks for, because servers behind one another could read it differently;
 * undefined for a sound one.
 * - 431: so many header fields that some could be lost, such as those of the proxy in front
 * - 400: more than one `Host`, or a target that names another host than it (RFC 9112 3.2)
 * - 501: a transfer coding other than `chunked` (RFC 9112 6.1)
 */
export function requestFault({
  rawHeaders,
  url = '',
  headers,
}: IncomingMessage): 400 | 431 | 501 | undefined {
  if (rawHeaders.length > 2 * MAX_HEADER_FIELDS) return 431;
  if (hostFields(rawHeaders) > 1 || (!url.startsWith('/') && namesAnotherHost(url, headers.host))) return 400;
  const { 'transfer-encoding': coding } = headers;
  return coding === undefined || coding.toLowerCase() === 'chunked' ? undefined : 501;
}

function hostFields(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** Of a target in absolute form; `*` and an authority alone name none. */
const namesAnotherHost = (target: string, host: string | undefined): boolean =>
  URL.canParse(target) && new URL(target).host !== host?.toLowerCase();
