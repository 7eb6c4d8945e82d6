import { HEADERS } from '@sitedesk/contract';
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

/** The client's headers as the backend gets them: four are ours, all others unchanged (specification 1, C-08, C-11). */
export function headersForBackend(request: EdgeRequest, zone: Zone, options: EdgeOptions): Headers {
  const headers = withoutHopByHop(request.headers);
  headers.set('host', new URL(options.backendUrl).host);
  headers.set(HEADERS.originHostname, zone.hostname);
  headers.delete(HEADERS.edgeSecret);
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
export function headersForClient(answer: Headers): Headers {
  const headers = withoutHopByHop(answer);
  for (const name of [...headers.keys()].filter(isCrossOriginPermission)) headers.delete(name);
  return headers;
}

function withoutHopByHop(source: Headers): Headers {
  const named = new Set(connectionOptions(source));
  const kept = new Headers();
  for (const [name, value] of source) {
    if (!HOP_BY_HOP.has(name) && !name.startsWith('proxy-') && !named.has(name)) kept.append(name, value);
  }
  return kept;
}

const connectionOptions = (headers: Headers): readonly string[] =>
  (headers.get('connection') ?? '').split(',').map((name) => name.trim().toLowerCase());

const isCrossOriginPermission = (name: string): boolean => name.startsWith('access-control-');
