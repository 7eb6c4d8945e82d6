/** Lengths in characters. */
export const AUTHOR_LIMITS = {
  name: { min: 1, max: 100 },
  biography: { min: 0, max: 4000 },
  linkLabel: { min: 1, max: 60 },
  url: 2048,
  links: 12,
  search: { min: 1, max: 100 },
} as const;

/** A place on the web where an author can be found. */
export interface AuthorLink {
  readonly label: string;
  readonly url: string;
}

/** What readers see of an author; of a user of the site, or of someone who has no account. */
export interface AuthorProfile {
  readonly id: string;
  readonly accountId: string | null;
  readonly name: string;
  readonly biography: string;
  readonly pictureUrl: string | null;
  readonly links: readonly AuthorLink[];
  readonly createdAt: string;
}
