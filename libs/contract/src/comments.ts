import type { TextPlace } from './anchors.js';
import type { ArticleFields } from './articles.js';
import { type MessageCodes, messages } from './messages.js';
import { problemCode } from './problems.js';

/** Lengths in characters (code points). */
export const COMMENT_LIMITS = {
  body: { min: 1, max: 4_000 },
  mentions: 20,
  /** Replies that the list of threads brings along. */
  shownReplies: 5,
  /** People that a search for a name lists. */
  people: 20,
} as const;

/** What comments can be about beside the text. */
export const COMMENTED_FIELDS = [
  'title',
  'slug',
  'introduction',
  'bannerImage',
  'bannerText',
  'tags',
  'authors',
  'canonical',
  'searchTitle',
  'searchDescription',
  'unlisted',
] as const satisfies readonly (keyof ArticleFields)[];
export type CommentedField = (typeof COMMENTED_FIELDS)[number];

export interface ArticleComment {
  readonly id: string;
  /** Null when the account is deleted. */
  readonly author: { readonly id: string; readonly displayName: string } | null;
  /** Plain text. */
  readonly body: string;
  /** IDs of the accounts that are mentioned. */
  readonly mentions: readonly string[];
  readonly at: string;
  readonly editedAt: string | null;
}

/** Comments about one thing. */
export interface CommentThread {
  readonly id: string;
  /** Newest version of the article when it was begun. */
  readonly version: number;
  /** Null for one about the text. */
  readonly field: CommentedField | null;
  /** The words it's about, as they were; null for a field. */
  readonly quote: string | null;
  /** Where they are in the draft; null for a field, and once they are gone. */
  readonly place: TextPlace | null;
  /** The words it's about are gone. It keeps what they were. */
  readonly detached: boolean;
  readonly resolved: { readonly by: string | null; readonly at: string } | null;
  /** The first, and the newest replies; `replies` counts them all. */
  readonly comments: readonly ArticleComment[];
  readonly replies: number;
  readonly may: { readonly resolve: boolean };
}

/** What a link names in place of a thread: the first of those that are open by then. */
export const FIRST_OPEN_THREAD = 'open';

/** Who can be mentioned, or asked to review. */
export interface ArticlePerson {
  readonly id: string;
  readonly displayName: string;
}

/** A comment or thread of someone else (403). */
export const NOT_YOURS = problemCode('not-yours');

export const COMMENT_MESSAGES = messages('comment', {
  target: 'Comment on a field, or on a range of the text with block, from and to',
  textGone: 'This text was changed: select it again',
  unknownPerson: 'Nobody who may view pages has this ID',
  foreign: 'You can only edit your own comments',
  foreignThread: 'Only the person who began a thread, or someone who may edit the article, can resolve it',
});
export type CommentMessageCode = MessageCodes<typeof COMMENT_MESSAGES>;
