import type { AiHelp, AiStatus } from '@sitedesk/contract/ai';
import { useQuery } from '@tanstack/vue-query';
import { http, QUIET } from '../app/http';
import { useSession } from '../app/session';

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
