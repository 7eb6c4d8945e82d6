import { repeatedPiece, unpredictableLength } from './predictability.js';

/** Shorter ones are parts of too many words. */
const MIN_LENGTH = 4;
/** More than twice the longest on the list: so long is the longest core that can be on it, repeated. */
const MAX_CORE = 64;
/** Signs that people put for letters; a 1 stands for two of them. */
const DISGUISES = { '@': 'a', '4': 'a', '0': 'o', '3': 'e', $: 's', '5': 's', '7': 't', '!': 'i' } as const;
const UNDISGUISED: readonly ReadonlyMap<string, string>[] = ['i', 'l'].map(
  (one) => new Map(Object.entries({ ...DISGUISES, '1': one })),
);

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is one of the fifty thousand commonest: as it is, repeated, with signs for letters, or with digits
 * and signs at its ends that make it no harder to guess. The list is loaded when it is first needed (4 MB, 40 ms).
 *
 * @param password in lower case
 * @param enough so many unpredictable digits and signs at the ends make another password of it
 */
export async function isCommonPassword(password: string, enough: number): Promise<boolean> {
  loading ??= load();
  const common = await loading;
  const isListed = (text: string): boolean =>
    text.length <= MAX_CORE &&
    [text, ...UNDISGUISED.map((map) => undisguise(text, map))].some((each) =>
      common.has(repeatedPiece(each)),
    );
  if (common.has(password)) return true;
  return cores(repeatedPiece(password)).some(
    ({ core, ends }) => isListed(core) && unpredictableLength(ends, enough) < enough,
  );
}

/** A password without some of the digits and signs at its ends, and those. */
interface Core {
  readonly core: string;
  readonly ends: string;
}

/** All letters of a password, with ever fewer of the other characters after them, and with all or none of those before. */
function cores(password: string): readonly Core[] {
  const first = password.search(/\p{L}/u);
  if (first < 0) return [{ core: password, ends: '' }];
  const end = password.replace(/[^\p{L}]+$/u, '').length;
  const tails = Array.from({ length: password.length - end + 1 }, (_, index) => password.length - index);
  return tails.flatMap((tail) =>
    [...new Set([0, first])].map((start) => ({
      core: password.slice(start, tail),
      ends: password.slice(0, start) + password.slice(tail),
    })),
  );
}

const undisguise = (text: string, letters: ReadonlyMap<string, string>): string =>
  [...text].map((character) => letters.get(character) ?? character).join('');

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_LENGTH));
}
