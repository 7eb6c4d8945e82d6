import { AUDIT_OUTCOMES, type AuditOutcome, type AuditStream } from '@sitedesk/contract/audit';
import { computed } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import type { ListFilters } from '../../composables/usePagedList';
import { useUrlState } from '../../composables/useUrlState';
import { instantOfDay } from '../../composables/zone';

const ANY = 'any';
/** Filters that are set by a click in an entry, and shown as chips. */
const EXACT_FILTERS = ['target', 'requestId', 'clientAddress'] as const;
export type ExactFilter = (typeof EXACT_FILTERS)[number];

const given = (value: string): string | undefined => (value === ANY || value === '' ? undefined : value);

export type AuditFilters = ReturnType<typeof useAuditFilters>;

/** What the list of the audit log shows; all of it stands in the address. */
export function useAuditFilters() {
  const route = useRoute();
  const router = useRouter();
  const action = useUrlState<string>('action', { fallback: ANY });
  const outcome = useUrlState<AuditOutcome | typeof ANY>('outcome', {
    fallback: ANY,
    allowed: [...AUDIT_OUTCOMES, ANY],
  });
  const actor = useUrlState<string>('actor', { fallback: '' });
  // Days as a date field writes them, in the person's own zone.
  const from = useUrlState<string>('from', { fallback: '' });
  const to = useUrlState<string>('to', { fallback: '' });
  /** Messages that were opened have a list of their own. */
  const stream = useUrlState<AuditStream>('stream', { fallback: 'main', allowed: ['main', 'opened'] });
  /** The entry that is open beside the list. */
  const entry = useUrlState<string>('entry', { fallback: '' });
  const exact = computed(() =>
    EXACT_FILTERS.flatMap((name) => {
      const value = route.query[name];
      return typeof value === 'string' && value !== '' ? [{ name, value }] : [];
    }),
  );
  /** Anyone who asks for an action or a thing gets all there is about it. */
  const isExact = computed(() => given(action.value) !== undefined || exact.value.length > 0);
  const filters = computed<ListFilters>(() => ({
    stream: stream.value === 'main' && isExact.value ? undefined : stream.value,
    action: given(action.value),
    outcome: given(outcome.value),
    actor: given(actor.value),
    from: instantOfDay(from.value, 'start'),
    to: instantOfDay(to.value, 'end'),
    ...Object.fromEntries(exact.value.map(({ name, value }) => [name, value])),
  }));
  return {
    action,
    outcome,
    actor,
    from,
    to,
    entry,
    exact,
    filters,
    isFiltered: computed(() =>
      Object.entries(filters.value).some(([name, value]) => name !== 'stream' && value !== undefined),
    ),
    clear: () => void router.push({ query: {} }),
    openEntry: (id: string) => void (entry.value = id),
    closeEntry: () => void (entry.value = ''),
    /** Shows only what agrees with this, and nothing else that was asked for. */
    showOnly: (filter: ExactFilter | 'actor', value: string) =>
      void router.push({ query: { [filter]: value } }),
    remove: (filter: ExactFilter) => void router.push({ query: { ...route.query, [filter]: undefined } }),
  };
}
