/** Milliseconds that one line stands for: an outage is many requests. */
const QUIET_MS = 10_000;

/** Lines of JSON about answers that were a 503: the first at once, then how many more there were. */
export function unavailableLog(write: (line: string) => void, now = Date.now): (why: unknown) => void {
  let nextAt = 0;
  let more = 0;
  return (why) => {
    const time = now();
    more += 1;
    if (time < nextAt) return;
    const error = why instanceof Error ? why.message : String(why);
    const line = {
      level: 'warn',
      time: new Date(time).toISOString(),
      event: 'backend.unavailable',
      answers: more,
    };
    write(JSON.stringify({ ...line, error }));
    nextAt = time + QUIET_MS;
    more = 0;
  };
}
