import { describe, expect, it } from 'vitest';
import { addDays, addMonths, clockChangeOf, dayByKey, weekOf, weeksOf } from './calendar';

describe('days of a calendar', () => {
  it.each([
    ['2026-11-30', 1, '2026-12-01'],
    ['2027-03-28', 1, '2027-03-29'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-01-01', -1, '2026-12-31'],
  ])('%s and %i days is %s', (day, count, then) => expect(addDays(day, count)).toBe(then));

  it.each([
    ['2026-12-15', 1, '2027-01-15'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2027-03-31', -1, '2027-02-28'],
  ])('%s and %i months is %s', (day, count, then) => expect(addMonths(day, count)).toBe(then));

  it('are in weeks from Monday to Sunday', () => {
    const weeks = weeksOf('2027-02');
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([4, '2027-02-01', '2027-02-28']);
    expect(weeksOf('2026-11')[0]?.[0]).toBe('2026-10-26');
    expect(weeksOf('2026-11').at(-1)?.[6]).toBe('2026-12-06');
    for (const day of ['2026-11-30', '2026-12-02', '2026-12-06'])
      expect(weekOf(day)).toEqual([...Array(7).keys()].map((index) => addDays('2026-11-30', index)));
  });

  it.each([
    ['ArrowUp', '2026-11-18', '2026-11-18'],
    ['Home', '2026-11-23', '2026-11-23'],
    ['End', '2026-11-29', '2026-11-29'],
    ['PageUp', '2026-10-25', '2026-11-18'],
    ['PageDown', '2026-12-25', '2026-12-02'],
    ['a', undefined, undefined],
  ])('are reached by %s', (key, inMonth, inWeek) => {
    expect(dayByKey('2026-11-25', key, 'month')).toBe(inMonth);
    expect(dayByKey('2026-11-25', key, 'week')).toBe(inWeek);
  });

  it.each([
    ['Europe/Zurich', '2027-03-28', { way: 'forward', from: '02:00', to: '03:00' }],
    ['Europe/Zurich', '2027-10-31', { way: 'back', from: '02:00', to: '03:00' }],
    // Clocks that change by half an hour, and at midnight.
    ['Australia/Lord_Howe', '2027-10-03', { way: 'forward', from: '02:00', to: '02:30' }],
    ['Asia/Beirut', '2027-03-28', { way: 'forward', from: '00:00', to: '01:00' }],
    ['Asia/Beirut', '2027-10-30', { way: 'back', from: '23:00', to: '24:00' }],
    ['Asia/Tokyo', '2027-03-28', undefined],
  ])('say how the clocks of %s change on %s, and on no other', (zone, day, change) => {
    expect([-1, 0, 1].map((days) => clockChangeOf(addDays(day, days), zone))).toEqual([
      undefined,
      change,
      undefined,
    ]);
  });
});
