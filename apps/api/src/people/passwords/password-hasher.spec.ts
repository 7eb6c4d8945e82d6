import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { stat } from 'node:fs/promises';
import { PasswordHasher, TooManyHashesException } from './password-hasher.js';

describe('hashing passwords (ID-02, ID-03)', () => {
  it('makes argon2id hashes with m=19 MiB, t=2, p=1, each with its own salt (ID-02)', async () => {
    const hasher = new PasswordHasher();
    const [first, second] = await Promise.all([hasher.hash('a password'), hasher.hash('a password')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  it('a hash with other parameters is to be made again (ID-02)', async () => {
    const hasher = new PasswordHasher();
    const weaker = await hash('a password', { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    expect(await hasher.verify(weaker, 'a password')).toBe(true);
    expect(hasher.needsRehash(weaker)).toBe(true);
    expect(hasher.needsRehash(await hasher.hash('a password'))).toBe(false);
  });

  it('any characters, never truncated: the last one counts (ID-01)', async () => {
    const hasher = new PasswordHasher();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 0, maxLength: 200 }), async (password) => {
        const stored = await hasher.hash(`${password}x`);
        expect(await hasher.verify(stored, `${password}x`)).toBe(true);
        expect(await hasher.verify(stored, `${password}y`)).toBe(false);
        expect(await hasher.verify(stored, password)).toBe(false);
      }),
      { numRuns: 12 },
    );
  });

  it('one character in two spellings is the same password (ID-01)', async () => {
    const hasher = new PasswordHasher();
    expect(await hasher.verify(await hasher.hash('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true);
  });

  it('an address that nobody has is never right (ID-04)', async () => {
    const hasher = new PasswordHasher();
    expect(await hasher.verifyNothing('any password')).toBe(false);
    expect(await hasher.verifyNothing('')).toBe(false);
  });

  it('leaves room for the rest: a file is found before the first of four slow hashes is done (ID-03)', async () => {
    const hasher = new PasswordHasher();
    const slow = await hash('a password', { memoryCost: 19_456, timeCost: 20, parallelism: 1 });
    const done: string[] = [];
    const flood = Array.from({ length: 4 }, async () => {
      // On a busy machine the last may have waited for too long: it has left room, too.
      await hasher.verify(slow, 'a password').catch((refusal: unknown) => {
        expect(refusal).toBeInstanceOf(TooManyHashesException);
      });
      done.push('hash');
    });
    await stat(process.execPath);
    done.push('file');
    await Promise.all(flood);
    expect(done).toEqual(['file', ...Array<string>(4).fill('hash')]);
  });

  it('anyone who fails gives the place back (ID-03)', async () => {
    const hasher = new PasswordHasher();
    const failures = await Promise.allSettled(
      Array.from({ length: 20 }, () => hasher.verify('no hash', 'x')),
    );
    expect(failures.map(({ status }) => status)).toEqual(Array<string>(20).fill('rejected'));
    expect(await hasher.verifyNothing('x')).toBe(false);
  });

  it('passwords that are alike in their first octets are others: 72, 128, 1,023 (ID-01)', async () => {
    const hasher = new PasswordHasher();
    for (const alike of [72, 128, 1_023]) {
      const stored = await hasher.hash(`${'p'.repeat(alike)}1`);
      expect(await hasher.verify(stored, `${'p'.repeat(alike)}1`)).toBe(true);
      expect(await hasher.verify(stored, `${'p'.repeat(alike)}2`)).toBe(false);
      expect(await hasher.verify(stored, 'p'.repeat(alike))).toBe(false);
    }
  });

  it('a character that ends texts elsewhere ends nothing here (ID-01)', async () => {
    const hasher = new PasswordHasher();
    const stored = await hasher.hash('before\0after');
    expect(await hasher.verify(stored, 'before\0after')).toBe(true);
    expect(await hasher.verify(stored, 'before\0other')).toBe(false);
  });

  it('of a flood some are refused with 429, the others are answered, and afterwards it goes on (ID-03)', async () => {
    const hasher = new PasswordHasher();
    const flood = await Promise.allSettled(Array.from({ length: 700 }, () => hasher.verifyNothing('x')));
    const refused = flood.filter((each) => each.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(700);
    for (const { reason } of refused) {
      expect(reason).toBeInstanceOf(TooManyHashesException);
      expect(reason.getStatus()).toBe(429);
    }
    expect(await hasher.verify(await hasher.hash('still here'), 'still here')).toBe(true);
  });
});
