import { USER_SORTS, USER_STATUSES, type UserSort, type UserStatus } from '@sitedesk/contract/users';
import { computed } from 'vue';
import { useRouter } from 'vue-router';
import type { ListFilters } from '../../composables/usePagedList';
import { useUrlState } from '../../composables/useUrlState';

/** Stands in the filters for "whatever it is". */
const ANY = 'any';
type Any = typeof ANY;
type Sorting = UserSort | `-${UserSort}`;

const SORTINGS: readonly Sorting[] = USER_SORTS.flatMap((sort): readonly Sorting[] => [sort, `-${sort}`]);
const isSort = (word: string): word is UserSort => USER_SORTS.some((sort) => sort === word);
const given = (value: string): string | undefined => (value === ANY || value === '' ? undefined : value);

export type UserListState = ReturnType<typeof useUserListState>;

/** What the users' list shows; all of it stands in the address. */
export function useUserListState() {
  const router = useRouter();
  const q = useUrlState<string>('q', { fallback: '', how: 'replace' });
  const status = useUrlState<UserStatus | Any>('status', { fallback: ANY, allowed: [...USER_STATUSES, ANY] });
  const role = useUrlState<string>('role', { fallback: ANY });
  const twoFactor = useUrlState<'true' | 'false' | Any>('factor', {
    fallback: ANY,
    allowed: ['true', 'false', ANY],
  });
  const sorting = useUrlState<Sorting>('sort', { fallback: '-createdAt', allowed: SORTINGS });
  const sort = computed(() => USER_SORTS.find((word) => sorting.value.endsWith(word)) ?? 'createdAt');
  const isDescending = computed(() => sorting.value.startsWith('-'));
  /** As the list's route takes them. */
  const filters = computed<ListFilters>(() => ({
    q: given(q.value),
    status: given(status.value),
    role: given(role.value),
    twoFactor: given(twoFactor.value),
    sort: sort.value,
    order: isDescending.value ? 'desc' : 'asc',
  }));
  return {
    q,
    status,
    role,
    twoFactor,
    sort,
    isDescending,
    filters,
    isFiltered: computed(() =>
      [q.value, status.value, role.value, twoFactor.value].some((value) => given(value) !== undefined),
    ),
    clear: () => void router.push({ query: {} }),
    /** Sorts by that, or turns the order round. */
    sortBy: (word: string): void => {
      if (!isSort(word)) return;
      const firstDescending = word !== 'displayName'; // names from A, dates from the newest
      const descending = word === sort.value ? !isDescending.value : firstDescending;
      sorting.value = descending ? `-${word}` : word;
    },
  };
}
