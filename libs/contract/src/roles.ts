/** The six built-in roles, in the words of the specification, section 5. */
export const BUILT_IN_ROLES = [
  'Administrator',
  'Editor',
  'Author',
  'Reviewer',
  'Authenticated',
  'Anonymous',
] as const;

export type BuiltInRole = (typeof BUILT_IN_ROLES)[number];
