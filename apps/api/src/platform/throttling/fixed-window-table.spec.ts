import fc from 'fast-check';
import { FixedWindowTable } from './fixed-window-table.js';

/** 2026-01-01T00:00:00Z, the beginning of a window of any length used here. */
const START = 1_767_225_600_000;
const address = (index: number): string => `${index >>> 16}.${(index >>> 8) & 255}.${index & 255}`;

describe('fixed windows in memory', () => {
  it('counts like a plain map of (window, key), whatever the order of keys and times', () => {
    const step = fc.record({
      key: fc.integer({ min: 0, max: 400 }).map((index) => `policy|tenant|${address(index)}`),
      windowSeconds: fc.constantFrom(1, 60, 300),
      aheadMs: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 400_000 })),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 2_000, size: 'max' }), (steps) => {
        const table = new FixedWindowTable();
        const model = new Map<string, number>();
        let now = START;
        for (const { key, windowSeconds, aheadMs } of steps) {
          now += aheadMs;
          const name = `${windowSeconds}/${Math.floor(now / 1_000 / windowSeconds)}/${key}`;
          model.set(name, (model.get(name) ?? 0) + 1);
          expect(table.increment(key, windowSeconds, now).hits).toBe(model.get(name));
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    [0, 300],
    [1, 300],
    [1_000, 299],
    [299_000, 1],
    [299_999, 1],
    [300_000, 300],
  ])('%i ms into the window says %i seconds to its end (R-01)', (ms, resetSeconds) => {
    expect(new FixedWindowTable().increment('a', 300, START + ms).resetSeconds).toBe(resetSeconds);
  });

  it('begins again with the window, whatever was counted before (R-02)', () => {
    const table = new FixedWindowTable();
    for (let index = 0; index < 10; index += 1) table.increment('a', 300, START + 299_000);
    expect(table.increment('a', 300, START + 300_050).hits).toBe(1);
  });

  it('keeps the window when the clock is set back by less than one, and follows a greater change', () => {
    const table = new FixedWindowTable();
    table.increment('a', 60, START);
    expect(table.increment('a', 60, START - 30_000)).toEqual({ hits: 2, resetSeconds: 60 });
    expect(table.increment('a', 60, START - 3_600_000).hits).toBe(1);
  });

  it('counts one key beyond what a slot holds', () => {
    const table = new FixedWindowTable();
    for (let index = 0; index < 70_000; index += 1) table.increment('a', 60, START);
    expect(table.increment('a', 60, START).hits).toBe(70_001);
    expect(table.increment('b', 60, START).hits).toBe(1);
    expect(table.increment('a', 60, START + 60_000).hits).toBe(1);
  });

  it('counts 1,000,000 addresses exactly, in less than 40 MB, and shares counters beyond its room (R-09)', () => {
    const table = new FixedWindowTable();
    const before = process.memoryUsage().arrayBuffers;
    let strangers = 0;
    for (let index = 0; index < 1_000_000; index += 1) {
      if (table.increment(`policy|tenant|${address(index)}`, 300, START).hits !== 1) strangers += 1;
    }
    expect(strangers).toBe(0);
    expect(table.increment(`policy|tenant|${address(7)}`, 300, START).hits).toBe(2);
    let highest = 0;
    for (let index = 1_000_000; index < 1_600_000; index += 1) {
      highest = Math.max(highest, table.increment(`policy|tenant|${address(index)}`, 300, START).hits);
    }
    expect(highest).toBeGreaterThan(3);
    expect(table.increment(`policy|tenant|${address(7)}`, 300, START).hits).toBe(3);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40 * 1024 * 1024);
    expect(table.increment(`policy|tenant|${address(1_599_999)}`, 300, START + 300_000).hits).toBe(1);
  });
});
