import type {
  AiTranslation,
  AiTranslationState,
  TranslationLanguage,
} from '@sitedesk/contract/ai-translations';
import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { onScopeDispose, ref } from 'vue';
import { http, send } from '../../app/http';
import { i18n } from '../../app/i18n';
import { Problem } from '../../app/problem';
import { aiProblemText } from '../../composables/useSuggestions';
import { useTask } from '../../composables/useTask';
import { wait } from '../../composables/wait';

/** In the history's state: the page begins to translate. */
export const TRANSLATE_AT_ONCE = 'translate';

/** A language as people call it. */
export const languageLabel = (tag: TranslationLanguage): string =>
  new Intl.DisplayNames([i18n.global.locale.value], { type: 'language' }).of(tag) ?? tag;

export const translationRequests = {
  create: (article: number, language: TranslationLanguage) =>
    http.post<AiTranslation>('/ai/translations', { article, language }),
  finish: (number: number) => http.delete(`/ai/translations/${number}`),
};

const keyOf = (number: number): readonly unknown[] => ['ai', 'translation', number];

/** How far the translation of an article is; null when there is none. */
export const useTranslationState = (number: number) =>
  useQuery({
    queryKey: keyOf(number),
    queryFn: async ({ signal }) =>
      (await http.get<AiTranslationState>(`/ai/translations/${number}`, { signal })).translation,
  });

/** What the provider or the server asks to wait for, in seconds, is waited for up to so long. */
const LONGEST_WAIT = 30;
const MOST_WAITS = 6;

/** Translates an article, an answer of the model after the other, until nothing is left or someone stops it. */
export function useTranslating(number: number) {
  const client = useQueryClient();
  const { busy, error, run } = useTask(aiProblemText);
  const isWaiting = ref(false);
  let controller: AbortController | undefined;

  async function start(again = false): Promise<void> {
    stop();
    const { signal } = (controller = new AbortController());
    await run(async () => {
      let asksAgain = again;
      for (;;) {
        const translation = await next(asksAgain, signal);
        client.setQueryData(keyOf(number), translation);
        asksAgain = false;
        if (translation.left === 0) return;
      }
    });
  }

  async function next(again: boolean, signal: AbortSignal): Promise<AiTranslation> {
    for (let waits = 0; ; waits += 1) {
      try {
        const path = `/ai/translations/${number}/continue`;
        return (await send<AiTranslation>('POST', path, { again }, { signal })).body;
      } catch (problem) {
        const seconds = problem instanceof Problem && problem.status === 429 && problem.retryAfterSeconds;
        if (!seconds || seconds > LONGEST_WAIT || waits === MOST_WAITS) throw problem;
        isWaiting.value = true;
        await wait(seconds * 1_000, signal);
        isWaiting.value = false;
      }
    }
  }
  function stop(): void {
    controller?.abort();
    isWaiting.value = false;
  }
  onScopeDispose(stop);
  return { busy, error, isWaiting, start, stop };
}
