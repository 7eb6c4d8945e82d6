import { preferences } from '../app/preferences';
import { dateFormat } from './formats';

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone that the person wants to read and enter times in. */
export const timeZone = (): string => preferences.timeZone || browserZone;

/**
 * The first or the last instant of a day in a zone; undefined for what is no day.
 * @param day as a date field writes it: `2026-05-04`
 */
export function instantOfDay(
  day: string,
  edge: 'start' | 'end',
  zone: string = timeZone(),
): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const wall = Date.parse(`${day}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`);
  if (Number.isNaN(wall)) return undefined;
  // Once more with the first result: a clock that changes that day has another offset there.
  const near = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(near, zone)).toISOString();
}

/** How far the zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const format = dateFormat('en-GB', {
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
