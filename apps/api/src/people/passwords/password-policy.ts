import type { Message } from '@sitedesk/contract/messages';
import { PASSWORD_LIMITS, PASSWORD_TEXTS } from '@sitedesk/contract/passwords';
import { isCommonPassword } from './common-passwords.js';
import { type KnownNames, withoutKnownWords } from './known-words.js';
import { unpredictableLength } from './predictability.js';

/** What a password is judged by. */
export interface PasswordContext extends KnownNames {
  /** Whether the account has a second factor: then a shorter password is enough. */
  readonly secondFactor: boolean;
}

/** So many characters must be left of a password without a common one or known names in it: the shortest we take at all. */
const MIN_REST = PASSWORD_LIMITS.minWithSecondFactor;

/**
 * What is wrong with a new password, if anything: length, known lists, repetition, and what an attacker knows of
 * the person and the site. The whole password is judged: none of these matters beside enough else (NIST SP 800-63B rev 4,
 * 3.1.1.2). No rules on kinds of characters, and nothing is ever cut off.
 */
export async function checkPassword(
  password: string,
  context: PasswordContext,
): Promise<Message | undefined> {
  return lengthProblem(password, context) ?? (await guessProblem(password, context));
}

function lengthProblem(password: string, { secondFactor }: PasswordContext): Message | undefined {
  // Halves of characters would all be hashed as the same octets.
  if (/\p{Surrogate}/u.test(password)) return PASSWORD_TEXTS.malformed;
  const text = password.normalize('NFC');
  const min = secondFactor ? PASSWORD_LIMITS.minWithSecondFactor : PASSWORD_LIMITS.min;
  if (Buffer.byteLength(text) > PASSWORD_LIMITS.maxOctets) return PASSWORD_TEXTS.tooLong;
  return [...text].length < min ? PASSWORD_TEXTS.tooShort({ min }) : undefined;
}

async function guessProblem(password: string, context: PasswordContext): Promise<Message | undefined> {
  const text = password.normalize('NFC').toLowerCase();
  if (await isCommonPassword(text, MIN_REST)) return PASSWORD_TEXTS.common;
  const half = moreThanHalf(context.secondFactor ? PASSWORD_LIMITS.minWithSecondFactor : PASSWORD_LIMITS.min);
  if (unpredictableLength(text, half) < half) return PASSWORD_TEXTS.repetitive;
  const rest = withoutKnownWords(text, context);
  if (rest === undefined || unpredictableLength(rest, MIN_REST) >= MIN_REST) return undefined;
  return PASSWORD_TEXTS.personal;
}

const moreThanHalf = (length: number): number => Math.floor(length / 2) + 1;
