import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress, type ParsedAddress } from './ip-address.js';

/** The socket peers whose forwarding headers are believed. */
export interface TrustedProxies {
  /** No proxy is configured: every forwarding header is ignored. */
  readonly isEmpty: boolean;
  /** Whether an address, in any text form a socket or a header gives it, is one of the proxies. */
  trusts(address: string): boolean;
}

type Range = readonly [ParsedAddress, number];

/** Answers remembered per address; a process sees the same few proxies all the time. */
const REMEMBERED = 1_024;

/** Offset of an IPv4 prefix within an IPv4-mapped IPv6 one. */
const MAPPED_BITS = 96;

/**
 * Reads a comma-separated list of addresses and CIDR ranges, e.g. `10.0.0.0/8, 2001:db8::1`. Blank means: trust none.
 * @param variable that holds the list
 * @throws Error naming the variable and the first entry that is neither
 */
export function parseTrustedProxies(list: string, variable = 'TRUSTED_PROXIES'): TrustedProxies {
  const ranges = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const range = parseRange(entry);
      if (range) return range;
      throw new Error(`${variable}: "${entry}" is neither an IP address nor a CIDR range.`);
    });
  if (ranges.length === 0) return { isEmpty: true, trusts: () => false };
  const remembered = new Map<string, boolean>();
  return {
    isEmpty: false,
    trusts: (address) => {
      const known = remembered.get(address);
      if (known !== undefined) return known;
      const answer = matches(ranges, address);
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(address, answer);
      return answer;
    },
  };
}

function parseRange(entry: string): Range | undefined {
  const slash = entry.indexOf('/');
  const text = slash < 0 ? entry : entry.slice(0, slash);
  const version = text.includes('%') ? 0 : isIP(text);
  const address = version === 0 ? undefined : parseAddress(text);
  if (!address) return undefined;
  const width = version === 4 ? 32 : 128;
  const bits = slash < 0 ? width : prefixLength(entry.slice(slash + 1), width);
  if (bits === undefined) return undefined;
  if (version === 4 || address.kind() === 'ipv6') return [address, bits];
  if (bits < MAPPED_BITS) return undefined;
  return [address, bits - MAPPED_BITS];
}

function prefixLength(text: string, width: number): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= width ? Number(text) : undefined;
}

function matches(ranges: readonly Range[], text: string): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  return ranges.some(([network, bits]) => inRange(address, network, bits));
}

function inRange(address: ParsedAddress, network: ParsedAddress, bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
