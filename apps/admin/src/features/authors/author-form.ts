import type { AuthorProfile } from '@sitedesk/contract/authors';
import type { AuthorProfileDto } from '@sitedesk/contract/authors.dto';

/** What is typed in the editor of a profile. */
export interface AuthorFields {
  name: string;
  biography: string;
  pictureUrl: string;
  links: { label: string; url: string }[];
  /** Null for someone without an account. */
  accountId: string | null;
}

export const EMPTY_AUTHOR: AuthorFields = {
  name: '',
  biography: '',
  pictureUrl: '',
  links: [],
  accountId: null,
};

export const fieldsOf = (author: AuthorProfile): AuthorFields => ({
  name: author.name,
  biography: author.biography,
  accountId: author.accountId,
  pictureUrl: author.pictureUrl ?? '',
  links: author.links.map(({ label, url }) => ({ label, url })),
});

/** Lines of links in which nothing is typed are none. */
export const requestOf = ({ pictureUrl, links, ...rest }: AuthorFields): AuthorProfileDto => ({
  ...rest,
  pictureUrl: pictureUrl.trim() === '' ? null : pictureUrl.trim(),
  links: links.filter(({ label, url }) => label.trim() !== '' || url.trim() !== ''),
});

/**
 * Pictures of other hosts are not loaded here: the administration asks nothing of strangers.
 * @returns the address to show, or nothing
 */
export const shownPicture = (pictureUrl: string | null): string | undefined =>
  pictureUrl !== null && /^\/(?!\/)/.test(pictureUrl.trim()) ? pictureUrl.trim() : undefined;
