import { computed, type WritableComputedRef } from 'vue';
import { useRoute, useRouter } from 'vue-router';

/**
 * State of a list that stands in the address, so that Back, reload and a pasted link show the same. A
 * default is left out of the address; a word that is not allowed counts as the default.
 * @param name of the parameter
 * @param how `push` for what one clicks, `replace` for what one types
 */
export function useUrlState<Value extends string>(
  name: string,
  {
    fallback,
    allowed,
    how = 'push',
  }: { readonly fallback: Value; readonly allowed?: readonly Value[]; readonly how?: 'push' | 'replace' },
): WritableComputedRef<Value> {
  const route = useRoute();
  const router = useRouter();
  return computed({
    get: () => {
      const value = route.query[name];
      if (typeof value !== 'string') return fallback;
      return !allowed || allowed.some((word) => word === value) ? (value as Value) : fallback; // checked just now
    },
    set: (value) => {
      const query = { ...route.query, [name]: value === fallback ? undefined : value };
      void router[how]({ query, hash: route.hash });
    },
  });
}
