import { LIVE_EVENT_KINDS } from '@sitedesk/contract';
import { hashKey } from '@tanstack/vue-query';
import { reactive } from 'vue';
import { onLive } from './live';
import { queryClient } from './query-client';

/** Live counts beside entries of the navigation: 0 shows none. Set by the features whose counts they are. */
export const badges: Record<string, number> = reactive({});

/** Milliseconds between two looks whether it is time to look again. */
const TICK_MS = 30_000;
/** Milliseconds in which news is gathered. */
const NEWS_MS = 1_000;
/** Whoever has done nothing for so long is not kept signed in by our questions. */
const ACTIVE_MS = 5 * 60_000;

/** A count that is read again when there is news, and now and then while somebody works here. */
export interface KeptBadge<Data> {
  readonly badge: string;
  /** That of the screen which shows the same: both know what either has read. */
  readonly queryKey: readonly string[];
  /** Not interactive: no news is no reason to trouble anybody. */
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
  let newsTimer = 0;

  function look(age: number): void {
    if (document.hidden || Date.now() - lookedAt < age) return;
    lookedAt = Date.now();
    queryClient.fetchQuery({ queryKey, queryFn: read }).catch(() => undefined); // the screen itself says why
  }
  const act = (): void => void (activeAt = Date.now());
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== hash || query.state.data === undefined) return;
    lookedAt = query.state.dataUpdatedAt;
    badges[badge] = count(query.state.data as Data); // the key's own data
  });
  /** A flood of news is one question, and the last of it is not missed. */
  function hear(): void {
    if (newsTimer !== 0) return;
    newsTimer = window.setTimeout(() => {
      newsTimer = 0;
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' }).then(() => look(0));
    }, NEWS_MS);
  }
  const ends = LIVE_EVENT_KINDS.map((kind) => onLive(kind, hear));
  const timer = setInterval(() => void (Date.now() - activeAt < ACTIVE_MS && look(everyMs)), TICK_MS);
  addEventListener('pointerdown', act);
  addEventListener('keydown', act);
  look(0);
  return () => {
    unsubscribe();
    ends.forEach((end) => end());
    clearInterval(timer);
    clearTimeout(newsTimer);
    removeEventListener('pointerdown', act);
    removeEventListener('keydown', act);
    badges[badge] = 0;
  };
}
