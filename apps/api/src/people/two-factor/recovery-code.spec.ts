import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import { hashRecoveryCode, newRecoveryCode } from './recovery-code.js';

describe('recovery codes', () => {
  it('are readable groups of 80 bits without look-alikes (ID-17)', () => {
    const code = newRecoveryCode();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(TWO_FACTOR.recoveryCodes.characters * 5).toBeGreaterThanOrEqual(64);
  });

  it('use every sign of their alphabet (ID-17)', () => {
    const seen = new Set(Array.from({ length: 200 }, newRecoveryCode).join('').replaceAll('-', ''));
    expect(seen.size).toBe(32);
  });

  it('are hashed, the same however they are typed (ID-17)', () => {
    const hash = hashRecoveryCode('70K1-M0ZT-9XWA-4HCE');
    expect(hash).toMatch(/^[\w-]{43}$/);
    for (const typed of ['70k1m0zt9xwa4hce', ' 7OKL-MOZT 9XWA-4HCE ', '70Ki-m0zt-9xwa-4hce'])
      expect(hashRecoveryCode(typed)).toBe(hash);
  });

  it.each(['', '123456', '70K1-M0ZT-9XWA', '70K1-M0ZT-9XWA-4HCE-1', '70K1-M0ZT-9XWA-4HCU'])(
    '%j cannot be one',
    (text) => expect(hashRecoveryCode(text)).toBeUndefined(),
  );
});
