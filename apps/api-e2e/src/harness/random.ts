/** A whole number from 0 to below a limit. */
export type Random = (below: number) => number;

/** The same numbers each time (a linear congruential generator). */
export function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[random(items.length)] as Item; // never empty
