import { PASSWORD_LIMITS, PASSWORD_TEXTS, passwordTooShortText } from '@sitedesk/contract';
import { isCommonPassword } from './common-passwords.js';

/** What a password is judged by. */
export interface PasswordContext {
  /** Whether the account has a second factor: then a shorter password is enough. */
  readonly secondFactor: boolean;
  readonly email: string;
  readonly hostnames: readonly string[];
  readonly productName: string;
  readonly siteName?: string | undefined;
}

export interface PasswordProblem {
  /** A sentence for the person. */
  readonly message: string;
}

/** A password that is little more than one of these words, repeated or decorated, is refused. */
const MIN_WORD = 4;
const KEYBOARD_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'yxcvbnm', 'azertyuiop'];
const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', ...KEYBOARD_ROWS];
const ROWS = [...SEQUENCES, ...SEQUENCES.map((row) => [...row].reverse().join(''))];
/** The shortest stretch of a row that nobody types by chance. */
const STRETCH = 4;
/** Characters that must be left when everything guessable is taken away. */
const MIN_REST = 4;

/**
 * What is wrong with a new password, if anything (ID-01): length, known lists, repetition, and what an attacker knows of
 * the person and the site. No rules on kinds of characters, and nothing is ever cut off.
 */
export async function checkPassword(
  password: string,
  context: PasswordContext,
): Promise<PasswordProblem | undefined> {
  const text = password.normalize('NFC');
  const min = context.secondFactor ? PASSWORD_LIMITS.minWithSecondFactor : PASSWORD_LIMITS.min;
  if (Buffer.byteLength(text) > PASSWORD_LIMITS.maxOctets) return { message: PASSWORD_TEXTS.tooLong };
  if ([...text].length < min) return { message: passwordTooShortText(min) };
  const lower = text.toLowerCase();
  if (await isCommonPassword(lower)) return { message: PASSWORD_TEXTS.common };
  if (isRepetitive(lower)) return { message: PASSWORD_TEXTS.repetitive };
  if (isPersonal(lower, context)) return { message: PASSWORD_TEXTS.personal };
  return undefined;
}

/** One short piece over and over, or stretches of keyboard rows and sequences with next to nothing between them. */
function isRepetitive(text: string): boolean {
  if (new Set(text).size < MIN_REST) return true;
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text)
    )
      return true;
  }
  return withoutStretches(text).length < MIN_REST;
}

function withoutStretches(text: string): string {
  let rest = '';
  for (let index = 0; index < text.length;) {
    const length = stretchAt(text, index);
    if (length === 0) rest += text[index];
    index += Math.max(length, 1);
  }
  return rest;
}

function stretchAt(text: string, index: number): number {
  let longest = 0;
  for (const row of ROWS) {
    let length = STRETCH;
    while (index + length <= text.length && row.includes(text.slice(index, index + length))) length += 1;
    if (length > STRETCH) longest = Math.max(longest, length - 1);
  }
  return longest;
}

/** Whether hardly anything is left without the words an attacker would try for this person at this site. */
function isPersonal(text: string, { email, hostnames, productName, siteName }: PasswordContext): boolean {
  const [localPart = '', domain = ''] = email.toLowerCase().split('@');
  const known = [email, localPart, domain, productName, siteName ?? '', ...hostnames];
  const words = known.flatMap((each) => [each.toLowerCase(), ...each.toLowerCase().split(/[^\p{L}\p{N}]+/u)]);
  const longestFirst = [...new Set(words)].filter((word) => word.length >= MIN_WORD);
  longestFirst.sort((a, b) => b.length - a.length);
  let rest = text;
  for (const word of longestFirst) rest = rest.split(word).join('');
  if (rest === text) return false;
  return (
    rest.replace(/[^\p{L}]/gu, '').length < MIN_REST && rest.length < PASSWORD_LIMITS.minWithSecondFactor
  );
}
