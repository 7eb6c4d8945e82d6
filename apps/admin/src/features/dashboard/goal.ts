import type { RouteLocationRaw, Router } from 'vue-router';

/** Where a path of the server's leads, or undefined when this installation has no such page. */
export function goalOf(router: Router, path: string): RouteLocationRaw | undefined {
  const found = router.resolve(path);
  return found.name === 'not-found' ? undefined : found;
}
