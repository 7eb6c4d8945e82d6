import { i18n } from '../../app/i18n';
import { region } from '../../app/preferences';
import { dateFormat } from '../../composables/formats';
import { useTime } from '../../composables/useTime';
import './messages-plans';

/** Says what an instant is on the person's clocks; undefined where those of the site show the same. */
export function ownTime(at: string, zone: string): string | undefined {
  const time = useTime().value.short(at);
  const there = dateFormat(region(), { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  return there.format(new Date(at)) === time ? undefined : i18n.global.t('plans.ownTime', { time });
}
