import type { RoleSummary } from '@sitedesk/contract/roles';

export type NamedRole = Pick<RoleSummary, 'id' | 'name'>;

/** The words of a setting that lists roles with commas between. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The role that a word names, by its name or its id and in any case, as the server reads it. */
export function roleIn(roles: readonly NamedRole[] | undefined, word: string): NamedRole | undefined {
  const wanted = word.toLowerCase();
  return roles?.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted);
}
