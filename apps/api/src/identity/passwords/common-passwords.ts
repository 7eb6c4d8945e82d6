import { PASSWORD_LIMITS } from '@sitedesk/contract';

/** Shorter ones are refused by their length. */
let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password, in lower case, is one of the fifty thousand commonest, as it is or with the digits and signs that
 * people put at its ends. The list is loaded when it is first needed (2 MB).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  const common = await loading;
  return [password, password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')].some((each) => common.has(each));
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords = Object.values(dictionary['passwords-common']).map(String);
  return new Set(passwords.filter((each) => each.length >= PASSWORD_LIMITS.minWithSecondFactor));
}
