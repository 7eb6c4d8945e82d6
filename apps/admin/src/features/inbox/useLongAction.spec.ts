import type { BulkContactsAnswer } from '@sitedesk/contract/inbox';
import { describe, expect, it } from 'vitest';
import { nextTick } from 'vue';
import { Problem } from '../../app/problem';
import { useLongAction } from './useLongAction';

const undo = { action: 'unarchive', actionId: 'a' } as const;
const answer = (nextCursor: string | null): BulkContactsAnswer => ({
  action: 'archive',
  matched: 10,
  changed: 9,
  undo,
  nextCursor,
});
const expected = { total: 30, more: false };
const now = (): Promise<void> => Promise.resolve();
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('an action for very many messages', () => {
  it('goes on to the end, says how far it is, and adds up', async () => {
    const { progress, begin, goOn } = useLongAction(now);
    const seen: unknown[] = [];
    const cursors = ['one', 'two', null];
    const send = (cursor: string | undefined): Promise<BulkContactsAnswer> => {
      seen.push([cursor, progress.value?.done]);
      return Promise.resolve(answer(cursors.shift() ?? null));
    };
    const outcome = await goOn(await begin(send), send, expected);
    expect(seen).toEqual([
      [undefined, undefined],
      ['one', 10],
      ['two', 20],
    ]);
    expect(outcome).toEqual({ action: 'archive', changed: 27, undo, stopped: false });
    expect(progress.value).toBeUndefined();
  });

  it("a refusal of the first request is the caller's", async () => {
    const refusal = new Problem(409, {}, '');
    await expect(useLongAction(now).begin(() => Promise.reject(refusal))).rejects.toBe(refusal);
  });

  it('stops between two requests, and tells what it has done', async () => {
    const { goOn, stop } = useLongAction(now);
    const send = (): Promise<BulkContactsAnswer> => {
      stop();
      return Promise.resolve(answer('more'));
    };
    expect(await goOn(answer('one'), send, expected)).toEqual({
      action: 'archive',
      changed: 18,
      undo,
      stopped: true,
    });
  });

  it('a server that is away for a moment is asked again; then the person is', async () => {
    const { progress, goOn, retry } = useLongAction(now);
    let calls = 0;
    const send = (cursor: string | undefined): Promise<BulkContactsAnswer> => {
      calls += 1;
      expect(cursor).toBe('one');
      return calls < 5 ? Promise.reject(new Problem(503, {}, '')) : Promise.resolve(answer(null));
    };
    const ending = goOn(answer('one'), send, expected);
    await settled();
    expect(calls).toBe(3);
    expect(progress.value).toMatchObject({ done: 10, problem: { status: 503 } });
    retry();
    expect((await ending).changed).toBe(18);
    expect(calls).toBe(5);
  });

  it('a refusal is not repeated automatically, and one can stop there', async () => {
    const { progress, goOn, stop } = useLongAction(now);
    let calls = 0;
    const send = (): Promise<BulkContactsAnswer> => {
      calls += 1;
      return Promise.reject(new Problem(403, {}, ''));
    };
    const ending = goOn(answer('one'), send, expected);
    await settled();
    expect(progress.value?.problem).toBeInstanceOf(Problem);
    stop();
    await nextTick();
    expect(await ending).toEqual({ action: 'archive', changed: 9, undo, stopped: true });
    expect(calls).toBe(1);
  });
});
