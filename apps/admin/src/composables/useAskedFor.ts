import { watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';

/** Does something when the address asks for it (`?invite=1`), and takes the wish out of the address. */
export function useAskedFor(name: string, act: () => void): void {
  const route = useRoute();
  const router = useRouter();
  watch(
    () => route.query[name],
    (wish) => {
      if (wish === undefined) return;
      const others = Object.entries(route.query).filter(([key]) => key !== name);
      void router.replace({ query: Object.fromEntries(others) }).then(act);
    },
    { immediate: true },
  );
}
