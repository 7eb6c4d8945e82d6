import type { Message } from '@sitedesk/contract/messages';
import { PASSWORD_LIMITS, PASSWORD_TEXTS } from '@sitedesk/contract/passwords';
import fc from 'fast-check';
import { checkPassword, type PasswordContext } from './password-policy.js';

const CONTEXT: PasswordContext = {
  secondFactor: false,
  email: 'anna.berg@bookbinder.test',
  hostnames: ['www.bookbinder.test'],
  productName: 'Sitedesk',
  siteName: 'Berg & Sons',
};
const check = (password: string, more: Partial<PasswordContext> = {}): Promise<Message | undefined> =>
  checkPassword(password, { ...CONTEXT, ...more });

describe('rules for passwords (ID-01)', () => {
  it.each([
    ['seven rivers under a paper moon'],
    ['Tr0ub4dor&3 and more'],
    ['пятнадцать слов и ещё'],
    ['🦊🐢🦉🐝🐌🦋🐙🦀🐠🐳🦜🦢🦩🐿🦔'],
    ['a moon over bookbinder street'],
    ['i use sitedesk every day'],
    ['planning annual budgets'],
    ['correct horse. correct horse.'],
    ['baseball-4821-9937-1120'],
    ['x7Kq2vR9tLm4Wz8'],
    ['839201748265103'],
  ])('takes %s (ID-01)', async (password) => {
    expect(await check(password)).toBeUndefined();
  });

  it.each([
    ['fourteen chars', PASSWORD_TEXTS.tooShort({ min: PASSWORD_LIMITS.min })],
    ['qwerty123456789', PASSWORD_TEXTS.common],
    ['PolniyPizdec0211', PASSWORD_TEXTS.common],
    ['passwordpassword', PASSWORD_TEXTS.common],
    ['aaaaaaaaaaaaaaaa', PASSWORD_TEXTS.repetitive],
    ['river7river7river7', PASSWORD_TEXTS.common],
    ['Dragon123456789', PASSWORD_TEXTS.common],
    ['dragondragondragon1', PASSWORD_TEXTS.common],
    ['2024!letmein!2024', PASSWORD_TEXTS.common],
    ['P@ssw0rd2024!!!', PASSWORD_TEXTS.common],
    ['Dr@g0n123456789', PASSWORD_TEXTS.common],
    ['trustno1trustno1', PASSWORD_TEXTS.common],
    ['aaaaaaaaaaaaaaa', PASSWORD_TEXTS.repetitive],
    ['123456789012345', PASSWORD_TEXTS.repetitive],
    ['987654321098765', PASSWORD_TEXTS.repetitive],
    ['111222333444555!', PASSWORD_TEXTS.repetitive],
    ['1q2w3e4r5t6y7u8i!', PASSWORD_TEXTS.repetitive],
    ['a b c d e f g h i', PASSWORD_TEXTS.repetitive],
    ['zq7v.zq7v.zq7v.zq7v', PASSWORD_TEXTS.repetitive],
    [' '.repeat(15), PASSWORD_TEXTS.repetitive],
    ['abcdefghijklmnopqrs', PASSWORD_TEXTS.repetitive],
    ['asdfghjklqwertyuiop!', PASSWORD_TEXTS.repetitive],
    ['anna.berg@bookbinder.test', PASSWORD_TEXTS.personal],
    ['bookbinderbookbinder1', PASSWORD_TEXTS.personal],
    ['sitedesk-bookbinder!', PASSWORD_TEXTS.personal],
    ['annaberg20262026', PASSWORD_TEXTS.personal],
    ['Anna.Berg@Bookbinder.test12345678', PASSWORD_TEXTS.personal],
    ['www.bookbinder.test', PASSWORD_TEXTS.personal],
    ['bookbinder-19871987', PASSWORD_TEXTS.personal],
    ['Berg & Sons 123456', PASSWORD_TEXTS.personal],
    [`${'\ud800'.repeat(3)} half a character`, PASSWORD_TEXTS.malformed],
    ['x'.repeat(PASSWORD_LIMITS.maxOctets + 1), PASSWORD_TEXTS.tooLong],
  ])('refuses %s (ID-01)', async (password, message) => {
    expect(await check(password)).toEqual(message);
  });

  it('eight characters are enough beside a second factor (ID-01)', async () => {
    expect(await check('glow worm', { secondFactor: true })).toBeUndefined();
    expect(await check('glowing', { secondFactor: true })).toEqual(PASSWORD_TEXTS.tooShort({ min: 8 }));
    expect(await check('baseball', { secondFactor: true })).toEqual(PASSWORD_TEXTS.common);
    expect(await check('Sitedesk2026!', { secondFactor: true })).toEqual(PASSWORD_TEXTS.personal);
    expect(await check('Dragon2026', { secondFactor: true })).toEqual(PASSWORD_TEXTS.common);
    expect(await check('bergamot', { secondFactor: true })).toBeUndefined();
  });

  it('a password that a machine made is taken, whatever its characters are (ID-01)', async () => {
    const made = fc.uint8Array({ minLength: 12, maxLength: 60 }).map((bytes) => Buffer.from(bytes));
    const printable = fc.array(fc.integer({ min: 33, max: 126 }), { minLength: 15, maxLength: 128 });
    await fc.assert(
      fc.asyncProperty(made, printable, async (bytes, codes) => {
        // fast-check likes edge cases; those that are hardly random at all are not meant.
        fc.pre(new Set(bytes).size > 10 && new Set(codes).size > 12);
        expect(await check(bytes.toString('base64url'))).toBeUndefined();
        expect(await check(String.fromCharCode(...codes))).toBeUndefined();
      }),
    );
  });

  it('digits and signs around a common password, or a known name, do not make it a good one (ID-01)', async () => {
    const guessable = fc.constantFrom('dragon', 'Sunshine', 'l3tm3in', 'anna.berg', 'Bookbinder', 'SITEDESK');
    const ends = fc.constantFrom('', '!', '2026', '!!!', '12345', '99', '-1-');
    await fc.assert(
      fc.asyncProperty(ends, guessable, ends, async (before, word, after) => {
        expect(await check(`${before}${word}${after}`)).toBeDefined();
      }),
    );
  });

  it('the case of letters and the spelling of accents do not hide a guessable password (ID-01)', async () => {
    const password = 'Zo\u00eb.M\u00fcller2026!';
    const more = { email: 'zoe\u0308.mu\u0308ller@bookbinder.test' };
    expect(await check(password, more)).toEqual(PASSWORD_TEXTS.personal);
    expect(await check(password.normalize('NFD').toUpperCase(), more)).toEqual(PASSWORD_TEXTS.personal);
  });

  it('takes the longest password there is (ID-01)', async () => {
    const longest = Array.from({ length: PASSWORD_LIMITS.maxOctets / 4 }, (_, index) =>
      String.fromCodePoint(0x1f300 + ((index * 37) % 256)),
    ).join('');
    expect(Buffer.byteLength(longest)).toEqual(PASSWORD_LIMITS.maxOctets);
    expect(await check(longest)).toBeUndefined();
    expect(await check(`${longest}!`)).toEqual(PASSWORD_TEXTS.tooLong);
  });

  it('counts characters, not octets or halves of them (ID-01)', async () => {
    expect(await check('🦊🐢🦉🐝🐌🦋🐙🦀🐠🐳🦜🦢🦩🐿')).toEqual(PASSWORD_TEXTS.tooShort({ min: 15 }));
  });

  it('at least 128 characters of any kind are taken, or refused for a reason that is said (ID-01)', async () => {
    const texts: readonly (Message | undefined)[] = [
      undefined,
      PASSWORD_TEXTS.repetitive,
      PASSWORD_TEXTS.common,
      PASSWORD_TEXTS.tooLong,
    ];
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 128, maxLength: 128 }), async (password) => {
        expect(texts).toContain(await check(password));
      }),
    );
  });
});
