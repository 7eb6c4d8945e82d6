import type { FileKind } from '@sitedesk/contract/files';
import { region } from '../../app/preferences';
import { numberFormat } from '../../composables/formats';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1024; // as the limits are counted

/** A size as people say it: `2.4 MB`. */
export function sizeText(octets: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, octets)) / 10));
  const value = octets / STEP ** power;
  const maximumFractionDigits = power > 1 && value < 100 ? 1 : 0;
  return numberFormat(region(), {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short', // English writes “3 byte” otherwise
    maximumFractionDigits,
  }).format(value);
}

export const KIND_ICONS = {
  image: 'i-lucide-file-text',
  video: 'i-lucide-play',
  audio: 'i-lucide-play',
  document: 'i-lucide-file-text',
  archive: 'i-lucide-archive',
  other: 'i-lucide-file-text',
} as const satisfies Record<FileKind, string>;

/** A name without its extension, which renaming keeps: how many characters of it. */
export function stemLength(name: string): number {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? dot : name.length;
}
