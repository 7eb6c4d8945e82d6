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

/**
 * Live events of a site by their kinds, each for the people with the permission to see what it is about. Each feature adds
 * its own in its file.
 */
export interface LiveEvents {
  /** The numbers at tabs and badges are different now: ask for them again. Also sent once at the beginning. */
  counts: object;
}
export type LiveEventKind = keyof LiveEvents;

/** What the `data` of a server-sent event is, as JSON. */
export type LiveEvent = {
  [Kind in LiveEventKind]: { readonly kind: Kind } & LiveEvents[Kind];
}[LiveEventKind];
