import { onBeforeUnmount, type Ref, shallowRef, watch } from 'vue';
import { features } from './features';
import type { FoundThing, PaletteAction, PalettePart } from './palette';
import { useSession } from './session';

/** Milliseconds without typing after which the search starts. */
const PAUSE_MS = 250;
const SHORTEST = 2;

/** What one kind of things has for a term. */
interface FoundGroup {
  readonly id: string;
  readonly label: string;
  readonly icon: string;
  readonly things: readonly FoundThing[];
}

/**
 * The features' parts of the palette, of those that the person may use: actions, and what is found on the server while the
 * palette is open.
 */
export function usePaletteSearch(open: Readonly<Ref<boolean>>, term: Readonly<Ref<string>>) {
  const session = useSession();
  const parts = shallowRef<readonly PalettePart[]>([]);
  const actions = shallowRef<readonly PaletteAction[]>([]);
  const found = shallowRef<readonly FoundGroup[]>([]);
  const searching = shallowRef(false);
  let timer = 0;
  let asked: AbortController | undefined;

  async function load(): Promise<void> {
    // A part that cannot be loaded now is left out; the others are there all the same.
    const loaded = await Promise.all(
      features.flatMap(({ palette }) => (palette ? [palette().catch(() => undefined)] : [])),
    );
    parts.value = loaded.flatMap((part) => (part ? [part.palette] : []));
    actions.value = parts.value
      .flatMap((part) => part.actions ?? [])
      .filter(({ permission }) => session.can(permission));
  }

  async function look(wanted: string): Promise<void> {
    asked = new AbortController();
    const { signal } = asked;
    const groups = await Promise.all(
      parts.value.map(async ({ search }, index): Promise<FoundGroup | undefined> => {
        if (!search || !session.can(search.permission)) return undefined;
        // What cannot be looked at now is not found; its own screen says why.
        const things = await search.find(wanted, signal).catch(() => []);
        return { id: `found-${index}`, label: search.label(), icon: search.icon, things };
      }),
    );
    if (signal.aborted) return;
    found.value = groups.filter((group) => group !== undefined).filter(({ things }) => things.length > 0);
    searching.value = false;
  }

  function forget(): void {
    clearTimeout(timer);
    asked?.abort();
    found.value = [];
    searching.value = false;
  }

  watch(open, (isOpen) => (isOpen ? void load() : forget()), { immediate: true });
  watch([term, parts], ([text]) => {
    forget();
    const wanted = text.trim();
    if (!open.value || wanted.length < SHORTEST) return;
    searching.value = true;
    timer = window.setTimeout(() => void look(wanted), PAUSE_MS);
  });
  onBeforeUnmount(forget);
  return { actions, found, searching };
}
