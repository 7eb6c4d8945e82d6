/** Rows of keys, and the zigzags over them that people take for random. */
const KEYBOARD_ROWS = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
];
const ROWS = [...KEYBOARD_ROWS, ...KEYBOARD_ROWS.map((row) => [...row].reverse().join(''))];

/** The shortest stretch that hardly stands in a text by chance, in code points. */
const MIN_STRETCH = 4;

/**
 * How many characters of a text do not follow from those before them. A run of one character, a sequence such as `5678`
 * or `dcba` and a stretch of a keyboard row count as one; what repeats an earlier stretch counts as nothing. Spaces are
 * left out.
 *
 * @param text in lower case
 * @param enough counting stops here, so that the work is bounded
 */
export function unpredictableLength(text: string, enough: number): number {
  const characters = [...withoutSpaces(text)];
  let count = 0;
  for (let index = 0; index < characters.length && count < enough;) {
    const copied = copyAt(characters, index);
    if (copied === 0) count += 1;
    index += copied || Math.max(stepsAt(characters, index), rowAt(characters, index), 1);
  }
  return count;
}

/** The piece that a text repeats from its beginning to its end, the last time perhaps not to its end; or the text. */
export function repeatedPiece(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1) {
    if (text.startsWith(text.slice(length))) return text.slice(0, length);
  }
  return text;
}

const withoutSpaces = (text: string): string => text.replace(/\s/gu, '');

/** The length of the longest stretch from here on that stands somewhere before; 0 when there is none. */
function copyAt(characters: readonly string[], index: number): number {
  let longest = 0;
  for (let from = 0; from < index; from += 1) {
    let length = 0;
    while (index + length < characters.length && characters[from + length] === characters[index + length]) {
      length += 1;
    }
    longest = Math.max(longest, length);
  }
  return longest < MIN_STRETCH ? 0 : longest;
}

/** The length of the run of equal or neighbouring characters from here on; 0 when it is short. */
function stepsAt(characters: readonly string[], index: number): number {
  const step = stepTo(characters, index + 1);
  if (Math.abs(step) > 1) return 0;
  let length = 2;
  while (stepTo(characters, index + length) === step) length += 1;
  // Three equal ones are no accident, three neighbours such as in "first" are.
  return length < (step === 0 ? MIN_STRETCH - 1 : MIN_STRETCH) ? 0 : length;
}

/** From the character before to this one, in code points; not a number at the ends. */
function stepTo(characters: readonly string[], index: number): number {
  return codePoint(characters[index]) - codePoint(characters[index - 1]);
}

const codePoint = (character: string | undefined): number => character?.codePointAt(0) ?? NaN;

/** The length of the longest stretch of a keyboard row from here on; 0 when it is short. */
function rowAt(characters: readonly string[], index: number): number {
  let longest = 0;
  for (const row of ROWS) {
    let length = 0;
    const at = row.indexOf(characters.slice(index, index + MIN_STRETCH).join(''));
    while (at >= 0 && index + length < characters.length && row[at + length] === characters[index + length]) {
      length += 1;
    }
    longest = Math.max(longest, length);
  }
  return longest < MIN_STRETCH ? 0 : longest;
}
