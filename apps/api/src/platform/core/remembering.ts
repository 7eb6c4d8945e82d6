/** A longer text is worked out each time, so that made-up texts cannot fill the memory. */
const MAX_LENGTH = 256;
const MAX_RESULTS = 5_000;

/** A pure function of a text that remembers its results, for what thousands of requests ask again and again. */
export function remembering<Result extends object | string | boolean | null>(
  work: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = work(text);
    if (results.size >= MAX_RESULTS) results.clear();
    if (text.length <= MAX_LENGTH) results.set(text, result);
    return result;
  };
}
