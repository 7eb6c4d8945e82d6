/** Rules for passwords (NIST SP 800-63B rev 4; acceptance ID-01). Lengths in characters after NFC. */
export const PASSWORD_LIMITS = {
  /** Without a second factor. */
  min: 15,
  minWithSecondFactor: 8,
  /** Far beyond what anybody types; nothing is ever cut off. */
  maxOctets: 1024,
} as const;

/** Why a password is not taken. */
export const PASSWORD_TEXTS = {
  tooLong:
    `Use a shorter password: at most ${PASSWORD_LIMITS.maxOctets} letters and digits. ` +
    'Some other characters count up to four times.',
  malformed: 'This password has something in it that is not a character. Choose another one.',
  common: 'This password is on the lists that attackers try first. Choose another one.',
  repetitive: 'This password repeats itself or follows the keyboard. Choose another one.',
  personal: 'This password is made of your email address or the name of the site. Choose another one.',
} as const;

export const passwordTooShortText = (min: number): string => `Use at least ${min} characters.`;
