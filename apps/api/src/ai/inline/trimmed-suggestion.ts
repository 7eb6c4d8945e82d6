/** Longer repetitions of the text before the caret aren't looked for. */
const LONGEST_ECHO = 400;
/** Shorter ones are by chance. */
const SHORTEST_ECHO = 8;
const SHORTEST_OVERLAP = 3;

/** Characters that nobody sees, less line ends, tabs, and those that join letters. */
const EVERY_CONTROL = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * What is left of an answer as a suggestion. Models put it in code fences, repeat the end of what stands before the caret or run
 * into what stands after it, and close brackets that aren't theirs.
 * @returns an empty text when nothing is left to see
 */
export function trimmedSuggestion(answer: string, prefix: string, suffix: string): string {
  const own = withoutOverlap(withoutEcho(plainAnswer(answer), prefix), suffix);
  const text = withoutStrayClosers(withoutDoubledSpace(own, prefix), suffix).trimEnd();
  return text.trim() === '' ? '' : text;
}

/** An answer without the code fence around it, and without characters that nobody sees. */
export const plainAnswer = (answer: string): string =>
  withoutFence(answer.replace(/\r\n?/g, '\n')).replace(EVERY_CONTROL, '');

function withoutFence(text: string): string {
  const fenced = /^\s*```[\w-]*\n([\s\S]*?)(\n?```\s*)?$/.exec(text);
  return fenced?.[1] ?? text;
}

/** The answer may begin with the last words before the caret, or with all of them. */
function withoutEcho(text: string, prefix: string): string {
  const tail = prefix.slice(-LONGEST_ECHO);
  for (let length = Math.min(tail.length, text.length); length >= SHORTEST_ECHO; length -= 1)
    if (text.startsWith(tail.slice(-length))) return text.slice(length);
  return text;
}

/** The end of the answer is the beginning of what follows already. */
function withoutOverlap(text: string, suffix: string): string {
  const head = suffix.trimStart();
  for (let length = Math.min(head.length, text.length); length >= SHORTEST_OVERLAP; length -= 1)
    if (text.endsWith(head.slice(0, length))) return text.slice(0, -length);
  return text;
}

const withoutDoubledSpace = (text: string, prefix: string): string =>
  prefix === '' || /\s$/.test(prefix) ? text.trimStart() : text;

/** Drops a bracket at the end that the answer doesn't open, where one follows the caret. */
function withoutStrayClosers(text: string, suffix: string): string {
  const last = text.trimEnd().at(-1) ?? '';
  const opener = PAIRS[last];
  if (opener === undefined || !suffix.trimStart().startsWith(last)) return text;
  const count = (character: string): number => text.split(character).length - 1;
  return count(last) > count(opener) ? text.trimEnd().slice(0, -1) : text;
}
