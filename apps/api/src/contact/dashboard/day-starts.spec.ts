import { dayStarts } from './day-starts.js';

const startsIn = (zone: string, now: string, days = 3): readonly string[] =>
  dayStarts(new Date(now), days, zone).map(({ day, from }) => `${day} ${from.toISOString()}`);

describe('the last days in a time zone', () => {
  it.each([
    ['UTC', '2026-11-21T00:00:00Z', '2026-11-21 2026-11-21T00:00:00.000Z'],
    ['Europe/Zurich', '2026-11-20T23:30:00Z', '2026-11-21 2026-11-20T23:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-21T07:59:59Z', '2026-11-20 2026-11-20T08:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00Z', '2026-11-21 2026-11-20T10:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21 2026-11-20T18:15:00.000Z'],
  ])('in %s at %s today is %s', (zone, now, today) => {
    expect(startsIn(zone, now).at(-1)).toBe(today);
  });

  it('have 23 and 25 hours where the clocks change', () => {
    const hours = (now: string): number => {
      const [before, after] = dayStarts(new Date(now), 2, 'Europe/Zurich').map(({ from }) => from.getTime());
      return ((after ?? 0) - (before ?? 0)) / 3_600_000;
    };
    expect(hours('2026-03-30T12:00:00Z')).toBe(23);
    expect(hours('2026-10-26T12:00:00Z')).toBe(25);
    expect(hours('2026-06-26T12:00:00Z')).toBe(24);
  });

  it('begin at one where midnight itself is skipped', () => {
    expect(startsIn('Africa/Cairo', '2024-04-26T12:00:00Z', 2)).toEqual([
      '2024-04-25 2024-04-24T22:00:00.000Z',
      '2024-04-26 2024-04-25T22:00:00.000Z',
    ]);
  });

  it('are as many as were asked for, over the turn of a year', () => {
    const days = dayStarts(new Date('2027-01-15T12:00:00Z'), 90, 'UTC').map(({ day }) => day);
    expect(days).toHaveLength(90);
    expect(new Set(days).size).toBe(90);
    expect([days[0], days.at(-1)]).toEqual(['2026-10-18', '2027-01-15']);
  });
});
