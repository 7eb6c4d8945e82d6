import { region } from '../app/preferences';
import { dateFormat } from './formats';

/** A day that has no time, such as `2026-11-24`, in the person’s language. */
export const dayText = (day: string): string =>
  dateFormat(region(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
