import { PASSWORD_LIMITS, PASSWORD_TEXTS, passwordTooShortText } from '@sitedesk/contract';
import fc from 'fast-check';
import { checkPassword, type PasswordContext } from './password-policy.js';

const CONTEXT: PasswordContext = {
  secondFactor: false,
  email: 'anna.berg@bookbinder.test',
  hostnames: ['www.bookbinder.test'],
  productName: 'Sitedesk',
  siteName: 'Berg & Sons',
};
const check = async (password: string, more: Partial<PasswordContext> = {}): Promise<string | undefined> =>
  (await checkPassword(password, { ...CONTEXT, ...more }))?.message;

describe('rules for passwords (acceptance ID-01)', () => {
  it.each([
    ['seven rivers under a paper moon'],
    ['Tr0ub4dor&3 and more'],
    ['пятнадцать слов и ещё'],
    ['🦊🐢🦉🐝🐌🦋🐙🦀🐠🐳🦜🦢🦩🐿🦔'],
    ['a moon over bookbinder street'],
  ])('ID-01: takes %s', async (password) => {
    expect(await check(password)).toBeUndefined();
  });

  it.each([
    ['fourteen chars', passwordTooShortText(PASSWORD_LIMITS.min)],
    ['qwerty123456789', PASSWORD_TEXTS.common],
    ['PolniyPizdec0211', PASSWORD_TEXTS.common],
    ['passwordpassword', PASSWORD_TEXTS.common],
    ['aaaaaaaaaaaaaaaa', PASSWORD_TEXTS.repetitive],
    ['river7river7river7', PASSWORD_TEXTS.repetitive],
    ['abcdefghijklmnopqrs', PASSWORD_TEXTS.repetitive],
    ['asdfghjklqwertyuiop!', PASSWORD_TEXTS.repetitive],
    ['anna.berg@bookbinder.test', PASSWORD_TEXTS.personal],
    ['bookbinderbookbinder1', PASSWORD_TEXTS.personal],
    ['sitedesk-bookbinder!', PASSWORD_TEXTS.personal],
    ['x'.repeat(PASSWORD_LIMITS.maxOctets + 1), PASSWORD_TEXTS.tooLong],
  ])('ID-01: refuses %s', async (password, message) => {
    expect(await check(password)).toBe(message);
  });

  it('ID-01: eight characters are enough beside a second factor', async () => {
    expect(await check('glow worm', { secondFactor: true })).toBeUndefined();
    expect(await check('glowing', { secondFactor: true })).toBe(passwordTooShortText(8));
    expect(await check('baseball', { secondFactor: true })).toBe(PASSWORD_TEXTS.common);
  });

  it('ID-01: counts characters, not octets or halves of them', async () => {
    expect(await check('🦊🐢🦉🐝🐌🦋🐙🦀🐠🐳🦜🦢🦩🐿')).toBe(passwordTooShortText(15));
  });

  it('ID-01: at least 128 characters of any kind are taken, or refused for a reason that is said', async () => {
    const texts: readonly (string | undefined)[] = [
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
