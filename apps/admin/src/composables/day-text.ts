import { region } from '../app/preferences';
import { dateFormat } from './formats';

/** A day that has no time, such as `2026-11-24`, in the person’s language. */
export const dayText = (day: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string =>
  dateFormat(region(), { ...options, timeZone: 'UTC' }).format(new Date(day));

/** The same with its weekday, for headings. */
export const longDayText = (day: string): string =>
  dayText(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
