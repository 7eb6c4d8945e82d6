import type { MatchingUsersBatch } from '@sitedesk/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../app/problem';
import { useMatchingAct } from './useMatchingAct';
import { userRequests } from './users.api';

const CROWD = { filter: { q: 'Crowd' }, total: 250, exact: true };
const batchTo = (
  nextCursor: string | null,
  changes: Partial<MatchingUsersBatch> = {},
): MatchingUsersBatch => ({
  ...{ done: 100, refused: 0, refusals: [], nextCursor, ...changes },
});

describe('an act on everybody who agrees with a filter (users.md C24)', () => {
  const matching = vi.spyOn(userRequests, 'matching');
  beforeEach(() => {
    const until = '2026-01-01T00:00:00Z';
    vi.spyOn(userRequests, 'previewMatching').mockResolvedValue({ total: 250, exact: true, until });
  });
  afterEach(() => matching.mockReset());
  const begun = async (): Promise<ReturnType<typeof useMatchingAct>> => {
    const act = useMatchingAct(
      () => 'disable',
      () => CROWD,
    );
    await act.begin();
    return act;
  };

  it('goes on from batch to batch, with the moment of the look, and adds up', async () => {
    const refusals = [{ id: '1', displayName: 'Anna', reason: 'Yourself.' }];
    matching
      .mockResolvedValueOnce(batchTo('a'))
      .mockResolvedValueOnce(batchTo('b', { done: 99, refused: 1, refusals }))
      .mockResolvedValueOnce(batchTo(null, { done: 50 }));
    const act = await begun();
    await act.run();
    expect(matching.mock.calls.map(([{ cursor, until }]) => [cursor, until])).toEqual([
      [null, '2026-01-01T00:00:00Z'],
      ['a', '2026-01-01T00:00:00Z'],
      ['b', '2026-01-01T00:00:00Z'],
    ]);
    expect([act.done.value, act.refused.value, act.refusals.value]).toEqual([249, 1, refusals]);
    expect([act.isFinished.value, act.isHalfway.value]).toEqual([true, false]);
  });

  it('stops after the batch that is under way, and goes on from there', async () => {
    const act = await begun();
    matching.mockImplementationOnce(() => {
      act.stop();
      return Promise.resolve(batchTo('a'));
    });
    await act.run();
    expect([act.done.value, act.isHalfway.value, act.isRunning.value]).toEqual([100, true, false]);
    matching.mockResolvedValueOnce(batchTo(null));
    await act.run();
    expect(matching.mock.lastCall?.[0].cursor).toBe('a');
    expect([act.done.value, act.isFinished.value]).toEqual([200, true]);
  });

  it('keeps its place when a batch fails, and says why', async () => {
    const act = await begun();
    matching
      .mockResolvedValueOnce(batchTo('a'))
      .mockRejectedValueOnce(new Problem(0, { detail: 'offline' }, ''))
      .mockResolvedValueOnce(batchTo(null));
    await act.run();
    expect(act.error.value).toMatch(/cannot be reached/);
    expect(act.isHalfway.value).toBe(true);
    await act.run();
    expect(matching.mock.lastCall?.[0].cursor).toBe('a');
    expect([act.error.value, act.isFinished.value]).toEqual(['', true]);
  });
});
