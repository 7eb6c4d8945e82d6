import { atMost } from './at-most.js';

describe('works at a time', () => {
  it('are so many, in order, and one that fails gives its place to the next', async () => {
    const run = atMost(2);
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const works = [0, 1, 2, 3].map((at) =>
      run(async () => {
        begun.push(at);
        await new Promise<void>((resolve) => (ends[at] = resolve));
        if (at === 0) throw new Error('refused');
        return at;
      }),
    );
    const [first] = works;
    expect(begun).toEqual([0, 1]);
    ends[0]?.();
    await expect(first).rejects.toThrow('refused');
    expect(begun).toEqual([0, 1, 2]);
    ends[1]?.();
    await works[1];
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[2]?.();
    ends[3]?.();
    expect(await Promise.all(works.slice(1))).toEqual([1, 2, 3]);
  });
});
