import type { AiHelp, AiStatus, AiSuggestions, AiWriting } from '@sitedesk/contract/ai';
import { useQuery } from '@tanstack/vue-query';
import { onScopeDispose, ref } from 'vue';
import { type Answer, http, QUIET, send } from '../app/http';
import { Problem } from '../app/problem';
import { useSession } from '../app/session';
import { fieldsOrWhole, useTask } from './useTask';

/** What the site's AI can be asked for, by people who may. Nothing is asked of the provider. */
export function useAiHelps(): { readonly offers: (help: AiHelp) => boolean } {
  const session = useSession();
  const { data: status } = useQuery({
    queryKey: ['ai', 'status'],
    queryFn: ({ signal }) => http.get<AiStatus>('/ai/status', { ...QUIET, signal }),
    enabled: () => session.can('ai.use'),
    retry: false,
  });
  return { offers: (help) => status.value?.helps.includes(help) ?? false };
}

/** A text that suggestions are made for. */
interface SuggestedFor {
  readonly help: AiWriting;
  readonly text: string;
  readonly title?: string;
  /** Number of the article. */
  readonly article: number;
}

export const aiRequests = {
  suggest: (input: SuggestedFor, signal: AbortSignal) =>
    send<AiSuggestions>('POST', '/ai/suggest', input, { signal }),
  reply: (message: string, signal: AbortSignal) =>
    send<AiSuggestions>('POST', '/ai/reply', { message }, { signal }),
  altText: (file: string, locale: string, signal: AbortSignal) =>
    send<AiSuggestions>('POST', '/ai/alt-text', { file, locale }, { signal }),
};

/** What the AI writes for a person who waits for it: one request at a time, which ends when they leave. */
export function useSuggestions() {
  const choices = ref<readonly string[]>();
  const { busy, error, run } = useTask(aiProblemText);
  let asking: AbortController | undefined;

  async function ask(request: (signal: AbortSignal) => Promise<Answer<AiSuggestions>>): Promise<void> {
    leave();
    const controller = new AbortController();
    asking = controller;
    choices.value = undefined;
    await run(async () => {
      const { body } = await request(controller.signal);
      if (asking === controller) choices.value = body.choices;
    });
  }
  function leave(): void {
    asking?.abort();
    asking = undefined;
  }
  onScopeDispose(leave);
  return { choices, busy, error, ask, leave };
}

/** A budget that is spent is no matter of waiting a little. */
export function aiProblemText(problem: unknown): string {
  const limit = problem instanceof Problem ? problem.members['limit'] : undefined;
  const isBudget = limit === 'user-budget' || limit === 'site-budget';
  return problem instanceof Problem && isBudget ? problem.message : fieldsOrWhole(problem);
}
