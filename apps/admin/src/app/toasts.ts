import { shallowReactive } from 'vue';

/** Short words at the edge of the page. */
export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  /** Where the title leads, in another tab. */
  readonly link?: string;
  readonly tone: 'success' | 'neutral' | 'error';
  readonly icon: string;
  /** Milliseconds until it goes automatically; 0 for never. */
  readonly duration: number;
  /** What can be done about it, in a word. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** More than so many at once nobody reads; the oldest goes. */
const MOST = 5;
let last = 0;

/** Those that are shown now, the newest last. */
export const toasts: Toast[] = shallowReactive([]);

export function addToast(toast: Omit<Toast, 'id'>): void {
  toasts.push({ id: (last += 1), ...toast });
  if (toasts.length > MOST) toasts.shift();
}

export function removeToast(id: number): void {
  const index = toasts.findIndex((toast) => toast.id === id);
  if (index >= 0) toasts.splice(index, 1);
}
