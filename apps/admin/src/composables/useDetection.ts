import type { EmailProviderView } from '@sitedesk/contract/email';
import { onBeforeUnmount, ref, type Ref, shallowRef, watch } from 'vue';
import { http } from '../app/http';
import { Problem } from '../app/problem';

/** Milliseconds without typing after which the text is examined. */
const PAUSE_MS = 350;

/** What a connection string stands for while it is typed, or what is wrong with it. */
export function useDetection(typed: Readonly<Ref<string>>) {
  const detected = shallowRef<EmailProviderView>();
  const problem = ref('');
  let timer = 0;
  let asked: AbortController | undefined;

  async function ask(connectionString: string): Promise<void> {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const view = await http.post<EmailProviderView>('/email/detect', { connectionString }, { signal });
      if (!signal.aborted) detected.value = view;
    } catch (cause) {
      if (signal.aborted) return;
      // Without an answer nothing is known, and the save will say what is wrong.
      problem.value = cause instanceof Problem ? (cause.fields[0]?.message ?? '') : '';
    }
  }

  watch(typed, (text) => {
    clearTimeout(timer);
    asked?.abort();
    detected.value = undefined;
    problem.value = '';
    if (text.trim() !== '') timer = window.setTimeout(() => void ask(text), PAUSE_MS);
  });
  onBeforeUnmount(() => {
    clearTimeout(timer);
    asked?.abort();
  });
  return { detected, problem };
}
