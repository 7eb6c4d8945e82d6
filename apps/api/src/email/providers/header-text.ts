import { domainToASCII } from 'node:url';

/** Controls, line and paragraph separators, bidirectional overrides, and marks without width that hide or reorder text. */
const INVISIBLE = /[\p{Cc}\u00AD\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]+/gu;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** What has a meaning of its own in an address list; in a display name it could pass for an address. */
const ADDRESS_SYNTAX = /[<>@"\\,;:()[\]]+/g;

/** A visitor's text fit for a header: one line, nothing invisible, and never the start of an encoded word. */
export function headerText(text: string): string {
  return text
    .normalize('NFC')
    .replace(LONE_SURROGATE, '\uFFFD')
    .replace(INVISIBLE, ' ')
    .replace(/=\?/g, '= ?')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** A display name that cannot be taken for an address. */
export function displayName(text: string, maxOctets: number): string {
  return truncateOctets(headerText(headerText(text).replace(ADDRESS_SYNTAX, ' ')), maxOctets);
}

/** The longest start of a text that has at most so many octets of UTF-8, cut between characters, `…` included. */
export function truncateOctets(text: string, maxOctets: number): string {
  if (Buffer.byteLength(text) <= maxOctets) return text;
  const room = maxOctets - Buffer.byteLength('…');
  let size = 0;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    size += Buffer.byteLength(segment);
    if (size > room) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/** The domain of an address as the mail servers write it. */
export const asciiDomain = (address: string): string =>
  domainToASCII(address.slice(address.lastIndexOf('@') + 1));
