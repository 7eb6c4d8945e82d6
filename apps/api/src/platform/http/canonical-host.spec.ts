import fc from 'fast-check';
import { canonicalHost } from './canonical-host.js';

const LABEL_63 = 'a'.repeat(63);
const NAME_253 = [LABEL_63, LABEL_63, LABEL_63, 'a'.repeat(61)].join('.');

describe('canonical host (DD-08)', () => {
  it.each([
    ['plain', 'www.example.com', 'www.example.com'],
    ['upper case', 'WWW.Example.COM', 'www.example.com'],
    ['a port', 'example.com:8443', 'example.com'],
    ['an empty port', 'example.com:', 'example.com'],
    ['a final dot', 'example.com.', 'example.com'],
    ['all of it', 'EXAMPLE.com.:3000', 'example.com'],
    ['one label', 'localhost:3001', 'localhost'],
    ['an underscore', 'api_1:3000', 'api_1'],
    ['a list of one', ['example.com'], 'example.com'],
    ['an international name', 'münchen.example', 'xn--mnchen-3ya.example'],
    ['an international name in upper case with a port', 'MÜNCHEN.example.:80', 'xn--mnchen-3ya.example'],
    ['punycode', 'XN--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['IPv4', '192.0.2.1:80', '192.0.2.1'],
    ['IPv6', '[2001:DB8:0::1]', '[2001:db8::1]'],
    ['IPv6 with a port', '[::1]:3000', '[::1]'],
    ['mapped IPv6', '[::ffff:192.0.2.1]:80', '192.0.2.1'],
    ['253 octets', NAME_253, NAME_253],
    ['253 octets, a final dot and a port', `${NAME_253}.:65535`, NAME_253],
  ])('%s (C-03)', (_name, value, expected) => {
    expect(canonicalHost(value)).toBe(expected);
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['given twice', ['a.example', 'b.example']],
    ['given twice, equal', ['a.example', 'a.example']],
    ['a list of none', []],
    ['comma-joined', 'a.example, b.example'],
    ['comma-joined without a blank', 'a.example,b.example'],
    ['254 octets', `a${NAME_253}`],
    ['300 octets', `${'a'.repeat(50)}.`.repeat(6)],
    ['a label of 64', `a${LABEL_63}.example`],
    ['CR LF', 'a.example\r\nx-evil: 1'],
    ['a line feed at the end', 'a.example\n'],
    ['NUL', 'a.example\0'],
    ['encoded CR LF', 'a.example%0d%0a'],
    ['percent-encoded', 'a%2eexample'],
    ['percent-encoded beside an international letter', 'ü%2eexample'],
    ['user information', 'user@a.example'],
    ['user and password', 'user:pw@a.example'],
    ['a space', 'a .example'],
    ['a leading space', ' a.example'],
    ['a no-break space', 'a\u00a0.example'],
    ['an empty label', 'a..example'],
    ['a leading dot', '.example'],
    ['two final dots', 'a.example..'],
    ['only a dot', '.'],
    ['only a port', ':80'],
    ['a port out of range', 'a.example:65536'],
    ['a port of letters', 'a.example:http'],
    ['two ports', 'a.example:80:80'],
    ['a scheme', 'http://a.example'],
    ['a path', 'a.example/b'],
    ['a backslash', 'a.example\\b'],
    ['a question', 'a.example?b'],
    ['a fragment', 'a.example#b'],
    ['bare IPv6', '::1'],
    ['an unclosed bracket', '[::1'],
    ['a zone', '[fe80::1%25eth0]'],
    ['text after the bracket', '[::1]x'],
    ['no address in the brackets', '[a.example]'],
    ['octal IPv4', '0300.0.2.1'],
    ['hexadecimal IPv4', '0xc0.0.2.1'],
    ['decimal IPv4', '3221225985'],
    ['short IPv4', '127.1'],
    ['IPv4 out of range', '256.0.0.1'],
    ['a fullwidth slash', 'a.example／b'],
  ])('%s is no host (C-03)', (_name, value) => {
    expect(canonicalHost(value)).toBeUndefined();
  });

  it('whatever comes, the answer is undefined or already canonical (C-03)', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.domain(),
      fc.webAuthority({ withPort: true }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const host = canonicalHost(value);
        expect(host === undefined || canonicalHost(host) === host).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
