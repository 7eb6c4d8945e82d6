import type { EdgeOptions, EdgeRequest } from './edge-options.js';

/** The site that a request is for. */
export interface Zone {
  /** Lower case, without port; empty when the request names no usable host. */
  readonly hostname: string;
  /** On the developer's own machine pages of any port belong to it, with or without TLS. */
  readonly isLocal: boolean;
}

const LOCAL_HOSTNAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The configured zone, whatever the client says; without one, the host that the request itself names. */
export function zoneOf(request: EdgeRequest, options: EdgeOptions): Zone {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  const hostname = options.zone?.toLowerCase() ?? url?.hostname ?? '';
  return { hostname, isLocal: LOCAL_HOSTNAMES.has(hostname) };
}

/** `https://zone.evil`, `https://evilzone`, `null`, other schemes and other ports are not of the zone. */
export function isOriginOfZone(origin: string, zone: Zone): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  const isPublic = url.protocol === 'https:' && url.port === '';
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return (
    url.origin === origin && (isPublic || (zone.isLocal && isWeb)) && isHostnameOfZone(url.hostname, zone)
  );
}

const isHostnameOfZone = (hostname: string, zone: Zone): boolean =>
  zone.hostname !== '' && (hostname === zone.hostname || hostname.endsWith(`.${zone.hostname}`));
