import { createSharedComposable, useTimestamp } from '@vueuse/core';
import { computed, type ComputedRef } from 'vue';
import { i18n } from '../app/i18n';
import { region } from '../app/preferences';
import { dateFormat, relativeFormat } from './formats';
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
interface Times {
  relative(instant: string, now?: number): string;
  full(instant: string): string;
  short(instant: string): string;
  /** To the second, for logs. */
  exact(instant: string): string;
  day(instant: string): string;
}

/** One for all: a list has hundreds of instants. */
const times = computed<Times>(() => {
  const locale = region();
  const zone = { timeZone: timeZone() };
  const inStyle =
    (options: Intl.DateTimeFormatOptions) =>
    (instant: string): string =>
      dateFormat(locale, { ...options, ...zone }).format(new Date(instant));
  return {
    relative: (instant, now = Date.now()) => {
      const seconds = (Date.parse(instant) - now) / 1000;
      const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60];
      const count = Math.trunc(seconds / size);
      // The clock of a screen lags behind: what happened since its last tick isn't to come.
      const isPast = seconds <= 0 || Date.parse(instant) <= Date.now();
      if (count === 0 && isPast) return i18n.global.t('ui.now');
      return relativeFormat(locale, { numeric: 'auto', style: 'short' }).format(count, unit);
    },
    full: inStyle({ dateStyle: 'full', timeStyle: 'long' }),
    short: inStyle({ dateStyle: 'medium', timeStyle: 'short' }),
    exact: inStyle({ dateStyle: 'medium', timeStyle: 'medium' }),
    day: inStyle({ dateStyle: 'medium' }),
  };
});
export const useTime = (): ComputedRef<Times> => times;

/** The clock of everything that says how long ago something was. */
export const useNow = createSharedComposable(() => useTimestamp({ interval: 30_000 }));
