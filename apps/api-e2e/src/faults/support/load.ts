import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../harness/http.js';

/** An answer and how long it took, in milliseconds. */
export interface TimedAnswer {
  readonly answer: Answer;
  readonly ms: number;
}

export async function timed(request: () => Promise<Answer>): Promise<TimedAnswer> {
  const from = performance.now();
  const answer = await request();
  return { answer, ms: performance.now() - from };
}

/**
 * Begins so many pieces of work a second, whether or not the earlier ones have ended: a slow server gets no relief.
 * @throws what the first of them threw that failed
 */
export async function atRate<T>(
  perSecond: number,
  seconds: number,
  work: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const from = performance.now();
  const begun: Promise<T>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    await sleep(Math.max(0, from + (index * 1000) / perSecond - performance.now()));
    const piece = work(index);
    piece.catch(() => undefined); // told below, with all the others
    begun.push(piece);
  }
  return Promise.all(begun);
}

/** Does `count` pieces of work, at most `width` at a time. */
export async function together(
  count: number,
  width: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
}
