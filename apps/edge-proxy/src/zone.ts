import type { EdgeOptions, EdgeRequest } from './edge-options.js';

/** The site that a request is for. */
export interface Zone {
  /** Lower case, without port; empty when the request names no usable host. */
  readonly hostname: string;
  /** Whether pages fetched without TLS belong to it as well. */
  readonly allowsHttp: boolean;
}

const LOCAL_HOSTNAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The configured zone, whatever the client says; without one, the host that the request itself names. */
export function zoneOf(request: EdgeRequest, options: EdgeOptions): Zone {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  const hostname = options.zone?.toLowerCase() ?? url?.hostname ?? '';
  return { hostname, allowsHttp: LOCAL_HOSTNAMES.has(hostname) || cameWithoutTls(request, url) };
}

/** A proxy in front that ends TLS says so in `X-Forwarded-Proto`. Forging it can only make the rule stricter. */
function cameWithoutTls({ headers }: EdgeRequest, url: URL | undefined): boolean {
  return url?.protocol === 'http:' && !/\bhttps\b/i.test(headers.get('x-forwarded-proto') ?? '');
}

/** `https://zone.evil`, `https://evilzone`, `null` and other schemes are not of the zone. Ports do not matter. */
export function isOriginOfZone(origin: string, zone: Zone): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && isSchemeOfZone(url.protocol, zone) && isHostnameOfZone(url.hostname, zone);
}

const isSchemeOfZone = (protocol: string, zone: Zone): boolean =>
  protocol === 'https:' || (protocol === 'http:' && zone.allowsHttp);

const isHostnameOfZone = (hostname: string, zone: Zone): boolean =>
  zone.hostname !== '' && (hostname === zone.hostname || hostname.endsWith(`.${zone.hostname}`));
