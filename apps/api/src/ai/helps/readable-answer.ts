import { AI_LIMITS } from '@sitedesk/contract/ai';
import { characters } from '@sitedesk/contract/text';
import { plainAnswer } from '../inline/trimmed-suggestion.js';

/** With the space before it, without what ends the sentence that it stands in. */
const ADDRESS = /[ \t]?\b(?:https?:\/\/|www\.|mailto:)[^\s<>"')\]]*[^\s<>"')\].,;:!?]/gi;
const MARKDOWN_LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;
const QUOTED = /^(?:\*\*|["“„«‹'‘‚])(.*?)(?:\*\*|["”“»›'’‘])$/;

/** Without links and pictures that the text doesn't have: an address can carry away what a model was told to put into it. */
export function withoutForeignAddresses(answer: string, source: string): string {
  const unlinked = answer.replace(MARKDOWN_LINK, (link, label: string) =>
    source.includes(link) ? link : label,
  );
  return unlinked.replace(ADDRESS, (address) => (source.includes(address.trimStart()) ? address : ''));
}

/** An answer, or some words of it, as plain text. */
export const readable = (answer: string, source: string): string =>
  withoutForeignAddresses(plainAnswer(answer), source);

/**
 * The lines of an answer as choices.
 * @param max characters of one; a longer one is none
 * @param isWhole whether the last line is
 */
export function choicesOf(
  answer: string,
  source: string,
  { max, isWhole }: { readonly max: number; readonly isWhole: boolean },
): readonly string[] {
  const lines = plainAnswer(answer).split('\n');
  const whole = isWhole ? lines : lines.slice(0, -1);
  const choices = whole
    .map((line) => withoutForeignAddresses(line.replace(BULLET, ''), source).trim())
    .map((line) => (QUOTED.exec(line)?.[1] ?? line).replace(/\s+/g, ' ').trim())
    // "Here are three titles:"
    .filter((line) => line !== '' && !line.endsWith(':') && characters(line) <= max);
  return [...new Set(choices)].slice(0, AI_LIMITS.choices);
}

/** A text of an answer, on the lines that it has. */
export const linesOf = (answer: string, source: string): string => readable(answer, source).trim();

/** One text of an answer, on as many lines as its source has at most. */
export function textOf(answer: string, source: string): string {
  const text = linesOf(answer, source);
  const unquoted = QUOTED.test(source.trim()) ? text : (QUOTED.exec(text)?.[1] ?? text);
  return source.includes('\n') ? unquoted : onOneLine(unquoted);
}

export const onOneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');
