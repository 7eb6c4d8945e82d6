import { INBOX_LIMITS } from '@sitedesk/contract/inbox';
import { hashKey } from '@tanstack/vue-query';
import { reactive } from 'vue';
import { onEveryLive } from './live';
import { queryClient } from './query-client';

/** Live counts beside entries of the navigation: 0 shows none. Set by the features whose counts they are. */
export const badges: Record<string, number> = reactive({});

/** Nothing is counted further for a badge, which then says `10,000+`. */
export const BADGE_MOST = INBOX_LIMITS.countedTo;

/** Milliseconds between two looks whether it is time to look again. */
const TICK_MS = 30_000;
/** Milliseconds for which events are gathered. */
const EVENTS_MS = 1_000;
/** After so long without activity our requests must not keep the session alive. */
const ACTIVE_MS = 5 * 60_000;

/** A count that is read again on an event, and now and then while the person is active. */
interface KeptBadge<Data> {
  readonly badge: string;
  /** That of the screen which shows the same: both know what either has read. */
  readonly queryKey: readonly string[];
  /** In the background: a failed request is not shown to anyone. */
  readonly read: () => Promise<Data>;
  readonly count: (data: Data) => number;
  /** Milliseconds after which what is known is old. */
  readonly everyMs: number;
}

/** @returns what ends it */
export function keepBadge<Data>({ badge, queryKey, read, count, everyMs }: KeptBadge<Data>): () => void {
  const hash = hashKey(queryKey);
  let lookedAt = 0;
  let activeAt = Date.now();
  let eventTimer = 0;

  function look(age: number): void {
    if (document.hidden || Date.now() - lookedAt < age) return;
    lookedAt = Date.now();
    queryClient.fetchQuery({ queryKey, queryFn: read }).catch(() => undefined); // the screen itself says why
  }
  const markActive = (): void => void (activeAt = Date.now());
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== hash || query.state.data === undefined) return;
    lookedAt = query.state.dataUpdatedAt;
    badges[badge] = count(query.state.data as Data); // the key's own data
  });
  /** Many events cause one request, and the last one is not missed. */
  function onEvent(): void {
    if (eventTimer !== 0) return;
    eventTimer = window.setTimeout(() => {
      eventTimer = 0;
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' }).then(() => look(0));
    }, EVENTS_MS);
  }
  const end = onEveryLive(onEvent);
  const timer = setInterval(() => void (Date.now() - activeAt < ACTIVE_MS && look(everyMs)), TICK_MS);
  addEventListener('pointerdown', markActive);
  addEventListener('keydown', markActive);
  look(0);
  return () => {
    unsubscribe();
    end();
    clearInterval(timer);
    clearTimeout(eventTimer);
    removeEventListener('pointerdown', markActive);
    removeEventListener('keydown', markActive);
    badges[badge] = 0;
  };
}
