import { dateFormat, numberFormat } from '../../composables/formats';
import { timeZone } from '../../composables/zone';
import { translated } from '../../app/server-texts';
import type { SystemFact } from '@sitedesk/contract/system';

/** Facts that are words or addresses of someone else: shown in a type of equal widths. */
export const MONOSPACE: ReadonlySet<string> = new Set(['latest', 'masterKeyId', 'peer', 'path', 'provider']);

/** What a person reads of a fact, in the language's own numbers. */
export function factWords(
  { key, value, valueCode }: SystemFact,
  locale: string,
  yesNo: readonly [string, string],
): string {
  if (typeof value === 'boolean') return value ? yesNo[0] : yesNo[1];
  if (typeof value === 'string') {
    if (!/(At|Until)$/.test(key)) return translated(valueCode, value);
    return dateFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: timeZone(),
    }).format(new Date(value));
  }
  if (key.endsWith('Bytes')) return bytes(value, locale);
  if (key.endsWith('Seconds')) return duration(value, locale);
  const options: Intl.NumberFormatOptions = key.endsWith('Ms')
    ? { style: 'unit', unit: 'millisecond', unitDisplay: 'short', maximumFractionDigits: 1 }
    : {};
  return numberFormat(locale, options).format(value);
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function bytes(value: number, locale: string): string {
  const power = Math.min(BYTE_UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  const unit = BYTE_UNITS[power] ?? 'byte';
  const options = {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: power > 2 ? 1 : 0,
  } as const;
  return numberFormat(locale, options).format(value / 1000 ** power);
}

const DURATIONS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function duration(seconds: number, locale: string): string {
  const [unit, size] = DURATIONS.find(([, each]) => seconds >= each) ?? (['second', 1] as const);
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return numberFormat(locale, options).format(Math.floor(seconds / size));
}
