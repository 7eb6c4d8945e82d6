import type { Locale } from '@sitedesk/contract/preferences';

/** How a person reads an email. */
export interface EmailReader {
  readonly locale: Locale;
  /** Name of a time zone, such as `Europe/Zurich`. */
  readonly timeZone: string;
}

/** As the reader writes dates, with the name of the zone; in UTC for an address that is nobody's account. */
export function momentOf(at: Date, reader: EmailReader | undefined): string {
  if (!reader) return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const { locale, timeZone } = reader;
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  }).format(at);
}
