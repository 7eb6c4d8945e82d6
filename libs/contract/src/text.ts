/** White space and characters without width that nobody sees at the ends of a text. */
export const INVISIBLE_ENDS = /^[\s\u200B-\u200D\u2060\uFEFF]+|[\s\u200B-\u200D\u2060\uFEFF]+$/gu;
/** Not allowed in anything that is shown on one line: control characters, line and paragraph separators, bidirectional overrides. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
export const FORBIDDEN = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Length in code points, the unit of every limit. */
export function characters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; count += 1)
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** A line as it is stored: NFC, lone surrogates replaced, nothing invisible at its ends. */
export function normaliseLine(value: unknown): unknown {
  if (typeof value !== 'string' || PLAIN.test(value)) return value;
  return wellFormed(value).normalize('NFC').replace(INVISIBLE_ENDS, '');
}

/** Line ends become LF; the text is otherwise stored as sent. */
export function normaliseText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return wellFormed(value).normalize('NFC').replace(/\r\n?/g, '\n');
}

/** A lone surrogate is no character: U+FFFD takes its place. */
const wellFormed = (text: string): string =>
  text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
