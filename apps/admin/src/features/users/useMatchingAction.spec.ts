import type { MatchingUsersBatch } from '@sitedesk/contract/users';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../app/problem';
import { useMatchingAction } from './useMatchingAction';
import { userRequests } from './users.api';

const CROWD = { filter: { q: 'Crowd' }, total: 250, exact: true };
const batchTo = (
  nextCursor: string | null,
  changes: Partial<MatchingUsersBatch> = {},
): MatchingUsersBatch => ({
  done: 100,
  refused: 0,
  refusals: [],
  nextCursor,
  ...changes,
});

describe('an action on everyone who agrees with a filter (UX-24)', () => {
  const matching = vi.spyOn(userRequests, 'matching');
  beforeEach(() => {
    const until = '2026-01-01T00:00:00Z';
    vi.spyOn(userRequests, 'previewMatching').mockResolvedValue({ total: 250, exact: true, until });
  });
  afterEach(() => matching.mockReset());
  const begun = async (): Promise<ReturnType<typeof useMatchingAction>> => {
    const tried = useMatchingAction(
      () => 'disable',
      () => CROWD,
    );
    await tried.begin();
    return tried;
  };

  it('goes on from batch to batch, with the moment of the look, and adds up', async () => {
    const refusals = [{ id: '1', displayName: 'Anna', reason: 'Yourself.', reasonCode: null }];
    matching
      .mockResolvedValueOnce(batchTo('a'))
      .mockResolvedValueOnce(batchTo('b', { done: 99, refused: 1, refusals }))
      .mockResolvedValueOnce(batchTo(null, { done: 50 }));
    const tried = await begun();
    await tried.run();
    expect(matching.mock.calls.map(([{ cursor, until }]) => [cursor, until])).toEqual([
      [null, '2026-01-01T00:00:00Z'],
      ['a', '2026-01-01T00:00:00Z'],
      ['b', '2026-01-01T00:00:00Z'],
    ]);
    expect([tried.done.value, tried.refused.value, tried.refusals.value]).toEqual([249, 1, refusals]);
    expect([tried.isFinished.value, tried.isHalfway.value]).toEqual([true, false]);
  });

  it('stops after the batch that is under way, and goes on from there', async () => {
    const tried = await begun();
    matching.mockImplementationOnce(() => {
      tried.stop();
      return Promise.resolve(batchTo('a'));
    });
    await tried.run();
    expect([tried.done.value, tried.isHalfway.value, tried.isRunning.value]).toEqual([100, true, false]);
    matching.mockResolvedValueOnce(batchTo(null));
    await tried.run();
    expect(matching.mock.lastCall?.[0].cursor).toBe('a');
    expect([tried.done.value, tried.isFinished.value]).toEqual([200, true]);
  });

  it('keeps its place when a batch fails, and says why', async () => {
    const tried = await begun();
    matching
      .mockResolvedValueOnce(batchTo('a'))
      .mockRejectedValueOnce(new Problem(0, { detail: 'offline' }, ''))
      .mockResolvedValueOnce(batchTo(null));
    await tried.run();
    expect(tried.error.value).toMatch(/Can’t reach/);
    expect(tried.isHalfway.value).toBe(true);
    await tried.run();
    expect(matching.mock.lastCall?.[0].cursor).toBe('a');
    expect([tried.error.value, tried.isFinished.value]).toEqual(['', true]);
  });
});
