import type { ContactAction } from './inbox.js';

/** Numbers of the live connection (`GET /editor/events`). */
export const LIVE_LIMITS = {
  /** Connections that one sign-in may hold open. */
  streamsPerSession: 6,
  /** A line comes at least this often, in seconds; a browser that hears nothing for twice as long connects again. */
  heartbeatSeconds: 15,
  /** How long the browser waits before it connects again, in milliseconds. */
  reconnectMs: 3_000,
  /** Ids that one event names; with more it names none, and the lists are to be read again. */
  ids: 50,
} as const;

/** Names of server-sent events; `data` is a {@link LiveEvent} of that kind as JSON. */
export const LIVE_EVENT_KINDS = ['contact.received', 'contact.changed', 'counts'] as const;
export type LiveEventKind = (typeof LIVE_EVENT_KINDS)[number];

/** News of a site, for the people who may see what it is about. */
export type LiveEvent =
  /** Messages came in. */
  | { readonly kind: 'contact.received'; readonly count: number; readonly ids: readonly string[] }
  /** Something was done to messages, or their notification got further. Without ids: to more than can be named. */
  | {
      readonly kind: 'contact.changed';
      readonly count: number;
      readonly ids: readonly string[];
      /** What somebody did; null when it was the delivery. */
      readonly action: ContactAction | null;
    }
  /** The numbers at tabs and badges are different now: ask for them again. Also sent once at the beginning. */
  | { readonly kind: 'counts' };
