import { EDITOR_PATH } from '@sitedesk/contract/identity';
import type { LiveEvent, LiveEventKind } from '@sitedesk/contract/live-events';
import { onBeforeUnmount, onMounted } from 'vue';

export type EventOf<Kind extends LiveEventKind> = Extract<LiveEvent, { readonly kind: Kind }>;
type Handler = (event: LiveEvent) => void;

const handlers = new Set<Handler>();

/** How long after a refusal (a session that ended, too many pages) the page tries again. */
const AGAIN_MS = 20_000;
/** A page that nobody looks at gives its connection back after so long: browsers have only six to one host. */
const HIDDEN_MS = 30_000;

/** Subscribes to events of every kind. @returns a function that unsubscribes */
export function onEveryLive(handler: Handler): () => void {
  handlers.add(handler);
  return () => void handlers.delete(handler);
}

/** The same for events of one kind. */
export function onLive<Kind extends LiveEventKind>(
  kind: Kind,
  handler: (event: EventOf<Kind>) => void,
): () => void {
  return onEveryLive((event) => {
    if (isOf(event, kind)) handler(event);
  });
}

const isOf = <Kind extends LiveEventKind>(event: LiveEvent, kind: Kind): event is EventOf<Kind> =>
  event.kind === kind;

/** Subscribes to events of one kind while the component is mounted. */
export function useLive<Kind extends LiveEventKind>(
  kind: Kind,
  handler: (event: EventOf<Kind>) => void,
): void {
  let end: (() => void) | undefined;
  onMounted(() => (end = onLive(kind, handler)));
  onBeforeUnmount(() => end?.());
}

/** The one connection of the page for live events (`GET /editor/events`), while the component is there and someone looks. */
export function useLiveConnection(): void {
  let source: EventSource | undefined;
  let timer = 0;

  function open(): void {
    clearTimeout(timer);
    if (source && source.readyState !== EventSource.CLOSED) return;
    source = new EventSource(`${EDITOR_PATH}/events`);
    source.addEventListener('message', dispatch);
    source.addEventListener('error', again);
  }

  /** After a lost connection the browser tries automatically; after a refusal it does not. */
  function again(): void {
    if (source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(timer);
    timer = window.setTimeout(open, AGAIN_MS);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
  }

  function look(): void {
    if (document.visibilityState === 'visible') return open();
    clearTimeout(timer);
    timer = window.setTimeout(close, HIDDEN_MS);
  }

  onMounted(() => {
    document.addEventListener('visibilitychange', look);
    look();
  });
  onBeforeUnmount(() => {
    document.removeEventListener('visibilitychange', look);
    close();
  });
}

function dispatch({ data }: MessageEvent<string>): void {
  const event = JSON.parse(data) as LiveEvent; // the server is ours
  for (const handler of handlers) handler(event);
}
