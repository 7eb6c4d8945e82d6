import { QueryClient } from '@tanstack/vue-query';
import { Problem } from './problem';

/** A refusal stays a refusal; no answer, or one of a server in trouble, is asked for twice more. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof Problem && (error.isOffline || error.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: shouldRetry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
