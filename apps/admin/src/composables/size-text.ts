import { region } from '../app/preferences';
import { numberFormat } from './formats';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1024; // as the limits are counted

/** A size as people say it: `2.4 MB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / STEP ** power;
  const maximumFractionDigits = power > 1 && value < 100 ? 1 : 0;
  return numberFormat(region(), {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short', // English writes “3 byte” otherwise
    maximumFractionDigits,
  }).format(value);
}
