import { canonicalAddress } from './ip-address.js';
import type { TrustedProxies } from './trusted-proxies.js';

interface ClientAddressOptions {
  /** The peer has proved itself by other means (the shared edge secret), whatever its address. */
  readonly peerTrusted?: boolean;
}

/** More proxies in a row than this is a forgery; the header is then not believed at all. */
const MAX_HOPS = 32;

/**
 * The visitor's address, in canonical text: the right-most entry of `X-Forwarded-For` that is not a trusted proxy,
 * if the socket's peer is one; else, and whenever the header cannot be read, the peer. When every entry is a trusted
 * proxy the request came out of the proxies' own network: then it is the left-most.
 * @param peer `socket.remoteAddress`
 * @param forwardedFor value or values of `X-Forwarded-For`, in the order received
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | readonly string[] | undefined,
  trusted: TrustedProxies,
  options: ClientAddressOptions = {},
): string {
  const peerAddress = canonicalAddress(peer) ?? peer;
  if (forwardedFor === undefined) return peerAddress;
  if (!options.peerTrusted && !trusted.trusts(peerAddress)) return peerAddress;
  const header = typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',');
  return farthestHop(header, trusted) ?? peerAddress;
}

/** Walks the header from its trustworthy end; undefined when an entry that matters is not an address. */
function farthestHop(header: string, trusted: TrustedProxies): string | undefined {
  let end = header.length;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const comma = header.lastIndexOf(',', end - 1);
    const address = canonicalAddress(withoutPort(header.slice(comma + 1, end).trim()));
    if (address === undefined || comma <= 0 || !trusted.trusts(address)) return address;
    end = comma;
  }
  return undefined;
}

/** Some proxies write `203.0.113.7:52044` or `[2001:db8::1]:443`. */
function withoutPort(entry: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry);
  if (bracketed) return bracketed[1] ?? '';
  return /^[\d.]+:\d{1,5}$/.test(entry) ? entry.slice(0, entry.indexOf(':')) : entry;
}

/**
 * What a visitor is counted under: an IPv4 address as it is, an IPv6 one as its /64, because one subscriber has at
 * least that many addresses to choose from.
 * @param address canonical, as {@link clientAddress} returns it
 * @param bits of an IPv6 address, in whole groups of 16
 */
export function throttleAddress(address: string, bits = 64): string {
  if (!address.includes(':')) return address;
  const [left = '', right] = address.split('::');
  const head = groups(left);
  const tail = groups(right ?? '');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, bits / 16).join(':')}::/${bits}`;
}

function groups(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}
