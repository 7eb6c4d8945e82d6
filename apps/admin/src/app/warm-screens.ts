import type { Permission } from '@sitedesk/contract/permissions';
import { features } from './features';

/** Loads a part of the page. */
type Loader = () => Promise<unknown>;

/** Milliseconds after the first screen: its own requests go first. */
const WAIT_MS = 2_000;

/**
 * Loads the parts of the screens that a person may open, one after another while the browser has nothing else to do: a click
 * then shows its screen at once, and the offline bar is all that a lost connection changes.
 * @param may whether the person has a permission
 * @param first what the shell itself will need, for everyone
 * @returns what ends it
 */
export function warmScreens(may: (permission: Permission) => boolean, first: readonly Loader[]): () => void {
  const screens = features
    .flatMap(({ routes }) => routes)
    .filter(({ meta }) => !meta?.public && (!meta?.permission || may(meta.permission)))
    .flatMap(({ component }) => (isLoader(component) ? [component] : []));
  const waiting = savesData() ? [...first] : [...first, ...screens];
  let stopped = false;
  const next = (): void => {
    const load = stopped ? undefined : waiting.shift();
    // What cannot be loaded now is loaded, and complained of, when it is opened.
    if (load)
      void load()
        .catch(() => undefined)
        .then(() => whenIdle(next));
  };
  const timer = setTimeout(next, WAIT_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

const isLoader = (component: unknown): component is Loader => typeof component === 'function';

/** Safari has no idle callback. */
const whenIdle = (task: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(task);
  else setTimeout(task, 50);
};

/** Whether the person asked the browser to be sparing (Network Information API, where there is one). */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
