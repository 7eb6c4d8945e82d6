import { computed, type ComputedRef } from 'vue';
import { i18n } from '../app/i18n';
import { region } from '../app/preferences';
import { timeZone } from './zone';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Instants in the words of the person's language and zone. */
export function useTime(): ComputedRef<{
  relative(instant: string, now?: number): string;
  full(instant: string): string;
  short(instant: string): string;
  /** To the second, for logs. */
  exact(instant: string): string;
  day(instant: string): string;
}> {
  return computed(() => {
    const locale = region();
    const zone = { timeZone: timeZone() };
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
    const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', ...zone });
    const short = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone });
    const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium', ...zone });
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
    return {
      relative: (instant, now = Date.now()) => {
        const seconds = (Date.parse(instant) - now) / 1000;
        const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60];
        const count = Math.trunc(seconds / size);
        return count === 0 && seconds <= 0 ? i18n.global.t('ui.now') : relative.format(count, unit);
      },
      full: (instant) => full.format(new Date(instant)),
      short: (instant) => short.format(new Date(instant)),
      exact: (instant) => exact.format(new Date(instant)),
      day: (instant) => day.format(new Date(instant)),
    };
  });
}
