import fc from 'fast-check';
import { clientAddress, throttleAddress } from './client-address.js';
import { parseTrustedProxies } from './trusted-proxies.js';

const NONE = parseTrustedProxies('');
const PROXIES = parseTrustedProxies('127.0.0.1, 10.0.0.0/8, 2001:db8:ffff::/48');

describe('client address (DD-07)', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['', ''],
  ])('of a direct peer %s is %s', (peer, expected) => {
    expect(clientAddress(peer, undefined, NONE)).toBe(expected);
    expect(clientAddress(peer, undefined, PROXIES)).toBe(expected);
  });

  it.each([
    ['a client behind one proxy', '203.0.113.9', '203.0.113.9'],
    ['a forged entry to the left (C-11)', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['two proxies', '203.0.113.9, 10.0.0.7', '203.0.113.9'],
    ['a forged proxy left of the client', '1.1.1.1, 10.0.0.7, 203.0.113.9, 10.0.0.8', '203.0.113.9'],
    ['only proxies: the farthest', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
    ['no blanks', '1.1.1.1,203.0.113.9,10.0.0.8', '203.0.113.9'],
    ['a port', '203.0.113.9:52044', '203.0.113.9'],
    ['IPv6', '2001:DB8::0:9', '2001:db8::9'],
    ['IPv6 in brackets with a port', '[2001:db8::9]:443', '2001:db8::9'],
    ['IPv6 in brackets', '[2001:db8::9]', '2001:db8::9'],
    ['mapped IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['mapped IPv6 in hexadecimal', '::FFFF:CB00:7109', '203.0.113.9'],
    ['an IPv6 proxy', '203.0.113.9, 2001:db8:ffff::1', '203.0.113.9'],
    ['empty', '', '127.0.0.1'],
    ['a lone comma', ',', '127.0.0.1'],
    ['an empty last entry', '203.0.113.9,', '127.0.0.1'],
    ['unknown', 'unknown', '127.0.0.1'],
    ['unknown left of a proxy', 'unknown, 10.0.0.8', '127.0.0.1'],
    ['an octal address', '0313.0.0113.011', '127.0.0.1'],
    ['a decimal address', '3405803785', '127.0.0.1'],
    ['a short address', '203.9', '127.0.0.1'],
    ['a name', 'localhost', '127.0.0.1'],
    ['an unclosed bracket', '[2001:db8::9', '127.0.0.1'],
    ['the obfuscated form of RFC 7239', '_hidden', '127.0.0.1'],
  ])('of a trusted peer with %s', (_name, header, expected) => {
    expect(clientAddress('127.0.0.1', header, PROXIES)).toBe(expected);
    expect(clientAddress('::ffff:127.0.0.1', header, PROXIES)).toBe(expected);
  });

  it('reads header lines that came apart in their order', () => {
    expect(clientAddress('127.0.0.1', ['1.1.1.1', '203.0.113.9, 10.0.0.7'], PROXIES)).toBe('203.0.113.9');
    expect(clientAddress('127.0.0.1', [], PROXIES)).toBe('127.0.0.1');
  });

  it('is never changed by what an untrusted peer sends (R-04)', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.ipV4(),
          fc.ipV6(),
          fc.array(fc.ipV4()).map((list) => list.join(', ')),
        ),
        (header) => {
          expect(clientAddress('198.51.100.1', header, PROXIES)).toBe('198.51.100.1');
          expect(clientAddress('127.0.0.1', header, NONE)).toBe('127.0.0.1');
        },
      ),
    );
  });

  it('never throws and never leaves the canonical form, whatever a trusted peer sends', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.ipV6(), fc.stringMatching(/^[0-9a-f:.,% [\]]{0,60}$/)),
        (header) => {
          const address = clientAddress('127.0.0.1', header, PROXIES);
          expect(clientAddress(address, undefined, NONE)).toBe(address);
          expect(address).toMatch(/^[0-9a-f:.]+$/);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('believes a peer that has proved itself otherwise', () => {
    expect(clientAddress('198.51.100.1', '203.0.113.9', NONE, { peerTrusted: true })).toBe('203.0.113.9');
    expect(clientAddress('198.51.100.1', '203.0.113.9', NONE, { peerTrusted: false })).toBe('198.51.100.1');
  });

  it('does not walk through an endless list of proxies', () => {
    const header = ['203.0.113.9', ...Array.from({ length: 1_000 }, () => '10.0.0.1')].join(', ');
    expect(clientAddress('127.0.0.1', header, PROXIES)).toBe('127.0.0.1');
  });
});

describe('what a visitor is counted under (DD-06)', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:1:ffff::1', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::1:2:3:4:5', '0:0:0:1::/64'],
    ['1:2::', '1:2:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['not an address', 'not an address'],
  ])('%s is counted as %s (R-05)', (address, expected) => {
    expect(throttleAddress(address)).toBe(expected);
  });

  it('two IPv4 clients are never one key, mapped or not (R-05)', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), (one, other) => {
        const key = (peer: string): string => throttleAddress(clientAddress(peer, undefined, NONE));
        expect(key(one) === key(`::ffff:${other}`)).toBe(one === other);
      }),
    );
  });

  it('an IPv6 /64 is one key and its neighbour another (R-05)', () => {
    const hextet = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    fc.assert(
      fc.property(fc.array(hextet, { minLength: 4, maxLength: 4 }), (host) => {
        const key = (peer: string): string => throttleAddress(clientAddress(peer, undefined, NONE));
        expect(key(`2001:db8:0:1:${host.join(':')}`)).toBe('2001:db8:0:1::/64');
        expect(key(`0:0:0:2:${host.join(':')}`)).toBe('0:0:0:2::/64');
      }),
    );
  });
});
