import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import { base32, hotp, isTotpCode, matchingStep, newTotpSecret, totpUri } from './totp.js';

/** RFC 6238, appendix B. The secrets are those of the reference program: as long as the hash. */
const ASCII = '1234567890'.repeat(7);
const SECRETS = { sha1: ASCII.slice(0, 20), sha256: ASCII.slice(0, 32), sha512: ASCII.slice(0, 64) } as const;
const VECTORS = [
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
] as const;

const RFC_4226 = [
  '755224',
  '287082',
  '359152',
  '969429',
  '338314',
  '254676',
  '287922',
  '162583',
  '399871',
  '520489',
];

describe('time-based codes (RFC 6238)', () => {
  const { stepSeconds } = TWO_FACTOR.totp;

  describe.each(VECTORS)('appendix B at %i s (ID-16)', (seconds, ...codes) => {
    it.each([
      ['sha1', codes[0]],
      ['sha256', codes[1]],
      ['sha512', codes[2]],
    ] as const)('%s gives %s, and no other code', (algorithm, code) => {
      const secret = Buffer.from(SECRETS[algorithm]);
      const step = Math.floor(seconds / stepSeconds);
      const options = { algorithm, digits: 8 } as const;
      expect(matchingStep(secret, code, seconds * 1_000, options)).toBe(step);
      const wrong = `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;
      expect(matchingStep(secret, wrong, seconds * 1_000, options)).toBeUndefined();
    });
  });

  it.each(RFC_4226.map((code, counter) => [counter, code] as const))(
    'counter %i has the code %s (RFC 4226, appendix D) (ID-16)',
    (counter, code) => expect(hotp(Buffer.from(SECRETS.sha1), counter)).toBe(code),
  );

  it.each([
    [-2, undefined],
    [-1, 1],
    [0, 1],
    [1, 1],
    [2, undefined],
  ])('a clock that is %i steps off: step %s (ID-16)', (steps, expected) => {
    const secret = Buffer.from(SECRETS.sha1);
    for (const within of [0, 1, 15, 29.999]) {
      const now = (stepSeconds * (1 + steps) + within) * 1_000;
      if (now >= 0) expect(matchingStep(secret, '287082', now)).toBe(expected);
    }
  });

  it.each(['', '28708', '2870820', '28708a', ' 287082', '２８７０８２'])('%j is no code', (text) => {
    expect(isTotpCode(text)).toBe(false);
    expect(matchingStep(Buffer.from(SECRETS.sha1), text, 59_000)).toBeUndefined();
  });

  it('secrets have 160 bits, and never come twice (ID-16)', () => {
    expect(newTotpSecret()).toHaveLength(20);
    expect(newTotpSecret()).not.toEqual(newTotpSecret());
  });

  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
    ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  ])('writes %j in base32 (RFC 4648, 10)', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });

  it('names the site and the person in the address of the QR code', () => {
    const uri = new URL(totpUri(Buffer.from('foobar'), 'Anna: Berg & Söhne', 'anna@site.test'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Anna  Berg & Söhne:anna@site.test');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: 'MZXW6YTBOI',
      issuer: 'Anna  Berg & Söhne',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
