import { PASSWORD_LIMITS } from '@sitedesk/contract/passwords';

/** How a new password looks before the server judges it: length first, then how much of it repeats itself. */
type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** So many characters that do not follow from others make a password strong. */
const STRONG = 20;

/**
 * A hint while one types; the server decides, which also knows the lists of common passwords.
 * @param min the fewest characters that are taken
 */
export function strengthOf(password: string, min: number = PASSWORD_LIMITS.min): Strength {
  const signs = [...password.normalize('NFC').toLowerCase()];
  if (signs.length < min) return 'short';
  const unpredictable = signs.filter((_sign, at) => !followsFromOthers(signs, at)).length;
  if (unpredictable <= min / 2) return 'weak';
  return unpredictable >= STRONG ? 'strong' : 'fair';
}

/** The same as before, one up or down (`aaa`, `abc`, `321`), or part of what stood there already (`abcabc`). */
function followsFromOthers(signs: readonly string[], at: number): boolean {
  const [code = 0, before = 0] = [signs[at]?.codePointAt(0), signs[at - 1]?.codePointAt(0)];
  if (at > 0 && Math.abs(code - before) <= 1) return true;
  if (at < 3) return false;
  const end = signs.slice(at - 2, at + 1).join('');
  return signs.slice(0, at).join('').includes(end);
}
