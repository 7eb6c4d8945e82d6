import type { Env } from '../config/env.js';
import type { SettingDefinitions } from '../settings/setting-definitions.js';
import { settingKey } from '../settings/setting-values.js';

/** A variable that looks like one of ours and is none, and the one that was probably meant. */
interface UnknownVariable {
  readonly variable: string;
  readonly meant: string | undefined;
}

/** Variables of other programs share the environment: only names of our groups, or almost ours, are reported. */
export function unknownVariables(
  source: Readonly<Record<string, string | undefined>>,
  env: Env,
  definitions: SettingDefinitions,
): readonly UnknownVariable[] {
  const prefixes = definitions.groups.map((group) => `${group.toUpperCase()}__`);
  const isSetting = (name: string): boolean => prefixes.some((prefix) => name.startsWith(prefix));
  const own = [
    ...definitions.all.map(({ group, name }) => `${group}__${name}`.toUpperCase()),
    ...[...env.variables.keys()].filter((name) => !isSetting(name)),
  ];
  const keys = new Set(definitions.all.map(({ group, name }) => settingKey(group, name)));
  const used = [...env.settings].filter(([key]) => keys.has(key)).map(([, { variable }]) => variable);
  const known = new Set([...own, ...used]);
  return Object.keys(source).flatMap((variable) => {
    const name = variable.replace(/_FILE$/, '');
    if (known.has(variable) || known.has(name) || !source[variable]?.trim()) return [];
    const upper = name.toUpperCase();
    const isOurs = isSetting(upper) || upper.startsWith('RATELIMIT__');
    const meant = isOurs ? nearest(upper, own, halfOfName) : nearest(name, own, slip);
    const suffix = variable.slice(name.length);
    return isOurs || meant ? { variable, meant: meant && meant + suffix } : [];
  });
}

export const didYouMean = (meant: string | undefined): string => (meant ? ` Did you mean ${meant}?` : '');

/** The candidate that takes the fewest edits, if it takes no more than `allowed`. */
export function nearest(
  name: string,
  candidates: readonly string[],
  allowed: (candidate: string) => number,
): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, most: allowed(candidate) }))
    // Where the lengths alone differ by more, there's nothing to count.
    .filter(({ candidate, most }) => Math.abs(candidate.length - name.length) <= most)
    .map(({ candidate, most }) => ({ candidate, most, edits: editDistance(name, candidate, most) }))
    .filter(({ most, edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

/** In a group of ours, half of what follows the group may be wrong. */
export const halfOfName = (name: string): number => (name.split(/__|\//).at(-1) ?? '').length / 2;

/** Elsewhere a long name is almost certainly ours; a short one, such as `PORT`, is near many others. */
function slip({ length }: string): number {
  if (length >= 15) return 3;
  return length >= 7 ? 1 : 0;
}

/** How many characters must be added, removed or replaced; more than `most` once it is clear that it's more. */
function editDistance(from: string, to: string, most: number): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let index = 0; index < from.length; index++) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column++) {
      const replaced = Number(row[column]) + (from[index] === to[column] ? 0 : 1);
      next.push(Math.min(replaced, Number(row[column + 1]) + 1, Number(next[column]) + 1));
    }
    if (Math.min(...next) > most) return most + 1;
    row = next;
  }
  return Number(row.at(-1));
}
