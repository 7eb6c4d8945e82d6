import { expect, it } from 'vitest';
import { instantOf } from './useAuditFilters';

it('takes a day from its first to its last instant', () => {
  const [start, end] = [instantOf('2026-05-04', 'start') ?? '', instantOf('2026-05-04', 'end') ?? ''];
  expect(Date.parse(end) - Date.parse(start)).toBe(24 * 60 * 60 * 1000 - 1);
  expect(new Date(start).getHours()).toBe(0);
});

it.each(['', 'yesterday', '2026-13-40', '2026-5-4'])('takes %j for no day', (word) =>
  expect(instantOf(word, 'start')).toBeUndefined(),
);
