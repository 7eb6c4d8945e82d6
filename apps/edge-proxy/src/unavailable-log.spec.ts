import { unavailableLog } from './unavailable-log.js';

it('writes the first 503 at once, then how many there were, every ten seconds at most', () => {
  let now = 1_000_000;
  const lines: string[] = [];
  const log = unavailableLog(
    (line) => lines.push(line),
    () => now,
  );
  for (const passed of [0, 1, 9_998, 1, 30_000, 1]) {
    now += passed;
    log(new Error('away'));
  }
  expect(lines.map((line) => JSON.parse(line).answers)).toEqual([1, 3, 1]);
  expect(lines[0]).toContain('"error":"away"');
});
