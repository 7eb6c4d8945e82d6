import { messages } from './messages.js';

/** Rules for passwords (NIST SP 800-63B rev 4). Lengths in characters after NFC. */
export const PASSWORD_LIMITS = {
  /** Without a second factor. */
  min: 15,
  minWithSecondFactor: 8,
  /** Far beyond what anyone types; nothing is ever cut off. */
  maxOctets: 1024,
} as const;

/** Why a password is not taken. */
export const PASSWORD_TEXTS = messages('passwords', {
  tooLong:
    `Use a shorter password: at most ${PASSWORD_LIMITS.maxOctets} letters and digits. ` +
    'Some other characters count up to four times.',
  malformed: 'This password contains an invalid character. Choose another one.',
  tooShort: 'Use at least {min} characters.',
  common: 'This password is on the lists that attackers try first. Choose another one.',
  repetitive: 'This password repeats itself or follows a keyboard pattern. Choose another one.',
  personal: 'This password is made up of your email address or the site name. Choose another one.',
});
