import { ref } from 'vue';
import { hasUnsavedChanges } from './dirty';

/** Whether the server has a newer page than this one. */
export const newVersion = ref(false);
const LAST_RELOAD = 'sitedesk.reloaded';
/** A second reload within this many milliseconds would be a loop. */
const LOOP_MS = 30_000;

/** Paths that were tried a second time, so that a part that fails twice counts as gone. */
const retried = new Set<string>();

/** What the router does about a part that could not be loaded. */
export interface MissingChunk {
  /** The path that needs the part. */
  readonly path: string;
  /** Whether the person has gone elsewhere since. */
  isOutdated(): boolean;
  /** Goes to the path again. */
  retry(): void;
  /** Says what is missing: the server, or the part in the new version too. */
  giveUp(missing: 'server' | 'part'): void;
}

/**
 * A part of the page could not be loaded. Without a connection one stays where one is, and the bar says why: a reload would lose
 * the page. A part that failed although the server still has this version is loaded once more; otherwise there is a new
 * version. Nothing typed may be lost, so the page reloads automatically only when nothing is; otherwise the bar asks.
 */
export async function onChunkMissing(chunk: MissingChunk): Promise<void> {
  if (!navigator.onLine) return;
  const served = await servedVersion();
  if (chunk.isOutdated()) return;
  if (served === undefined) return chunk.giveUp('server');
  if (served === 'this' && !retried.has(chunk.path)) {
    retried.add(chunk.path);
    return chunk.retry();
  }
  newVersion.value = true;
  if (hasUnsavedChanges()) return;
  const last = Number(sessionStorage.getItem(LAST_RELOAD) ?? 0);
  if (Date.now() - last < LOOP_MS) return chunk.giveUp('part');
  sessionStorage.setItem(LAST_RELOAD, String(Date.now()));
  location.assign(`/admin${chunk.path}`);
}

/** Whether a navigation failed because a part of the page could not be loaded; browsers say it in words only. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script|Unable to preload/i.test(error.message);

const ownScript = (): string | null | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');

/** Which version the server has now; `undefined` if it does not respond, or is being replaced. */
async function servedVersion(): Promise<'this' | 'another' | undefined> {
  try {
    const response = await fetch('/admin/', { cache: 'no-store' });
    if (!response.ok) return undefined;
    return (await response.text()).includes(ownScript() ?? '') ? 'this' : 'another';
  } catch {
    return undefined;
  }
}

/** Asks now and then whether the page that the server has is still this one. */
export function watchForNewVersion(): void {
  if (!ownScript() || import.meta.env.DEV) return;
  const look = async (): Promise<void> => {
    if (!document.hidden) newVersion.value = (await servedVersion()) === 'another';
  };
  setInterval(() => void look(), 5 * 60_000);
}
