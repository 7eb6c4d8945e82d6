/** What an attacker knows of a person and the site, before guessing a password. */
export interface KnownNames {
  readonly email: string;
  readonly hostnames: readonly string[];
  readonly productName: string;
  readonly siteName?: string | undefined;
}

/** Shorter ones stand in too many other words. */
const MIN_WORD = 4;
/** From this length on a word counts inside another one, too. */
const MIN_ANYWHERE = 5;

/**
 * A password without the known names, their parts, and what joins them; `undefined` when it has none of them.
 *
 * @param password in lower case
 */
export function withoutKnownWords(password: string, names: KnownNames): string | undefined {
  const rest = knownWords(names).reduce((text, word) => removed(text, word), password);
  return rest === password ? undefined : rest.replace(/[\s._@+-]/gu, '');
}

/** The longest first, so that an address goes as a whole. */
function knownWords({ email, hostnames, productName, siteName = '' }: KnownNames): readonly string[] {
  const [localPart = '', domain = ''] = email.split('@');
  const names = [email, localPart, domain, productName, siteName, ...hostnames].map((name) =>
    name.normalize('NFC').toLowerCase(),
  );
  const words = names.flatMap((name) => {
    const parts = name.split(/[^\p{L}\p{M}\p{N}]+/u);
    return [name, parts.join(''), ...parts];
  });
  return [...new Set(words)]
    .filter(({ length }) => length >= MIN_WORD)
    .sort((one, other) => other.length - one.length);
}

/** A space stays where a word was: what is left on both sides makes no new word. */
function removed(text: string, word: string): string {
  if (word.length >= MIN_ANYWHERE) return text.split(word).join(' ');
  const alone = new RegExp(`(?<!\\p{L})${word.replace(/[^\p{L}\p{M}\p{N}]/gu, '\\$&')}(?!\\p{L})`, 'gu');
  return text.replace(alone, ' ');
}
