const [MINUTE, HOUR] = [60, 3_600];

/** Seconds before each attempt: the first is made at once, and after the last one nothing is tried automatically. */
const WAITS = [0, 5, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
const JITTER = 0.15;
/** The longest that a server can ask to wait. */
const MOST_SECONDS = 24 * HOUR;

/**
 * Seconds to wait after so many attempts, give or take a seventh, so that an outage doesn’t end in a stampede; undefined when that was
 * the last one.
 * @param retryAfter what the server asked for, in seconds
 */
export function retryInSeconds(
  attempts: number,
  retryAfter = 0,
  random: () => number = Math.random,
): number | undefined {
  const wait = WAITS[attempts];
  if (wait === undefined) return undefined;
  return Math.max(wait * (1 - JITTER + 2 * JITTER * random()), Math.min(retryAfter, MOST_SECONDS));
}

/** Seconds that `Retry-After` says (RFC 9110, 10.2.3): a number of them, or a date; 0 when it says neither. */
export function retryAfterOf(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const seconds = (Date.parse(header) - now) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : 0;
}
