/** How many differences are looked for before two sequences are taken for different altogether: the work grows with their square. */
const MOST_EDITS = 300;

type Pair = readonly [before: number, after: number];

/**
 * Finds what two sequences have in common, in order: pairs of places that hold the same text, as many as possible (Myers, 1986).
 * Sequences that differ too much have nothing in common but their beginning and end.
 */
export function commonPlaces(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const numbers = new Map<string, number>();
  for (let place = start; place < before.length - end; place += 1) {
    const item = before[place] ?? '';
    if (!numbers.has(item)) numbers.set(item, numbers.size);
  }
  // What only one of them has can't be in common: the rest is shorter, and numbers are compared faster than texts.
  const theirs = placesOf(after, start, after.length - end, numbers);
  const shared = new Set(theirs.values);
  const ours = placesOf(before, start, before.length - end, numbers, shared);
  const pairs: Pair[] = [];
  for (let place = 0; place < start; place += 1) pairs.push([place, place]);
  for (const [one, other] of commonMiddle(ours.values, theirs.values))
    pairs.push([ours.places[one] ?? 0, theirs.places[other] ?? 0]);
  for (let left = end; left > 0; left -= 1) pairs.push([before.length - left, after.length - left]);
  return pairs;
}

/** Places from one to another whose text has a number, and the numbers. */
function placesOf(
  items: readonly string[],
  from: number,
  until: number,
  numbers: ReadonlyMap<string, number>,
  among?: ReadonlySet<number>,
): { readonly places: readonly number[]; readonly values: readonly number[] } {
  const [places, values]: [number[], number[]] = [[], []];
  for (let place = from; place < until; place += 1) {
    const value = numbers.get(items[place] ?? '');
    if (value === undefined || (among && !among.has(value))) continue;
    places.push(place);
    values.push(value);
  }
  return { places, values };
}

function commonMiddle(before: readonly number[], after: readonly number[]): readonly Pair[] {
  if (before.length === 0 || after.length === 0) return [];
  const most = Math.min(before.length + after.length, MOST_EDITS);
  /** Furthest place in `before` on each diagonal, after each number of edits. */
  const furthest = new Int32Array(2 * most + 3);
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    steps.push(furthest.slice(most - edits, most + edits + 3));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = most + 1 + diagonal;
      const [left = 0, right = 0] = [furthest[at - 1], furthest[at + 1]];
      const isDown = diagonal === -edits || (diagonal !== edits && left < right);
      let place = isDown ? right : left + 1;
      while (
        place < before.length &&
        place - diagonal < after.length &&
        before[place] === after[place - diagonal]
      )
        place += 1;
      furthest[at] = place;
      if (place >= before.length && place - diagonal >= after.length) return walkBack(before, after, steps);
    }
  }
  return [];
}

/** The pairs on the way that was found, from its end to its beginning. */
function walkBack(
  before: readonly unknown[],
  after: readonly unknown[],
  steps: readonly Int32Array[],
): readonly Pair[] {
  const pairs: Pair[] = [];
  let [one, other] = [before.length, after.length];
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const furthest = steps[edits] ?? new Int32Array();
    const diagonal = one - other;
    const at = edits + 1 + diagonal;
    const [left = 0, right = 0] = [furthest[at - 1], furthest[at + 1]];
    const isDown = diagonal === -edits || (diagonal !== edits && left < right);
    const from = edits === 0 ? 0 : isDown ? right : left;
    const fromOther = edits === 0 ? 0 : from - (isDown ? diagonal + 1 : diagonal - 1);
    while (one > from && other > fromOther) {
      one -= 1;
      other -= 1;
      pairs.push([one, other]);
    }
    [one, other] = [from, fromOther];
  }
  return pairs.toReversed();
}

/** Places of the longest part that rises; numbers below 0 are no part of it. */
export function longestRise(values: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [place, value] of values.entries()) {
    if (value < 0) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[place] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = place;
  }
  const rise = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place] ?? -1) rise.add(place);
  return rise;
}
