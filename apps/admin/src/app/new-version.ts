import { ref } from 'vue';
import { hasUnsavedChanges } from './dirty';

/** Whether the server has a newer page than this one. */
export const newVersion = ref(false);
const LAST_RELOAD = 'sitedesk.reloaded';
/** A second reload within this many milliseconds would be a loop. */
const LOOP_MS = 30_000;

/**
 * A part of the page is gone: there is a new version. Nothing typed may be lost, so the page reloads automatically only when
 * nothing is; otherwise the bar asks. Without a connection nothing is new, and a reload would lose the page:
 * one stays where one is, and the bar says why.
 * @param giveUp says that the part is missing in the new version too
 */
export function onChunkMissing(error: unknown, path: string, giveUp: () => void): void {
  if (!isMissingChunk(error)) throw error;
  if (!navigator.onLine) return;
  newVersion.value = true;
  if (hasUnsavedChanges()) return;
  const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
  if (Date.now() - last < LOOP_MS) return giveUp();
  sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
  location.assign(`/admin${path}`);
}

const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script|Unable to preload/i.test(error.message);

/** Asks now and then whether the page that the server has is still this one. */
export function watchForNewVersion(): void {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  if (!own || import.meta.env.DEV) return;
  const look = async (): Promise<void> => {
    if (document.hidden) return;
    // A server that is away, or being replaced, says nothing of a version.
    const page = await fetch('/admin/', { cache: 'no-store' }).then(
      (answer) => (answer.ok ? answer.text() : own),
      () => own,
    );
    newVersion.value = !page.includes(own);
  };
  setInterval(() => void look(), 5 * 60_000);
}
