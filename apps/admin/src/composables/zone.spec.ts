import { describe, expect, it } from 'vitest';
import { preferences } from '../app/preferences';
import { useTime } from './useTime';
import { instantOfDay, timeZone } from './zone';

describe('the time zone that a person wants (UI-22)', () => {
  it.each([
    ['2026-05-04', 'start', 'UTC', '2026-05-04T00:00:00.000Z'],
    ['2026-05-04', 'end', 'UTC', '2026-05-04T23:59:59.999Z'],
    ['2026-05-04', 'start', 'Asia/Tokyo', '2026-05-03T15:00:00.000Z'],
    ['2026-05-04', 'start', 'America/New_York', '2026-05-04T04:00:00.000Z'],
    ['2026-05-04', 'end', 'Asia/Kolkata', '2026-05-04T18:29:59.999Z'],
    // Clocks go forward on the 29th of March 2026 and back on the 25th of October, in the night.
    ['2026-03-29', 'start', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', 'end', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'start', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-10-25', 'end', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
  ] as const)('%s, its %s in %s, is %s', (day, edge, zone, instant) => {
    expect(instantOfDay(day, edge, zone)).toBe(instant);
  });

  it.each(['', 'today', '2026-5-4', '2026-13-01', '04.05.2026'])('%j is no day', (day) => {
    expect(instantOfDay(day, 'start', 'UTC')).toBeUndefined();
  });

  it.each([
    [-59, 'just now'],
    [-60, '1 min. ago'],
    [30, 'this minute'],
    [7200, 'in 2 hr.'],
  ])('says what is %d seconds from now in words', (seconds, words) => {
    const now = Date.now();
    expect(useTime().value.relative(new Date(now + seconds * 1000).toISOString(), now)).toBe(words);
  });

  it('says of what has happened since the clock of a screen ticked that it was just now', () => {
    const now = Date.now();
    expect(useTime().value.relative(new Date(now - 5_000).toISOString(), now - 30_000)).toBe('just now');
  });

  it('is the browser’s until the person chooses another one, and every time is said in it', () => {
    expect(timeZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    preferences.locale = 'en';
    preferences.timeZone = 'Asia/Tokyo';
    expect(useTime().value.short('2026-05-03T15:30:00Z')).toMatch(/May 4, 2026.*12:30/);
    expect(useTime().value.day('2026-05-03T15:30:00Z')).toMatch(/May 4, 2026/);
    expect(instantOfDay('2026-05-04', 'start')).toBe('2026-05-03T15:00:00.000Z');
    preferences.timeZone = '';
  });
});
