import { i18n } from '../../app/i18n';
import { region } from '../../app/preferences';
import { dateFormat } from '../../composables/formats';
import { timeZone } from '../../composables/zone';
import './messages-plans';

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const TIME: Intl.DateTimeFormatOptions = { timeStyle: 'short' };
const WHOLE = { ...DAY, ...TIME };

/** Says what an instant is on the person's clocks: the time alone where it's the same day; undefined where those of the site show the same. */
export function ownTime(at: string, zone: string): string | undefined {
  const textIn = (timeZone: string, options: Intl.DateTimeFormatOptions): string =>
    dateFormat(region(), { ...options, timeZone }).format(new Date(at));
  const isSame = (options: Intl.DateTimeFormatOptions): boolean =>
    textIn(timeZone(), options) === textIn(zone, options);
  if (isSame(WHOLE)) return undefined;
  const time = textIn(timeZone(), isSame(DAY) ? TIME : WHOLE);
  return i18n.global.t('plans.ownTime', { time });
}
