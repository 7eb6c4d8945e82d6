/** Letters and digits, joined as Unicode joins them in a word (UAX 29): "don't", "U.S.A", "1,234.56", "snake_case". */
const WORD =
  /[\p{L}\p{M}\p{N}\p{Pc}]+(?:(?:['’.·:‧](?=\p{L})(?<=\p{L}.)|['’.,;](?=\p{N})(?<=\p{N}.))[\p{L}\p{M}\p{N}\p{Pc}]+)*/gu;
/** Scripts that have no spaces between words: only a dictionary knows where one ends. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** How many words readers of any script would count. `Intl.Segmenter` alone takes some hundred times as long. */
export function countWords(text: string): number {
  const words = text.match(WORD) ?? [];
  if (!UNSPACED.test(text)) return words.length;
  let count = 0;
  for (const word of words) count += UNSPACED.test(word) ? countSegments(word) : 1;
  return count;
}

function countSegments(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1;
  return count;
}
