import { instantsOf, localTimeOf } from '@sitedesk/contract/local-time';

/** Days as date fields write them, `2026-05-04`, and months as `2026-05`: no zone, no clock. */
const DAY_MS = 86_400_000;
const DAYS = 7;

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The same day of another month, or the last one of it. */
export function addMonths(day: string, count: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + count);
  const month = first.toISOString().slice(0, 7);
  first.setUTCMonth(first.getUTCMonth() + 1, 0);
  const last = first.getUTCDate();
  return `${month}-${String(Math.min(Number(day.slice(8)), last)).padStart(2, '0')}`;
}

/** How far a day is from the Monday before. */
export const weekday = (day: string): number => (new Date(`${day}T00:00Z`).getUTCDay() + DAYS - 1) % DAYS;

/** The week of a day, from Monday to Sunday. */
export function weekOf(day: string): readonly string[] {
  const monday = addDays(day, -weekday(day));
  return Array.from({ length: DAYS }, (_, index) => addDays(monday, index));
}

/** The weeks that a month is part of. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const after = addMonths(first, 1);
  const weeks: (readonly string[])[] = [];
  for (let day = addDays(first, -weekday(first)); day < after; day = addDays(day, DAYS))
    weeks.push(weekOf(day));
  return weeks;
}

/** What a calendar shows at once. */
export type CalendarUnit = 'month' | 'week';

/** Whether a day is part of what is shown around another: weeks of a month have days of its neighbors, too. */
export const isOfPeriod = (day: string, shown: string, unit: CalendarUnit): boolean =>
  unit === 'week' || day.slice(0, 7) === shown.slice(0, 7);

/** The day to which one turns from another, by weeks or months. */
export const turnedFrom = (day: string, count: number, unit: CalendarUnit): string =>
  unit === 'week' ? addDays(day, count * DAYS) : addMonths(day, count);

/** The day that a key leads to from another; undefined for other keys. */
export function dayByKey(day: string, key: string, unit: CalendarUnit): string | undefined {
  const steps: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -DAYS),
    ArrowDown: () => addDays(day, DAYS),
    Home: () => addDays(day, -weekday(day)),
    End: () => addDays(day, DAYS - 1 - weekday(day)),
    PageUp: () => turnedFrom(day, -1, unit),
    PageDown: () => turnedFrom(day, 1, unit),
  };
  return Object.hasOwn(steps, key) ? steps[key]?.() : undefined;
}

/** How the clocks of a zone change on a day: what they skip or show twice, as in `02:00` to `03:00`. */
export interface ClockChange {
  readonly way: 'forward' | 'back';
  readonly from: string;
  readonly to: string;
}

const HALF_HOURS = [...Array(48).keys()].map(clockOf);
function clockOf(halfHours: number): string {
  return `${String(Math.floor(halfHours / 2)).padStart(2, '0')}:${halfHours % 2 === 0 ? '00' : '30'}`;
}
const noonOf = (day: string, zone: string): string =>
  localTimeOf(new Date(`${day}T12:00:00Z`), zone).slice(11);

/** @returns undefined on days without one, which are nearly all */
export function clockChangeOf(day: string, zone: string): ClockChange | undefined {
  if (noonOf(addDays(day, -1), zone) === noonOf(addDays(day, 1), zone)) return undefined;
  const counts = HALF_HOURS.map((clock) => instantsOf(`${day}T${clock}`, zone).length);
  const first = counts.findIndex((count) => count !== 1);
  if (first === -1) return undefined;
  const last = counts.findLastIndex((count) => count !== 1);
  return { way: counts[first] === 0 ? 'forward' : 'back', from: clockOf(first), to: clockOf(last + 1) };
}
