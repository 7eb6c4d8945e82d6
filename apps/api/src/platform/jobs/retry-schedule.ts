const MAX_DELAY_SECONDS = 6 * 3600;
const JITTER = 0.2;

/**
 * Seconds to wait after attempt number `attempts` failed: the base doubled each time, six hours at most, give or take a
 * fifth so that an outage does not end in a stampede.
 */
export function retryDelaySeconds(
  attempts: number,
  baseSeconds: number,
  random: () => number = Math.random,
): number {
  const delay = Math.min(baseSeconds * 2 ** Math.max(0, attempts - 1), MAX_DELAY_SECONDS);
  return delay * (1 - JITTER + 2 * JITTER * random());
}
