const DAY_MS = 86_400_000;

/** A calendar day in someone's time zone, and when it begins. */
interface DayStart {
  /** Such as `2026-05-04`. */
  readonly day: string;
  readonly from: Date;
}

/**
 * The last days in a time zone, oldest first, the last one being today. Days on which the clocks change have 23 or 25
 * hours; where midnight itself is skipped, the day begins at the first instant it has.
 * @param zone a name that `Intl` knows
 */
export function dayStarts(now: Date, days: number, zone: string): readonly DayStart[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const wallClock = (instant: number): number => {
    const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second } = part;
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  };
  const today = Math.floor(wallClock(now.getTime()) / DAY_MS);
  return Array.from({ length: days }, (_, index) => {
    const midnight = (today - days + 1 + index) * DAY_MS;
    return {
      day: new Date(midnight).toISOString().slice(0, 10),
      from: new Date(instantOf(midnight, wallClock)),
    };
  });
}

/** The first instant at which clocks in the zone show this time or, where it is skipped, a later one. */
function instantOf(wall: number, wallClock: (instant: number) => number): number {
  const guesses = [-DAY_MS, 0, DAY_MS].map((shift) => wall - (wallClock(wall + shift) - (wall + shift)));
  const reached = guesses.filter((instant) => wallClock(instant) >= wall);
  return reached.length > 0 ? Math.min(...reached) : Math.max(...guesses);
}
