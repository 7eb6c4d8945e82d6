import { onBeforeUnmount, onMounted } from 'vue';
import { preferences } from './preferences';

/** One shortcut: `g i` after another, `?`, `j`; `mod+s` with Ctrl, or Cmd on a Mac; `mod+shift+p` with Shift besides. */
interface Shortcut {
  readonly keys: string;
  /** Key of its words, for the sheet of all shortcuts. */
  readonly label: string;
  /** Heading on the sheet. */
  readonly group: string;
  readonly run: () => void;
  /** Whether it means anything now; always, without. Another with the same keys has its turn otherwise. */
  readonly when?: () => boolean;
}

const active = new Set<Shortcut>();
let first: { readonly key: string; readonly at: number } | undefined;
/** Milliseconds between the two keys of a sequence. */
const SEQUENCE_MS = 1_000;

/** Whether shortcuts use Cmd in the place of Ctrl. */
export const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** All that work now, for the sheet. */
export const activeShortcuts = (): readonly Shortcut[] => [...active];

/** Shortcuts that work while the component is there. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  onMounted(() => shortcuts.forEach((shortcut) => active.add(shortcut)));
  onBeforeUnmount(() => shortcuts.forEach((shortcut) => active.delete(shortcut)));
}

/** Handles one key press of the document. */
export function onKeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const withModifier = event.ctrlKey || event.metaKey;
  if (!withModifier && (isTyping(event.target) || !preferences.shortcuts || event.altKey)) return;
  if (!withModifier && dialogIsOpen() && !isInDialog(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // Other keys than letters may need Shift on some keyboards.
  const shift = event.shiftKey && /^[a-z]$/.test(key) ? 'shift+' : '';
  const pressed = withModifier ? `mod+${shift}${key}` : key;
  const found = find(sequenceWith(pressed, event.timeStamp)) ?? find(pressed);
  first = withModifier ? undefined : { key: pressed, at: event.timeStamp };
  if (!found) return;
  event.preventDefault();
  first = undefined;
  found.run();
}

function sequenceWith(key: string, at: number): string {
  return first && at - first.at <= SEQUENCE_MS ? `${first.key} ${key}` : '';
}

/** The newest one wins: a drawer's before the page's. */
const find = (keys: string): Shortcut | undefined =>
  [...active].reverse().find((one) => one.keys === keys && (one.when?.() ?? true));

/** Where keys write. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)
    ? !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))
    : false;
}

export const dialogIsOpen = (): boolean =>
  document.querySelector('[role="dialog"][data-state="open"]') !== null;
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;
