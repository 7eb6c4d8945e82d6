/** What a feed of the calendar holds; times in days. */
export const CALENDAR_FEED_LIMITS = {
  /** How long ago something may have been due. */
  past: 31,
  /** How far ahead it may be. */
  future: 400,
  /** The plans nearest to now, once of the past and once of the future. */
  plans: 1_000,
} as const;

/** A person's secret URL under which calendar programs read what is scheduled. */
export interface CalendarFeed {
  readonly createdAt: string;
  /** Give or take a minute. */
  readonly lastUsedAt: string | null;
}

/** Answer of `GET /editor/account/calendar-feed`. */
export interface OwnCalendarFeed {
  /** Null while the person has none. */
  readonly feed: CalendarFeed | null;
}

/** Answer to a new feed. */
export interface NewCalendarFeed extends CalendarFeed {
  /** On the host of the administration; never shown again. */
  readonly path: string;
}
