import { parseTrustedProxies } from './trusted-proxies.js';

describe('trusted proxies (DD-07)', () => {
  it.each([
    ['10.0.0.0/8', '10.255.1.2', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '::ffff:203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:DB8:1::9', true],
    ['2001:db8::/32', '2001:db9::9', false],
    ['::1', '0:0:0:0:0:0:0:1', true],
    ['::ffff:10.0.0.0/104', '10.2.3.4', true],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    [' 127.0.0.1 , 10.0.0.0/8,', '10.0.0.1', true],
    ['127.0.0.1', 'unknown', false],
    ['0.0.0.0/0,::/0', '', false],
  ])('with "%s", trusting %s is %s', (list, address, expected) => {
    const proxies = parseTrustedProxies(list);
    expect(proxies.trusts(address)).toBe(expected);
    expect(proxies.trusts(address)).toBe(expected); // the remembered answer
  });

  it.each(['', '  ', ' , '])('trusts nobody when the list is "%s"', (list) => {
    const proxies = parseTrustedProxies(list);
    expect(proxies.isEmpty).toBe(true);
    expect(proxies.trusts('127.0.0.1')).toBe(false);
  });

  it.each([
    '10.0.0/8',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '010.0.0.1',
    '2130706433',
    '::1/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/64',
    'proxy.example',
    '10.0.0.0/8/8',
  ])('names the wrong entry %s', (entry) => {
    expect(() => parseTrustedProxies(`127.0.0.1, ${entry}`)).toThrow(`"${entry}"`);
  });

  it('stays right after more addresses than it remembers', () => {
    const proxies = parseTrustedProxies('10.0.0.0/8');
    for (let index = 0; index < 5_000; index += 1) {
      const rest = `${index >> 8}.${index & 255}`;
      expect([proxies.trusts(`10.1.${rest}`), proxies.trusts(`11.1.${rest}`)]).toEqual([true, false]);
    }
  });
});
