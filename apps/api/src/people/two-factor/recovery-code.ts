import { TWO_FACTOR } from '@sitedesk/contract/two-factor';
import { createHash, randomBytes } from 'node:crypto';

const { characters, groupCharacters } = TWO_FACTOR.recoveryCodes;
/** Thirty-two signs, none of which looks like another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = new RegExp(`^[${ALPHABET}]{${characters}}$`);

/** A fresh recovery code in readable groups, such as `7K3M-Q0ZT-9XWA-4HCE`. */
export function newRecoveryCode(): string {
  const letters = [...randomBytes(characters)].map((octet) => ALPHABET[octet % ALPHABET.length]).join('');
  return letters.match(new RegExp(`.{${groupCharacters}}`, 'g'))?.join('-') ?? letters;
}

/**
 * What is stored of a recovery code; undefined for a text that cannot be one. Case, blanks, dashes and letters that were
 * taken for digits do not count. A plain hash is enough: nobody guesses 80 random bits.
 */
export function hashRecoveryCode(text: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return CODE.test(plain) ? createHash('sha256').update(plain).digest('base64url') : undefined;
}
