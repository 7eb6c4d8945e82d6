import { IDENTITY_LIMITS } from '@sitedesk/contract/identity';

/** At most so many are invited at once: each one waits for the email provider's answer. */
export const INVITATIONS_AT_ONCE = 50;

export interface Invitee {
  readonly email: string;
  readonly displayName: string;
}

/** What was typed or pasted. Nothing of it is dropped without a word. */
export interface InvitationList {
  readonly people: readonly Invitee[];
  /** Addresses that stand there more than once. */
  readonly repeated: readonly string[];
  /** What is no address. */
  readonly unreadable: readonly string[];
}

/**
 * Addresses with commas, semicolons, spaces or new lines between them, each with a name if one likes:
 * `"Sol, Ida" <ida@example.com>`. The server has the last word on what an address is.
 */
export function readInvitations(text: string): InvitationList {
  const people = new Map<string, Invitee>();
  const repeated = new Set<string>();
  const unreadable: string[] = [];
  const add = (typed: string, name: string): void => {
    const email = typed.replace(/^mailto:/i, '');
    const key = email.toLowerCase();
    if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email)) unreadable.push(typed);
    else if (people.has(key)) repeated.add(email);
    else people.set(key, { email, displayName: name || nameIn(email) });
  };
  for (const piece of text.match(/(?:"[^"]*"|[^",;\r\n])+/g) ?? []) {
    const [last = '', ...named] = piece.split(/(?<=>)/).reverse();
    for (const each of named.reverse().concat(last)) addPiece(each, add, unreadable);
  }
  return { people: [...people.values()], repeated: [...repeated], unreadable };
}

function addPiece(piece: string, add: (email: string, name: string) => void, unreadable: string[]): void {
  const [, before = piece, address] = /^([^<]*)<([^<>]*)>$/.exec(piece.trim()) ?? [];
  const isQuoted = before.includes('"');
  const words = before.replaceAll('"', '').split(/\s+/).filter(Boolean);
  const isAddress = (word: string): boolean => !isQuoted && word.includes('@');
  for (const word of words.filter(isAddress)) add(word, '');
  const rest = words.filter((word) => !isAddress(word));
  if (address !== undefined) add(address.trim(), rest.join(' ').slice(0, IDENTITY_LIMITS.displayName.max));
  else unreadable.push(...rest);
}

/** `ida.sol@example.com` is probably called Ida Sol; everyone sets their own name when they join. */
function nameIn(email: string): string {
  const words = email
    .slice(0, email.lastIndexOf('@'))
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return (name || email).slice(0, IDENTITY_LIMITS.displayName.max);
}
