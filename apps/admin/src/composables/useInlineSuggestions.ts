import type { AiCompletion, AiField, AiLanguage } from '@sitedesk/contract/ai';
import { useLocalStorage } from '@vueuse/core';
import { onScopeDispose, ref } from 'vue';
import { QUIET, send } from '../app/http';
import { Problem } from '../app/problem';

/** What is asked for: how the text between the two goes on. */
export interface SuggestionQuery {
  readonly prefix: string;
  readonly suffix: string;
  readonly language: AiLanguage;
}

/** What is known of the text. */
interface SuggestedIn {
  readonly field?: AiField;
  /** Number of the article. */
  readonly article?: number;
  readonly title?: string;
  readonly locale?: string;
}

/** Characters around the caret that are read; a little more than the server keeps. */
export const READ = { before: 4_500, after: 1_500 };
/** Long enough not to interrupt someone who thinks, and shorter in code. */
export const PAUSE_MS = { prose: 700, code: 350 };
const MOST_REMEMBERED = 50;
const PAUSED_SECONDS = 30;

/** Asks how a text goes on, for both editors: one request at a time, none twice for the same text, and none while the server refuses them. */
export function useInlineSuggestions(textIn: () => SuggestedIn) {
  /** Of this browser. */
  const isOn = useLocalStorage('sitedesk-ai-suggestions', true);
  const isThinking = ref(false);
  const remembered = new Map<string, string>();
  let asking: AbortController | undefined;
  /** Until when the server isn't asked, in milliseconds. */
  let pausedUntil = 0;

  /** @returns undefined where nothing is suggested. A problem is none of the person's: nobody asked for it in words. */
  async function ask(query: SuggestionQuery): Promise<string | undefined> {
    leave();
    if (!isOn.value || Date.now() < pausedUntil) return undefined;
    const key = JSON.stringify(query);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const controller = new AbortController();
    asking = controller;
    isThinking.value = true;
    try {
      const { signal } = controller;
      const input = { ...query, ...textIn() };
      const { body } = await send<AiCompletion>('POST', '/ai/complete', input, { ...QUIET, signal });
      const text = shownText(body, query.language);
      remembered.set(key, text);
      const [oldest] = remembered.keys();
      if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      return text;
    } catch (problem) {
      const isRefused = problem instanceof Problem && problem.status !== 409;
      if (isRefused) pausedUntil = Date.now() + (problem.retryAfterSeconds ?? PAUSED_SECONDS) * 1_000;
      return undefined;
    } finally {
      if (asking === controller) asking = undefined;
      isThinking.value = asking !== undefined;
    }
  }

  /** What is under way is for a text that isn't there anymore. */
  function leave(): void {
    asking?.abort();
    asking = undefined;
  }
  onScopeDispose(leave);
  return { isOn, isThinking, ask, leave };
}

/** A word with the space before it. */
export const firstWord = (text: string): string => /^\s*\S+/.exec(text)?.[0] ?? text;

/** A suggestion as it can be shown at the caret: on the line of a paragraph, several lines in code only. */
function shownText({ text }: Pick<AiCompletion, 'text'>, language: AiLanguage): string {
  const shown = language === 'prose' ? (text.split('\n', 1)[0] ?? '') : text;
  return shown.trim() === '' ? '' : shown.trimEnd();
}
