import { setTimeout as sleep } from 'node:timers/promises';
import { Batcher, QueueFullError } from './batcher.js';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('Batcher', () => {
  /** A trip that ends when it is told to. */
  function slowTrip() {
    const batches: (readonly number[])[] = [];
    const ends: (() => void)[] = [];
    const run = async (inputs: readonly number[]): Promise<readonly (number | Error)[]> => {
      batches.push(inputs);
      await new Promise<void>((resolve) => ends.push(resolve));
      return inputs.map((input) => (input < 0 ? new Error(`${input} is refused`) : input * 2));
    };
    return { batches, run, end: () => ends.shift()?.() };
  }

  it('lets a lone caller leave at once, and those who come in the meantime together', async () => {
    const { batches, run, end } = slowTrip();
    const batcher = new Batcher(run, { maxBatch: 10, maxWaiting: 10 });
    const outputs = Promise.all(numbers(4).map((input) => batcher.add(input)));
    end();
    await sleep(1);
    end();
    expect(await outputs).toEqual([0, 2, 4, 6]);
    expect(batches).toEqual([[0], [1, 2, 3]]);
  });

  it('tells a caller of its own failure and of no other', async () => {
    const { run, end } = slowTrip();
    const batcher = new Batcher(run, { maxBatch: 10, maxWaiting: 10 });
    const outcomes = Promise.allSettled([batcher.add(1), batcher.add(-2), batcher.add(3)]);
    end();
    await sleep(1);
    end();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('refuses at once when too many wait', async () => {
    const { run, end } = slowTrip();
    const batcher = new Batcher(run, { maxBatch: 10, maxWaiting: 1 });
    const served = [batcher.add(1), batcher.add(2)];
    await expect(batcher.add(3)).rejects.toThrow(QueueFullError);
    end();
    await sleep(1);
    end();
    expect(await Promise.all(served)).toEqual([2, 4]);
  });

  it('refuses anyone who has waited too long, without having begun (L-16)', async () => {
    const { batches, run, end } = slowTrip();
    const batcher = new Batcher(run, { maxBatch: 10, maxWaiting: 10, maxWaitMs: 20 });
    const first = batcher.add(1);
    await expect(batcher.add(2)).rejects.toThrow(QueueFullError);
    const third = batcher.add(3);
    end();
    await sleep(1);
    end();
    expect(await Promise.all([first, third])).toEqual([2, 6]);
    expect(batches).toEqual([[1], [3]]);
  });
});
