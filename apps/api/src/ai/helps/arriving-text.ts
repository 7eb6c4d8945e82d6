import { AI_LIMITS, type AiPiece } from '@sitedesk/contract/ai';
import { choicesOf, readable } from './readable-answer.js';

const FENCE = /^\s*```[\w-]*\n/;
const LABEL = String.raw`\[[^\]]*\]`;
const LINK = String.raw`${LABEL}(?:\([^)]*\)|(?!\())`;
/**
 * What nothing that follows changes: a word with a space behind it, with links whose end is there, and letters of scripts that
 * put no spaces between words. A word that has just begun may become an address, a bracket a link or the mask of a name,
 * and a code fence the end.
 */
const SETTLED = new RegExp(
  String.raw`\s*(?:[^\p{ASCII}\s\p{Cs}]|\w+(?=[\p{Lo}\u3000-\u303f\uff00-\uffef])|(?:(?!${'```'})[^\s[]|${LINK})+(?=\s))`,
  'uy',
);

/** Characters that may wait for the end of their word or link. More are no text, and looking through them with each part takes long. */
const MAX_WAITING = 2_000;

/**
 * Shows a text while it comes.
 * @param source may hold links that the answer has as well
 * @param show gets what is to be added
 * @returns takes what has come so far
 */
export function arrivingText(source: string, show: (text: string) => void): (soFar: string) => void {
  let settled = 0;
  let hasBegun = false;
  let isStuck = false;
  return (soFar) => {
    if (isStuck) return;
    if (settled === 0) settled = FENCE.exec(soFar)?.[0].length ?? 0;
    let end = settled;
    SETTLED.lastIndex = end;
    while (SETTLED.test(soFar)) end = SETTLED.lastIndex;
    isStuck = soFar.length - end > MAX_WAITING;
    const text = readable(soFar.slice(settled, end), source);
    settled = end;
    const added = hasBegun ? text : text.trimStart();
    if (added === '') return;
    hasBegun = true;
    show(added);
  };
}

/**
 * Shows choices while they come, each when its line is whole.
 * @param max characters of one
 * @returns takes what has come so far
 */
export function arrivingChoices(
  source: string,
  max: number,
  show: (choice: AiPiece) => void,
): (soFar: string) => void {
  let lines = 0;
  let shown = 0;
  return (soFar) => {
    const now = soFar.split('\n').length;
    if (now === lines || shown === AI_LIMITS.choices) return;
    lines = now;
    const choices = choicesOf(soFar, source, { max, isWhole: false });
    for (; shown < choices.length; shown += 1) show({ choice: shown, text: choices[shown] ?? '' });
  };
}
