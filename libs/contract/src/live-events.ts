import { INBOX_EVENT_KINDS, type InboxEvent } from './inbox.js';

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
export const LIVE_EVENT_KINDS = [...INBOX_EVENT_KINDS, 'counts'] as const;
export type LiveEventKind = (typeof LIVE_EVENT_KINDS)[number];

/** Live events of a site, each for the people with the permission to see what it is about. */
export type LiveEvent =
  | InboxEvent
  /** The numbers at tabs and badges are different now: ask for them again. Also sent once at the beginning. */
  | { readonly kind: 'counts' };
