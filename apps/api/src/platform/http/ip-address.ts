import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address with an IPv4-mapped IPv6 one already turned into its IPv4 one. */
export type ParsedAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Reads an address strictly: dotted quads without leading zeros, or IPv6 with an optional zone, which is dropped.
 * The library alone also takes `0x7f.1`, `017.1.1.1` and `2130706433`, forms in which one visitor could have many names.
 * Undefined for anything else.
 */
export function parseAddress(text: string): ParsedAddress | undefined {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  if (!isIPv6(text)) return undefined;
  const address = ipaddr.IPv6.parse(withoutZone(text));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** The one text form of an address: IPv4-mapped IPv6 is IPv4, IPv6 is lower case and compressed, without a zone. */
export function canonicalAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  // What a dual-stack socket calls an IPv4 peer; the general way takes two microseconds.
  const mapped = text.startsWith('::ffff:') ? text.slice('::ffff:'.length) : '';
  return isIPv4(mapped) ? mapped : parseAddress(text)?.toString();
}

function withoutZone(text: string): string {
  const zone = text.indexOf('%');
  return zone < 0 ? text : text.slice(0, zone);
}
