import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { canonicalAddress } from './ip-address.js';

/** RFC 1035: octets of a name. */
const MAX_NAME = 253;
/** The longest thing worth looking at: a name, its final dot and `:65535`. */
const MAX_TEXT = MAX_NAME + 7;
const MAX_PORT = 65_535;

/** Labels of letters, digits, hyphens and underscores (which container networks use). Linear, no backtracking. */
const ASCII_NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
/** A last label that URL parsers read as (part of) an IPv4 address, in decimal, octal or hexadecimal. */
const NUMERIC_LAST_LABEL = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;
const INTERNATIONAL_NAME = /^[a-z0-9._\u0080-\uffff-]+$/i;
const PLAIN_ASCII = /^[\x21-\x7e]+$/;

/**
 * The one spelling of a hostname, as it comes in `Host` or `x-origin-hostname`: lower case, without port and
 * final dot, international names in punycode, IPv6 in brackets. Undefined for anything that is not exactly one host:
 * two values, percent-encoding, user information, white space, empty labels, more than 253 octets.
 */
export function canonicalHost(value: string | readonly string[] | undefined): string | undefined {
  const text = typeof value === 'string' ? value : singleValue(value);
  if (text === undefined || text === '' || text.length > MAX_TEXT) return undefined;
  if (text.startsWith('[')) return bracketedAddress(text);
  const colon = text.indexOf(':');
  if (colon >= 0 && !isPort(text.slice(colon + 1))) return undefined;
  const name = withoutFinalDot(colon < 0 ? text : text.slice(0, colon));
  return canonicalName(name);
}

function singleValue(values: readonly string[] | undefined): string | undefined {
  return values?.length === 1 ? values[0] : undefined;
}

function withoutFinalDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

/** RFC 9110 allows an empty port after the colon. */
function isPort(text: string): boolean {
  return /^\d{0,5}$/.test(text) && Number(text) <= MAX_PORT;
}

function canonicalName(name: string): string | undefined {
  const ascii = PLAIN_ASCII.test(name) ? name.toLowerCase() : internationalName(name);
  if (ascii.length > MAX_NAME || !ASCII_NAME.test(ascii)) return undefined;
  if (NUMERIC_LAST_LABEL.test(ascii) && !isIPv4(ascii)) return undefined;
  return ascii;
}

/** Empty when it is no name. What is ASCII in it must be fit for a name already: the converter would decode `%2e`. */
function internationalName(name: string): string {
  return INTERNATIONAL_NAME.test(name) ? domainToASCII(name) : '';
}

function bracketedAddress(text: string): string | undefined {
  const close = text.indexOf(']');
  const address = text.slice(1, close);
  const rest = text.slice(close + 1);
  if (close < 0 || address.includes('%') || !isIPv6(address)) return undefined;
  if (rest !== '' && !(rest.startsWith(':') && isPort(rest.slice(1)))) return undefined;
  const canonical = canonicalAddress(address);
  return canonical?.includes(':') ? `[${canonical}]` : canonical;
}
