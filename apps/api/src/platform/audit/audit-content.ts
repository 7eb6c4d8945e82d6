import { FORBIDDEN } from '@sitedesk/contract/text';
import { remembering } from '../core/remembering.js';

/** Stands in the place of a secret. */
export const HIDDEN = '(hidden)';

/** In characters; `members` over all of a row's before or after, where each value counts as one more. */
const LIMITS = { text: 1_000, line: 300, depth: 8, members: 20_000 } as const;
const CUT = '…';

/** Words that make the name of a member the name of a secret, wherever they stand in it. */
const SECRET_PARTS = [
  'password',
  'passwd',
  'passphrase',
  'secret',
  'token',
  'cookie',
  'credential',
  'authorization',
  'connectionstring',
  'apikey',
  'accesskey',
  'privatekey',
];
/** The same, but only as a word of their own: `code`, not `encode`. */
const SECRET_WORDS = new Set([
  'key',
  'keys',
  'code',
  'codes',
  'hash',
  'hashes',
  'pin',
  'otp',
  'pwd',
  'salt',
  'seed',
  'nonce',
  'csrf',
  'signature',
  'ciphertext',
]);
/** A name that ends in one of these tells about a secret, and does not hold it: `tokenId`, `passwordChangedAt`. */
const TELLING_ENDS = new Set([
  'at',
  'id',
  'ids',
  'count',
  'kind',
  'type',
  'set',
  'required',
  'enabled',
  'changed',
]);
const NOT_SECRET = new Set(['rolekey', 'rolekeys', 'blogkey', 'settingkey', 'statuscode', 'errorcode']);

/** Whether a member of that name may hold a secret. In doubt, it does. */
const isSecretName = remembering((name) => {
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const joined = words.join('');
  if (NOT_SECRET.has(joined) || TELLING_ENDS.has(words.at(-1) ?? '')) return false;
  return SECRET_PARTS.some((part) => joined.includes(part)) || words.some((word) => SECRET_WORDS.has(word));
});

const URL_PASSWORD = /(:\/\/)[^\s/@]+@/gu;
const ADDRESS =
  /([\p{L}\p{N}.!#$%&*+/=?^_`{|}~'-]{1,64})@((?:[\p{L}\p{N}-]{1,63}\.){0,10}[\p{L}\p{N}-]{1,63})/gu;

/** Email addresses in a text keep two characters and their host; user and password in front of a host are taken out. */
function withoutAddresses(text: string): string {
  if (!text.includes('@')) return text;
  return text
    .replace(URL_PASSWORD, `$1${CUT}@`)
    .replace(
      ADDRESS,
      (_whole, local: string, host: string) =>
        `${local.slice(0, Math.min(2, local.length >> 1))}${CUT}@${host}`,
    );
}

/** A text for one line: what could steer a terminal, forge a line or change the direction of writing is gone. */
export const auditLine = (text: string): string =>
  cut(withoutAddresses(wellFormed(text).replace(EVERY_FORBIDDEN, ' ')), LIMITS.line);

const EVERY_FORBIDDEN = new RegExp(FORBIDDEN.source, 'gu');

/**
 * What may be kept of the members that changed: JSON as the database gives it back, secrets hidden, addresses shortened,
 * and no more than a row should hold.
 */
export function auditMembers(members: object | undefined): object | null {
  if (members === undefined) return null;
  const plain: unknown = JSON.parse(JSON.stringify(members));
  const kept = keep(plain, 1, { left: LIMITS.members });
  return typeof kept === 'object' ? kept : null;
}

/** What may still be kept, in characters. */
interface Budget {
  left: number;
}

function keep(value: unknown, depth: number, budget: Budget): unknown {
  if (depth > LIMITS.depth) return CUT;
  if (typeof value === 'string') return spend(cut(withoutAddresses(storable(value)), LIMITS.text), budget);
  budget.left -= 1;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? keepItems(value, depth, budget) : keepMembers(value, depth, budget);
}

function keepItems(items: readonly unknown[], depth: number, budget: Budget): readonly unknown[] {
  const kept: unknown[] = [];
  for (const item of items) {
    if (budget.left <= 0) return [...kept, CUT];
    kept.push(keep(item, depth + 1, budget));
  }
  return kept;
}

function keepMembers(members: object, depth: number, budget: Budget): object {
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(members)) {
    if (budget.left <= 0) break;
    const shown = spend(cut(withoutAddresses(storable(name)), LIMITS.line), budget);
    kept.push([shown, isSecretName(name) ? hidden(member) : keep(member, depth + 1, budget)]);
  }
  return Object.fromEntries(kept);
}

function spend(text: string, budget: Budget): string {
  budget.left -= 1 + text.length;
  return text;
}

/** Whether there is one, and whether it is on, is no secret. */
const hidden = (member: unknown): unknown =>
  member === null || typeof member === 'boolean' ? member : HIDDEN;

/** PostgreSQL stores no NUL, and half a character pair is none. */
const storable = (text: string): string => wellFormed(text).replaceAll('\0', '\uFFFD');

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

const cut = (text: string, most: number): string =>
  text.length <= most ? text : wellFormed(`${text.slice(0, most)}${CUT}`);
