/** A value that does not belong where a test puts it. */
export interface HostileValue {
  readonly name: string;
  readonly value: unknown;
}

/** Long enough for every rule, and short enough to be read as a body (64 KB). */
const VERY_LONG = 'x'.repeat(40_000);

/** As `JSON.parse` makes it: the member is its own, and no prototype is touched. */
const parsed = (json: string): unknown => JSON.parse(json);

/** What has become SQL, a filter, a prototype or a crash in other products (section 4). */
export const HOSTILE_VALUES: readonly HostileValue[] = [
  { name: 'an object', value: {} },
  { name: 'an operator', value: { $ne: null } },
  { name: 'something with a length', value: { length: 1 } },
  { name: '__proto__', value: parsed('{"__proto__":{"isAdmin":true}}') },
  { name: 'constructor', value: parsed('{"constructor":{"prototype":{"isAdmin":true}}}') },
  { name: 'a TypeORM operator', value: { '@instanceof': 'FindOperator', _type: 'not', _value: '' } },
  { name: 'an empty list', value: [] },
  { name: 'a list with an operator', value: [{ $ne: null }] },
  { name: 'a list in a list', value: [[['a']]] },
  { name: 'a list of numbers', value: [1, 2] },
  { name: 'null', value: null },
  { name: 'zero', value: 0 },
  { name: 'a negative number', value: -1 },
  { name: 'a number beyond 64 bits', value: 1e300 },
  { name: 'true', value: true },
  { name: 'an empty text', value: '' },
  { name: 'a very long text', value: VERY_LONG },
  { name: 'NUL', value: 'a\0b' },
  { name: 'line ends', value: 'a\r\nBcc: b@example.test\r\n\r\nc' },
  { name: 'half a character pair', value: 'a\uD800b' },
  { name: 'a bidirectional override', value: 'a\u202Etxt.exe' },
  { name: 'a format string', value: '%s%n\'";--${7*7}{{7*7}}' },
  { name: 'a web address with half a character pair', value: 'https://example.test/\uD800' },
  { name: 'a web address with NUL', value: 'https://example.test/\0' },
  { name: 'an address with half a character pair', value: 'a\uD800@example.test' },
  { name: 'a number as text', value: '99999999999999999999' },
  { name: 'an instant that is none', value: '2026-02-30T25:61:61Z' },
  { name: 'an instant at the end of time', value: '9999-12-31T23:59:59.999-14:00' },
];

/** Members that nobody sets through a form. */
export const MASS_ASSIGNMENT: readonly (readonly [name: string, value: unknown])[] = [
  ['tenantId', '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41'],
  ['tenant_id', '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41'],
  ['id', '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41'],
  ['roles', ['Administrator']],
  ['permissions', ['users.manage']],
  ['createdBy', '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41'],
  ['emailConfirmed', true],
  ['passwordHash', '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'],
  ['status', 'active'],
  ['version', 1],
  ['isAdmin', true],
];

/** Texts in a query that a key's own rules have to decide on; sent as they are written. */
export const HOSTILE_QUERY_VALUES: readonly HostileValue[] = [
  { name: 'nothing', value: '' },
  { name: 'NUL', value: '%00' },
  { name: 'line ends', value: 'a%0d%0ab' },
  { name: 'octets that are no UTF-8', value: '%ed%a0%80' },
  { name: 'half an escape', value: '%e' },
  { name: 'a bidirectional override', value: 'a%e2%80%aeb' },
  { name: 'a very long text', value: 'x'.repeat(8_000) },
  { name: 'JSON', value: '%7B%22$ne%22:null%7D' },
  { name: 'a wildcard', value: '%25' },
  { name: 'a quote', value: "'%20OR%201=1--" },
  { name: 'a negative number', value: '-1' },
  { name: 'a huge number', value: '99999999999999999999' },
  { name: 'a cursor of another list', value: 'WyJhIiwiYiJd' },
  { name: 'a cursor of objects', value: 'W3sidmFsdWUiOnsiJG5lIjpudWxsfX0sbnVsbF0' },
];

/** Path segments that are nobody's id. */
export const HOSTILE_IDS: readonly HostileValue[] = [
  { name: 'a number', value: '1' },
  { name: 'a word', value: 'null' },
  { name: 'an object', value: '[object%20Object]' },
  { name: 'a quote', value: "1'%20OR%20'1'='1" },
  { name: 'NUL', value: '%00' },
  { name: 'line ends', value: 'a%0d%0ab' },
  { name: 'an id and more', value: '0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41%00' },
  { name: 'an id in braces', value: '%7B0190a5d2-7c3b-7d11-8a55-3f2b6c0e9d41%7D' },
  { name: 'an id without dashes', value: '0190a5d27c3b7d118a553f2b6c0e9d41' },
  { name: 'a way up', value: '%2e%2e' },
  { name: 'a slash', value: 'a%2fb' },
  { name: 'a prototype', value: '__proto__' },
];
