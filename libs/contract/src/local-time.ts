const DAY_MS = 86_400_000;

/** A time as clocks on a wall show it, without a zone: `2026-05-04T09:30`. */
export const LOCAL_TIME = /^[2-9]\d{3}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * The instants at which clocks in a zone show a time, in their order: none where clocks going forward skip it, two where they
 * go back over it.
 * @param local as {@link LOCAL_TIME} says; an hour or a day that no clock has comes never
 */
export function instantsOf(local: string, zone: string): readonly Date[] {
  const wall = LOCAL_TIME.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  // A 30th of February becomes a day in March, and 24:00 the next day.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(local)) return [];
  const offsets = new Set([offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(instant, zone) === wall)
    .toSorted((one, other) => one - other)
    .map((instant) => new Date(instant));
}

/** What clocks in a zone show at an instant, as {@link LOCAL_TIME} says. */
export const localTimeOf = (instant: Date, zone: string): string =>
  new Date(instant.getTime() + offsetAt(instant.getTime(), zone)).toISOString().slice(0, 16);

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const at = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const wall = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
  return wall - Math.floor(instant / 1_000) * 1_000;
}
