import type { AiPiece, AiSuggestions, AiWriting } from '@sitedesk/contract/ai';
import { onScopeDispose, ref } from 'vue';
import { http } from '../app/http';
import { postForEvents } from '../app/post-for-events';
import { Problem } from '../app/problem';
import { fieldsOrWhole, useTask } from './useTask';

/** A text that suggestions are made for. */
interface SuggestedFor {
  readonly help: AiWriting;
  readonly text: string;
  readonly title?: string;
  /** Number of the article. */
  readonly article: number;
}

type OnPiece = (piece: AiPiece) => void;

export const aiRequests = {
  suggest: (input: SuggestedFor, signal: AbortSignal, onPiece: OnPiece) =>
    postForEvents<AiSuggestions, AiPiece>('/ai/suggest', input, signal, onPiece),
  reply: (message: string, signal: AbortSignal, onPiece: OnPiece) =>
    postForEvents<AiSuggestions, AiPiece>('/ai/reply', { message }, signal, onPiece),
  altText: (file: string, locale: string, signal: AbortSignal) =>
    http.post<AiSuggestions>('/ai/alt-text', { file, locale }, { signal }),
};

/** What the AI writes for a person who waits for it: one request at a time, which ends when they leave. */
export function useSuggestions() {
  const choices = ref<readonly string[]>();
  /** What there is of an answer that isn't whole: it's on its way, or was cut off. */
  const arriving = ref<readonly string[]>([]);
  const { busy, error, run } = useTask(aiProblemText);
  let asking: AbortController | undefined;

  async function ask(
    request: (signal: AbortSignal, onPiece: OnPiece) => Promise<AiSuggestions>,
  ): Promise<void> {
    leave();
    const controller = new AbortController();
    asking = controller;
    choices.value = undefined;
    arriving.value = [];
    const show = ({ choice, text }: AiPiece): void => {
      if (asking === controller)
        arriving.value = Object.assign([...arriving.value], {
          [choice]: (arriving.value[choice] ?? '') + text,
        });
    };
    await run(async () => {
      const answer = await request(controller.signal, show);
      if (asking !== controller) return;
      choices.value = answer.choices;
      arriving.value = [];
    });
  }
  /** Ends the request; what has come of its answer stays to be read. */
  function stop(): void {
    asking?.abort();
    asking = undefined;
  }
  function leave(): void {
    stop();
    arriving.value = [];
  }
  onScopeDispose(stop);
  return { choices, arriving, busy, error, ask, stop, leave };
}

/** A budget that is spent is no matter of waiting a little. */
export function aiProblemText(problem: unknown): string {
  const limit = problem instanceof Problem ? problem.members['limit'] : undefined;
  const isBudget = limit === 'user-budget' || limit === 'site-budget';
  return problem instanceof Problem && isBudget ? problem.message : fieldsOrWhole(problem);
}
