const DAY_SECONDS = 24 * 60 * 60;

/** The day at a site, such as `2026-11-25`, and when it's over. */
export interface SiteDay {
  readonly day: string;
  readonly secondsLeft: number;
}

/** @param zone such as `Europe/Zurich` */
export function siteDay(nowMs: number, zone: string): SiteDay {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const parts = new Map(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type));
  const passed = (number('hour') * 60 + number('minute')) * 60 + number('second');
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    secondsLeft: Math.max(DAY_SECONDS - passed, 1), // an hour off on the days when clocks change
  };
}
