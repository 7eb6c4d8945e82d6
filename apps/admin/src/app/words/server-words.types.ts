import type { FieldRule, ProblemCode, RuleLimits } from '@sitedesk/contract';

/** What the page says for the server, in one language. Complete by the compiler. */
export interface ServerWords {
  /** For a refusal whose own sentence has no translation. */
  readonly codes: Readonly<Record<ProblemCode, string>>;
  /** For a refusal without a code, by its status. */
  readonly statuses: Readonly<Record<number, string>>;
  /** For values that break a rule of their own. */
  readonly rules: Readonly<Record<FieldRule, string | ((limits: RuleLimits) => string)>>;
  /** By the sentence of the contract; one with `{name}` in it stands for every text that it can become. */
  readonly sentences: ReadonlyMap<string, string>;
}

/** Pairs of the contract's sentences and what they are here. */
export const translated = <Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  words: Readonly<Record<keyof Texts, string>>,
): readonly (readonly [string, string])[] =>
  Object.entries(texts).map(([key, sentence]) => [sentence, words[key as keyof Texts]]); // its own key
