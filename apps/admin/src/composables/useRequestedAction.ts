import { watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';

/** Runs an action that the URL requests (`?invite=1`), and removes the request from the URL. */
export function useRequestedAction(name: string, action: (value: string) => void): void {
  const route = useRoute();
  const router = useRouter();
  watch(
    () => route.query[name],
    (requested) => {
      if (requested === undefined) return;
      const others = Object.entries(route.query).filter(([key]) => key !== name);
      void router.replace({ query: Object.fromEntries(others) }).then(() => action(String(requested)));
    },
    { immediate: true },
  );
}
