/** An event of a calendar, at an instant. */
export interface CalendarEvent {
  /** Stays the same for as long as the event is there. */
  readonly uid: string;
  readonly at: Date;
  readonly changedAt: Date;
  readonly summary: string;
  readonly description: string;
  readonly url: string | undefined;
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
}

/** Revisions are counted in seconds since then: events have no number of their own, and one that is changed has a later time. */
const FIRST_REVISION = Date.UTC(2026, 0, 1);
const MOST_OCTETS = 75;

/**
 * A calendar to subscribe to, as RFC 5545 and, for its name and how often to read it, RFC 7986 have it. The same events make the
 * same octets.
 */
export function icsOf(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sitedesk//Calendar//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...(events.length === 0 ? EMPTY : events.flatMap(linesOf)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A calendar has one component at least. */
const EMPTY = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const linesOf = (event: CalendarEvent): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  // Without a method, this is when the event was changed last.
  `DTSTAMP:${utc(event.changedAt)}`,
  `LAST-MODIFIED:${utc(event.changedAt)}`,
  `SEQUENCE:${Math.max(0, Math.floor((event.changedAt.getTime() - FIRST_REVISION) / 1_000))}`,
  `DTSTART:${utc(event.at)}`,
  `SUMMARY:${escaped(event.summary)}`,
  `DESCRIPTION:${escaped(event.description)}`,
  ...(event.url === undefined ? [] : [`URL:${event.url}`]),
  `STATUS:${event.status}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

const utc = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** As a value of type TEXT (RFC 5545, 3.3.11), without the control characters that it can't hold. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex -- these are what it's about
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** In lines of 75 octets at most, each after the first with a space before it (RFC 5545, 3.1). No character is torn. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= MOST_OCTETS) return line;
  const lines: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > MOST_OCTETS) {
      lines.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += more;
  }
  return [...lines, piece].join('\r\n');
}
