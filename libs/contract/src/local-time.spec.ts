import { instantsOf, localTimeOf } from './local-time.js';

const at = (local: string, zone = 'Europe/Zurich'): readonly string[] =>
  instantsOf(local, zone).map((instant) => instant.toISOString());

describe('a time on the clocks of a zone (P-34)', () => {
  it.each([
    ['2027-01-15T09:00', 'Europe/Zurich', ['2027-01-15T08:00:00.000Z']],
    ['2027-07-15T09:00', 'Europe/Zurich', ['2027-07-15T07:00:00.000Z']],
    ['2027-07-15T09:00', 'UTC', ['2027-07-15T09:00:00.000Z']],
    ['2027-07-15T09:00', 'Asia/Kathmandu', ['2027-07-15T03:15:00.000Z']],
    // Half an hour only.
    ['2027-10-03T02:15', 'Australia/Lord_Howe', []],
  ])('%s in %s comes at %j', (local, zone, instants) => {
    expect(at(local, zone)).toEqual(instants);
  });

  it('never comes where clocks go forward over it', () => {
    expect(at('2027-03-28T02:30')).toEqual([]);
    expect(at('2027-03-28T01:59')).toEqual(['2027-03-28T00:59:00.000Z']);
    expect(at('2027-03-28T03:00')).toEqual(['2027-03-28T01:00:00.000Z']);
  });

  it('comes twice where clocks go back over it', () => {
    expect(at('2027-10-31T02:30')).toEqual(['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z']);
    expect(at('2027-10-31T03:00')).toEqual(['2027-10-31T02:00:00.000Z']);
  });

  it.each(['2027-02-30T09:00', '2027-02-03T24:00', '2027-02-03', 'soon', ''])('%j is none', (local) => {
    expect(at(local)).toEqual([]);
  });

  it('is what the clocks show at its instants', () => {
    for (const instant of instantsOf('2027-10-31T02:30', 'Europe/Zurich'))
      expect(localTimeOf(instant, 'Europe/Zurich')).toBe('2027-10-31T02:30');
  });
});
