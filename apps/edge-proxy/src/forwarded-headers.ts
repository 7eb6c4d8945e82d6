import { HEADERS } from '@sitedesk/contract/headers';
import type { EdgeOptions, EdgeRequest } from './edge-options.js';
import type { Zone } from './zone.js';

const FORWARDED_FOR = 'x-forwarded-for';
/** RFC 7239 has this word for a peer without a known address; a backend cannot take it for one. */
const UNKNOWN_PEER = 'unknown';

/** Meant for the next hop only (RFC 9110 7.6.1), besides `Proxy-*` and whatever `Connection` names. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The client's headers as the backend gets them: four are ours, all others unchanged (specification 1). */
export function headersForBackend(request: EdgeRequest, zone: Zone, options: EdgeOptions): Headers {
  const headers = copied(request.headers, isOurs);
  headers.set('host', new URL(options.backendUrl).host);
  headers.set(HEADERS.originHostname, zone.hostname);
  if (options.edgeSecret) headers.set(HEADERS.edgeSecret, options.edgeSecret);
  headers.set(FORWARDED_FOR, forwardedFor(headers.get(FORWARDED_FOR), options.clientAddress ?? UNKNOWN_PEER));
  // The body of a GET means nothing and is not sent on; its length alone would make the backend wait for it.
  if (request.method === 'GET') headers.delete('content-length');
  return headers;
}

/** What the client claims stays to the left of its own address, where a backend with the right proxies does not look. */
const forwardedFor = (claimed: string | null, peer: string): string =>
  claimed ? `${claimed}, ${peer}` : peer;

/** The backend's headers as the client gets them. Who may read the answer is decided here, not by the backend. */
export const headersForClient = (answer: Headers): Headers => copied(answer, isCrossOriginPermission);

function copied(source: Headers, isLeftOut: (name: string) => boolean): Headers {
  const named = connectionOptions(source);
  const copy = new Headers();
  for (const [name, value] of source) {
    if (!isHopByHop(name) && !named.includes(name) && !isLeftOut(name)) copy.append(name, value);
  }
  return copy;
}

const isHopByHop = (name: string): boolean => HOP_BY_HOP.has(name) || name.startsWith('proxy-');

const isCrossOriginPermission = (name: string): boolean => name.startsWith('access-control-');

/** What is never taken from the client, whether or not there is a value of ours. */
const isOurs = (name: string): boolean => name === HEADERS.edgeSecret || name === HEADERS.originHostname;

const connectionOptions = (headers: Headers): readonly string[] =>
  (headers.get('connection') ?? '').split(',').map((name) => name.trim().toLowerCase());
