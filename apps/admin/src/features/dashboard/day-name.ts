import { region } from '../../app/preferences';
import { dateFormat } from '../../composables/formats';

/** A day of the chart, `2026-05-04`, as people write it; `medium` with the weekday. */
export function dayName(day: string | undefined, style: 'medium' | 'short' = 'short'): string {
  if (day === undefined) return '';
  const options: Intl.DateTimeFormatOptions =
    style === 'short'
      ? { day: 'numeric', month: 'short' }
      : { weekday: 'short', day: 'numeric', month: 'long' };
  return dateFormat(region(), { ...options, timeZone: 'UTC' }).format(new Date(day));
}
