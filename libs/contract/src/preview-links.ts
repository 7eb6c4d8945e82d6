import { type MessageCodes, messages } from './messages.js';

/** Where the public site shows what a link is for. */
export const PREVIEW_PATH = '/_preview';

export const PREVIEW_LIMITS = {
  /** How long a link works. */
  days: { min: 1, max: 90, default: 7 },
  /** Links of one article that work at the same time. */
  links: 20,
  /** Length in characters. */
  note: { min: 1, max: 200 },
} as const;

/** Who has it sees an article that isn't live. Its token is shown once, when it's made. */
export interface PreviewLink {
  readonly id: string;
  /** Null for the draft as it is when someone looks. */
  readonly version: number | null;
  /** What its creator says of it, such as whom it's for. */
  readonly note: string | null;
  readonly createdAt: string;
  /** Null when the account is deleted. */
  readonly creator: { readonly id: string; readonly displayName: string } | null;
  readonly expiresAt: string;
  /** How often it was opened. */
  readonly views: number;
  readonly lastViewedAt: string | null;
}

/** Answer to a new link. */
export interface NewPreviewLink extends PreviewLink {
  /** On the public site; a path where the site's URL isn't known. */
  readonly url: string;
}

export const PREVIEW_MESSAGES = messages('preview', {
  full: 'An article has at most {max} links: revoke one first',
});
export type PreviewMessageCode = MessageCodes<typeof PREVIEW_MESSAGES>;
